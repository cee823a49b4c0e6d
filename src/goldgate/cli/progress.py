"""How far is the run? A bar on stderr, only when a person looks and it takes longer than a second."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from goldgate.model.event import TrialsFinished

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Watch = Callable[[TrialsFinished], None]

QUIET_SECONDS: Final = 1.0
_WIDE: Final = 60
"""Columns from which on there is room for a bar beside the figures."""
_OF_A_MINUTE: Final = 60


@contextmanager
def watching() -> Iterator[Watch]:
    """Hand out what the runner calls when trials have ended; nothing of the bar stays on the screen."""
    if not _somebody_looks():
        yield _ignore
        return
    watcher = _Watcher()
    try:
        yield watcher.advance
    finally:
        watcher.stop()


def _somebody_looks() -> bool:
    """Whether stderr is a terminal that can take a bar away again.

    pre-commit has one of its own, and shows what came there only in the end.
    """
    return sys.stderr.isatty() and not os.environ.get("PRE_COMMIT") and os.environ.get("TERM") != "dumb"


def _ignore(event: TrialsFinished) -> None:
    """Nobody looks."""


class _Watcher:
    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._bar: tuple[Progress, TaskID] | None = None
        self._first: tuple[TrialsFinished, float] | None = None

    def advance(self, event: TrialsFinished) -> None:
        """Show the bar once the run takes long, and move it."""
        now = time.monotonic()
        if self._first is None or self._first[0].what != event.what:
            self.stop()
            self._bar, self._first = None, (event, now)
        if self._bar is None:
            if now - self._begun < QUIET_SECONDS:
                return
            self._bar = _bar(event.total, event.what)
        first, then = self._first
        progress, task = self._bar
        progress.update(task, completed=event.done, pace=pace(first, event, seconds=now - then))

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar[0].stop()


def pace(first: TrialsFinished, event: TrialsFinished, *, seconds: float) -> str:
    """How fast it went from the first event to this one, and how much longer it will take: `2.5/s, 1:20 left`.

    What was there before the first event, as in a run that goes on, says nothing of that; empty while nobody knows.
    """
    done = event.done - first.done
    if done <= 0 or seconds <= 0:
        return ""
    rate = done / seconds
    minutes, left = divmod(round((event.total - event.done) / rate), _OF_A_MINUTE)
    often = f"{rate:.1f}/s" if rate >= 1 else f"{rate * _OF_A_MINUTE:.1f}/min"
    return f"{often}, {minutes}:{left:02} left"


def _bar(total: int, what: str) -> "tuple[Progress, TaskID]":
    from rich.console import Console  # noqa: PLC0415 - rich is loaded only when a bar is shown
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415 - as above

    console = Console(stderr=True)
    bars = [BarColumn(bar_width=console.width // 3)] if console.width >= _WIDE else []
    figures = (MofNCompleteColumn(), TextColumn("{task.fields[pace]}"))
    progress = Progress(what, *bars, *figures, console=console, transient=True)
    task = progress.add_task(what, total=total, pace="")
    progress.start()
    return progress, task
