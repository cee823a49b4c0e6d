import json
import time
from fractions import Fraction
from pathlib import Path
from signal import SIGKILL
from typing import TYPE_CHECKING

import pytest

from goldgate.model.evidence import Finding, PairMode
from goldgate.store.evidence import add_finding
from goldgate.store.folder_digest import folder_digest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

AGENT = """
import os
import time


def agent(case, context):
    if case.request == os.environ.get("SLOW_ON"):
        time.sleep(60)
    known = [word for skill in context.skills for word in (skill.folder / "SKILL.md").read_text().split()]
    return "the deadline is in 30 days" if case.request in known else "no idea"
"""
LEARN = """

def learn(folder):
    with (folder / "SKILL.md").open("a") as file:
        file.write(".")
"""
BOTH = ("--linked", "skills/triage", "--linked", "skills/tone")


@pytest.fixture
def letters(folder: "ProjectFolder") -> "ProjectFolder":
    """Three cases; the skill `triage` knows two of them, `tone` the third."""
    folder.write(
        {
            "goldgate.toml": 'agent = "my_agent:agent"\n[guards]\nenvironment_keep = ["SLOW_ON"]\n',
            "my_agent.py": AGENT,
            "skills/triage/SKILL.md": "q1 q2",
            "skills/tone/SKILL.md": "q3",
        }
    )
    folder.golden(
        *(
            {"id": f"case-{number}", "request": f"q{number}", "expect": {"answer": {"contains": "deadline"}}}
            for number in (1, 2, 3)
        ),
        suite="letters",
    )
    return folder


def evidence(folder: "ProjectFolder", skill: str) -> dict[str, object]:
    document: dict[str, object] = json.loads(folder.read(f"evidence/{skill}.json"))
    return document


def test_without_a_linked_skill_nothing_is_run_or_stored(letters: "ProjectFolder") -> None:
    before = letters.snapshot()

    ended = letters.run("pair")

    assert ended.code == 2
    assert ended.errors == [
        "a paired run needs a linked skill, a folder with a SKILL.md: --linked FOLDER [GG002]",
    ]
    assert letters.snapshot() == before
    assert not (letters.root / ".goldgate").exists()


def test_without_scipy_nothing_is_run_and_it_is_said_how_to_get_it(letters: "ProjectFolder") -> None:
    letters.write({"blocked/scipy.py": "raise ModuleNotFoundError('scipy')\n"})

    ended = letters.run("pair", "--linked", "skills/triage", env={"PYTHONPATH": str(letters.root / "blocked")})

    assert (ended.code, ended.errors) == (2, ["this needs the package scipy: pip install 'goldgate[stats]' [GG002]"])
    assert not (letters.root / ".goldgate").exists()


def test_where_no_evidence_can_be_written_nothing_is_run(letters: "ProjectFolder") -> None:
    letters.write({"evidence": "something else"})

    ended = letters.run("pair", "--linked", "skills/triage")

    assert (ended.code, ended.errors) == (2, ["evidence: a part of the path is a file, not a folder [GG011]"])
    assert not (letters.root / ".goldgate").exists()


def test_in_this_process_it_says_what_does_not_hold_and_leaves_no_evidence(letters: "ProjectFolder") -> None:
    ended = letters.run("pair", "--linked", "skills/triage", "--in-process", "--format", "json")
    told = letters.run("pair", "--linked", "skills/triage", "--in-process")

    assert (ended.code, ended.document["evidence"], told.code) == (0, [], 0)
    assert [f"without {guard}" for guard in ended.document["guards_off"]] == [
        line for line in told.out.splitlines() if line.startswith("without ") and "solves" not in line
    ]
    assert "the timeout" in " ".join(ended.document["guards_off"])
    assert "evidence none, since not all guards held" in told.out.splitlines()
    assert not (letters.root / "evidence").exists()


def test_a_joint_run_says_first_what_it_costs_and_gives_one_delta_to_all(letters: "ProjectFolder") -> None:
    before = letters.snapshot()

    ended = letters.run("pair", "--linked", "skills/triage", "skills/tone")

    after = letters.snapshot()
    halves = letters.run("compare", "--run", ":without", "--run", ":with")
    unsaid = letters.run("compare", "--run", ":with", "--run", letters.runs[0].name)

    lines = ended.out.splitlines()
    assert (ended.code, ended.err) == (0, "")
    assert lines[1] == "2× the cost of a plain run: 6 agent calls for 3 cases"
    assert "joint contribution of triage, tone" in lines
    assert "delta +100 points (1): the half with does better, chance may do as much" in lines
    assert [evidence(letters, skill)["delta"] for skill in ("triage", "tone")] == [{"fraction": "1", "value": 1.0}] * 2
    assert after.keys() - before.keys() == {"evidence/triage.json", "evidence/tone.json"}
    assert {name: after[name] for name in before} == before
    assert "delta +100 points (1): B does better, chance may do as much" in halves.out
    assert "has the variants with, without; say which: " in unsaid.err


def test_per_skill_each_has_a_half_without_it_and_its_own_delta(letters: "ProjectFolder") -> None:
    ended = letters.run("pair", *BOTH, "--mode", "per-skill", "--format", "json")

    document = ended.document
    assert (ended.code, document["halves"], document["calls"]) == (0, 3, 9)
    assert "9 agent calls for 3 cases" in ended.err
    assert [(one["skills"], one["joint"], one["delta"]["fraction"]) for one in document["contributions"]] == [
        (["triage"], False, "2/3"),
        (["tone"], False, "1/3"),
    ]
    assert evidence(letters, "tone")["rate_without"] == {"fraction": "2/3", "value": 2 / 3}
    results = (letters.runs[0] / "results.jsonl").read_text().splitlines()
    assert len(results) == 1 + 9 + 1


def test_the_gate_holds_the_half_with_against_a_named_reference(letters: "ProjectFolder") -> None:
    first = letters.run("pair", "--linked", "skills/triage", "--format", "json")
    letters.write({"reference.json": first.out})
    kept = letters.runs[0].name
    letters.write({"skills/triage/SKILL.md": "q1"})

    closed = letters.run("pair", "--linked", "skills/triage", "--reference", "reference.json")
    by_run = letters.run("pair", "--linked", "skills/triage", "--reference", kept, "--threshold", "33.4")
    moving = letters.run("pair", "--linked", "skills/triage", "--reference", "evidence/triage.json")

    assert first.document["regression"]["status"] == "not_applicable"
    assert closed.code == 1
    assert "regression gate: closed, 66.7% → 33.3%, more than 10 points below" in closed.out
    assert (by_run.code, "regression gate: open, 66.7% → 33.3%" in by_run.out) == (0, True)
    assert (moving.code, "evidence, which moves with each run" in moving.err) == (2, True)
    findings = evidence(letters, "triage")["findings"]
    assert isinstance(findings, list)
    assert [one["run"] for one in findings] == [kept, letters.runs[2].name]  # a closed gate is no evidence


def test_a_report_says_of_a_paired_run_what_pair_said(letters: "ProjectFolder") -> None:
    first = letters.run("pair", "--linked", "skills/triage", "--format", "json")
    letters.write({"reference.json": first.out})
    letters.write({"skills/triage/SKILL.md": "q1"})
    held = ("--linked", "skills/triage", "--reference", "reference.json")
    kinds = [f"--report={kind}=first.{kind}" for kind in ("json", "markdown", "junit", "html")]
    said = letters.run("pair", *held, *kinds)
    (letters.root / "reference.json").unlink()

    told = letters.run("report", *[kind.replace("first", "later") for kind in kinds])
    opened = letters.run("report", letters.runs[0].name, "--format", "json")

    assert (said.code, told.code, opened.code) == (1, 1, 0)
    assert told.out.splitlines() == said.out.splitlines()[3:]
    for kind in ("json", "markdown", "junit"):
        assert letters.read(f"later.{kind}") == letters.read(f"first.{kind}")
    assert "Gate closed" in letters.read("later.html")
    assert {**opened.document, "evidence": ["evidence/triage.json"]} == first.document


def test_a_paired_run_of_each_skill_is_told_with_all_its_halves(letters: "ProjectFolder") -> None:
    said = letters.run("pair", *BOTH, "--mode", "per-skill", "--order", "sequential", "--format", "json")

    told = letters.run("report", "--format", "json", "--report", "junit=junit.xml")
    lines = letters.run("report").out.splitlines()

    written = ["evidence/triage.json", "evidence/tone.json"]
    assert {**told.document, "evidence": written} == said.document
    assert "won: passes more often with than without" in letters.read("junit.xml")
    assert [line for line in lines if line.startswith("contribution")] == [
        "contribution of triage",
        "contribution of tone",
    ]


def test_a_report_that_cannot_be_written_is_refused_before_anything_runs(letters: "ProjectFolder") -> None:
    ended = letters.run("pair", "--linked", "skills/triage", "--report", "junti=j.xml")

    assert ended.code == 2
    assert ended.errors == ["unknown report 'junti', did you mean 'junit'?; write --report KIND=FILE [GG002]"]
    assert not (letters.root / ".goldgate").exists()


def test_a_reference_that_was_asked_something_else_is_refused(letters: "ProjectFolder") -> None:
    rate = {"fraction": "1", "value": 1.0, "bounds": [1.0, 1.0]}
    report = {"goldgate": "paired-run", "schema": 1, "suites": {"letters": "4e9c"}, "with": {"rate": rate}}
    letters.write({"reference.json": json.dumps(report)})

    ended = letters.run("pair", "--linked", "skills/triage", "--reference", "reference.json", "--case", "case-1")

    assert ended.code == 2
    assert ended.errors[0] == "the reference reference.json was not asked the same [GG024]"
    assert ended.errors[1].startswith("suite 'letters': what was asked was 4e9c, is ")


def test_errors_leave_no_rate_no_evidence_and_no_reference(letters: "ProjectFolder") -> None:
    letters.write(
        {
            "my_agent.py": AGENT.replace(
                "    known", "    [learn(skill.folder) for skill in context.skills]\n    known"
            )
            + LEARN
        }
    )

    ended = letters.run("pair", "--linked", "skills/triage", "--format", "json")

    assert ended.code == 2
    assert ended.document["with"]["rate"] == {"fraction": None, "value": None, "bounds": [0.0, 1.0]}
    assert ended.document["regression"]["status"] == "no_judgement"
    assert "was changed while it was measured" in ended.document["errors"][0]
    assert not (letters.root / "evidence").exists()
    refused = letters.run("pair", "--linked", "skills/triage", "--reference", letters.runs[0].name)
    assert "has trials in ERROR, so it is no reference" in refused.err


def test_a_run_that_was_killed_touches_nothing_and_goes_on(
    letters: "ProjectFolder", monkeypatch: pytest.MonkeyPatch
) -> None:
    before = letters.snapshot()
    monkeypatch.setenv("SLOW_ON", "q3")
    process = letters.start("pair", *BOTH)
    with process:
        _wait_for(letters.root, lines=3)
        process.send_signal(SIGKILL)
    monkeypatch.delenv("SLOW_ON")
    assert letters.snapshot() == before

    plain = letters.run("run", "--resume")
    refused = letters.run("pair", "--linked", "skills/tone", "--resume")
    resumed = letters.run("pair", *BOTH, "--resume")

    assert (plain.code, "is a paired one; go on with it: goldgate pair --linked SKILL --resume" in plain.err) == (
        2,
        True,
    )
    assert (refused.code, "began under other conditions" in refused.err) == (2, True)
    assert (resumed.code, len(letters.runs)) == (0, 1)
    assert evidence(letters, "tone")["run"] == letters.runs[0].name


def _wait_for(root: Path, *, lines: int) -> None:
    """Until the journal of the only run has so many lines."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        journals = list(root.glob(".goldgate/runs/*/journal.jsonl"))
        if journals and len(journals[0].read_bytes().splitlines()) >= lines:
            return
        time.sleep(0.02)
    raise AssertionError("the run did not begin")


def test_evidence_is_shown_with_its_trend_in_every_encoding(letters: "ProjectFolder") -> None:
    skill = letters.root / "skills" / "triage"
    for number, rate in enumerate(("0", "1/3", "2/3")):
        finding = Finding(
            run=f"r{number}",
            finished_at="2026-11-30T10:00:00+00:00",
            mode=PairMode.JOINT,
            linked=("triage",),
            suites={"letters": "4e9c"},
            skill_digest=folder_digest(skill),
            cases=3,
            pass_rate=Fraction(rate),
            rate_without=Fraction(0),
        )
        add_finding(letters.root, "triage", finding)

    shown = letters.run("evidence", "skills/triage")
    plain = letters.run("evidence", "triage", env={"PYTHONIOENCODING": "ascii"})
    letters.write({"skills/triage/SKILL.md": "other"})
    changed = letters.run("evidence", "skills/triage", "--format", "json").document

    assert (shown.code, "changed since" in shown.out) == (0, False)
    assert shown.out.splitlines()[-1] == "with, over 3 runs: ▁▃▆  unclear (tau +1.00, p = 0.3333)"
    assert plain.out.splitlines()[-1] == "with, over 3 runs: _:+  unclear (tau +1.00, p = 0.3333)"
    assert (changed["changed"], changed["trend"]["direction"]) == (True, "unclear")
    assert "there is no evidence on 'triag'; there is some on 'triage'" in letters.run("evidence", "triag").err
