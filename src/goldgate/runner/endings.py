"""What is the trace of a trial whose process did not come back?

The steps that ran before are not kept: how many of them got through would depend on the moment.
"""

from typing import Final

from goldgate.agents.exits import exit_step
from goldgate.agents.raised import exception_step
from goldgate.model.trace import TIMEOUT, OverallStatus, Step, Trace

LATE_STEP: Final = "a step was recorded after the end of the trial, by something that the agent had left running"
"""Why an earlier trial turns out to be ERROR, `LOST_STEP`."""
NO_TRACE: Final = Trace(status=OverallStatus.ERROR)
"""Stands beside a fault where nothing was observed."""


def timeout_trace(seconds: float) -> Trace:
    """The agent did not end within its time."""
    return _trace(exception_step(TIMEOUT, f"no end after {seconds:g} s"))


def exit_trace(status: int) -> Trace:
    """The process ended. `status` is as in `subprocess`: negative for a signal."""
    return _trace(exit_step(status))


def _trace(step: Step) -> Trace:
    return Trace(steps=(step,), status=OverallStatus.ERROR)
