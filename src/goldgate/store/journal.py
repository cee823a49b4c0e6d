"""What has come of the run so far? A line a trial, on the disk as soon as the trial is heard of."""

import datetime as dt
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import FileIO
from pathlib import Path

import attrs

from goldgate.differ.nearest import brief
from goldgate.errors import BadFile, IncompleteRun, Problem
from goldgate.formats.results import (
    read_file_digests,
    read_result,
    result_key,
    write_header,
    write_result,
    write_timing,
)
from goldgate.model.case_key import case_name
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Fault, Verdict
from goldgate.model.plan import Plan, TrialKey
from goldgate.model.project_file import agreed
from goldgate.model.result import Figures, Result, RunHeader
from goldgate.model.settings import OutcomeSettings, Settings
from goldgate.store.files import append, is_there, read_lines, shown, telling
from goldgate.store.lines import GrowingFile, places_of, placing
from goldgate.store.locks import lock
from goldgate.store.proposals import observed
from goldgate.store.run_folder import RunFolder, new_run_folder


@frozen(kw_only=True)
class Journal:
    """A run that goes on: what has come of it so far, with what came before it was interrupted.

    `outcomes` are lines of a baseline, one a trial, `figures` what is counted of each.
    """

    folder: RunFolder
    header: RunHeader
    results: GrowingFile
    timings: GrowingFile
    outcomes: GrowingFile
    figures: dict[TrialKey, Figures] = attrs.field(factory=dict, init=False)
    _late_files: FileIO
    _settings: Mapping[str, OutcomeSettings]

    @property
    def finished(self) -> Collection[TrialKey]:
        """The trials that have a result."""
        return self.figures.keys()

    def add(self, *results: Result) -> None:
        """Keep the results of some trials; a second one of the same trial takes the place of the first."""
        keyed = [(result.key, result) for result in results]
        self.timings.add([(key, write_timing(result)) for key, result in keyed])
        self.results.add([(key, write_result(result)) for key, result in keyed])
        self.observe(*keyed)

    def take_over(self, lines: Iterable[bytes]) -> None:
        """Keep lines of trials from the results of another run, byte for byte."""
        for line in lines:
            result = read_result(line.decode())
            self.results.add([(result.key, line.decode().removesuffix("\n"))])
            self.observe((result.key, result))

    def judge_anew(self, *results: Result) -> None:
        """Keep another judgement of trials that have a result; how long they took stays as it is."""
        keyed = [(result.key, result) for result in results]
        self.results.add([(key, write_result(result)) for key, result in keyed])
        self.observe(*keyed)

    def observe(self, *keyed: tuple[TrialKey, Result]) -> None:
        """Note what results that are kept come to, so that nobody has to read them again."""
        self.outcomes.add([(key, self._outcome_of(result)) for key, result in keyed])
        self.figures.update([(key, result.figures) for key, result in keyed])

    def _outcome_of(self, result: Result) -> str:
        definition = self.header.suites[result.suite].cases[result.id]
        return observed(result, definition=definition, settings=self._settings[result.suite]).text

    def saw(self, project_files: Mapping[str, str | None]) -> None:
        """Keep the digests of project files that came after the agent's import, so that a resumed run knows them.

        None stands for a file that turned out to be written by the agent: its memory, not its source.
        """
        with telling(self.folder.late_files, "write"):
            append(self._late_files, f"{json.dumps(dict(project_files))}\n".encode())

    def void(self, suite: str, variant: str, fault: Fault) -> None:
        """Take the judgement from all trials of a variant: something was found out that holds for each of them."""
        for key, line in [*self.results.sorted_lines()]:
            if (key[0], key[2]) == (suite, variant):
                result = attrs.evolve(read_result(line), verdict=Verdict.ERROR, checks=(), fault=fault)
                self.results.add([(key, write_result(result))])
                self.observe((key, result))

    def require_ours(self) -> None:
        """Raise IncompleteRun where somebody, maybe the agent, changed what was kept; nobody goes on with that."""
        for file in (self.results, self.outcomes):
            if not file.is_ours:
                with telling(self.folder.journal, "write"):
                    os.truncate(self.folder.journal, 0)
                raise IncompleteRun(f"{shown(file.path)} was changed during the run; make a new one: goldgate run")

    def left_of(self, plan: Plan) -> Plan:
        """The trials of the plan that are still to be done."""
        return plan.left_after(self.finished)

    def close(self) -> None:
        """Close the files; nothing is added any more."""
        for file in (self.results.file, self.timings.file, self.outcomes.file, self._late_files):
            file.close()


@contextmanager
def begin_run(root: Path, header: RunHeader, *, settings: Settings, now: dt.datetime) -> Iterator[Journal]:
    """Make the folder of a new run, which gives the header its name, and keep its journal for the length of the block.

    Raises UnreadableFile, when the project may not be written.
    """
    with begin_in(new_run_folder(root, now), header, settings=settings) as journal:
        yield journal


@contextmanager
def begin_in(folder: RunFolder, header: RunHeader, *, settings: Settings) -> Iterator[Journal]:
    """As `begin_run`, in a folder that was made for the run."""
    header = attrs.evolve(header, run=folder.name)
    with writing(folder):  # before there is anything that another process could go on with
        with telling(folder.journal, "write"), folder.journal.open("xb", buffering=0) as file:
            append(file, f"{write_header(header)}\n".encode())
        with open_journal(folder, header, settings=settings) as journal:
            yield journal


@contextmanager
def writing(folder: RunFolder) -> Iterator[None]:
    """Be the only process that writes into the folder of a run. Raises LockHeld."""
    with lock(folder.lock, what=f"the run {folder.name}"):
        yield


@contextmanager
def open_journal(folder: RunFolder, header: RunHeader, *, settings: Settings) -> Iterator[Journal]:
    """A journal that goes on at the end of the files of a run; outcomes and figures of what is there are made anew.

    Raises UnreadableFile, BadFile for a damaged journal.
    """
    with ExitStack() as files:
        with telling(folder.path, "write"):
            results, timings, late_files = (
                files.enter_context(path.open("ab", buffering=0))
                for path in (folder.journal, folder.timings, folder.late_files)
            )
            outcomes = files.enter_context(folder.outcomes.open("wb", buffering=0))
        journal = Journal(
            folder=folder,
            header=header,
            results=GrowingFile(folder.journal, results, places_of(folder.journal, result_key, skip=1)),
            timings=GrowingFile(folder.timings, timings, places_of(folder.timings, result_key)),
            outcomes=GrowingFile(folder.outcomes, outcomes, {}),
            late_files=late_files,
            settings={suite: settings.outcome_of(suite) for suite in header.suites},
        )
        for key, line in journal.results.sorted_lines():
            with placing(folder.journal):
                _require_planned(key, header)
                journal.observe((key, read_result(line)))
        yield journal


def _require_planned(key: TrialKey, header: RunHeader) -> None:
    suite, case, _, _ = key
    if suite not in header.suites or case not in header.suites[suite].cases:
        message = f"a result of {brief(case_name(suite, case))}, which the header does not name"
        raise BadFile(Problem(code=BadFile.code, message=message))


def read_late_files(folder: RunFolder) -> Mapping[str, str | None]:
    """All that `Journal.saw` kept: None of a file that was written, `CHANGED_MEANWHILE` of one that changed."""
    seen: dict[str, str | None] = {}
    for number, line in enumerate(read_lines(folder.late_files) if is_there(folder.late_files) else (), 1):
        with placing(folder.late_files, number):
            for path, digest in read_file_digests(line).items():
                seen[path] = agreed(seen.get(path, digest), digest)
    return seen
