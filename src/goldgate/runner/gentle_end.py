"""What if somebody presses Ctrl-C while a call costs money? It comes to its end first; the second time, all ends."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from goldgate.runner.purse import Budget

_NOTICE: Final = b"the call under way comes to its end, then the run stops; Ctrl-C again ends it at once\n"


@contextmanager
def ending_gently(budget: Budget) -> Iterator[None]:
    """For the length of the block the first Ctrl-C refuses the next call, and tells so; a second one interrupts.

    Only where Ctrl-C would interrupt, and only for a budget that counts: what a call took that was broken off, nobody
    would know.
    """
    before = signal.getsignal(signal.SIGINT)
    if not budget.counts_each or not callable(before) or threading.current_thread() is not threading.main_thread():
        yield
        return

    def press(number: int, frame: FrameType | None) -> None:
        if budget.asked_to_stop:
            before(number, frame)
        budget.asked_to_stop = True
        os.write(2, _NOTICE)

    signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
