"""What is there to do, and what was done? The one place where drivers and the parent's own thread meet."""

from collections import deque
from collections.abc import Iterator, Sequence
from queue import Empty, SimpleQueue
from threading import Lock
from time import sleep
from typing import Final

from goldgate.model.judgement import Fault
from goldgate.model.plan import PlannedTrial
from goldgate.runner.pools.pool import Performed
from goldgate.runner.pools.streams import units
from goldgate.runner.purse import UNLIMITED, Purse

LOST_WORKER: Final = "LOST_WORKER"
"""The trial could not be performed, since no worker could be started any more; it is ERROR."""

_UNREAD: Final = 4
"""How many handfuls may lie on the desk before drivers wait with the next batch, so that memory stays flat."""
_TICK: Final = 0.2
"""Seconds after which a waiting reader looks up, since Windows delivers Ctrl-C to nobody who waits for good."""


class Desk:
    """The trials of one run by number, those that are left to do, and the results that nobody has read yet.

    `purse` says whether more may be done.
    """

    def __init__(self, trials: Sequence[PlannedTrial], *, purse: Purse = UNLIMITED) -> None:
        self.trials = trials
        self.purse = purse
        self._left = deque(units(trials))
        self._lock = Lock()
        self._results: SimpleQueue[Sequence[Performed] | None] = SimpleQueue()
        self._closed = False
        self._obstacle = ""

    def take(self, size: int) -> deque[int]:
        """The next trials, at most so many, for a driver; empty when nothing is left to do, or may be done.

        Those of a passage through a stream come together and by themselves, in their order, however many they are.
        """
        while self._results.qsize() > _UNREAD and not self._closed:
            sleep(0.001)
        taken = deque[int]()
        if self._left and not self.purse.may_call():
            return taken
        size = 1 if self.purse.counts_each else size
        with self._lock:
            while self._left and len(taken) < size and not (taken and self._is_stream(self._left[0])):
                taken += (unit := self._left.popleft())
                if self._is_stream(unit):
                    break
        return taken

    def _is_stream(self, unit: Sequence[int]) -> bool:
        return self.trials[unit[0]].passage is not None

    def give_back(self, numbers: Sequence[int], *, obstacle: str) -> None:
        """A driver gives up: others may do these, and if there are none, this is why nobody did."""
        with self._lock:
            back = [tuple(numbers)] if self._is_stream(numbers) else [(number,) for number in numbers]
            self._left.extendleft(reversed(back))
            self._obstacle = obstacle

    def hand_over(self, handful: Sequence[Performed]) -> None:
        """A driver has what came of some trials."""
        self._results.put(handful)

    def sign_off(self) -> None:
        """A driver is done."""
        self._results.put(None)

    def close(self) -> None:
        """Nobody reads any more: there is nothing left to do."""
        with self._lock:
            self._closed = True
            self._left.clear()

    def results(self, *, drivers: int) -> Iterator[Sequence[Performed]]:
        """What comes of the trials until all drivers have signed off."""
        while drivers:
            try:
                handful = self._results.get(timeout=_TICK)
            except Empty:
                continue
            if handful is None:
                drivers -= 1
            else:
                yield handful

    def unperformed(self) -> Iterator[Sequence[Performed]]:
        """A fault for each trial that is left when nobody performs any more, though there is no reason to stop."""
        if self.purse.stop is not None:
            return
        fault = Fault(code=LOST_WORKER, message=self._obstacle)
        for unit in self._left:
            yield [Performed(planned=self.trials[number], fault=fault) for number in unit]
