"""What git makes of baselines that two branches changed: with nothing set, with `merge=union`, with our driver."""

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from goldgate.formats.baseline import entry_of, write_baseline
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.judgement import Verdict

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

GOLDGATE: Final = Path(sys.executable).with_name("goldgate")
NAME: Final = "baselines/files.jsonl"
BASE: Final = {"a": 1, "b": 1, "d": 1}


def baseline(answers: dict[str, int]) -> str:
    """A file with a line for each case; its answer tells a line apart."""
    lines = [
        BaselineLine(id=case, verdict=Verdict.PASS, case="c", outcome=Outcome(steps=(), answer=answer))
        for case, answer in answers.items()
    ]
    return write_baseline("0" * 16, map(entry_of, lines)).decode()


class Repository:
    """A repository with a baseline, in which two branches part."""

    def __init__(self, project: "ProjectFolder") -> None:
        self.project = project
        self.git("init", "-q", "-b", "main", ".")
        self.commit(BASE)

    def git(self, *words: str) -> int:
        """Ask git, as a user with a name and without settings of their own; the exit code."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        identity = ("-c", "user.name=U", "-c", "user.email=u@example.org", "-c", "commit.gpgsign=false")
        command = ["git", *identity, *words]
        return subprocess.run(
            command, cwd=self.project.root, env=environment, capture_output=True, check=False
        ).returncode

    def commit(self, answers: dict[str, int]) -> None:
        """Write the baseline, and commit all."""
        self.project.write({NAME: baseline(answers)})
        self.git("add", ".")
        self.git("commit", "-qm", "x")

    def attribute(self, said: str) -> None:
        """What `.gitattributes` says of baselines."""
        self.project.write({".gitattributes": f"baselines/*.jsonl {said}\n"})
        self.commit(BASE)

    def use_driver(self) -> None:
        """Set up the driver as the docs say."""
        self.git("config", "merge.goldgate.driver", f"'{GOLDGATE}' merge-baseline %O %A %B %P")
        self.attribute("merge=goldgate")

    def merge(self, ours: dict[str, int], theirs: dict[str, int]) -> int:
        """Merge a branch with one baseline into one with another; the exit code of git."""
        self.git("checkout", "-qb", "theirs")
        self.commit(theirs)
        self.git("checkout", "-q", "main")
        self.commit(ours)
        return self.git("merge", "-q", "-m", "both", "theirs")

    @property
    def merged(self) -> str:
        """The baseline as it lies there."""
        return self.project.read(NAME)

    def refusals(self) -> set[str]:
        """What is said of the file; `fmt` refuses it."""
        ended = self.project.run("fmt")
        assert ended.code == 2
        return {line.split(": ", 1)[1] for line in ended.errors}


@pytest.fixture
def repository(folder: "ProjectFolder") -> Repository:
    folder.write({"goldgate.toml": "", ".gitignore": ".goldgate\n"})
    return Repository(folder)


def test_cases_apart_merge_without_any_help(repository: Repository) -> None:
    assert repository.merge({**BASE, "a": 2}, {**BASE, "b": 2}) == 0
    assert repository.merged == baseline({"a": 2, "b": 2, "d": 1})
    assert repository.project.run("fmt", "--check").code == 0


@pytest.mark.parametrize("theirs", [{**BASE, "a": 3}, {**BASE, "aa": 1}], ids=["the same case", "a neighbour"])
def test_without_help_git_leaves_conflict_markers_which_are_refused(
    repository: Repository, theirs: dict[str, int]
) -> None:
    ours = {**BASE, "a": 2} if "aa" not in theirs else {**BASE, "ab": 1}
    assert repository.merge(ours, theirs) == 1
    assert any("conflict marker" in refusal for refusal in repository.refusals())


def test_union_sees_no_conflict_in_two_lines_of_a_case(repository: Repository) -> None:
    """Nothing is lost and nothing is accepted, but git calls the merge clean, and nobody knows whose line is whose."""
    repository.attribute("merge=union")
    assert repository.merge({**BASE, "a": 2}, {**BASE, "a": 3}) == 0
    assert repository.refusals() == {"id 'a' stands on line 3 already; take one of the two out [GG010]"}


def test_the_driver_merges_neighbours(repository: Repository) -> None:
    repository.use_driver()
    assert repository.merge({**BASE, "ab": 1, "b": 2}, {**BASE, "aa": 1, "a": 2}) == 0
    assert repository.merged == baseline({"a": 2, "aa": 1, "ab": 1, "b": 2, "d": 1})


def test_the_driver_calls_two_lines_of_a_case_a_conflict_which_is_settled_by_taking_one_out(
    repository: Repository,
) -> None:
    repository.use_driver()
    assert repository.merge({**BASE, "a": 2, "aa": 1}, {**BASE, "a": 3, "b": 2}) == 1
    assert repository.git("commit", "-qm", "both") != 0
    assert repository.refusals() == {"id 'a' stands on line 3 already; take one of the two out [GG010]"}

    header, _, *rest = repository.merged.split("\n\n")
    repository.project.write({NAME: "\n\n".join([header, *rest])})

    assert repository.project.run("fmt", "--check").code == 0
    assert repository.merged == baseline({"a": 3, "aa": 1, "b": 2, "d": 1})


def test_what_is_merged_is_told(folder: "ProjectFolder") -> None:
    folder.write({"base": baseline(BASE), "ours": baseline({**BASE, "a": 2}), "theirs": baseline({**BASE, "a": 3})})

    ended = folder.run("merge-baseline", "base", "ours", "base")
    assert (ended.code, ended.out) == (0, "merged ours\n")
    assert folder.run("merge-baseline", "base", "ours", "theirs", "--format", "json").document == {
        "goldgate": "merge-baseline",
        "schema": 1,
        "exit_code": 1,
        "conflicts": ["a"],
    }
    folder.write({"ours": baseline({**BASE, "a": 2})})
    assert folder.run("merge-baseline", "base", "ours", "theirs", NAME).out == (
        f"conflict {NAME}: both branches changed the line of a\n"
        "next: take one line of each out, then goldgate run, goldgate update-baseline\n"
    )


def test_what_can_not_be_merged_is_left_as_it_is(folder: "ProjectFolder") -> None:
    other = write_baseline("1" * 16, ()).decode()
    folder.write({"base": baseline(BASE), "ours": baseline(BASE), "theirs": other})

    ended = folder.run("merge-baseline", "base", "ours", "theirs", NAME)

    assert (ended.code, folder.read("ours")) == (2, baseline(BASE))
    (error,) = ended.errors
    assert error.startswith(f"{NAME}: the branches wrote it under different outcome settings; take one of the two")
