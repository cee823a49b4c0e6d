from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

AGENT = """
import time

def agent(case):
    return {"answer": time.time() if case.id == "asks-the-clock" else 1}
"""


@pytest.fixture
def unsteady(project: "ProjectFolder") -> "ProjectFolder":
    """A project with a case that repeats, and one that does not."""
    project.write({"clocked.py": AGENT, "goldgate.toml": 'agent = "clocked:agent"\n'})
    project.golden(*({"id": name, "request": "?", "expect": {"calls": []}} for name in ("asks-the-clock", "steady")))
    return project


def test_what_does_not_repeat_is_told_with_its_source_and_enters_no_baseline(unsteady: "ProjectFolder") -> None:
    ended = unsteady.run("run", "--check-determinism")
    assert (ended.code, ended.err) == (1, "")
    assert ended.out.splitlines()[:4] == [
        "UNSTABLE  files::asks-the-clock",
        "       probable source: time",
        "       first difference: /answer: 1767225600.0 → 1952718185.678901",
        "every trial twice: 1 unstable",
    ]
    again = "goldgate run --check-determinism --case files::asks-the-clock"
    assert ended.last == [
        "gate closed: 1 unstable  (exit 1)",
        f"next: hold still what differs in files::asks-the-clock, then {again}",
    ]

    accepted = unsteady.run("update-baseline")
    assert accepted.code == 1
    assert "refused unstable files::asks-the-clock" in accepted.out
    assert "asks-the-clock" not in unsteady.read("baselines/files.jsonl")


def test_the_same_is_told_in_json(unsteady: "ProjectFolder") -> None:
    ended = unsteady.run("run", "--check-determinism", "--case", "asks-the-clock", "--format", "json")
    (told,) = ended.document["unstable"]
    assert (told["suite"], told["id"], told["sources"]) == ("files", "asks-the-clock", ["time"])
    assert told["divergence"]["pointer"] == "/answer"


def test_that_all_repeat_is_told_too(unsteady: "ProjectFolder") -> None:
    ended = unsteady.run("run", "--check-determinism", "--case", "steady")
    assert (ended.code, ended.out.splitlines()[0]) == (0, "every trial twice: 0 unstable")


def test_where_nobody_looks_nothing_is_claimed(unsteady: "ProjectFolder") -> None:
    assert unsteady.run("run", "--format", "json").document["unstable"] is None


@pytest.mark.parametrize("option", ["--in-process", "--resume"])
def test_it_needs_fresh_workers(option: str, unsteady: "ProjectFolder") -> None:
    ended = unsteady.run("run", "--check-determinism", option)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"--check-determinism does every trial twice in fresh workers; leave {option} out [GG002]\n"
