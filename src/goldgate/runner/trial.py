"""What happens in one trial? The agent is performed in its world, and then everything is put back."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

import attrs

from goldgate.agents.perform import perform
from goldgate.model.case import CaseView, WorldFile
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Fault
from goldgate.model.trace import Trace
from goldgate.model.variant import PLAIN, ResolvedVariant
from goldgate.runner.audit import Touched
from goldgate.runner.endings import NO_TRACE
from goldgate.runner.folder import changed_files, make_folder, remove_folder
from goldgate.runner.guards.surroundings import Surroundings
from goldgate.runner.left_behind import Threads
from goldgate.runner.recorder import Tape
from goldgate.runner.skills import not_given, watching

WORLD_NOT_MADE: Final = "WORLD_NOT_MADE"
"""The files of the case's world could not be written; the trial is ERROR."""


@frozen(kw_only=True)
class Attempt:
    """What came of one trial. `seconds` is how long the agent took.

    `unused` are the lines of the case's cassette whose recordings nothing used, `made` the lines of new ones.
    `goes_on` says that something which the agent started still runs.
    """

    trace: Trace
    seconds: float
    fault: Fault | None = None
    unused: tuple[int, ...] = ()
    made: tuple[str, ...] = ()
    goes_on: bool = False
    detail: Detail = NO_DETAIL


@frozen(kw_only=True)
class Stage:
    """Where trials happen, one at a time: what surrounds each, and the folder below which those with files run.

    `root` is the project's folder, to which paths of the agent's code are told relative.
    `late` gathers the numbers of trials of which a step came after their end; threads that were left behind add some.
    """

    surroundings: Surroundings
    touched: Touched
    threads: Threads
    scratch: Path
    root: Path
    late: set[int] = attrs.field(factory=set)
    _told: set[int] = attrs.field(factory=set, init=False)

    def newly_late(self) -> list[int]:
        """The trials that became late since the last call, each once."""
        if len(self.late) == len(self._told):
            return []
        news = sorted(self.late.copy() - self._told)
        self._told.update(news)
        return news

    def attempt(
        self, agent: object, view: CaseView, *, number: int, tape: Tape, variant: ResolvedVariant = PLAIN
    ) -> Attempt:
        """Perform the agent on one case. `number` is the trial's own among all, and names its folder."""
        trial = _Trial(agent=agent, view=view, number=number, tape=tape, variant=variant)
        files = view.world.files
        if files is None:
            return self._perform(trial, folder=None)
        folder = self.scratch / str(number)
        try:
            return self._attempt_in(folder, trial, files=files)
        finally:
            remove_folder(folder)

    def _attempt_in(self, folder: Path, trial: "_Trial", *, files: Mapping[str, WorldFile]) -> Attempt:
        try:
            make_folder(folder, files)
        except (OSError, ValueError) as error:
            return Attempt(
                trace=NO_TRACE,
                seconds=0.0,
                fault=Fault(code=WORLD_NOT_MADE, message=f"the world's files could not be written: {error}"),
            )
        os.chdir(folder)
        attempt = self._perform(trial, folder=folder)
        return attrs.evolve(attempt, trace=attrs.evolve(attempt.trace, files=changed_files(folder, files)))

    def _perform(self, trial: "_Trial", *, folder: Path | None) -> Attempt:
        if fault := not_given(trial.variant):
            return Attempt(trace=NO_TRACE, seconds=0.0, fault=fault)
        process, tape = os.getpid(), trial.tape
        with watching(trial.variant) as watched:
            start = perf_counter()
            performance = perform(
                trial.agent,
                trial.view,
                folder=folder,
                tape=tape,
                on_late=partial(self.late.add, trial.number),
                root=self.root,
                variant=trial.variant,
            )
            seconds = perf_counter() - start
        if os.getpid() != process:
            os._exit(0)  # a child that the agent forked and let come back here; the trial is its parent's
        tape.close()
        self.surroundings.restore(self.touched)
        return Attempt(
            trace=performance.trace,
            seconds=seconds,
            fault=tape.fault or performance.fault,
            unused=tape.unused,
            made=tape.made,
            goes_on=self.threads.leave_some(),
            detail=performance.detail if performance.fault else watched.told_in(performance.detail),
        )


@frozen(kw_only=True)
class _Trial:
    """What is performed, and with what."""

    agent: object
    view: CaseView
    number: int
    tape: Tape
    variant: ResolvedVariant
