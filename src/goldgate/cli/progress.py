"""How far is the run? A bar on stderr, only when a person looks and it takes longer than a second."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from goldgate.model.event import TRIALS, TrialsFinished

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Watch = Callable[[TrialsFinished], None]

QUIET_SECONDS: Final = 1.0


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
    """Whether stderr is a terminal; pre-commit has one of its own, and shows what came there only in the end."""
    return sys.stderr.isatty() and not os.environ.get("PRE_COMMIT")


def _ignore(event: TrialsFinished) -> None:
    """Nobody looks."""


class _Watcher:
    def __init__(self) -> None:
        self._start = time.monotonic()
        self._bar: tuple[Progress, TaskID] | None = None
        self._what = TRIALS

    def advance(self, event: TrialsFinished) -> None:
        """Show the bar once the run takes long, and move it."""
        if event.what != self._what:
            self.stop()
            self._bar, self._what = None, event.what
        if self._bar is None:
            if time.monotonic() - self._start < QUIET_SECONDS:
                return
            self._bar = _bar(event.total, event.what)
        progress, task = self._bar
        progress.update(task, completed=event.done)

    def stop(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar[0].stop()


def _bar(total: int, what: str) -> "tuple[Progress, TaskID]":
    from rich.console import Console  # noqa: PLC0415 - rich is loaded only when a bar is shown
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415 - as above

    progress = Progress(
        what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    )
    task = progress.add_task(what, total=total)
    progress.start()
    return progress, task
