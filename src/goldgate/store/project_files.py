"""Which files is an agent made of, and are they still the same?"""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import SettingsError, UnreadableFile
from goldgate.store.files import read_bytes, read_if_there
from goldgate.store.listings import MARK, listing_digest

_NEVER: Final = frozenset({".git", ".goldgate", "node_modules", "site-packages", "__pycache__"})
"""Folders of which no file is the project's own."""


def matching_files(root: Path, patterns: Iterable[str]) -> Mapping[str, str]:
    """The files below `root` that the patterns of `agent_files` fit (path → digest), packages and our own left out.

    A pattern that fits a folder stands for all that is in it. Raises SettingsError for patterns that fit no file, which
    would protect nothing, and UnreadableFile.
    """
    found: dict[str, str] = {}
    for pattern in dict.fromkeys(patterns):
        names = _fitting(root, pattern)
        if not names:
            raise SettingsError(f"no file in {root} fits {pattern!r} of agent_files")
        found |= {name: digest_bytes(read_bytes(root / name)) for name in names}
    return dict(sorted(found.items()))


def new_files(root: Path, patterns: Iterable[str], *, known: Container[str]) -> list[str]:
    """The files that the patterns fit now beside those that are known, sorted."""
    fitting = {name for pattern in dict.fromkeys(patterns) for name in _fitting(root, pattern)}
    return sorted(name for name in fitting if name not in known)


def _fitting(root: Path, pattern: str) -> set[str]:
    names = (path.relative_to(root).as_posix() for path in _files(root, pattern))
    return {name for name in names if _NEVER.isdisjoint(name.split("/"))}


def _files(root: Path, pattern: str) -> Iterator[Path]:
    for found in root.glob(pattern):
        yield from (path for path in (found, *found.rglob("*")) if path.is_file())


def changed_files(root: Path, digests: Mapping[str, str], *, outside: Collection[str]) -> tuple[tuple[str, str], ...]:
    """Which of the files (path under `root` → digest of its bytes) differ now, sorted.

    Each with a sentence on what happened to it. A path that ends with `/` is that of a folder, its digest that of its
    listing, of which the folders in `outside` are no part.
    """
    found = [
        (path, _listing_problem(root, path, digest, outside) if path.endswith(MARK) else _problem(root / path, digest))
        for path, digest in sorted(digests.items())
    ]
    return tuple((path, what) for path, what in found if what is not None)


def _listing_problem(root: Path, folder: str, digest: str, outside: Collection[str]) -> str | None:
    now = listing_digest(root, folder, outside=outside)
    if now is None:
        return "the folder, which the agent lists, is gone"
    return None if now == digest else "the agent lists this folder, and files came to it or went"


def _problem(path: Path, digest: str) -> str | None:
    try:
        data = read_if_there(path)
    except UnreadableFile:
        return "the project file is unreadable"
    if data is None:
        return "the project file is gone"
    return None if digest_bytes(data) == digest else "the project file is changed"
