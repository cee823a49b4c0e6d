"""What did the agent print in a trial? The last of it, kept where the death of this process can't take it along."""

import io
import os
from threading import RLock
from typing import Any, Final, Self

LONGEST_KEPT: Final = 8_000
"""Bytes of what is printed in one trial that are kept: the last ones."""

_MOST: Final = 64_000
"""Bytes in the file from which on all but the last are taken out of it."""


class Printed:
    """Keeps what Python code prints on both streams, in its order, in a file that the parent can read as well.

    The file is the one behind `descriptor`; whoever else writes there shares its position. What threads and signal
    handlers of the agent's print meanwhile is kept, too.
    """

    def __init__(self, descriptor: int) -> None:
        self._file = os.dup(descriptor)
        self._lock = RLock()
        self._streams: list[_Stream] = []

    def stream(self, descriptor: int) -> io.TextIOWrapper:
        """A stream for print; to those who ask it stands for that descriptor."""
        stream = _Stream.on(self, descriptor)
        self._streams.append(stream)
        return stream

    def take(self) -> str:
        """The end of what was printed since the last time; it is kept no longer."""
        for stream in self._streams:
            stream.flush()
        with self._lock:
            size = self._size()
            if not size:
                return ""
            end = end_of(self._tail(size), whole=size)
            self._rewrite(b"")
            return end

    def add(self, data: bytes) -> None:
        """Keep what somebody prints."""
        with self._lock:
            os.write(self._file, data[-LONGEST_KEPT:])
            size = self._size()
            if size > _MOST:
                self._rewrite(self._tail(size))

    def _size(self) -> int:
        return os.lseek(self._file, 0, os.SEEK_END)

    def _tail(self, size: int) -> bytes:
        os.lseek(self._file, max(0, size - LONGEST_KEPT), os.SEEK_SET)
        return os.read(self._file, LONGEST_KEPT)

    def _rewrite(self, data: bytes) -> None:
        os.lseek(self._file, 0, os.SEEK_SET)
        os.ftruncate(self._file, 0)
        os.write(self._file, data)


def end_of(data: bytes, *, whole: int) -> str:
    """The end of what was printed as text, `whole` bytes; without the header of a stack, which nothing of ours says."""
    text = data[-LONGEST_KEPT:].decode(errors="replace")
    lines = [line for line in text.splitlines() if "Traceback" not in line]
    return "\n".join([*(["…"] if whole > LONGEST_KEPT else []), *lines])


class _Raw(io.RawIOBase):
    """Where bytes go that are printed. It has the number of a descriptor, for processes that inherit it."""

    def __init__(self, printed: Printed, descriptor: int) -> None:
        self._printed = printed
        self._descriptor = descriptor

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Any, /) -> int:  # noqa: ANN401 - whatever has bytes
        kept = bytes(data)
        self._printed.add(kept)
        return len(kept)


class _Stream(io.TextIOWrapper):
    """A stream for print that takes every character, and that nobody can close for the trials that follow."""

    @classmethod
    def on(cls, printed: Printed, descriptor: int) -> Self:
        buffer = io.BufferedWriter(_Raw(printed, descriptor))
        return cls(buffer, encoding="utf-8", errors="backslashreplace", line_buffering=True)

    def close(self) -> None:
        self.flush()
