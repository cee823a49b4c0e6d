"""Where do the lines of a run's file stand? Offsets instead of texts, so that big runs stay small in memory."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import BinaryIO, TypeAlias, TypeVar

import attrs

from goldgate.errors import BadFile
from goldgate.model.plan import TrialKey
from goldgate.store.files import append, is_there, read_lines, shown, telling

Place: TypeAlias = tuple[int, int]
"""Offset and length of a line, in bytes, its end included."""
Key = TypeVar("Key")

_STEP = 1 << 16


@contextmanager
def placing(path: Path, line: int | None = None) -> Iterator[None]:
    """Name file and line in the problems of a BadFile that does not know them."""
    try:
        yield
    except BadFile as error:
        if all(problem.file is not None for problem in error.problems):
            raise
        raise _placed(error, path, line) from error


def _placed(error: BadFile, path: Path, line: int | None) -> BadFile:
    problems = error.problems
    return BadFile(*(one._replace(file=shown(path), line=one.line if line is None else line) for one in problems))


def places_of(path: Path, key_of: Callable[[bytes], Key], *, skip: int = 0) -> dict[Key, Place]:
    """Where the last line of each key stands; the first `skip` lines have none. A half-written last line doesn't count.

    Raises UnreadableFile, and BadFile for a line without a key.
    """
    places: dict[Key, Place] = {}
    offset = number = 0
    try:
        for number, line in enumerate(read_lines(path), 1):
            if number > skip and line.endswith(b"\n"):
                places[key_of(line)] = (offset, len(line))
            offset += len(line)
    except BadFile as error:
        raise _placed(error, path, number) from error
    return places


@attrs.define
class GrowingFile:
    """A file that is open without a buffer and grows line by line; `places` are those of the last line of each key."""

    path: Path
    file: FileIO
    places: dict[TrialKey, Place]
    _end: int = attrs.field(init=False)
    _sum: "hashlib._Hash" = attrs.field(init=False)

    @_end.default
    def _where_it_ends(self) -> int:
        return self.file.tell()

    @_sum.default
    def _what_it_holds(self) -> "hashlib._Hash":
        return _digested(self.path)

    @property
    def is_ours(self) -> bool:
        """Whether nobody else changed the file since it was opened here. Raises UnreadableFile."""
        return _digested(self.path).digest() == self._sum.digest()

    def add(self, lines: Iterable[tuple[TrialKey, str]]) -> None:
        """Write some lines in one go: nothing of them is lost when the process dies afterwards.

        Raises UnreadableFile.
        """
        new = [(key, f"{line}\n".encode()) for key, line in lines]
        data = b"".join([line for _, line in new])
        self._sum.update(data)
        with telling(self.path, "write"):
            append(self.file, data)
        for key, line in new:
            self.places[key] = (self._end, len(line))
            self._end += len(line)

    def sorted_lines(self) -> Iterator[tuple[TrialKey, bytes]]:
        """The last line of each key with its end, in the order of the keys. Raises UnreadableFile."""
        keys = sorted(self.places)
        with telling(self.path, "read"), self.path.open("rb") as file:
            yield from zip(keys, lines_at(file, map(self.places.__getitem__, keys)), strict=True)


def _digested(path: Path) -> "hashlib._Hash":
    with telling(path, "read"), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256")


def lines_at(file: BinaryIO, places: Iterator[Place]) -> Iterator[bytes]:
    """The lines at these places, in this order; meanwhile nobody else reads from the file."""
    here = -1
    for offset, length in places:
        if offset != here:
            file.seek(offset)
        yield file.read(length)
        here = offset + length


def last_line_start(file: BinaryIO, end: int) -> int:
    """Where the last line of the first `end` bytes begins; the newline at its own end doesn't count."""
    stop = end - 1
    while stop > 0:
        start = max(0, stop - _STEP)
        file.seek(start)
        found = file.read(stop - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        stop = start
    return 0


def drop_half_line(path: Path) -> None:
    """Cut off what a killed process left of a last line, so that the next one begins on its own; no file is fine."""
    if not is_there(path):
        return
    with telling(path, "write"), path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        if end == 0:
            return
        file.seek(end - 1)
        if file.read(1) != b"\n":
            file.truncate(last_line_start(file, end))
