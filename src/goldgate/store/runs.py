"""What came of a finished run? Its results and observed outcomes, read only when they are whole."""

import os
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import attrs

from goldgate.errors import BadFile, GoldgateError, IncompleteRun
from goldgate.formats.baseline import Entry, open_baseline
from goldgate.formats.results import (
    read_detail,
    read_end,
    read_header,
    read_result,
    read_timing,
    read_verdict,
    result_key,
)
from goldgate.formats.summary import read_judge_use
from goldgate.model.case_key import CaseKey
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.frozen import frozen
from goldgate.model.grading import JudgeUse
from goldgate.model.judgement import Verdict
from goldgate.model.plan import TrialKey
from goldgate.model.result import Result, RunEnd, RunHeader
from goldgate.store.digests import digest_of_file, measure
from goldgate.store.files import is_there, read_if_there, read_lines, shown, telling
from goldgate.store.lines import last_line_start, placing
from goldgate.store.locks import is_held
from goldgate.store.made_by import command_for, command_on
from goldgate.store.run_folder import RunFolder, named_run, newest_run, run_folders

_RESULT: Final = b'{"id":'
_IDLE: Final = b'"idle_stubs"'


@frozen(kw_only=True)
class FinishedRun:
    """A run with a valid end line: where it lies, where it comes from, how it ended."""

    folder: RunFolder
    header: RunHeader
    end: RunEnd

    @property
    def name(self) -> str:
        """What the run is called."""
        return self.folder.name


def open_run(root: Path, name: str | None = None) -> FinishedRun:
    """The run of that name, or the newest, with all its digests verified.

    Raises NoRun, IncompleteRun (also for one that was changed after its end; an incomplete newest run is never passed
    over), BadFile, UnreadableFile.
    """
    folder = named_run(root, name)
    if end_of(folder) is None:
        raise _incomplete(root, folder)
    return whole_run(folder)


def whole_run(folder: RunFolder) -> FinishedRun:
    """The run of a folder, wherever that lies, with all its digests verified. Raises as `open_run` does."""
    end = end_of(folder)
    if end is None:
        anew = command_for(known_header(folder.journal))
        what = f"the run in {shown(folder.path)} is incomplete"
        raise IncompleteRun(f"{what}: it has no valid end line; make a new one: {anew}")
    if changed := _changed_since(folder, end):
        anew = command_for(known_header(folder.results))
        raise IncompleteRun(f"{shown(changed)} was changed after the run; make a new one: {anew}")
    header = header_of(folder.results)
    if end.results != header.trials:
        planned = f"{header.trials} trials were planned, {end.results} have a result"
        raise IncompleteRun(f"the run {folder.name} is incomplete: {planned}; make a new one: {command_for(header)}")
    return FinishedRun(folder=folder, header=header, end=end)


def newest_finished(root: Path) -> FinishedRun:
    """The newest run that is complete, whatever began after it. Raises what `open_run` raises."""
    return open_run(root, next((folder.name for folder in run_folders(root) if end_of(folder) is not None), None))


def end_of(folder: RunFolder) -> RunEnd | None:
    """The end line of a run, None for a run without a whole one."""
    if not is_there(folder.results):
        return None
    with telling(folder.results, "read"), folder.results.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(last_line_start(file, size))
        line = file.read()
    try:
        return read_end(line.decode())
    except (BadFile, UnicodeDecodeError):
        return None


def header_of(path: Path) -> RunHeader:
    """The header of a file of results or a journal. Raises BadFile, UnreadableFile."""
    line = next(read_lines(path), b"")
    with placing(path, 1):
        return read_header(line.decode(errors="replace"))


def known_header(path: Path) -> RunHeader | None:
    """As `header_of`; None where it can't be read."""
    try:
        return header_of(path)
    except GoldgateError:
        return None


def results_of(
    run: FinishedRun, cases: Collection[CaseKey], *, variant: str | None = None
) -> Mapping[CaseKey, tuple[Result, ...]]:
    """The trials of some cases, of one variant where it is named, with their details; other lines are not parsed.

    A case that was not run is left out.
    """
    found: dict[CaseKey, tuple[Result, ...]] = {}
    details = _details(run, cases)
    for line in result_lines(run):
        suite, case, of, _ = key = result_key(line)
        if (suite, case) in cases and variant in {None, of}:
            result = attrs.evolve(read_result(line.decode()), detail=details.get(key, NO_DETAIL))
            found[suite, case] = (*found.get((suite, case), ()), result)
    return found


def all_results(run: FinishedRun) -> Iterator[Result]:
    """Every trial, in plan order, without its details."""
    return (read_result(line.decode()) for line in result_lines(run))


def told_results(run: FinishedRun) -> Iterator[Result]:
    """Every trial, in plan order, with its details and how long it took, as far as these were kept; one at a time."""
    timings = keyed_timings(run)
    key, timing = next(timings, (None, b""))
    for line in result_lines(run):
        result = read_result(line.decode())
        while key is not None and key < result.key:
            key, timing = next(timings, (None, b""))
        if key == result.key:
            with placing(run.folder.timings):
                seconds, detail = read_timing(timing)
            result = attrs.evolve(result, seconds=seconds, detail=detail)
        yield result


def idle_stubs(run: FinishedRun) -> Mapping[CaseKey, tuple[int, ...]]:
    """The stubs, counted from 0, that answered nothing in any trial of their case; cases without one are left out."""
    idle: dict[CaseKey, set[int]] = {}
    for (suite, case, _, _), line in keyed_timings(run):
        with placing(run.folder.timings):
            of_trial = set(read_detail(line).idle_stubs) if _IDLE in line else set[int]()
        idle[suite, case] = idle.get((suite, case), of_trial) & of_trial
    return {key: tuple(sorted(stubs)) for key, stubs in idle.items() if stubs}


def _details(run: FinishedRun, cases: Collection[CaseKey]) -> Mapping[TrialKey, Detail]:
    with placing(run.folder.timings):
        return {key: read_detail(line) for key, line in keyed_timings(run) if key[:2] in cases}


def keyed_timings(run: FinishedRun) -> Iterator[tuple[TrialKey, bytes]]:
    """How long each trial took, in whole lines only: no digest protects this file, and nothing is decided by it.

    Raises BadFile for a line of something else.
    """
    path = run.folder.timings
    for number, line in enumerate(read_lines(path) if is_there(path) else (), 1):
        if line.endswith(b"}\n"):
            with placing(path, number):
                key = result_key(line)
            yield key, line


def open_proposed(run: FinishedRun, name: str) -> tuple[str, Iterator[Entry]]:
    """As `baselines.open_entries`, for what the run observed; a case in ERROR has no entry."""
    path = run.folder.proposed(name)
    return open_baseline(read_lines(path), file=shown(path))


def judge_use_of(run: FinishedRun) -> JudgeUse | None:
    """What asking a judge took, as the summary says it, which no digest protects; None where there is none."""
    data = read_if_there(run.folder.summary)
    return None if data is None else read_judge_use(data, file=shown(run.folder.summary))


def failed_last(root: Path) -> frozenset[CaseKey]:
    """The cases of which a trial did not pass in the newest run, whether that is complete or not. Raises NoRun."""
    folder = newest_run(root)
    verdicts = {}
    path = folder.results if is_there(folder.results) else folder.journal
    for number, line in enumerate(read_lines(path), 1):
        if line.startswith(_RESULT) and line.endswith(b"\n"):
            with placing(path, number):
                verdicts[result_key(line)] = read_verdict(line)
    return frozenset((suite, case) for (suite, case, *_), verdict in verdicts.items() if verdict != Verdict.PASS)


def result_lines(run: FinishedRun) -> Iterator[bytes]:
    """The lines of all trials with their ends, in plan order."""
    return islice(read_lines(run.folder.results), 1, 1 + run.end.results)


def _changed_since(folder: RunFolder, end: RunEnd) -> Path | None:
    """The first file of a run that is no longer what its end line says."""
    with telling(folder.results, "read"), folder.results.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        measured = measure(file, stop=last_line_start(file, size))
    if (measured.digest, measured.newlines) != (end.lines, end.results + 1):
        return folder.results
    files = {folder.proposed(suite): digest for suite, digest in end.proposed.items()}
    if end.judgements is not None:
        files[folder.judgements] = end.judgements
    for path, digest in files.items():
        if not is_there(path) or digest_of_file(path) != digest:
            return path
    return None


def _incomplete(root: Path, folder: RunFolder) -> IncompleteRun:
    """The error, with the way on: only the newest run is resumed."""
    runs = run_folders(root)
    begun = known_header(folder.journal)
    if is_held(folder.lock):
        way_on = "it still goes on; wait for its end"
    elif runs[:1] == (folder,) and is_there(folder.journal):
        way_on = f"go on with it: {command_on(begun)}"
    else:
        way_on = f"make a new one: {command_for(begun)}"
    older = next((run.name for run in runs if run.name < folder.name and end_of(run)), None)
    other = f"; the last complete one before it: --run {older}" if older else ""
    return IncompleteRun(f"the run {folder.name} is incomplete: it has no valid end line; {way_on}{other}")
