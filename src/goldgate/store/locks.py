"""Who may write now? One process at a time; the operating system frees the lock of a process that dies."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from goldgate.errors import LockHeld
from goldgate.store.files import telling

if sys.platform == "win32":  # pragma: no cover - the other branch is what the tests run on
    import msvcrt
else:
    import fcntl

PATIENCE: Final = 5.0
"""Seconds that a command waits for another one to finish writing."""
_PAUSE: Final = 0.05
_LONGEST_PID: Final = 20


@contextmanager
def lock(path: Path, *, what: str) -> Iterator[None]:
    """Hold the lock file `path` for the length of the block; it stays behind, empty of meaning.

    Waits a while, then raises LockHeld that says which process holds `what`.
    """
    with telling(path, "write"):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        with telling(path, "write"):
            _wait_for(descriptor, what=what)
            os.truncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.write(descriptor, str(os.getpid()).encode())
        yield
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether some process holds the lock file now."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _taken(descriptor)
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, *, what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _taken(descriptor):
        if time.monotonic() >= deadline:
            os.lseek(descriptor, 0, os.SEEK_SET)
            holder = os.read(descriptor, _LONGEST_PID).decode(errors="replace") or "unknown"
            raise LockHeld(f"another goldgate (process {holder}) is writing {what}; try again when it has ended")
        time.sleep(_PAUSE)


if sys.platform == "win32":  # pragma: no cover - as above

    def _taken(descriptor: int) -> bool:
        """Whether the lock is ours now: one byte far behind the text, which Windows would otherwise hide."""
        os.lseek(descriptor, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:

    def _taken(descriptor: int) -> bool:
        """Whether the lock is ours now."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
