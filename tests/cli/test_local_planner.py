"""The example whose tool a real model chose: its recorded answers, replayed and held against its baseline."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

Folder = Any  # the class of conftest.py, which tests can't import
Edit = Callable[[str, str, str], None]

ROOT: Final = Path(__file__).parents[2]
CASSETTES: Final = "golden/cassettes/planner"
SETTINGS: Final = """
[suites.planner]
agent = "examples.local_planner:agent"
"""
BY_ORDER: Final = """
[suites.planner.recording]
match = "order"
"""


@pytest.fixture
def planner(folder: Folder) -> Folder:
    """A project of nothing but the suite `planner` and its agent."""
    folder.write({"goldgate.toml": SETTINGS})
    for name in ("examples/local_planner", CASSETTES):
        shutil.copytree(ROOT / name, folder.root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("golden/planner.jsonl", "baselines/planner.jsonl", "examples/__init__.py"):
        folder.write({name: (ROOT / name).read_bytes()})
    return folder


@pytest.fixture
def with_another_hint(planner: Folder, edit: Edit) -> Folder:
    """The same, with one hint of the prompt said otherwise."""
    edit("examples/local_planner/hints.py", "show what one file says", "open a file, whatever it is called")
    return planner


def test_every_choice_is_as_it_was_recorded(planner: Folder) -> None:
    """No model answers here, and the network is refused."""
    document = planner.run("check", "--format", "json").document

    assert (document["exit_code"], document["classes"]) == (0, {"ok": 10, "known": 27})
    assert document["recordings"] == {"live": False, "by_order": [], "unused": []}


def test_two_runs_leave_the_same_bytes(planner: Folder) -> None:
    planner.run("run")
    planner.run("run", "--workers", "2")

    first, second = ((run / "results.jsonl").read_bytes().splitlines()[1:-1] for run in planner.runs)
    assert len(first) == 37
    assert first == second


def test_another_hint_is_another_request_that_nothing_is_recorded_for(with_another_hint: Folder) -> None:
    ended = with_another_hint.run("run", "--case", "find-lease-md")

    assert ended.code == 2
    assert "CASSETTE_MISS" in ended.out
    assert "the nearest recording, in line 2, differs first at /body/messages/0/content: " in ended.out
    assert "read_file: show what one file says" in ended.out
    assert "read_file: open a file, whatever" in ended.out
    assert ended.last[1] == "next: goldgate record --case planner::find-lease-md"


def test_another_hint_leaves_no_case_with_a_judgement(with_another_hint: Folder) -> None:
    document = with_another_hint.run("check", "--format", "json").document

    assert (document["exit_code"], document["classes"]) == (2, {"error": 37})
    assert document["next"] == "goldgate record --suite planner"


def test_by_order_another_hint_is_answered_and_marked_as_the_weaker_proof(with_another_hint: Folder) -> None:
    with_another_hint.write({"goldgate.toml": SETTINGS + BY_ORDER})

    ended = with_another_hint.run("check")

    assert ended.code == 0
    assert ended.out.startswith("by order answered by order, so that a changed request is not seen: planner\n")


def test_the_recordings_are_small_and_tell_nothing_of_the_machine_they_were_made_on() -> None:
    recorded = [path.read_text(encoding="utf-8") for path in (ROOT / CASSETTES).iterdir()]

    assert sum(map(len, recorded)) < 300_000
    assert {text.count('"http://127.0.0.1:8080/v1/chat/completions"') for text in recorded} == {1}
    assert not [text for text in recorded if "/tmp" in text or "/home" in text or ".gguf" in text]  # noqa: S108
