"""Gate an agent that throws dice: noise leaves the gate open, what is more than chance closes it."""

from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from goldgate.formats.schemas import schema

if TYPE_CHECKING:
    from tests.cli.conftest import Ended, ProjectFolder

SETTINGS = """
agent = "clerk:agent"
sampled = true

[gate]
trials = 5

[guards]
seed = "{seed}"
"""
CLERK = """
import random

ATTENTION = {attention}
FORGOTTEN = {forgotten!r}


def agent(case, context):
    if case.id in FORGOTTEN:
        return "no idea"
    return "within 30 days" if random.random() < ATTENTION.get(case.id, 1) else "no idea"
"""
ASKING = """
import goldgate


@goldgate.recorded
def ask(question):
    return "within 30 days"


def agent(case, context):
    return ask(case.request) if case.id == "b" else "within 30 days"
"""
"""Asks somebody of whom nothing is recorded."""
NAMES = tuple("abcdefgh")
NOISY = dict.fromkeys(NAMES[1:], 0.8)
"""Of the first case every trial is solved."""


def clerk(attention: dict[str, float] = NOISY, forgotten: str = "") -> dict[str, str]:
    return {"clerk.py": CLERK.format(attention=attention, forgotten=forgotten)}


def another_day(project: "ProjectFolder", seed: str = "another day") -> None:
    """Other dice are thrown."""
    project.write({"goldgate.toml": SETTINGS.format(seed=seed)})


@pytest.fixture
def letters(folder: "ProjectFolder") -> "ProjectFolder":
    """Eight letters, answered with attention most of the time, and the counts of one day accepted."""
    expect = {"answer": {"contains": "30 days"}}
    folder.golden(*({"id": name, "request": name, "expect": expect} for name in NAMES), suite="letters")
    folder.write(clerk())
    another_day(folder, "the first day")
    ended = folder.run("run")
    assert (ended.code, ended.last[1]) == (0, "next: goldgate update-baseline")
    assert "sampled letters  trials may fail; whether too many did, the baseline decides\n" in ended.out
    assert folder.run("update-baseline").code == 0
    return folder


def sampled(ended: "Ended") -> dict[str, object]:
    """What the document says of the suite, which fits its schema."""
    assert [*Draft202012Validator(schema("comparison")).iter_errors(ended.document)] == []
    found: dict[str, object] = ended.document["sampled"]["letters"]
    return found


def test_noise_leaves_the_gate_open(letters: "ProjectFolder") -> None:
    accepted = letters.read("baselines/letters.jsonl")
    another_day(letters)

    ended = letters.run("check")

    assert (ended.code, ended.last[1]) == (0, "next: nothing to do")
    assert "ok 8\nsampled letters  8 cases with trials then and now\n" in ended.out
    assert all(len(line) <= 80 for line in ended.out.splitlines())
    counts = sampled(letters.run("compare", "--format", "json"))
    assert counts["fell"] != []
    assert letters.run("update-baseline").out.startswith("nothing to change\n")
    assert letters.read("baselines/letters.jsonl") == accepted


def test_a_certain_break_closes_it_until_it_is_accepted_with_a_reason(letters: "ProjectFolder") -> None:
    letters.write(clerk(forgotten="a"))
    another_day(letters)

    ended = letters.run("check")

    assert ended.code == 1
    assert (
        "WORSE regression  letters::a  it was solved every time, and never is now [GG101]\n"
        "       solved 5 of 5 times as accepted, 0 of 5 now; by chance at most 1 in 1,024\n"
    ) in ended.out
    assert ended.last == ["gate closed: 1 regression  (exit 1)", "next: goldgate show letters::a"]
    assert "solved 5 of 5 times as accepted, 0 of 5 now\n" in letters.run("show", "a").out
    refused = letters.run("update-baseline", "--recount")
    assert (refused.code, "it certainly broke; if that is to be kept: --accept a --reason TEXT" in refused.out) == (
        1,
        True,
    )
    assert letters.run("update-baseline", "--accept", "a", "--reason", "no longer asked").code == 0
    assert '"trials":[0,5],"note":"no longer asked"}' in letters.read("baselines/letters.jsonl")
    assert letters.run("compare").code == 0


def test_a_drop_without_any_broken_case_closes_it_until_it_is_accepted_with_a_reason(letters: "ProjectFolder") -> None:
    letters.write(clerk(dict.fromkeys(NAMES, 0.3)))
    another_day(letters)

    ended = letters.run("check", "--format", "json")

    assert (ended.code, ended.document["classes"]) == (1, {"ok": 8})
    assert (sampled(ended)["dropped"], sampled(ended)["broken"]) == (True, [])
    (reason,) = ended.document["reasons"]
    assert reason.startswith("letters dropped from ")
    text = letters.run("compare")
    assert "  as a whole dropped: p = " in text.out
    assert text.last[1].startswith("next: goldgate show letters::")
    listed = letters.run("review")
    assert (listed.code, "WORSE letters  dropped as a whole: " in listed.out) == (1, True)
    assert listed.out.endswith("goldgate update-baseline --accept-drop letters --reason TEXT\n")
    assert letters.run("review", "--list", "--format", "json").document["dropped"] == ["letters"]
    told = letters.run("update-baseline")
    assert (told.code, told.err) == (1, "")
    assert told.out == (
        "refused letters\n"
        "  its suite got worse as a whole; if that is to be kept: --accept-drop letters --reason TEXT\n"
        "nothing to change but what was refused\n"
        "1 refused; see above for what to do with each\n"
    )
    assert letters.run("update-baseline", "--case", "a").code == 0
    refused = letters.run("update-baseline", "--recount")
    assert (refused.code, "--accept-drop letters --reason TEXT" in refused.out) == (1, True)
    accepted = letters.run("update-baseline", "--accept-drop", "letters", "--reason", "the cheaper model")
    assert (accepted.code, "counted anew" in accepted.out) == (0, True)
    assert letters.run("compare").code == 0


def test_a_trial_in_error_is_no_judgement_and_nothing_is_written(letters: "ProjectFolder") -> None:
    letters.write({"clerk.py": ASKING})

    ended = letters.run("check")

    assert ended.code == 2
    assert "  as a whole not tested: 1 case of it in error\n" in ended.out
    assert letters.run("update-baseline", "--recount").code == 1


def test_a_few_cases_are_called_underpowered(letters: "ProjectFolder") -> None:
    ended = letters.run("check", "--case", "a", "--case", "b", "--trials", "2")
    assert ended.code == 0
    assert (
        "  as a whole underpowered: so few cases and trials could not have shown a drop\n"
        "  by case    underpowered: too few trials to be sure that a case broke\n"
    ) in letters.run("check", "--case", "a", "--case", "b", "--trials", "1").out


def test_counts_follow_a_run_only_when_that_is_asked_for(letters: "ProjectFolder") -> None:
    another_day(letters)
    assert letters.run("run").code == 0

    ended = letters.run("update-baseline", "--recount", "--format", "json")

    assert ended.code == 0
    changed = ended.document["suites"]["letters"]["written"]
    assert {one["class"] for one in changed} == {"ok"}
    assert all(one["trials"]["accepted"] != one["trials"]["now"] for one in changed)


def test_a_suite_becomes_sampled_with_all_its_lines_or_not_at_all(letters: "ProjectFolder") -> None:
    letters.write({"goldgate.toml": SETTINGS.format(seed="x").replace("sampled = true", "")})
    ended = letters.run("check")
    assert (ended.code, "[GG041]" in ended.err) == (2, True)


def test_without_scipy_a_sampled_suite_is_refused_before_anything_runs(letters: "ProjectFolder") -> None:
    letters.write({"hidden/scipy/__init__.py": "raise ModuleNotFoundError('scipy')\n"})
    before = len(letters.runs)
    ended = letters.run("check", env={"PYTHONPATH": str(letters.root / "hidden")})
    assert (ended.code, "pip install 'goldgate[stats]'" in ended.err, len(letters.runs)) == (2, True, before)
