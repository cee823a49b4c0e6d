"""How long may it take to look at one trial? A regular expression that tries everything must not hold up the gate.

What agents do is ended with their process. What this process does with their texts, it has to end itself: the time that
it computes is limited, and Python's regular expressions listen to signals. Neither is had outside of the main thread,
nor on Windows; there nothing is limited.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Final, NoReturn, Self

import attrs

from goldgate.judge.verdict import CHECK_CRASHED, judge
from goldgate.model.case import Case
from goldgate.model.judgement import Fault, Judgement, Verdict
from goldgate.model.trace import Trace

SECONDS: Final = 10.0
"""Of computing, whatever else the machine does meanwhile."""


class TooSlow(Exception):
    """It took too long; raised in the middle of what did."""


@attrs.define
class Patience:
    """For the length of a block, a limit on what is looked at within it."""

    seconds: float = SECONDS
    _before: Any = None
    _is_limited: bool = False

    def __enter__(self) -> Self:
        """Listen to the clock, where that can be done."""
        self._is_limited = hasattr(signal, "SIGVTALRM") and threading.current_thread() is threading.main_thread()
        if self._is_limited:
            self._before = signal.signal(signal.SIGVTALRM, self._end)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave everything as it was."""
        if self._is_limited:
            signal.signal(signal.SIGVTALRM, self._before)

    def judge(self, case: Case, trace: Trace) -> Judgement:
        """As `judge`; ERROR when it takes too long."""
        try:
            with self.limit():
                return judge(case, trace)
        except TooSlow as error:  # between two checks
            return Judgement(verdict=Verdict.ERROR, fault=Fault(code=CHECK_CRASHED, message=str(error)))

    @contextmanager
    def limit(self) -> Iterator[None]:
        """Raise TooSlow in whatever goes on in the block for too long."""
        if not self._is_limited:
            yield
            return
        signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _end(self, _number: int, _frame: FrameType | None) -> NoReturn:
        raise TooSlow(
            f"it took more than {self.seconds:g} s, as a regular expression such as (a+)+$ does on some texts"
        )
