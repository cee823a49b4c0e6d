"""Variants, trials, splits and streams from the command line, with a real repository as the adapter."""

import json
import signal
import time
from collections.abc import Callable
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder
    from tests.conftest import Commit, Git

PATIENCE = 60
AGENT = """
import os, time
def agent(case, context):
    skill = "" if context.adapter is None else (context.adapter / "SKILL.md").read_text()
    here = os.path.dirname(__file__)
    if "SLOW" in skill and not os.path.exists(os.path.join(here, "go_on.txt")):
        with open(os.path.join(here, "begun.txt"), "w") as file:
            file.write(str(context.adapter))
        time.sleep(60)
    if "WRITE" in skill:
        (context.adapter / "memory.md").write_text("learnt")
    return f"{context.variant}: deadline" if "deadline" in skill else "no idea"
"""
CASES = (
    {"id": "deadline", "request": "when?", "split": "validation", "expect": {"answer": {"contains": "deadline"}}},
    {"id": "greeting", "request": "hi", "split": "test", "expect": {"calls": []}},
)


@pytest.fixture
def measured(folder: "ProjectFolder", git: "Git", commit: "Commit") -> "ProjectFolder":
    """A project whose adapter is a repository: the first version knows nothing, the second names deadlines."""
    settings = 'agent = "my_agent:agent"\nadapter = "skill"\n[variants]\nold = "root"\n'
    folder.write({"goldgate.toml": settings, "my_agent.py": AGENT})
    folder.golden(*CASES)
    (folder.root / "skill").mkdir()
    git(folder.root / "skill", "init", "-q", "-b", "main")
    commit(folder.root / "skill", "be kind")
    commit(folder.root / "skill", "name the deadline")
    return folder


def test_variants_are_measured_side_by_side(measured: "ProjectFolder", git: "Git") -> None:
    skill = measured.root / "skill"
    head, first = git(skill, "rev-parse", "HEAD"), git(skill, "rev-parse", "HEAD~1")
    before = git(skill, "status", "--porcelain"), git(skill, "show-ref")

    ended = measured.run("run", "--variant", "none", "--variant", "old", "--variant", "final", "--trials", "3")

    assert ended.code == 1
    results = [json.loads(line) for line in (measured.runs[-1] / "results.jsonl").read_text().splitlines()]
    header, trials = results[0], results[1:-1]
    assert header["variants"] == ["none", "old", "final"]
    told = header["suites"]["files"]["variants"]
    assert told["none"] == {"selector": "none"}
    assert (told["old"]["selector"], told["old"]["commit"], told["final"]["commit"]) == ("root", first, head)
    assert [(one["id"], one["variant"], one["trial"], one["verdict"]) for one in trials] == [
        (case, variant, trial, "pass" if case == "greeting" or variant == "final" else "fail")
        for case in ("deadline", "greeting")
        for variant in ("final", "none", "old")
        for trial in (1, 2, 3)
    ]
    summary = json.loads((measured.runs[-1] / "summary.json").read_text())
    assert {name: tally["solved_every_time"] for name, tally in summary["variants"].items()} == {
        "final": 2,
        "none": 1,
        "old": 1,
    }
    assert summary["variants"]["none"]["pass_hat_k"]["3"] == {"value": 0.5, "bounds": [0.5, 0.5]}
    assert "variant none  2 cases, 6 trials\n  passed      3 of 6 (50.0%)\n" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80
    assert (git(skill, "status", "--porcelain"), git(skill, "show-ref")) == before


def test_a_run_of_other_variants_is_not_held_against_the_baseline(measured: "ProjectFolder") -> None:
    ended = measured.run("run", "--variant", "final")
    assert ended.last == [
        "gate open  (exit 0)",
        f"next: look at .goldgate/runs/{measured.runs[-1].name}/summary.json",
    ]
    for command in ("compare", "update-baseline"):
        refused = measured.run(command)
        assert refused.code == 2
        assert (
            "measured final, and not default: hold it against baselines of its own with --variant final" in refused.err
        )


def test_the_default_variant_is_the_adapter_as_it_is_and_an_edit_of_it_outdates_a_run(
    measured: "ProjectFolder",
) -> None:
    assert measured.run("run").code == 0
    assert measured.run("update-baseline").code == 0
    assert measured.run("check").code == 0
    (measured.root / "skill" / "unread.md").write_text("new")
    refused = measured.run("compare")
    assert (refused.code, "the adapter of suite 'files' is changed [GG022]" in refused.err) == (2, True)


def test_an_adapter_that_is_changed_while_it_is_measured_leaves_no_judgement(
    measured: "ProjectFolder", commit: "Commit"
) -> None:
    commit(measured.root / "skill", "WRITE the deadline")
    ended = measured.run("run", "--variant", "final", "--variant", "none", "--format", "json")
    assert ended.code == 2
    variants = ended.document["variants"]
    assert (variants["final"]["errors"], variants["none"]["errors"]) == (2, 0)
    assert ended.document["failures"][0]["reasons"] == [
        "ADAPTER_CHANGED: skill was changed while it was measured, so nobody can say what the trials of 'final' saw"
    ]


def test_an_unknown_variant_and_one_that_can_not_be_had_are_refused_before_anything_runs(
    measured: "ProjectFolder",
) -> None:
    unknown = measured.run("run", "--variant", "odl")
    assert (unknown.code, "unknown variant 'odl', did you mean 'old'?" in unknown.err) == (2, True)
    gone = measured.run("run", "--variant", "git:v9")
    assert (gone.code, gone.errors) == (
        2,
        ["variant 'git:v9' of skill: there is no tag or commit 'v9' in its repository [GG031]"],
    )
    assert not (measured.root / ".goldgate" / "runs").exists()


def test_nothing_is_chosen_by_test(measured: "ProjectFolder") -> None:
    words = ("run", "--variant", "none", "--variant", "final")
    refused = measured.run(*words, "--select-by", "test")
    assert (refused.code, "--select-by test: nothing is chosen by its results on the test split" in refused.err) == (
        2,
        True,
    )
    chosen = measured.run(*words, "--select-by", "validation")
    assert "best by validation: final  (final 1/1, none 0/1)\n" in chosen.out
    assert "looked at 1 case of the test split\n" in chosen.out


def test_a_choice_needs_variants_and_cases_of_the_split(measured: "ProjectFolder") -> None:
    alone = measured.run("run", "--variant", "none", "--select-by", "validation")
    assert (alone.code, "chooses between variants; name at least two" in alone.err) == (2, True)
    empty = measured.run("run", "--variant", "none", "--variant", "final", "--select-by", "train")
    assert (empty.code, '--select-by train: no selected case has "split": "train"' in empty.err) == (2, True)


def test_check_refuses_a_variant_that_the_settings_do_not_name(measured: "ProjectFolder") -> None:
    refused = measured.run("check", "--variant", "none")
    assert (
        refused.code,
        "only variants that [variants] of the settings names have baselines of their own" in refused.err,
    ) == (2, True)


def test_the_settings_say_what_the_default_variant_is(measured: "ProjectFolder") -> None:
    measured.write({"goldgate.toml": 'agent = "my_agent:agent"\nadapter = "skill"\n[variants]\ndefault = "root"\n'})
    assert measured.run("run", "--case", "deadline").code == 1
    header = json.loads((measured.runs[-1] / "results.jsonl").read_text().splitlines()[0])
    assert (header["variant"], header["suites"]["files"]["variants"]["default"]["selector"]) == ("default", "root")


def test_a_case_is_shown_with_its_variants_and_without_a_ruling(measured: "ProjectFolder") -> None:
    measured.run("run", "--variant", "none", "--variant", "final")
    shown = measured.run("show", "deadline")
    assert "variant none, trial 1: fail" in shown.out
    assert "hold it against baselines of its own with --variant" in shown.out


def test_a_split_is_run_by_itself_and_the_run_says_which(measured: "ProjectFolder") -> None:
    ended = measured.run("run", "--split", "validation", "--format", "json")
    assert (ended.document["ran"], ended.document["splits"]) == (1, {"validation": 1})


def test_a_run_of_variants_that_was_killed_goes_on_and_leaves_nothing_behind(
    measured: "ProjectFolder", monkeypatch: pytest.MonkeyPatch, commit: "Commit"
) -> None:
    """The third version hangs at first; it is taken out of git, and goes when its parent was killed."""
    skill = measured.root / "skill"
    slow = commit(skill, "SLOW deadline")
    commit(skill, "name the deadline")
    (measured.root / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(measured.root / "tmp"))
    words = ("run", "--trials", "2", "--variant", "final", f"--variant=git:{slow}", "--variant", "none")
    process = measured.start(*words)
    wait(lambda: (measured.root / "begun.txt").exists() and measured.read("begun.txt") != "")
    time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    wait(lambda: list((measured.root / "tmp").iterdir()) == [])
    assert (measured.runs[-1] / "journal.jsonl").read_text().count('"variant":"final"') == 2

    refused = measured.run("run", "--resume", "--trials", "2", "--variant", "final")
    assert (refused.code, "leave --variant out" in refused.err) == (2, True)
    measured.write({"go_on.txt": ""})
    resumed = measured.run("run", "--resume", "--trials", "2", "--format", "json")
    assert (resumed.code, resumed.err) == (1, "")
    passed = {name: tally["passed"] for name, tally in resumed.document["variants"].items()}
    assert passed == {"final": 4, f"git:{slow}": 4, "none": 2}


def test_a_case_of_a_stream_finds_what_the_one_before_it_left(folder: "ProjectFolder") -> None:
    agent = """
        def agent(case, context):
            context.state = {"seen": [*context.state["seen"], case.id]}
            return str(context.state["seen"])
        """
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": dedent(agent)})
    folder.golden(
        {
            "id": "z",
            "request": "x",
            "stream": "s",
            "window": "learning",
            "world": {"state": {"seen": []}},
            "expect": {"answer": "['z']"},
        },
        {"id": "a", "request": "x", "stream": "s", "window": "test", "expect": {"answer": "['z', 'a']"}},
    )
    ended = folder.run("run", "--case", "a", "--trials", "2", "--workers", "2", "--format", "json")
    assert (ended.code, ended.document["ran"]) == (0, 4)
    windows = ended.document["windows"]["default"]
    assert {name: (tally["cases"], tally["passed"]) for name, tally in windows.items()} == {
        "learning": (1, 2),
        "test": (1, 2),
    }


def wait(until: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < deadline
        time.sleep(0.02)
