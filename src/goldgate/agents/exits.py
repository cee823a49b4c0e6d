"""How did a process end, and which step stands for that? An exit is the agent's own doing, a signal is a crash."""

import signal
from typing import Final

from goldgate.agents.raised import exception_step
from goldgate.model.trace import AGENT_EXIT, CRASH, Step

_WINDOWS_FAULTS: Final = 0xC0000000
"""Exit statuses from here on are the codes of Windows for native faults."""


def exit_step(status: int) -> Step:
    """The step for a process that ended. `status` is as in `subprocess`: negative for a signal."""
    crashed = status < 0 or status >= _WINDOWS_FAULTS
    return exception_step(CRASH if crashed else AGENT_EXIT, how_it_ended(status))


def how_it_ended(status: int) -> str:
    """`exit status 1`, `SIGSEGV`, `Windows fault 0005`."""
    if status < 0:
        return signal_name(-status)
    if status >= _WINDOWS_FAULTS:
        return f"Windows fault {status - _WINDOWS_FAULTS:04X}"
    return f"exit status {status}"


def signal_name(number: int) -> str:
    """`SIGSEGV` for 11; real-time signals have no names."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
