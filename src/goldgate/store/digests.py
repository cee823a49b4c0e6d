"""What is the digest of bytes that are too many to hold at once? The same as `differ.canonical.digest_bytes` gives."""

import hashlib
from pathlib import Path
from typing import BinaryIO, Final

import attrs

from goldgate.differ.canonical import digest_bytes
from goldgate.model.frozen import frozen
from goldgate.store.files import telling

LENGTH: Final = len(digest_bytes(b""))
_CHUNK: Final = 1 << 20


@attrs.define
class DigestingFile:
    """Writes to a file and digests what it writes."""

    file: BinaryIO
    _sum: "hashlib._Hash" = attrs.field(factory=hashlib.sha256, init=False)

    def write(self, data: bytes) -> None:
        """Write and digest."""
        self._sum.update(data)
        self.file.write(data)

    @property
    def digest(self) -> str:
        """The digest of all that was written so far."""
        return self._sum.hexdigest()[:LENGTH]


@frozen(kw_only=True)
class Measured:
    """The digest of some bytes, and how many newlines they hold."""

    digest: str
    newlines: int


def measure(file: BinaryIO, *, stop: int) -> Measured:
    """Digest the first `stop` bytes of a file, and count their lines."""
    total, newlines = hashlib.sha256(), 0
    file.seek(0)
    while stop > 0 and (piece := file.read(min(_CHUNK, stop))):
        total.update(piece)
        newlines += piece.count(b"\n")
        stop -= len(piece)
    return Measured(digest=total.hexdigest()[:LENGTH], newlines=newlines)


def digest_of_file(path: Path) -> str:
    """The digest of a whole file. Raises UnreadableFile."""
    with telling(path, "read"), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:LENGTH]
