"""Which thread comes first? The one that was started last: what depends on it shows."""

import sys
import threading
from collections.abc import Callable
from time import sleep
from typing import Final

_LONGEST: Final = 0.08
"""Seconds that the first thread of a trial waits before it begins; each that follows waits half as long."""
_SWITCH: Final = 1e-5
"""Seconds after which another thread gets its turn; 5 ms is what Python grants."""


class ShakenThreads:
    """Threads begin in the reverse order, and take turns often, while a trial lasts."""

    def __init__(self) -> None:
        self._run: Callable[[threading.Thread], None] = threading.Thread.run
        self._interval = sys.getswitchinterval()
        self._delay = _LONGEST

    def open(self) -> None:
        """Nothing is left to get ready."""

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - the same for all
        """Let the first wait longest."""
        self._delay = _LONGEST
        sys.setswitchinterval(_SWITCH)
        run = self._run

        def late(thread: threading.Thread) -> None:
            delay, self._delay = self._delay, self._delay / 2
            sleep(delay)
            run(thread)

        threading.Thread.run = late  # type: ignore[assignment,method-assign]  # what it does, later

    def end(self) -> None:
        """Let them go as they come."""
        threading.Thread.run = self._run  # type: ignore[assignment,method-assign]  # its own
        sys.setswitchinterval(self._interval)

    def close(self) -> None:
        """Nothing is left of it."""
