"""How does one run come out of the runs of shards? Out of sight until it is whole: a merge that dies leaves no run."""

import datetime as dt
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from goldgate.errors import BadFile, GoldgateError, NoRun, Problem, all_problems
from goldgate.formats.judgements import read_judged
from goldgate.formats.results import result_key
from goldgate.model.case_key import case_name
from goldgate.model.result import RunHeader
from goldgate.model.settings import Settings
from goldgate.store.files import is_there, read_lines, shown, telling, write_atomic
from goldgate.store.journal import Journal, begin_in
from goldgate.store.lines import placing
from goldgate.store.locks import is_held
from goldgate.store.run_folder import RunFolder, named_run, new_run_folder, runs_folder
from goldgate.store.runs import FinishedRun, keyed_timings, result_lines, whole_run


class _HiddenFolder(RunFolder):
    """The folder of a run that nobody sees before it has results."""

    @property
    def journal(self) -> Path:
        """What was taken over so far, under a name that makes no run of the folder; gone when the run is complete."""
        return self.path / "merging.jsonl"


def runs_given(root: Path, names: Iterable[str]) -> list[tuple[str, FinishedRun]]:
    """The finished runs of these names, or in these folders and below them, each once, with what people call them.

    Raises NoRun, IncompleteRun, BadFile, UnreadableFile, with the problems of all.
    """
    folders = {folder.path.resolve(): folder for name in names for folder in _folders(root, name)}
    runs: list[tuple[str, FinishedRun]] = []
    errors: list[GoldgateError] = []
    for folder in folders.values():
        try:
            runs.append((_called(root, folder), whole_run(folder)))
        except GoldgateError as error:
            errors.append(error)
    if errors:
        raise type(errors[0])(*all_problems(errors))
    return runs


def _called(root: Path, folder: RunFolder) -> str:
    return folder.name if folder.path.parent.resolve() == runs_folder(root).resolve() else shown(folder.path)


def _folders(root: Path, name: str) -> Sequence[RunFolder]:
    """The run of that name, or the runs in that folder."""
    path = Path(name)
    is_name = path.name == name and _has_begun(runs_folder(root) / name)
    with telling(path, "read"):
        if is_name or not path.is_dir():
            return [named_run(root, name)]
        if _has_begun(path):
            return [RunFolder(path)]
        found = sorted(below for below in path.rglob("*") if below.is_dir() and _has_begun(below))
    if not found:
        raise NoRun(f"no run lies in {shown(path)}: a folder with a results.jsonl, as those in .goldgate/runs")
    return [RunFolder(below) for below in found]


def _has_begun(path: Path) -> bool:
    folder = RunFolder(path)
    return is_there(folder.results) or is_there(folder.journal)


@contextmanager
def merging(root: Path, header: RunHeader, *, settings: Settings, now: dt.datetime) -> Iterator[Journal]:
    """A journal that becomes a run when it is finished; when the block fails, nothing of it is left.

    What a merge left that was killed is taken away first. Raises UnreadableFile.
    """
    _take_away_abandoned(root)
    folder = _HiddenFolder(new_run_folder(root, now).path)
    try:
        with begin_in(folder, header, settings=settings) as journal:
            yield journal
    except BaseException:
        shutil.rmtree(folder.path, ignore_errors=True)
        raise


def _take_away_abandoned(root: Path) -> None:
    for path in runs_folder(root).glob("*/merging.jsonl"):
        folder = _HiddenFolder(path.parent)
        if not is_there(folder.results) and not is_held(folder.lock):
            shutil.rmtree(folder.path, ignore_errors=True)


def take_over(journal: Journal, runs: Sequence[FinishedRun]) -> None:
    """Take in all that came of the shards: trials, how long they took, what else was seen, what a judge was asked.

    Raises BadFile for a line that is something else, UnreadableFile.
    """
    for run in runs:
        journal.take_over(_own_lines(run))
        timings = ((key, line.decode(errors="replace").removesuffix("\n")) for key, line in keyed_timings(run))
        journal.timings.add(timings)
        journal.saw({**dict.fromkeys(run.end.written), **run.end.project_files})
    judged = [run.folder.judgements for run in runs if run.end.judgements is not None]
    if judged:
        lines = sorted(line for path in judged for line in _keyed_judgements(path))
        write_atomic(journal.folder.judgements, b"".join(line for _, line in lines))


def _own_lines(run: FinishedRun) -> Iterator[bytes]:
    """The lines of its trials, each of a case that the header says was run."""
    for number, line in enumerate(result_lines(run), 2):
        with placing(run.folder.results, number):
            suite, case, *_ = result_key(line)
            if suite not in run.header.suites or case not in run.header.suites[suite].ran:
                message = f"a trial of {case_name(suite, case)}, which was not selected"
                raise BadFile(Problem(code=BadFile.code, message=message))
        yield line


def _keyed_judgements(path: Path) -> Iterator[tuple[tuple[str, str, int], bytes]]:
    """Each line with the suite, id and trial that a judge was asked about."""
    for number, line in enumerate(read_lines(path), 1):
        with placing(path, number):
            judged = next(read_judged(iter([line])))
        yield judged.key, line
