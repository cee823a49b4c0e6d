"""Which revision is this? What git says of a folder; None where there is no git to ask."""

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from goldgate.model.frozen import frozen

_PATIENCE: Final = 5.0
GIT: Final = ("git", "-c", "core.fsmonitor=false")
_STATUS: Final = ("status", "--porcelain=v2", "--branch", "--", ".")
_UNTRACKED: Final = ("ls-files", "--others", "--exclude-standard", "-z", "--")
_INSIDE: Final = ("rev-parse", "--is-inside-work-tree")
_REVISION: Final = b"# branch.oid "
_NO_COMMIT_YET: Final = b"(initial)"


@frozen(kw_only=True)
class GitState:
    """The commit that is checked out, and whether the folder differs from it (files that git ignores aside)."""

    revision: str | None = None
    dirty: bool | None = None


def git_state(root: Path) -> GitState:
    """Ask git about a folder. Never fails: without git, a repository or an answer in time all is None."""
    answer = said_by_git(root, *_STATUS)
    return GitState() if answer is None else _state_of(answer)


def in_repository(folder: Path) -> bool:
    """Whether git has something to say of a folder. Never fails, as `git_state`."""
    return said_by_git(folder, *_INSIDE) == b"true\n"


def any_untracked(root: Path, paths: Iterable[Path]) -> bool:
    """Whether one of the files is new to git, so that it shows no difference of it. Never fails, as `git_state`."""
    return bool(said_by_git(root, *_UNTRACKED, *(f":(literal){path}" for path in paths)))


def said_by_git(root: Path, *words: str) -> bytes | None:
    """What git says about a folder; None without an answer."""
    try:
        answer = subprocess.run(  # noqa: S603 - words of our own, and paths that git takes as they are
            (*GIT, *words),
            cwd=root,
            env=git_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout


def git_environment() -> dict[str, str]:
    """Ours without git's own variables, which in a hook point elsewhere; and git shall not write to its index."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {"GIT_OPTIONAL_LOCKS": "0"}


def _state_of(status: bytes) -> GitState:
    revision = None
    dirty = False
    for line in status.splitlines():
        if line.startswith(_REVISION):
            oid = line.removeprefix(_REVISION)
            revision = None if oid == _NO_COMMIT_YET else oid.decode()
        elif not line.startswith(b"#"):
            dirty = True
    return GitState(revision=revision, dirty=dirty)
