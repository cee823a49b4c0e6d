"""What does this process touch while an agent runs in it, as the interpreter itself reports it?"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

import attrs

_HEARD: Final = frozenset({"open", "os.putenv", "os.unsetenv"})


@attrs.frozen(kw_only=True)
class Touched:
    """What was opened and set since the listening began; whoever reads a set may empty it.

    `below` are folders, spelled absolutely with a separator at the end; files elsewhere are not noted.
    `read` and `written` hold absolute paths (of folders too), `variables` names of environment variables.
    """

    below: tuple[str, ...] = ()
    read: set[str] = attrs.field(factory=set)
    written: set[str] = attrs.field(factory=set)
    variables: set[str] = attrs.field(factory=set)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note one audit event. What is raised here would surface in the agent, so nothing is."""
        match event, arguments:
            case "open", (str() | bytes() as path, _, int() as flags):  # not a descriptor that is open already
                absolute = _absolute(path)
                if absolute.startswith(self.below):
                    (self.written if flags & (os.O_WRONLY | os.O_RDWR) else self.read).add(absolute)
            case "os.putenv" | "os.unsetenv", (str() | bytes() as name, *_):
                self.variables.add(os.fsdecode(name))


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
