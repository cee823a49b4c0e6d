"""The worked example of a paired run: what it shows is exact, and `make gate` fails when the skill gets worse."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from examples.triage_skill.clerk import queue_of, reply_to
from examples.triage_skill.judges import by_rule

from goldgate.formats.reference import read_reference

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "triage_skill"
SKILL = (EXAMPLE / "skills" / "triage" / "SKILL.md").read_text(encoding="utf-8")
COMMAND = Path(sys.executable).with_name("goldgate")


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """A copy of the example."""
    folder = tmp_path / "triage_skill"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".goldgate", "evidence"))
    return folder


def words_of_gate() -> list[str]:
    """What `make gate` does in the folder of the example, as it stands in the Makefile."""
    line = next(line for line in (ROOT / "Makefile").read_text().splitlines() if "cd examples/triage_skill" in line)
    return line.partition("goldgate ")[2].split()


def gate(folder: Path, *more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([COMMAND, *words_of_gate(), *more], cwd=folder, capture_output=True, text=True, check=False)


def test_make_gate_runs_it_after_the_suites() -> None:
    makefile = (ROOT / "Makefile").read_text()

    _, _, lines = makefile.partition("\ngate: ")
    suites, paired = (line.split() for line in lines.splitlines()[1:3])

    assert suites == ["$(BIN)/goldgate", "check"]
    assert paired[:3] == ["cd", "examples/triage_skill", "&&"]
    assert paired[3:] == [
        *("$(CURDIR)/$(BIN)/goldgate", "pair", "--linked", "skills/triage"),
        *("--reference", "reference.json"),
    ]


def test_the_skill_contributes_three_of_three_cases(example: Path) -> None:
    done = gate(example, "--format", "json")

    document: Any = json.loads(done.stdout)
    (contribution,) = document["contributions"]
    assert done.returncode == 0
    assert document["with"]["rate"]["fraction"] == "1"
    assert contribution["without"]["rate"]["fraction"] == "0"
    assert contribution["delta"]["fraction"] == "1"
    assert [(case["id"], case["result"], case["candidate"]) for case in contribution["cases"]] == [
        (case, "win", {"solved": 1, "trials": 1, "errors": 0})
        for case in ("is-no-complaint", "names-the-deadline", "says-what-happens-next")
    ]
    assert (contribution["p_better"], contribution["underpowered"]) == (0.125, True)
    assert [(one["handed"], one["loaded"]) for one in document["given"]] == [(3, 3)]
    assert document["regression"]["status"] == "open"


def test_the_reference_is_what_the_example_shows(example: Path) -> None:
    """Made with this skill: whoever edits one of them sees it here."""
    kept = json.loads((EXAMPLE / "reference.json").read_text())
    now = json.loads(gate(example, "--format", "json").stdout)

    assert read_reference((EXAMPLE / "reference.json").read_bytes(), file="reference.json").rate == 1
    assert [now[key] for key in ("linked", "suites", "with", "contributions")] == [
        kept[key] for key in ("linked", "suites", "with", "contributions")
    ]


def test_a_skill_that_lost_a_line_closes_the_gate(example: Path) -> None:
    skill = example / "skills" / "triage" / "SKILL.md"
    skill.write_text(SKILL.replace("- Name the deadline that the letter mentions.\n", ""), encoding="utf-8")

    done = gate(example)

    assert done.returncode == 1
    assert "regression gate: closed, 100.0% → 66.7%, more than 10 points below" in done.stdout
    assert not (example / "evidence").exists()


@pytest.mark.parametrize(
    ("letter", "told", "queue"),
    [
        ("Unfortunately it is gone: where is it?", SKILL, "enquiries"),
        ("Unfortunately it is gone: where is it?", "", "complaints"),
        ("I complain", SKILL, "complaints"),
        ("Hello", SKILL, "general"),
        ("Where is it? And I complain", SKILL.replace("where is", "wo ist"), "complaints"),
    ],
)
def test_the_clerk_sorts_by_the_first_row_of_the_skill_that_fits_or_by_habit(
    letter: str, told: str, queue: str
) -> None:
    assert queue_of(letter, told) == queue


def test_the_clerk_replies_what_the_skill_asks_for() -> None:
    letter = "It is due by 14 December."

    assert reply_to(letter, "") == "We have received your letter."
    assert reply_to(letter, SKILL) == (
        "We have received your letter. The deadline is 14 December. We will answer you within five days."
    )
    assert reply_to("Hello", '- Say so: "Thank you."') == "We have received your letter. Thank you."


def test_the_judge_says_of_each_criterion_whether_it_holds() -> None:
    answers = {"A": "We have received your letter.", "B": "Dear reader, please wait. We will write.", "C": "so " * 41}

    found = by_rule({"conditions": {letter: {"answer": answer} for letter, answer in answers.items()}})

    assert found == {
        "conditions": {
            "A": {
                "scores": {"greeting": 0, "next_step": 0, "brevity": 1},
                "explanation": "missing: greeting, next_step",
            },
            "B": {"scores": {"greeting": 1, "next_step": 1, "brevity": 1}, "explanation": "missing: nothing"},
            "C": {
                "scores": {"greeting": 0, "next_step": 0, "brevity": 0},
                "explanation": "missing: greeting, next_step, brevity",
            },
        }
    }
