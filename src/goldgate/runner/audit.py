"""What does this process touch while an agent runs in it, as the interpreter itself reports it?"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, TypeAlias

import attrs

_HEARD: Final = frozenset({"open", "os.rename", "os.putenv", "os.unsetenv"})

Stamp: TypeAlias = tuple[int, int, int]
"""Time of change in nanoseconds, size and number of a file: it is another one, or was written, when they differ."""


@attrs.frozen(kw_only=True)
class Touched:
    """What was opened and set since the listening began; whoever reads a set may empty it.

    `below` are folders, spelled absolutely with a separator at the end; files elsewhere are not noted.
    `read` and `written` hold absolute paths (of folders too), `variables` names of environment variables.
    `stamps` says how each path that was read looked just before it was opened first; None for what was not there.
    """

    below: tuple[str, ...] = ()
    read: set[str] = attrs.field(factory=set)
    written: set[str] = attrs.field(factory=set)
    variables: set[str] = attrs.field(factory=set)
    stamps: dict[str, Stamp | None] = attrs.field(factory=dict)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note one audit event. What is raised here would surface in the agent, so nothing is."""
        match event, arguments:
            case "open", (str() | bytes() as path, _, int() as flags):  # not a descriptor that is open already
                self._opened(_absolute(path), writing=bool(flags & (os.O_WRONLY | os.O_RDWR)))
            case "os.rename", (str() | bytes() as source, str() | bytes() as target, *_):
                for path in (source, target):
                    self._opened(_absolute(path), writing=True)
            case "os.putenv" | "os.unsetenv", (str() | bytes() as name, *_):
                self.variables.add(os.fsdecode(name))

    def _opened(self, path: str, *, writing: bool) -> None:
        if not path.startswith(self.below):
            return
        if writing:
            self.written.add(path)
            return
        if path not in self.stamps:
            self.stamps[path] = stamp_of(path)
        self.read.add(path)


_LISTENING: Final[list[Touched]] = []


@contextmanager
def listening(touched: Touched) -> Iterator[None]:
    """Note what is touched, by any thread, as long as the block lasts."""
    _install()
    _LISTENING.append(touched)
    try:
        yield
    finally:
        _LISTENING.remove(touched)


@cache
def _install() -> None:
    """Audit hooks can't be removed, so there is one a process, and it only listens while somebody wants to know."""
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:  # pragma: no cover - the interpreter traces no audit hooks
    if event in _HEARD:
        for touched in _LISTENING:
            touched.hear(event, arguments)


def _absolute(path: str | bytes) -> str:
    """The absolute spelling; empty where the cwd is gone."""
    try:
        return os.path.abspath(os.fsdecode(path))  # noqa: PTH100 - Path.absolute() keeps "..", resolve() asks the disk
    except OSError:
        return ""


def stamp_of(path: str) -> Stamp | None:
    """How the file looks now; None for what is not there."""
    try:
        status = os.stat(path)  # noqa: PTH116 - half the time, at each open of the agent's
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
