"""What time is it for the agent? Always the same: the clock stands still. Durations are real.

Only what tells the time of day stands; `time.monotonic` and `time.perf_counter`, by which timeouts, asyncio and
goldgate itself measure, go on, and so do the clocks below Python: TLS, the dates of files, other processes.
"""

import datetime as dt
import importlib
import sys
from types import ModuleType
from typing import Any, Final

_NOT_NEEDED: Final = ("pytest", "dateutil", "dateutil.parser")
"""What time-machine imports wherever it is installed, for features that nobody asks for here."""


class Clock:
    """time-machine, the only door to it: one traveller, who starts anew for each trial."""

    def __init__(self, *, start: str) -> None:
        self._start = dt.datetime.fromisoformat(start)
        self._travel: Any = None
        self._stack: list[object] = []
        self._depth = 0

    def open(self) -> None:
        """Load what stops the clock."""
        module = time_machine()
        elapsed = self._start - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
        self._stack = module.traveller_stack
        self._travel = module.travel(elapsed.total_seconds(), tick=False)

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - all see the same time
        """Stop the clock."""
        self._depth = len(self._stack)
        self._travel.start()

    def end(self) -> None:
        """Let it go on, also where the agent stopped it once more and left it so."""
        while len(self._stack) > self._depth:
            self._travel.stop()

    def close(self) -> None:
        """Nothing is left to do: outside of trials the clock always runs."""


def time_machine() -> ModuleType:
    """The module, without the test runner that it would load along."""
    hidden = [name for name in _NOT_NEEDED if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # importing it fails, as if it were not installed
    try:
        return importlib.import_module("time_machine")
    finally:
        for name in hidden:
            del sys.modules[name]
