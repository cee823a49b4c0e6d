"""How do bytes come from the disk and reach it whole, and how is it told when they don't?"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from typing import BinaryIO, Final

from goldgate.errors import Problem, UnreadableFile

_TEMPORARY: Final = ".goldgate-*.tmp"
_FULL: Final = "make room and try again; what was there before is untouched"
_REMEDIES: Final = {
    errno.ENOENT: "check the path",
    errno.EINVAL: "check the path",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.EISDIR: "expected a file, not a folder",
    errno.EEXIST: "something else of that name is in the way; move it",
    errno.EACCES: "ask for the right to do so (ls -l shows who has it)",
    errno.EPERM: "ask for the right to do so (ls -l shows who has it)",
    errno.EROFS: "the file system is mounted read-only; use a copy of the project that can be written",
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: f"a limit on the size of files was reached (ulimit -f); {_FULL}",
    errno.ELOOP: "its symbolic links lead in a circle",
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENAMETOOLONG: "use a shorter name",
}


def shown(path: Path) -> str:
    """A path as the user knows it: relative to the current folder when it lies in it, else as it is."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):  # elsewhere, or there is no current folder any more
        return path.as_posix()


@contextmanager
def telling(path: Path, doing: str) -> Iterator[None]:
    """Turn what the operating system says into an UnreadableFile: `can't write: No space left on device; make room …`.

    `doing` is `read` or `write`.
    """
    try:
        yield
    except OSError as error:
        remedy = _REMEDIES.get(error.errno or 0)
        reason = error.strerror or type(error).__name__
        raise _unreadable(path, f"can't {doing}: {reason}" + (f"; {remedy}" if remedy else "")) from error


def _unreadable(path: Path, message: str) -> UnreadableFile:
    return UnreadableFile(Problem(code=UnreadableFile.code, message=message, file=shown(path)))


def _refuse_special(path: Path, mode: int) -> None:
    """Refuse pipes, sockets and devices, at which reading would hang and which writing would replace."""
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise _unreadable(path, "no regular file but a pipe, socket or device; expected a file")


def read_bytes(path: Path) -> bytes:
    """The whole of a regular file. Raises UnreadableFile."""
    with telling(path, "read"):
        _refuse_special(path, path.stat().st_mode)
        return path.read_bytes()


def is_there(path: Path) -> bool:
    """Whether anything of that name is there, a symbolic link that leads nowhere included. Raises UnreadableFile."""
    with telling(path, "read"):
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        return True


def read_if_there(path: Path) -> bytes | None:
    """As `read_bytes`; None when nothing of that name is there."""
    return read_bytes(path) if is_there(path) else None


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a regular file with their ends, one at a time. Raises UnreadableFile when the first is asked for."""
    with telling(path, "read"):
        _refuse_special(path, path.stat().st_mode)
        with path.open("rb") as file:
            yield from file


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` when the block ends well; else nothing has happened.

    It is written beside its place, synced, then moved there in one step, so a crash leaves the old file or the new one.
    The mode of an existing file is kept, a symbolic link is written through. Raises UnreadableFile, also for what the
    operating system refuses inside the block.
    """
    with telling(path, "write"):
        target = Path(os.path.realpath(path))
        mode = _mode_of(target)
        temporary = target.with_name(_TEMPORARY.replace("*", os.urandom(6).hex()))
        try:
            with temporary.open("xb") as file:
                if mode is not None:
                    temporary.chmod(mode)
                yield file
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def sweep(folder: Path) -> None:
    """Take away what killed processes left of files that they were replacing.

    Only for who is alone in writing there: what somebody else is writing would go as well.
    """
    with suppress(OSError):
        for path in folder.glob(_TEMPORARY):
            path.unlink(missing_ok=True)


def _mode_of(target: Path) -> int | None:
    """The permissions of the file that will be replaced, None when there is none; one that may not be written stays."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    _refuse_special(target, mode)
    target.open("r+b").close()  # replacing needs rights on the folder only: without this a protected file would go
    return stat.S_IMODE(mode)


def _sync_folder(folder: Path) -> None:
    """Make the move itself last. Not every system can sync a folder; the file is whole either way."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_atomic(path: Path, data: bytes) -> None:
    """Put `data` in the place of a file, whole or not at all; see `replacing`."""
    with replacing(path) as file:
        file.write(data)


def write_new(path: Path, data: bytes) -> bool:
    """Write a file that was not there; False, and nothing done, when something of that name is."""
    if is_there(path):
        return False
    write_atomic(path, data)
    return True


def append(file: FileIO, data: bytes) -> None:
    """Write all of `data` to a file without a buffer, so that nothing is lost when the process dies."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def make_folder(path: Path) -> None:
    """Make a folder with those above it; one that is there is fine. Raises UnreadableFile."""
    with telling(path, "write"):
        path.mkdir(parents=True, exist_ok=True)


def remove_file(path: Path) -> None:
    """Take a file away; one that is not there is fine. Raises UnreadableFile."""
    with telling(path, "write"):
        path.unlink(missing_ok=True)
