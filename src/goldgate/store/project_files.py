"""Are the files that an agent is made of still the same?"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import UnreadableFile
from goldgate.store.files import read_if_there

CHANGED_MEANWHILE: Final = "changed meanwhile"
"""Stands for the digest of a file that was seen with two: no file has it, so it differs from whatever is there now."""


def changed_files(root: Path, digests: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Which of the files (path under `root` → digest of its bytes) differ now, sorted.

    Each with what happened to it: `changed`, `gone` or `unreadable`.
    """
    found = [(path, _what_happened(root / path, digest)) for path, digest in sorted(digests.items())]
    return tuple((path, what) for path, what in found if what is not None)


def _what_happened(path: Path, digest: str) -> str | None:
    try:
        data = read_if_there(path)
    except UnreadableFile:
        return "unreadable"
    if data is None:
        return "gone"
    return None if digest_bytes(data) == digest else "changed"
