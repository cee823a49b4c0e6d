"""What if somebody asks a command to end? Then it ends as after Ctrl-C: workers and temporary folders go first."""

import signal
from types import FrameType
from typing import Final

_ASKING: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


def end_when_asked() -> None:
    """From now on every such signal is a KeyboardInterrupt, but for those that the user's shell keeps from us."""
    for number in _ASKING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _interrupt)


def end_undisturbed() -> None:
    """How the command ends is decided; the interpreter needs a moment to end, and nothing changes that."""
    for number in _ASKING:
        signal.signal(number, signal.SIG_IGN)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
