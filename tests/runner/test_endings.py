import signal

from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace
from goldgate.runner.endings import exit_trace, timeout_trace


def _trace(code: str, observation: str) -> Trace:
    step = Step(kind="exception", status=StepStatus.ERROR, error_code=code, observation=observation)
    return Trace(steps=(step,), status=OverallStatus.ERROR)


def test_a_timeout_is_a_fault_of_the_agent() -> None:
    assert timeout_trace(0.5) == _trace("TIMEOUT", "no end after 0.5 s")


def test_an_agent_that_leaves_has_an_exit_status() -> None:
    assert exit_trace(3) == _trace("AGENT_EXIT", "exit status 3")


def test_a_process_that_died_of_a_signal_crashed() -> None:
    assert exit_trace(-signal.SIGSEGV) == _trace("CRASH", "SIGSEGV")
