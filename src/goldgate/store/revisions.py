"""How is a version of a folder taken out of git? By its commit, into another folder; the repository stays as it is."""

import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from goldgate.store.git import GIT, git_environment

_PATIENCE: Final = 60.0
_FOLDER: Final = "./"


class GitRefused(Exception):
    """Git could not say or do something; the message is a clause that says why."""


def revision_of(folder: Path, name: str) -> str:
    """The commit that a tag, a branch or a revision stands for; a tag wins over all else of its name."""
    _require_repository(folder)
    if name.startswith("-"):
        raise GitRefused(f"{name!r} is no revision")
    for spelling in (f"refs/tags/{name}", name):
        if commit := _found(folder, f"{spelling}^{{commit}}"):
            return commit
    hint = "; the clone is shallow: git fetch --unshallow" if _is_shallow(folder) else ""
    raise GitRefused(f"there is no tag or commit {name!r} in its repository{hint}")


def tag_of(folder: Path, name: str) -> str | None:
    """The commit of a tag; None without such a tag, or without a repository."""
    try:
        _require_repository(folder)
    except GitRefused:
        return None
    tag = f"refs/tags/{name}"
    if _found(folder, tag) is None:
        return None
    if (commit := _found(folder, f"{tag}^{{commit}}")) is None:
        raise GitRefused(f"the tag {name!r} stands for no commit")
    return commit


def first_revision(folder: Path) -> str:
    """The first commit of the repository, or the first that has the folder, where that is one in a repository."""
    _require_repository(folder)
    if _is_shallow(folder):
        raise GitRefused(
            "the clone is shallow, so its first commit is not known: git fetch --unshallow, or give it the tag 'root'"
        )
    if not _found(folder, "HEAD^{commit}"):
        raise GitRefused("its repository has no commit yet")
    if _said(folder, "rev-parse", "--show-prefix"):
        for commit in _said(folder, "rev-list", "--reverse", "--topo-order", "HEAD", "--", ".").split():
            if _has(folder, commit):
                return commit
        raise GitRefused("no commit has this folder")
    first = _said(folder, "rev-list", "--max-parents=0", "HEAD").split()
    if len(first) > 1:
        raise GitRefused(f"its history has several first commits, {', '.join(first)}; give one of them the tag 'root'")
    return first[0]


def head_of(folder: Path) -> str | None:
    """The commit that is checked out, where that has the folder; None otherwise."""
    try:
        _require_repository(folder)
    except GitRefused:
        return None
    head = _found(folder, "HEAD^{commit}")
    return head if head and _has(folder, head) else None


def take_out(folder: Path, commit: str, *, to: Path) -> None:
    """Write what a commit has of the folder into `to`, which is there and empty."""
    if not _has(folder, commit):
        raise GitRefused(f"the commit {commit} has no such folder")
    with TemporaryFile() as archive:
        _run(folder, "archive", "--format=tar", commit, stdout=archive)
        archive.seek(0)
        try:
            with tarfile.open(fileobj=archive) as members:
                members.extractall(to, filter="data")
        except (tarfile.TarError, OSError) as error:
            raise GitRefused(f"the commit {commit} can't be written to {to}: {error}") from error


def _has(folder: Path, commit: str) -> bool:
    return _found(folder, f"{commit}:{_FOLDER}") is not None


def _is_shallow(folder: Path) -> bool:
    return _said(folder, "rev-parse", "--is-shallow-repository") == "true"


def _require_repository(folder: Path) -> None:
    if not folder.is_dir():
        raise GitRefused("there is no such folder")
    _said(folder, "rev-parse", "--git-dir")


def _found(folder: Path, name: str) -> str | None:
    """What git calls the object of that name."""
    try:
        return _said(folder, "rev-parse", "--verify", "--quiet", name) or None
    except GitRefused:
        return None


def _said(folder: Path, *words: str) -> str:
    return _run(folder, *words, stdout=subprocess.PIPE).decode(errors="replace").strip()


def _run(folder: Path, *words: str, stdout: "int | IO[bytes]") -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - words of our own, and revisions that are none of git's options
            (*GIT, "--no-replace-objects", *words),
            cwd=folder,
            env=git_environment(),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=_PATIENCE,
            check=True,
        )
    except FileNotFoundError as error:
        raise GitRefused("git is not installed") from error
    except subprocess.CalledProcessError as error:
        said: bytes = error.stderr
        raise GitRefused(f"git says: {said.decode(errors='replace').strip()}") from error
    except (OSError, subprocess.SubprocessError) as error:
        raise GitRefused(f"git can't be asked: {error}") from error
    return done.stdout or b""
