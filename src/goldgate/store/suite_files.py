"""Which suites lie in a folder? Each `NAME.jsonl` directly in it is one."""

import errno
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from goldgate.errors import BadFile, Problem
from goldgate.formats.ids import folded
from goldgate.model.baseline import VARIANT_MARK
from goldgate.model.case_key import SUITE_MARK
from goldgate.store.files import shown, telling

SUFFIX: Final = ".jsonl"
CASSETTES: Final = "cassettes"
"""The folder beside the suites in which their recordings lie."""
_NO_FILE_NAME: Final = frozenset('/\\\0:*?"<>|')
"""What no name of a file may hold, on one system or another."""


def files_in(folder: Path) -> Mapping[str, Path]:
    """Name (NFC) → file of everything that looks like a suite, sorted by name; `{}` for a folder that isn't there.

    Hidden files and folders don't count; a symbolic link does, even one that leads nowhere. Raises UnreadableFile.
    """
    return dict(sorted(_named(folder)))


def too_deep(folder: Path) -> Iterator[Path]:
    """Files that would be suites if they lay directly in the folder, sorted; cassettes are none."""
    with telling(folder, "read"):
        below = [path for path in sorted(folder.glob("*/")) if path.name != CASSETTES and not path.name.startswith(".")]
        for inner in below:
            yield from sorted(path for path in inner.rglob(f"*{SUFFIX}") if _looks_like_suite(path))


def _named(folder: Path) -> list[tuple[str, Path]]:
    with telling(folder, "read"):
        try:
            paths = [path for path in folder.iterdir() if _looks_like_suite(path)]
        except FileNotFoundError:
            return []
        except ValueError as error:  # a name that no folder can have
            raise OSError(errno.EINVAL, str(error)) from error
    return [(unicodedata.normalize("NFC", path.stem), path) for path in paths]


def _looks_like_suite(path: Path) -> bool:
    return path.suffix == SUFFIX and not path.name.startswith(".") and not path.is_dir()


def name_problems(folder: Path) -> Iterator[Problem]:
    """What is wrong with the names of golden files: marks that mean something else, names that some disks merge."""
    seen: dict[str, Path] = {}
    for name, path in sorted(_named(folder)):
        if message := _fault(name):
            yield _problem(message, path)
        if (other := seen.setdefault(folded(name), path)) is not path:
            yield _problem(f"some disks take this name for that of {shown(other)}; rename one of the two", path)


def new_name_fault(folder: Path, name: str) -> str | None:
    """Why a suite that is not there can't be called so; None when it can."""
    if not name or name.startswith(".") or set(name) & set("/\\\0"):
        return f"the name of a suite must be that of a file, got {name!r}"
    if other := next((known for known in files_in(folder) if folded(known) == folded(name)), None):
        return f"some disks take the name {name!r} for that of the suite {other!r}"
    return _fault(name)


def variant_fault(variant: str) -> str | None:
    """Why no baseline can be called after a variant; None when one can."""
    if marks := sorted(set(variant) & _NO_FILE_NAME):
        return f"the name of a variant with a baseline must be part of one of a file, got {variant!r} with {marks[0]!r}"
    if SUITE_MARK in variant or not variant.isprintable():
        return f"the name of a variant with a baseline must be printable and hold no {SUITE_MARK!r}, got {variant!r}"
    return None


def _fault(name: str) -> str | None:
    for mark in (VARIANT_MARK, SUITE_MARK):
        if mark in name:
            return f"the name of a suite must not hold {mark!r}, got {name!r}; rename the file"
    if not name.isprintable():
        return f"the name of a suite must be printable text, got {name!r}; rename the file"
    return None


def _problem(message: str, path: Path) -> Problem:
    return Problem(code=BadFile.code, message=message, file=shown(path))
