"""Does something of a trial still run after its end? Then the next trial needs another process."""

import _thread
import sys
import threading
from collections.abc import Mapping, Sequence
from threading import Thread
from time import monotonic, sleep
from types import FrameType
from typing import Final, TypeAlias

_GRACE: Final = 0.05
"""Seconds in which threads that are about to end may do so: to start another worker takes longer."""
_PAUSE: Final = 0.001

_Mark: TypeAlias = Thread | int
"""A thread, or the number of one that `threading` does not know."""


class Threads:
    """The threads of this process; those that run when this is made belong to no trial."""

    def __init__(self) -> None:
        running = _running()
        self._known = {mark for mark, frame in running.items() if not _is_idle(frame)}
        self._known_are_all = len(self._known) == len(running)
        self._quiet = _signature()

    def leave_some(self) -> bool:
        """Whether one that came since then still runs, a moment later.

        Those of `concurrent.futures` that wait for work don't count until they have some, and our own never do.
        Costs about a microsecond where no thread came or went.
        """
        if _signature() == self._quiet and self._known_are_all:
            return False
        deadline = monotonic() + _GRACE
        while busy := self._some_are_busy():
            if monotonic() > deadline:
                break
            sleep(_PAUSE)
        return busy

    def _some_are_busy(self) -> bool:
        self._quiet = _signature()
        running = _running()
        self._known &= running.keys()  # the number of one that has ended may be given to another
        news = [frame for mark, frame in running.items() if mark not in self._known]
        self._known_are_all = not news
        return not all(_is_idle(frame) or _is_ours(frame) for frame in news)


def _signature() -> tuple[Sequence[Thread], int]:
    """Which threads run, as far as that is cheap to ask: those that `threading` knows, and how many there are."""
    return threading.enumerate(), _thread._count()  # noqa: SLF001 - for just this, its docstring says


def _running() -> Mapping[_Mark, FrameType]:
    """All threads with their innermost frames."""
    frames: dict[int, FrameType] = sys._current_frames()  # noqa: SLF001 - documented all the same
    threads = {thread.ident: thread for thread in threading.enumerate()}
    return {threads.get(number, number): frame for number, frame in frames.items()}


def _is_idle(frame: FrameType) -> bool:
    """Whether this is a thread of a pool that waits for work."""
    pools = sys.modules.get("concurrent.futures.thread")
    if pools is None or frame.f_code is not pools._worker.__code__:  # noqa: SLF001 - what it runs
        return False
    found = frame.f_locals
    return "work_item" not in found and found["work_queue"].empty()


def _is_ours(frame: FrameType) -> bool:
    """Whether goldgate started this thread."""
    while frame.f_back is not None:
        frame = frame.f_back
    return str(frame.f_globals.get("__name__")).startswith("goldgate.")
