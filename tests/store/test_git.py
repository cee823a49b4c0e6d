import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldgate.store.git import GitState, any_untracked, git_state, in_repository

if TYPE_CHECKING:
    from tests.conftest import Git


@pytest.fixture
def repository(tmp_path: Path, git: "Git") -> Path:
    """A repository with one commit."""
    git(tmp_path, "init", "-q")
    (tmp_path / "a").write_text("a")
    (tmp_path / "한글").write_text("a")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    return tmp_path


def test_a_clean_folder_has_a_revision(repository: Path, git: "Git") -> None:
    assert git_state(repository) == GitState(revision=git(repository, "rev-parse", "HEAD"), dirty=False)


@pytest.mark.parametrize("name", ["a", "한글", "new"])
def test_an_edited_or_new_file_makes_it_dirty(repository: Path, name: str) -> None:
    (repository / name).write_text("b")
    assert git_state(repository).dirty


def test_a_file_is_untracked_until_it_is_added(repository: Path, git: "Git") -> None:
    new, known = repository / "새 [1].jsonl", repository / "한글"
    new.write_text("b")
    assert (any_untracked(repository, [known, new]), any_untracked(repository, [known])) == (True, False)
    git(repository, "add", "-N", new.name)
    assert not any_untracked(repository, [known, new])


def test_a_folder_is_in_a_repository_or_not(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (repository / "inner").mkdir()
    folders = (repository, repository / "inner", tmp_path_factory.mktemp("elsewhere"), repository / "gone")
    assert [in_repository(folder) for folder in folders] == [True, True, False, False]


def test_where_there_is_no_git_nothing_is_untracked(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    assert not any_untracked(tmp_path, [tmp_path / "a"])


def test_ignored_files_do_not(repository: Path) -> None:
    (repository / ".goldgate").mkdir()
    (repository / ".goldgate" / ".gitignore").write_text("*\n")
    assert not git_state(repository).dirty


def test_what_happens_outside_the_folder_does_not(repository: Path, git: "Git") -> None:
    inner = repository / "inner"
    inner.mkdir()
    (inner / "b").write_text("b")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "second")
    (repository / "a").write_text("b")
    assert git_state(inner) == GitState(revision=git(repository, "rev-parse", "HEAD"), dirty=False)


def test_before_the_first_commit_there_is_no_revision(tmp_path: Path, git: "Git") -> None:
    git(tmp_path, "init", "-q")
    assert git_state(tmp_path) == GitState(revision=None, dirty=False)


def test_outside_of_a_repository_nothing_is_known(tmp_path: Path) -> None:
    assert git_state(tmp_path) == GitState()


def test_without_git_nothing_is_known(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(repository))
    assert git_state(repository) == GitState()


def test_a_git_that_does_not_answer_is_not_waited_for(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("bin")
    (folder / "git").write_text("#!/bin/sh\nexec sleep 60\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr("goldgate.store.git._PATIENCE", 0.1)
    assert git_state(repository) == GitState()


def test_the_variables_of_a_hook_do_not_lead_elsewhere(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, git: "Git"
) -> None:
    other = tmp_path_factory.mktemp("other")
    git(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert git_state(repository).revision == git(repository, "rev-parse", "HEAD")
