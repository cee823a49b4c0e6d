"""What does this process touch while an agent runs in it, as the interpreter itself reports it?"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

import attrs

from goldgate.model.frozen import frozen

_CHANGING: Final = frozenset({"os.rename", "os.link", "os.symlink", "os.remove", "os.mkdir", "os.rmdir"})
_LISTING: Final = frozenset({"os.listdir", "os.scandir"})
_STARTING: Final = frozenset({"subprocess.Popen", "os.posix_spawn"})
_HEARD: Final = frozenset({"open", "os.putenv", "os.unsetenv", "sqlite3.connect", *_CHANGING, *_LISTING, *_STARTING})
_IMPORTING: Final = ("importlib", "_frozen_importlib", "pkgutil", "pkg_resources", "zipimport", "goldgate")
"""Modules that list folders for the sake of Python or goldgate, not of the agent."""
_LONGEST_ARGUMENT: Final = 1_000
"""Characters; a longer argument of a program is no name of files."""

Stamp: TypeAlias = tuple[int, int, int]
"""Time of change in nanoseconds, size and number of a file: it is another one, or was written, when they differ."""


@frozen(kw_only=True)
class Touched:
    """What was opened and set since the listening began; whoever reads a set may empty it.

    `below` are folders, spelled absolutely with a separator at the end; files elsewhere are not noted.
    `read` and `written` hold absolute paths (of folders too), `variables` names of environment variables.
    `listed` holds folders whose files were listed, each with a separator at its end.
    `stamps` says how each path that was read looked just before it was opened first; None for what was not there.
    `lent` and `databases` say the same of files that were named to other programs, and opened by SQLite: both may
    write without being heard.
    """

    below: tuple[str, ...] = ()
    read: set[str] = attrs.field(factory=set)
    written: set[str] = attrs.field(factory=set)
    variables: set[str] = attrs.field(factory=set)
    listed: set[str] = attrs.field(factory=set)
    stamps: dict[str, Stamp | None] = attrs.field(factory=dict)
    lent: dict[str, Stamp | None] = attrs.field(factory=dict)
    databases: dict[str, Stamp | None] = attrs.field(factory=dict)

    @property
    def is_clear(self) -> bool:
        """Whether no file has to be looked at."""
        return not (self.read or self.written or self.listed or self.lent or self.databases)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note one audit event. What is raised here would surface in the agent, so nothing is."""
        match event, arguments:
            case "open", (str() | bytes() as path, _, int() as flags):  # not a descriptor that is open already
                self._opened(_absolute(path), writing=bool(flags & (os.O_WRONLY | os.O_RDWR)))
            case "os.listdir" | "os.scandir", (None | str() | bytes() as path, *_):
                self._listed(_absolute(path or "."))
            case "sqlite3.connect", (database, *_):
                self._connected(database)
            case "subprocess.Popen", (_, arguments, folder, *_):
                self._named(arguments, folder)
            case "os.posix_spawn", (_, arguments, *_):
                self._named(arguments, None)
            case "os.putenv" | "os.unsetenv", (str() | bytes() as name, *_):
                self.variables.add(os.fsdecode(name))
            case _:
                for path in _moved(event, arguments):
                    if isinstance(path, str | bytes):
                        self._opened(_absolute(path), writing=True)

    def _opened(self, path: str, *, writing: bool) -> None:
        if not path.startswith(self.below):
            return
        if writing:
            self.written.add(path)
            return
        if path not in self.stamps:
            self.stamps[path] = stamp_of(path)
        self.read.add(path)

    def _listed(self, path: str) -> None:
        folder = path if path.endswith(os.sep) else path + os.sep
        if folder.startswith(self.below):
            self.listed.add(folder)

    def _connected(self, database: object) -> None:
        """SQLite opens a file, named by its path or by an URI."""
        if not isinstance(database, str | bytes | os.PathLike):
            return
        name = os.fsdecode(database)
        if name.startswith("file:"):
            name = unquote(name.removeprefix("file:").partition("?")[0])
        path = _absolute(name)
        if path.startswith(self.below) and path not in self.databases:
            self.databases[path] = stamp_of(path)
            self._opened(path, writing=False)

    def _named(self, arguments: object, folder: object) -> None:
        """A program gets to know files, by its arguments or by the words of one."""
        below = os.fsdecode(folder) if isinstance(folder, str | bytes | os.PathLike) else "."
        for argument in arguments if isinstance(arguments, list | tuple) else [arguments]:
            if isinstance(argument, str | bytes | os.PathLike):
                for word in _words(os.fsdecode(argument)):
                    self._lend(_absolute(os.path.join(below, word)))  # noqa: PTH118 - as in _absolute

    def _lend(self, path: str) -> None:
        if path.startswith(self.below) and path not in self.stamps and os.path.isfile(path):  # noqa: PTH113 - as above
            self.lent[path] = stamp_of(path)
            self._opened(path, writing=False)


def _moved(event: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What was made, moved or removed; nothing where the place is that of an open folder, which no path tells."""
    match event, arguments:
        case "os.rename" | "os.link", (source, target, -1, -1):
            return source, target
        case ("os.symlink", (_, path, -1)) | ("os.remove" | "os.rmdir", (path, -1)) | ("os.mkdir", (path, _, -1)):
            return (path,)
        case _:
            return ()


def _words(argument: str) -> set[str]:
    """What in an argument may name a file: all of it, a word of a shell's command, the value of an option."""
    if len(argument) > _LONGEST_ARGUMENT:
        return set()
    words = [argument, *(word.strip("'\"();|&<>") for word in argument.split())]
    return {part for word in words for part in (word, word.partition("=")[2]) if part}


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
    if event in _HEARD and not (event in _LISTING and _imports(sys._getframe(1))):  # noqa: SLF001 - documented
        for touched in _LISTENING:
            touched.hear(event, arguments)


def _imports(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith(_IMPORTING)


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
