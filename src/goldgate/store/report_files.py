"""Where are reports written, and where must they not be? Asked before anything runs, written whole at the end."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from goldgate.errors import Problem, UnreadableFile, UsageError
from goldgate.model.settings import Settings
from goldgate.store.files import make_folder, replacing, shown, telling
from goldgate.store.find import OWN_FILE, SHARED_FILE
from goldgate.store.own_folder import NAME


def require_free(paths: Sequence[Path], *, root: Path, settings: Settings) -> None:
    """Raise UsageError for files that are named twice or are not there to be overwritten, UnreadableFile for folders.

    Nothing of the golden suites, of the baselines, of the runs, and no settings, may be replaced by a report.
    """
    places = Counter(map(_real, paths))
    wrong = [f"{shown(path)} is named for several reports; each needs a file of its own" for path in _twice(places)]
    wrong += [
        f"a report would replace {shown(path)}, {what}; name another file"
        for path in places
        if (what := _kept(path, root=root, settings=settings))
    ]
    if wrong:
        raise UsageError(*wrong)
    require_writable(places)


def require_writable(paths: Iterable[Path]) -> None:
    """Raise UnreadableFile for files that can't be written, as far as that can be known before."""
    if problems := [problem for path in paths for problem in _unwritable(path)]:
        raise UnreadableFile(*problems)


def write_report(path: Path, pieces: Iterable[str]) -> None:
    """Write a report, whole or not at all; folders are made. Raises UnreadableFile."""
    make_folder(path.parent)
    with replacing(path) as file:
        for piece in pieces:
            file.write(piece.encode())


def append_text(path: Path, text: str) -> None:
    """Put a text at the end of a file that others write into as well, on lines of its own. Raises UnreadableFile."""
    with telling(path, "write"), path.open("a", encoding="utf-8") as file:
        file.write(text)


def size_of(path: Path) -> int:
    """The bytes that are in a file; none in one that is not there. Raises UnreadableFile."""
    with telling(path, "read"):
        return path.stat().st_size if path.exists() else 0


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _twice(places: Counter[Path]) -> Iterator[Path]:
    return (path for path, number in places.items() if number > 1)


def _kept(path: Path, *, root: Path, settings: Settings) -> str:
    """What a file is that no report may replace; empty when it is none."""
    folders = {
        root / settings.golden: "which lies among the golden suites",
        root / settings.baselines: "which lies among the baselines",
        root / NAME: "which lies among the runs",
    }
    for folder, what in folders.items():
        if path.is_relative_to(_real(folder)):
            return what
    files = {_real(root / name) for name in (OWN_FILE, SHARED_FILE)}
    return "which holds the settings" if path in files else ""


def _unwritable(path: Path) -> Iterator[Problem]:
    """Why a file can't be written; its folder need not be there yet."""
    if path.exists():
        if not path.is_file():
            yield _problem(path, "expected a file, got a folder or a device; name another file")
        elif not os.access(path, os.W_OK):
            yield _problem(path, "can't write: the file is protected; name another file")
    folder = next(above for above in path.parents if above.exists())
    if not folder.is_dir():
        yield _problem(folder, "a part of the path is a file, not a folder")
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield _problem(folder, "can't write into this folder; name another file")


def _problem(path: Path, message: str) -> Problem:
    return Problem(code=UnreadableFile.code, message=message, file=shown(path))
