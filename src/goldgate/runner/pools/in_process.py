"""How do trials run where a debugger can see them? In this process, with fewer guards, and it says which."""

import os
import signal
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn, Self

import attrs

from goldgate.agents.load import is_elsewhere
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.model.cassette import Mode
from goldgate.model.judgement import Fault
from goldgate.model.plan import PlannedTrial
from goldgate.model.trace import LOST_STEP
from goldgate.model.value import Json
from goldgate.runner.endings import LATE_STEP
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.ensemble import Ensemble, assembled
from goldgate.runner.guards.registry import Guarding, Guards
from goldgate.runner.imports import distrusting_bytecode
from goldgate.runner.pools.pool import Company, Performed
from goldgate.runner.pools.streams import Handed, units
from goldgate.runner.project_files import ProjectFolder, SeenFiles
from goldgate.runner.studio import Studio
from goldgate.store.scratch import scratch_folder

_ASKING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that ask a process to end; whoever made them exceptions wants the run to end."""


class InProcessPool:
    """One trial after the other, in the process and the thread that ask for them.

    `agents` are agents at hand (suite → agent); those that the company names are loaded.
    """

    guards_off: tuple[str, ...] = (
        "a process of its own: an exit or a crash of the agent ends this one",
        "the timeout",
        "the fixed hash seed",
        "the clean environment, timezone and locale",
        "fresh sources: what is loaded already is not loaded again",
        "an end of all threads: what a trial leaves running goes on in the next one",
        "silence: the agent prints here",
    )

    def __init__(self, company: Company, *, agents: Mapping[str, object] | None = None) -> None:
        self._company = company
        self._agents = {**company.agents, **(agents or {})}
        self._files = SeenFiles()
        self._stack = ExitStack()
        self._ensemble: Ensemble

    def __enter__(self) -> Self:
        company = self._company
        with ExitStack() as stack:
            scratch = stack.enter_context(scratch_folder())
            stack.callback(os.chdir, Path.cwd())
            os.chdir(company.root)
            stack.enter_context(_no_exit_is_a_verdict())
            project = ProjectFolder(root=company.root, outside=company.outside)
            stack.enter_context(distrusting_bytecode(project.holds))
            self._ensemble = stack.enter_context(
                assembled(
                    self._agents,
                    root=company.root,
                    outside=company.outside,
                    scratch=scratch,
                    http=company.http,
                    studio=Studio.of(company.mode, company.recording, reachable=company.reachable, environ=os.environ),
                    guards=_guards(company),
                    endpoint=Endpoint(os.environ, mode=company.mode),
                    variants=company.adapters,
                )
            )
            self._files.add(self._ensemble.imported)
            self._files.close_import()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def company(self) -> Company:
        """Who performs here."""
        return self._company

    @property
    def imported(self) -> Mapping[str, str]:
        """The project files that are loaded: name → digest."""
        return self._files.imported

    @property
    def late(self) -> Mapping[str, str | None]:
        """The project files that were read later."""
        return self._files.late

    def run(self, trials: Sequence[PlannedTrial]) -> Generator[Sequence[Performed]]:
        """Perform them one after the other. Raises KeyboardInterrupt after a trial in which Ctrl-C was pressed."""
        for unit in units(trials):
            handed = Handed()
            for number in unit:
                if not self._company.purse.may_call():
                    return
                performed = self._next(number, trials[number], handed)
                handed.saw(performed)
                yield [performed]
                for late in self._ensemble.stage.newly_late():
                    yield [Performed(planned=trials[late], fault=Fault(code=LOST_STEP, message=LATE_STEP))]

    def _next(self, number: int, planned: PlannedTrial, handed: Handed) -> Performed:
        if handed.broken_by is not None:
            return handed.refused(planned)
        with _not_swallowing_interrupts():
            return self._performed(number, planned, handed.view(planned))

    def _performed(self, number: int, planned: PlannedTrial, view: dict[str, Json]) -> Performed:
        recorded = self._company.recorded(planned.suite, planned.case.id)
        attempt = self._ensemble.perform(
            number, planned.suite, view, recorded=recorded, variant=planned.variant, dice=planned.dice
        )
        self._company.purse.spent(attempt.trace.usage)
        return Performed(
            planned=planned,
            trace=attempt.trace,
            fault=attempt.fault,
            seconds=attempt.seconds,
            project_files=self._files.add(self._ensemble.files.news()),
            unused=attempt.unused,
            made=attempt.made,
            detail=attempt.detail,
        )


def _guards(company: Company) -> Guards:
    return Guards.of(
        Guarding(
            settings=attrs.evolve(company.guards, places=False),
            reachable=company.reachable,
            elsewhere=frozenset(suite for suite, agent in company.agents.items() if is_elsewhere(agent)),
            replaying=company.mode is Mode.REPLAY,
        )
    )


@contextmanager
def _not_swallowing_interrupts() -> Iterator[None]:
    """Ctrl-C ends the run: to the trial alone it would be an exception of the agent's like any other."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[bool] = []

    def press(number: int, frame: FrameType | None) -> None:
        try:
            before[number](number, frame)
        except KeyboardInterrupt:
            pressed.append(True)
            raise

    before = {number: handler for number in _ASKING if callable(handler := signal.getsignal(number))}
    for number in before:
        signal.signal(number, press)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def _no_exit_is_a_verdict() -> Iterator[None]:
    """An agent that leaves the interpreter at once takes this process along, but not with a status of its choice."""
    leave, process = os._exit, os.getpid()

    def leave_without_judgement(status: int) -> NoReturn:
        if os.getpid() != process:
            leave(status)
        os.write(2, f"the agent left the interpreter with os._exit; nothing was judged [{UsageError.code}]\n".encode())
        leave(ExitCode.NO_JUDGEMENT)

    os._exit = leave_without_judgement
    try:
        yield
    finally:
        os._exit = leave
