"""The story of the whole product: one hint of the file assistant changes, by accident and then on purpose."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

ROOT: Final = Path(__file__).parents[2]
SETTINGS: Final = '[tool.goldgate.suites.files]\nagent = "examples.file_assistant:agent"\n'
HINTS: Final = "examples/file_assistant/hints.py"
GOLDEN: Final = "golden/files.jsonl"
BASELINE: Final = "baselines/files.jsonl"
BEFORE: Final = '"recent": {"file_list": 4, "file_read": 1}'
AFTER: Final = '"recent": {"file_list": 4, "file_read": 10}'


@pytest.fixture
def repository(folder: "ProjectFolder") -> "ProjectFolder":
    """The file assistant with its golden suite, its settings and its baseline, committed to git."""
    shutil.copytree(
        ROOT / "examples/file_assistant",
        folder.root / "examples/file_assistant",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    folder.write({"examples/__init__.py": "", "pyproject.toml": SETTINGS, GOLDEN: (ROOT / GOLDEN).read_bytes()})
    assert folder.run("run").code == 0
    assert folder.run("update-baseline").code == 0
    git(folder, "init", "--quiet")
    commit(folder, "Accept what the assistant does")
    return folder


def git(project: "ProjectFolder", *words: str) -> str:
    identity = ("-c", "user.name=someone", "-c", "user.email=someone@example.org", "-c", "core.hooksPath=/dev/null")
    command = ["git", "-C", str(project.root), *identity, "-c", "core.quotePath=false", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def commit(project: "ProjectFolder", message: str) -> None:
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--message", message)


def expect_what_came(project: "ProjectFolder", cases: set[str]) -> None:
    """Edit the golden lines as a person would who means the change: these cases are to do what they did just now."""
    observed = (project.runs[-1] / "proposed/files.jsonl").read_text(encoding="utf-8").split("\n")
    came = {line["id"]: line["steps"] for line in map(json.loads, filter(None, observed)) if "id" in line}
    lines = project.read(GOLDEN).removesuffix("\n").split("\n")
    project.write({GOLDEN: "".join(f"{_edited(line, came, cases)}\n" for line in lines)})


def _edited(line: str, came: Mapping[str, Any], cases: set[str]) -> str:
    case = json.loads(line or "{}")
    if case.get("id") not in cases:
        return line
    steps = came[case["id"]]
    codes = [step["error_code"] for step in steps if "error_code" in step]
    return json.dumps({**case, "expect": {"calls": [step["tool"] for step in steps], "allow_errors": codes}})


def changed_ids(diff: str, sign: str) -> set[str]:
    """The ids of the baseline lines that a diff takes away (`-`) or adds (`+`)."""
    return {json.loads(line[1:])["id"] for line in diff.splitlines() if line.startswith(f'{sign}{{"id"')}


def test_a_change_of_one_hint_is_caught_and_enters_the_baseline_only_on_purpose(repository: "ProjectFolder") -> None:
    hints = repository.read(HINTS)

    # By accident: the gate closes, and says which cases, which tool and where.
    repository.write({HINTS: hints.replace(BEFORE, AFTER)})
    closed = repository.run("check")
    assert closed.code == 1
    assert "WORSE regression: file_search → file_read in 3 cases, at step 1 [GG101]\n" in closed.out
    assert "files::find-recent-notes, files::find-recent-notes-ko, files::mixed-languages\n" in closed.out
    assert closed.last == [
        "gate closed: 13 regression  (exit 1)",
        "next: goldgate show files::find-recent-notes",
    ]
    shown = repository.run("show", "files::find-recent-notes").out
    assert 'first difference: step 1 /tool: "file_search" → "file_read"\n' in shown
    assert "ruling: regression, worse (row 12 of the table)" in shown
    document = repository.run("compare", "--format", "json").document
    worse = {case["id"] for case in document["cases"] if case["severity"] == "worse"}
    assert len(worse) == 13
    refused = repository.run("update-baseline")
    assert (refused.code, git(repository, "status", "--short")) == (1, f" M {HINTS}\n")

    # Taken back: the gate is open.
    repository.write({HINTS: hints})
    assert repository.run("check").code == 0
    assert git(repository, "status", "--short") == ""

    # On purpose: the golden lines say so first, then the baseline follows, and the diff shows just those lines.
    repository.write({HINTS: hints.replace(BEFORE, AFTER)})
    assert repository.run("run").code == 1
    expect_what_came(repository, worse)
    stale = repository.run("check")
    assert stale.last == ["gate closed: 13 case_edited: stale  (exit 1)", "next: goldgate update-baseline"]
    written = repository.run("update-baseline")
    assert (written.code, written.out.splitlines()[0]) == (0, "wrote files: 13 lines, 73 untouched")
    assert repository.run("check").code == 0

    diff = git(repository, "diff", "--unified=0", BASELINE)
    assert changed_ids(diff, "-") == changed_ids(diff, "+") == worse
    assert len([line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in {"+++", "---"}]) == 26
    assert '"tool":"file_read"' in next(
        line for line in diff.splitlines() if line.startswith('+{"id":"find-recent-notes"')
    )
