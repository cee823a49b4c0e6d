import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldgate.store.revisions import GitRefused, first_revision, head_of, revision_of, tag_of, take_out

if TYPE_CHECKING:
    from tests.conftest import Commit, Git


@pytest.fixture
def repository(tmp_path: Path, git: "Git", commit: "Commit") -> Path:
    """A repository with two commits."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "first")
    commit(folder, "second")
    return folder


def test_a_revision_is_found_by_tag_branch_and_commit(repository: Path, git: "Git") -> None:
    head, first = git(repository, "rev-parse", "HEAD"), git(repository, "rev-parse", "HEAD~1")
    git(repository, "tag", "-a", "-m", "x", "v1", first)
    assert [revision_of(repository, name) for name in ("v1", "main", head[:10], "HEAD~1")] == [first, head, head, first]


def test_a_tag_wins_over_a_branch_of_its_name(repository: Path, git: "Git") -> None:
    first = git(repository, "rev-parse", "HEAD~1")
    git(repository, "tag", "both", first)
    git(repository, "branch", "both")
    assert revision_of(repository, "both") == first


@pytest.mark.parametrize("name", ["nothing", "--all", "-h", "HEAD:SKILL.md"])
def test_what_is_no_revision_is_refused(repository: Path, name: str) -> None:
    with pytest.raises(GitRefused):
        revision_of(repository, name)


def test_the_first_revision_of_a_repository_is_its_first_commit(repository: Path, git: "Git") -> None:
    assert first_revision(repository) == git(repository, "rev-list", "--max-parents=0", "HEAD")


def test_the_first_revision_of_a_folder_is_the_first_that_has_it(repository: Path, commit: "Commit") -> None:
    skill = repository / "skills" / "triage"
    skill.mkdir(parents=True)
    added = commit(skill, "added")
    commit(skill, "edited")
    assert first_revision(skill) == added


def test_a_folder_that_no_commit_has_has_no_first_revision(repository: Path) -> None:
    (repository / "new").mkdir()
    with pytest.raises(GitRefused, match=r"^no commit has this folder$"):
        first_revision(repository / "new")


def test_several_first_commits_are_not_chosen_from(repository: Path, git: "Git", commit: "Commit") -> None:
    git(repository, "checkout", "-q", "--orphan", "other")
    commit(repository, "another beginning")
    git(repository, "merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "both", "main")
    with pytest.raises(
        GitRefused, match=r"^its history has several first commits, .+; give one of them the tag 'root'$"
    ):
        first_revision(repository)


def test_a_repository_without_commits_has_no_first_revision(tmp_path: Path, git: "Git") -> None:
    git(tmp_path, "init", "-q")
    with pytest.raises(GitRefused, match=r"^its repository has no commit yet$"):
        first_revision(tmp_path)
    assert head_of(tmp_path) is None


def test_a_shallow_clone_has_no_first_revision(repository: Path, tmp_path: Path, git: "Git") -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", repository.as_uri(), "shallow")
    with pytest.raises(GitRefused, match=r"^the clone is shallow, so its first commit is not known: git fetch"):
        first_revision(tmp_path / "shallow")
    with pytest.raises(GitRefused, match=r"there is no tag or commit 'v1' in its repository; the clone is shallow"):
        revision_of(tmp_path / "shallow", "v1")


def test_a_tag_of_something_else_is_refused(repository: Path, git: "Git") -> None:
    git(repository, "tag", "root", "HEAD:SKILL.md")
    with pytest.raises(GitRefused, match=r"^the tag 'root' stands for no commit$"):
        tag_of(repository, "root")


def test_without_a_repository_there_is_no_tag_and_no_head(tmp_path: Path) -> None:
    assert (tag_of(tmp_path, "final"), head_of(tmp_path)) == (None, None)
    with pytest.raises(GitRefused, match=r"^git says: fatal: not a git repository"):
        revision_of(tmp_path, "v1")
    with pytest.raises(GitRefused, match=r"^there is no such folder$"):
        revision_of(tmp_path / "nowhere", "v1")


def test_without_git_that_is_said(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitRefused, match=r"^git is not installed$"):
        revision_of(repository, "main")


def test_git_variables_of_a_hook_do_not_lead_elsewhere(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, git: "Git"
) -> None:
    head = git(repository, "rev-parse", "HEAD")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    assert revision_of(repository, "HEAD") == head


def test_a_commit_is_taken_out_with_what_it_has_of_the_folder(
    repository: Path, tmp_path: Path, commit: "Commit"
) -> None:
    skill = repository / "skills" / "triage"
    (skill / "scripts").mkdir(parents=True)
    (skill / "scripts" / "run").write_text("#!/bin/sh\n")
    (skill / "scripts" / "run").chmod(0o755)
    old = commit(skill, "old")
    commit(skill, "new")
    to = tmp_path / "out"
    to.mkdir()

    take_out(skill, old, to=to)

    found = {path.relative_to(to).as_posix(): path.read_text() for path in to.rglob("*") if path.is_file()}
    assert found == {"SKILL.md": "old", "scripts/run": "#!/bin/sh\n"}
    assert os.access(to / "scripts" / "run", os.X_OK)


def test_a_commit_without_the_folder_is_refused(repository: Path, tmp_path: Path, git: "Git") -> None:
    (repository / "new").mkdir()
    head = git(repository, "rev-parse", "HEAD")
    with pytest.raises(GitRefused, match=rf"^the commit {head} has no such folder$"):
        take_out(repository / "new", head, to=tmp_path)


def test_a_link_that_leads_out_is_not_written(repository: Path, tmp_path: Path, commit: "Commit") -> None:
    (repository / "passwords").symlink_to("/etc/passwd")
    head = commit(repository, "a link")
    to = tmp_path / "out"
    to.mkdir()
    with pytest.raises(GitRefused, match=r"can't be written"):
        take_out(repository, head, to=to)
