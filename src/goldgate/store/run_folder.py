"""Where does a run lie, what is it called, and which runs are there?"""

import datetime as dt
from pathlib import Path
from typing import Final

from goldgate.differ.nearest import nearest
from goldgate.errors import NoRun
from goldgate.model.frozen import frozen
from goldgate.store.files import is_there, make_folder, telling
from goldgate.store.own_folder import NAME, own_folder
from goldgate.store.suite_files import SUFFIX

_RUNS: Final = "runs"
_STAMP: Final = "%Y%m%d-%H%M%S-%f"
_DIGITS: Final = 20


@frozen
class RunFolder:
    """The files of one run."""

    path: Path

    @property
    def name(self) -> str:
        """What the run is called: when it began, in UTC, to the microsecond."""
        return self.path.name

    @property
    def journal(self) -> Path:
        """What has happened so far; gone when the run is complete."""
        return self.path / "journal.jsonl"

    @property
    def late_files(self) -> Path:
        """The project files that came after the agent's import, as they came; gone when the run is complete."""
        return self.path / "late_files.jsonl"

    @property
    def outcomes(self) -> Path:
        """What the baseline would say of each trial, as they came; gone when the run is complete."""
        return self.path / "outcomes.jsonl"

    @property
    def spending(self) -> Path:
        """What the calls of a run with limits took; gone when the run is complete."""
        return self.path / "spending.jsonl"

    @property
    def results(self) -> Path:
        """Header, results sorted by key, end line; there only when the run is complete."""
        return self.path / "results.jsonl"

    @property
    def timings(self) -> Path:
        """How long each trial took; in no order while the run goes on."""
        return self.path / "timings.jsonl"

    @property
    def judgements(self) -> Path:
        """What a judge was asked and answered, a line a question; there only when one was asked."""
        return self.path / "judgements.jsonl"

    @property
    def summary(self) -> Path:
        """The counts."""
        return self.path / "summary.json"

    @property
    def pairing(self) -> Path:
        """What a paired run was asked; there only for one."""
        return self.path / "pair.json"

    @property
    def lock(self) -> Path:
        """Held by the process that writes into this folder."""
        return self.path / "lock"

    def proposed(self, name: str) -> Path:
        """What the baseline of that name would say of the run."""
        return self.path / "proposed" / f"{name}{SUFFIX}"


def runs_folder(root: Path) -> Path:
    """Where the runs of a project lie; it need not be there."""
    return root / NAME / _RUNS


def run_folders(root: Path) -> tuple[RunFolder, ...]:
    """All runs that goldgate named, complete or not, the newest first."""
    folder = runs_folder(root)
    with telling(folder, "read"):
        try:
            folders = [RunFolder(path) for path in folder.iterdir() if _is_name(path.name)]
        except FileNotFoundError:
            return ()
    return tuple(sorted(filter(_has_begun, folders), key=lambda run: run.name, reverse=True))


def newest_run(root: Path) -> RunFolder:
    """The run that began last. Raises NoRun."""
    runs = run_folders(root)
    if not runs:
        raise NoRun("there is no run yet; make one: goldgate run")
    return runs[0]


def named_run(root: Path, name: str | None) -> RunFolder:
    """The run of that name, or the newest. Raises NoRun, naming the nearest."""
    if name is None:
        return newest_run(root)
    run = RunFolder(runs_folder(root) / name)
    if run.name == name and _has_begun(run):
        return run
    names = [run.name for run in run_folders(root)]
    meant = nearest(name, names) or (names[0] if names else None)
    raise NoRun(f"there is no run {name!r}" + (f"; there is {meant!r}" if meant else " yet; make one: goldgate run"))


def _has_begun(run: RunFolder) -> bool:
    return is_there(run.journal) or is_there(run.results)


def new_run_folder(root: Path, now: dt.datetime) -> RunFolder:
    """Make the folder of a run that begins now. Its name is above all others, also when the clock went back."""
    runs = own_folder(root) / _RUNS
    make_folder(runs)
    name = now.astimezone(dt.UTC).strftime(_STAMP)
    with telling(runs, "write"):
        newest = max((path.name for path in runs.iterdir() if _is_name(path.name)), default="")
        name = max(name, _after(newest)) if newest else name
        while not _made(runs / name):
            name = _after(name)
    return RunFolder(runs / name)


def _made(path: Path) -> bool:
    try:
        path.mkdir()
    except FileExistsError:
        return False
    return True


def _is_name(name: str) -> bool:
    digits = name.replace("-", "")
    return len(digits) == _DIGITS and digits.isascii() and digits.isdecimal() and name == _spelled(digits)


def _after(name: str) -> str:
    """The next name; it need not be a time that any clock shows."""
    return _spelled(f"{int(name.replace('-', '')) + 1:0{_DIGITS}d}")


def _spelled(digits: str) -> str:
    return f"{digits[:8]}-{digits[8:14]}-{digits[14:]}"
