import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

GIT = shutil.which("git") or "git"


def commit(project: "ProjectFolder", message: str, *, date: str) -> str:
    """Commit everything; the short name of the commit."""
    who = ("-c", "user.name=Mina", "-c", "user.email=mina@example.org")
    when = {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", message)):
        subprocess.run([GIT, *words], cwd=project.root, env=when, check=True)
    asked = subprocess.run([GIT, "rev-parse", "HEAD"], cwd=project.root, capture_output=True, text=True, check=True)
    return asked.stdout[:7]


def test_runs_and_committed_baselines_are_told_newest_first(accepted: "ProjectFolder") -> None:
    first = commit(accepted, "Gate the agent", date="2026-11-01T12:00:00+09:00")
    accepted.run("run", "--case", "find-notes")
    accepted.write({"baselines/files.jsonl": accepted.read("baselines/files.jsonl").replace('"fail"', '"pass"')})
    accepted.write({"baselines/files@lean.jsonl": accepted.read("baselines/files.jsonl")})
    second = commit(accepted, "놀라운 " * 20, date="2026-11-02T12:00:00+00:00")

    ended = accepted.run("history")

    assert (ended.code, ended.err) == (0, "")
    old, new = (run.name for run in accepted.runs)
    assert ended.out == (
        "runs kept here\n"
        f"  {new}  1 of 1 passed (100.0%), 0 known  {first}  --case find-notes\n"
        f"  {old}  4 of 5 passed (80.0%), 1 known\n"
        "baselines committed\n"
        f"  2026-11-02 {second}  5 cases, 0 known failures  {('놀라운 ' * 20)[:39]}…\n"
        f"  2026-11-01 {first}  5 cases, 1 known failure  Gate the agent\n"
        "  known failures █▁ 0\n"
    )


def test_whole_runs_have_a_course(accepted: "ProjectFolder") -> None:
    accepted.run("run")
    assert accepted.run("history").out.splitlines()[3] == "  pass rate of whole runs ▇▇ 80.0%"


def test_bars_are_plain_where_the_encoding_lacks_them(accepted: "ProjectFolder") -> None:
    accepted.run("run")
    out = accepted.run("history", env={"PYTHONIOENCODING": "ascii"}).out
    assert "  pass rate of whole runs ** 80.0%\n" in out


def test_no_more_are_told_than_asked_for(accepted: "ProjectFolder") -> None:
    accepted.run("run")
    document = accepted.run("history", "--most", "1", "--format", "json").document
    assert [run["run"] for run in document["runs"]] == [accepted.runs[1].name]


def test_the_document_has_every_figure(accepted: "ProjectFolder") -> None:
    revision = commit(accepted, "Gate the agent", date="2026-11-01T12:00:00+09:00")

    document = accepted.run("history", "--format", "json").document

    started = document["runs"][0].pop("started")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT.*", started)
    full = document["baselines"][0].pop("revision")
    assert full.startswith(revision)
    assert document == {
        "goldgate": "history",
        "schema": 1,
        "exit_code": 0,
        "runs": [
            {
                "run": accepted.runs[0].name,
                "suites": ["files"],
                "variants": ["default"],
                "selection": "",
                "revision": None,
                "dirty": None,
                "counts": {
                    "cases": 5,
                    "trials": 5,
                    "passed": 4,
                    "failed": 1,
                    "errors": 0,
                    "known": 1,
                    "pass_rate": 0.8,
                },
            }
        ],
        "baselines": [{"date": "2026-11-01T12:00:00+09:00", "subject": "Gate the agent", "cases": 5, "known": 1}],
    }


def test_an_incomplete_run_is_told_as_such(accepted: "ProjectFolder") -> None:
    results = accepted.runs[0] / "results.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    (accepted.runs[0] / "journal.jsonl").write_bytes(b"".join(lines[:-1]))
    results.unlink()

    assert accepted.run("history").out.splitlines()[1] == f"  {accepted.runs[0].name}  incomplete"


@pytest.mark.parametrize("text", ["", "{}", '{"overall": {"cases": "3"}}', "["])
def test_a_run_that_cannot_be_read_is_passed_over(accepted: "ProjectFolder", text: str) -> None:
    (accepted.runs[0] / "summary.json").write_text(text, encoding="utf-8")

    ended = accepted.run("history")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "runs kept here: none yet\nbaselines committed: none that git knows of\n"


def test_a_project_without_runs_and_git_has_no_history(folder: "ProjectFolder") -> None:
    assert folder.run("history").out == "runs kept here: none yet\nbaselines committed: none that git knows of\n"
