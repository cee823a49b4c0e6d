"""Which golden suites are there, and what do they say?"""

import datetime as dt
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from goldgate.differ.nearest import unknown
from goldgate.errors import BadFile, GoldgateError, SettingsError, UnreadableFile, UsageError, all_problems
from goldgate.formats.golden import Golden, read_golden
from goldgate.model.settings import Settings
from goldgate.store.files import read_bytes, shown
from goldgate.store.suite_files import files_in, name_problems

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


def _together(errors: list[GoldgateError]) -> GoldgateError:
    kind = BadFile if any(isinstance(error, BadFile) for error in errors) else UnreadableFile
    return kind(*all_problems(errors))
