"""Which golden suites are there, and what do they say?"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from goldgate.differ.nearest import unknown
from goldgate.errors import BadFile, GoldgateError, SettingsError, UnreadableFile, UsageError, all_problems
from goldgate.formats.golden import Golden, read_golden
from goldgate.model.settings import Settings
from goldgate.store.files import make_folder, read_bytes, read_if_there, shown, sweep, write_atomic
from goldgate.store.locks import lock
from goldgate.store.own_folder import lock_file
from goldgate.store.suite_files import SUFFIX, files_in, name_problems, new_name_fault, too_deep

TOO_DEEP: Final = "lies too deep to be a suite: move it up into the folder of golden suites"
_START: Final = "goldgate init lays a first one"


def golden_files(root: Path, settings: Settings) -> Mapping[str, Path]:
    """Suite → golden file, sorted by suite.

    Raises UsageError when there is none, BadFile for names that can't be those of suites, SettingsError when baselines
    are to lie in the same folder.
    """
    folder = root / settings.golden
    files = files_in(folder)
    if folder.resolve() == (root / settings.baselines).resolve():
        raise SettingsError(f"golden and baselines name the same folder, {shown(folder)}; a baseline needs its own")
    if not files:
        what = "is empty of suites" if folder.is_dir() else "is missing"
        if deeper := [shown(path) for path in too_deep(folder)]:
            raise UsageError(f"the folder of golden suites, {shown(folder)}, {what}, but {deeper[0]} {TOO_DEEP}")
        raise UsageError(f"the folder of golden suites, {shown(folder)}, {what}; {_START}")
    if problems := tuple(name_problems(folder)):
        raise BadFile(*problems)
    return files


def load_golden(
    root: Path, settings: Settings, *, names: Iterable[str] | None = None, today: dt.date | None = None
) -> Mapping[str, Golden]:
    """Read the golden files of the named suites, or of all. Raises one error with all problems of all files."""
    files = golden_files(root, settings)
    wanted = tuple(files if names is None else sorted(set(names)))
    if strangers := [name for name in wanted if name not in files]:
        raise UsageError(*(unknown("suite", name, files) for name in strangers))
    suites: dict[str, Golden] = {}
    errors: list[GoldgateError] = []
    for name in wanted:
        try:
            suites[name] = read_golden_file(files[name], settings, today=today)
        except (BadFile, UnreadableFile) as error:
            errors.append(error)
    if errors:
        raise _together(errors)
    return suites


def read_golden_file(path: Path, settings: Settings, *, today: dt.date | None) -> Golden:
    """Read one golden file. Raises BadFile with all its problems, UnreadableFile."""
    data = read_bytes(path)
    return read_golden(data, file=shown(path), known_failures=settings.known_failures, today=today)


def golden_path(root: Path, settings: Settings, suite: str) -> Path:
    """Where the golden file of a suite lies, or would lie. Raises UsageError for what can't be the name of a suite."""
    folder = root / settings.golden
    path = files_in(folder).get(suite)
    if path is None and (fault := new_name_fault(folder, suite)):
        raise UsageError(fault)
    return path or folder / f"{suite}{SUFFIX}"


def ids_in(root: Path, settings: Settings, suite: str) -> frozenset[str]:
    """The ids of the cases of a suite, none where it has no golden file yet. Raises as `add_cases`."""
    path = golden_path(root, settings, suite)
    return _ids(read_if_there(path) or b"", file=shown(path), settings=settings)


def _ids(data: bytes, *, file: str, settings: Settings) -> frozenset[str]:
    return frozenset(case.id for case in read_golden(data, file=file, known_failures=settings.known_failures).cases)


def add_cases(root: Path, settings: Settings, suite: str, cases: Mapping[str, str]) -> frozenset[str]:
    """Put cases (id → line) at the end of a golden file, which is made when missing; gives the ids of those added.

    A case that is there already stays as it is; lines end as those of the file do. Raises UsageError for the name,
    BadFile with all that is wrong in the file as it is, LockHeld, UnreadableFile; then nothing was written.
    """
    path = golden_path(root, settings, suite)
    with lock(lock_file(root, "golden"), what="the golden files"):
        before = read_if_there(path) or b""
        known = _ids(before, file=shown(path), settings=settings)
        added = {case_id: line for case_id, line in cases.items() if case_id not in known}
        if added:
            make_folder(path.parent)
            sweep(path.parent)
            write_atomic(path, before + _lines_after(before, added.values()))
    return frozenset(added)


def _lines_after(before: bytes, lines: Iterable[str]) -> bytes:
    """What is to follow the bytes of a golden file, so that these are its last lines, each with an end."""
    end = "\r\n" if before.partition(b"\n")[0].endswith(b"\r") else "\n"
    first = "" if not before or before.endswith(b"\n") else end
    return (first + "".join(f"{line}{end}" for line in lines)).encode()


def edit_golden(
    root: Path, settings: Settings, suite: str, edit: Callable[[bytes], bytes], *, today: dt.date | None
) -> bool:
    """Put what `edit` makes of a golden file in its place; False, and nothing is written, when that is the same.

    Raises BadFile with all that is wrong in the file as it is or would be, LockHeld, UnreadableFile; then nothing was
    written.
    """
    path = golden_path(root, settings, suite)
    with lock(lock_file(root, "golden"), what="the golden files"):
        before = read_bytes(path)
        read_golden(before, file=shown(path))
        after = edit(before)
        if after == before:
            return False
        read_golden(after, file=shown(path), known_failures=settings.known_failures, today=today)
        sweep(path.parent)
        write_atomic(path, after)
    return True


def _together(errors: list[GoldgateError]) -> GoldgateError:
    kind = BadFile if any(isinstance(error, BadFile) for error in errors) else UnreadableFile
    return kind(*all_problems(errors))
