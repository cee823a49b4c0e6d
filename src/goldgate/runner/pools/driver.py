"""How is one worker kept busy? With batches, as big as it is quick; when it is lost, another takes its place."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import Final, Protocol

import attrs

from goldgate.differ.nearest import brief
from goldgate.errors import GoldgateError, InternalFault
from goldgate.formats.detail import load_detail
from goldgate.formats.trace import load_trace
from goldgate.model.detail import Detail
from goldgate.model.judgement import Fault
from goldgate.model.plan import PlannedTrial
from goldgate.model.trace import LOST_STEP
from goldgate.runner.endings import LATE_STEP, exit_trace, timeout_trace
from goldgate.runner.pools.child import GRACE, Child
from goldgate.runner.pools.desk import Desk
from goldgate.runner.pools.pool import Performed
from goldgate.runner.pools.streams import Handed
from goldgate.runner.protocol import Batch, Broken, Farewell, Goodbye, Late, Message, Reply, Request

WORKER_BROKE: Final = "WORKER_BROKE"
"""Goldgate itself failed in the worker; the trial is ERROR."""

_LARGEST_BATCH: Final = 256
_QUICK: Final = 0.05
"""Seconds; batches grow as long as one takes less."""
_PAUSE: Final = 0.003
"""Seconds in which the worker may say more: to wake up for each of many quick trials costs more than they do."""


class Staff(Protocol):
    """Where workers come from, and whom it interests what project files they read."""

    def hire(self) -> Child:
        """A worker that has loaded the agents. Raises GoldgateError when there is none to be had."""

    def let_go(self, child: Child) -> None:
        """End a worker, whatever it does."""

    def saw(self, project_files: Mapping[str, str | None]) -> Mapping[str, str | None]:
        """Note what a worker read; the part that is new to the run."""


class Driver:
    """Does one worker's share of what lies on the desk.

    `recorded` gives the lines of a case's cassette (suite, id), `redacted` a text as it may be written.
    """

    def __init__(
        self,
        *,
        desk: Desk,
        staff: Staff,
        recorded: Callable[[str, str], Sequence[str]],
        redacted: Callable[[str], str] = str,
    ) -> None:
        self._redacted = redacted
        self._desk = desk
        self._staff = staff
        self._recorded = recorded
        self._child: Child | None = None

    def handfuls(self) -> Iterator[Sequence[Performed]]:
        """What comes of trials that it takes from the desk, until nothing is left there, or no worker can be had."""
        size = 1
        while numbers := self._desk.take(size):
            start = monotonic()
            is_stream = self._desk.trials[numbers[0]].passage is not None
            left = numbers.copy() if is_stream else numbers
            try:
                yield from self._perform_stream(numbers) if is_stream else self._perform(numbers, Handed())
            except GoldgateError as error:
                self._desk.give_back(left, obstacle=str(error))
                return
            size = next_size(size, seconds=monotonic() - start)
        if self._child is not None and (late := [*self._farewell(self._child)]):
            yield late

    def _perform_stream(self, numbers: Sequence[int]) -> Iterator[Sequence[Performed]]:
        """One after the other, each with what the one before left."""
        handed = Handed()
        for number in numbers:
            if not self._desk.purse.may_call():
                return
            if handed.broken_by is None:
                yield from self._perform(deque([number]), handed)
            else:
                yield [handed.refused(self._desk.trials[number])]

    def _perform(self, numbers: deque[int], handed: Handed) -> Iterator[Sequence[Performed]]:
        while numbers:
            if self._child is None:
                self._child = self._staff.hire()
            self._child.send(Batch(trials=tuple([self._request(number, handed) for number in numbers])))
            yield from self._listen(self._child, numbers, handed)

    def _request(self, number: int, handed: Handed) -> Request:
        planned = self._desk.trials[number]
        recorded = self._recorded(planned.suite, planned.case.id)
        return (number, planned.suite, planned.variant, handed.view(planned), recorded, planned.dice)

    def _listen(self, child: Child, numbers: deque[int], handed: Handed) -> Iterator[Sequence[Performed]]:
        """What comes of these trials, as soon as the worker says no more for now."""
        handful: list[Performed] = []
        try:
            for performed in self._heard(child, numbers):
                handful.append(performed)
                handed.saw(performed)
                if not child.has_said_more:
                    yield handful
                    handful = []
                    if numbers:
                        sleep(_PAUSE)
        except GoldgateError:
            if handful:
                yield handful
            raise
        if handful:
            yield handful

    def _heard(self, child: Child, numbers: deque[int]) -> Iterator[Performed]:
        """What comes of these trials, until all are done or the worker is lost."""
        while numbers:
            planned = self._desk.trials[numbers[0]]
            match child.receive(within=planned.timeout):
                case Reply(number=number) as reply if number == numbers[0]:
                    numbers.popleft()
                    yield self._performed(planned, reply)
                    if reply.is_last:
                        yield from self._farewell(child)
                        return
                case Late() as late:
                    yield self._late(late)
                case last_word:
                    lost = _lost(planned, child, last_word)
                    lost = attrs.evolve(lost, detail=self._detail(Detail(printed=child.printed())))
                    numbers.popleft()
                    self._desk.purse.spent(lost.trace.usage)
                    self._part_with(child)
                    yield lost
                    return

    def _performed(self, planned: PlannedTrial, reply: Reply) -> Performed:
        trace = load_trace(reply.trace)
        self._desk.purse.spent(trace.usage)
        return Performed(
            planned=planned,
            trace=trace,
            seconds=reply.seconds,
            fault=None if reply.fault is None else Fault(code=reply.fault[0], message=reply.fault[1]),
            project_files=self._staff.saw(reply.project_files) if reply.project_files else {},
            unused=reply.unused,
            made=reply.made,
            detail=self._detail(load_detail(reply.detail)),
        )

    def _detail(self, detail: Detail) -> Detail:
        return attrs.evolve(detail, printed=self._redacted(detail.printed)) if detail.printed else detail

    def _late(self, late: Late) -> Performed:
        fault = Fault(code=LOST_STEP, message=LATE_STEP)
        return Performed(planned=self._desk.trials[late.number], fault=fault)

    def _farewell(self, child: Child) -> Iterator[Performed]:
        """Let the worker end by itself: what the agent registered for the end of the process shall happen.

        What came of trials that turned out to be late. Raises InternalFault when the worker says more than it was
        asked: then somebody else spoke for it before.
        """
        child.send(Goodbye())
        while isinstance(message := child.receive(within=GRACE), Late):
            yield self._late(message)
        if isinstance(message, Farewell):
            self._staff.saw(message.project_files)
            child.status()
        self._part_with(child)
        if message is not None and not isinstance(message, Farewell):
            raise InternalFault(f"a worker said {brief(message)} where it was to end")

    def _part_with(self, child: Child) -> None:
        self._staff.let_go(child)
        self._child = None


def _lost(planned: PlannedTrial, child: Child, last_word: Message | None) -> Performed:
    """What came of the trial during which a worker was lost."""
    match last_word:
        case None if child.overdue:
            return Performed(planned=planned, trace=timeout_trace(planned.timeout))
        case None:
            return Performed(planned=planned, trace=exit_trace(child.status()))
        case Broken(message=message):
            return Performed(planned=planned, fault=Fault(code=WORKER_BROKE, message=message))
        case _:
            raise InternalFault(f"a worker said {brief(last_word)} where the end of another trial was due")


def next_size(size: int, *, seconds: float) -> int:
    """How many trials the next batch holds, after one of `size` that took so long."""
    return min(2 * size, _LARGEST_BATCH) if seconds < _QUICK else max(1, size // 2)
