"""May one more call be made? Whoever performs trials or asks a judge asks here before each, and tells what it took."""

import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

import attrs

from goldgate.errors import RunStopped
from goldgate.model.limits import LimitSettings, Stop, Unmetered
from goldgate.model.spending import Spent
from goldgate.model.trace import Usage

_MINUTE: Final = 60


class CallRefused(RunStopped):
    """No more calls are made; whoever knows the run tells of it."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(f"no more calls are made: {stop}")
        self.stop = stop


class Purse:
    """What calls may take; this one lets them take everything."""

    counts_each: bool = False
    """Whether the next call has to wait until is known what the one before took."""
    stop: Stop | None = None
    """Why a call was refused; it stays, once one was."""

    def may_call(self) -> bool:
        """Whether one more call may begin; asked where there is one to make."""
        return True

    def spent(self, usage: Usage) -> None:
        """That is what a call took; unknown is None."""

    def before_call(self) -> None:
        """One more call is about to be made. Raises CallRefused."""
        if not self.may_call():
            self.require_open()

    def require_open(self) -> None:
        """Raise CallRefused when a call was refused."""
        if self.stop is not None:
            raise CallRefused(self.stop)


UNLIMITED: Final = Purse()


class Budget(Purse):
    """The purse of a run with settings: nothing is called once a limit is reached, or when somebody asks it to stop.

    Calls that are under way then come to their end, and what they take is counted. May be used by several threads.
    """

    def __init__(self, limits: LimitSettings, *, stop_file: Path) -> None:
        self.limits = limits
        self.counts_each = limits.any_given
        self.total = Spent()
        """What was spent until the last call, before an interruption, too."""
        self.asked_to_stop = False
        """Whether somebody pressed Ctrl-C; the next call is refused."""
        self._stop_file = str(stop_file)
        self._start = monotonic()
        self._seconds_before = 0.0
        self._keep: Callable[[Spent], None] | None = None
        self._lock = Lock()

    def open(self, before: Spent, *, keep: Callable[[Spent], None]) -> None:
        """Count from what was spent before, and hand all that is spent by then to `keep` after each call."""
        self.total = before
        self._seconds_before = before.seconds
        self._keep = keep

    def now(self) -> Spent:
        """What is spent by now."""
        return attrs.evolve(self.total, seconds=self._seconds_before + monotonic() - self._start)

    def may_call(self) -> bool:
        """Whether nothing has stopped the run."""
        if self.stop is None:
            self.stop = self._reason()
        return self.stop is None

    def spent(self, usage: Usage) -> None:
        """Count what a call took, where anybody wants to know."""
        if self._keep is None and not self.counts_each:
            return
        with self._lock:
            self.total = self.total.plus(usage)
            if self._keep is not None:
                self._keep(self.now())

    def _reason(self) -> Stop | None:
        if self.asked_to_stop:
            return Stop.SIGNAL
        if os.path.lexists(self._stop_file):
            return Stop.STOP_FILE
        return self._exhausted() if self.counts_each else None

    def _exhausted(self) -> Stop | None:
        limits, spent = self.limits, self.now()
        unknown = (limits.usd and spent.unknown_usd) or (limits.tokens and spent.unknown_tokens)
        if unknown and limits.unmetered is Unmetered.REFUSE:
            return Stop.UNMETERED
        if limits.usd is not None and spent.usd >= limits.usd:
            return Stop.USD
        if limits.tokens is not None and spent.tokens >= limits.tokens:
            return Stop.TOKENS
        if limits.minutes is not None and spent.seconds >= limits.minutes * _MINUTE:
            return Stop.MINUTES
        return None
