"""What is the trace of a trial whose process did not come back?

The steps that ran before are not kept: how many of them got through would depend on the moment.
"""

import signal
from typing import Final

from goldgate.agents.raised import exception_step
from goldgate.model.trace import AGENT_EXIT, CRASH, TIMEOUT, OverallStatus, Trace

_WINDOWS_FAULTS: Final = 0xC0000000
"""Exit statuses from here on are the codes of Windows for native faults."""


NO_TRACE: Final = Trace(status=OverallStatus.ERROR)
"""Stands beside a fault where nothing was observed."""


def timeout_trace(seconds: float) -> Trace:
    """The agent did not end within its time."""
    return _trace(TIMEOUT, f"no end after {seconds:g} s")


def exit_trace(status: int) -> Trace:
    """The process ended. `status` is as in `subprocess`: negative for a signal."""
    if status < 0:
        return _trace(CRASH, signal_name(-status))
    if status >= _WINDOWS_FAULTS:
        return _trace(CRASH, f"Windows fault {status - _WINDOWS_FAULTS:04X}")
    return _trace(AGENT_EXIT, f"exit status {status}")


def signal_name(number: int) -> str:
    """`SIGSEGV` for 11; real-time signals have no names."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _trace(code: str, observation: str) -> Trace:
    return Trace(steps=(exception_step(code, observation),), status=OverallStatus.ERROR)
