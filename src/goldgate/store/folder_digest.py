"""What is in a folder? One digest of the names and bytes of its files, whatever the disk says of their dates."""

import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from goldgate.store.digests import LENGTH, digest_of_file
from goldgate.store.files import telling

_NEVER: Final = frozenset({".git", ".goldgate", "__pycache__"})
"""What git, goldgate and Python keep for themselves."""


def folder_digest(folder: Path) -> str:
    """The digest of all files below a folder; links count by where they lead. Raises UnreadableFile."""
    total = hashlib.sha256()
    for name, what in sorted(_content(folder)):
        total.update(f"{name}\0{what}\0".encode(errors="surrogateescape"))
    return total.hexdigest()[:LENGTH]


def _content(folder: Path) -> Iterator[tuple[str, str]]:
    """Path below the folder, and what is there in a word."""
    with telling(folder, "read"):
        for place, folders, files in os.walk(folder, onerror=_raise):
            links = [name for name in folders if Path(place, name).is_symlink()]
            folders[:] = [name for name in folders if name not in _NEVER]
            for name in {*links, *files} - _NEVER:
                path = Path(place, name)
                yield path.relative_to(folder).as_posix(), _what(path)


def _what(path: Path) -> str:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return f"link {path.readlink()}"
    if not stat.S_ISREG(status.st_mode):
        return "something else"
    return f"{'program' if status.st_mode & stat.S_IXUSR else 'file'} {digest_of_file(path)}"


def _raise(error: OSError) -> None:
    raise error
