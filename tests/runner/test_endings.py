import signal

import pytest

from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace
from goldgate.runner.endings import exit_trace, signal_name, timeout_trace


def _trace(code: str, observation: str) -> Trace:
    step = Step(kind="exception", status=StepStatus.ERROR, error_code=code, observation=observation)
    return Trace(steps=(step,), status=OverallStatus.ERROR)


def test_a_timeout_is_a_fault_of_the_agent() -> None:
    assert timeout_trace(0.5) == _trace("TIMEOUT", "no end after 0.5 s")


@pytest.mark.parametrize("status", [0, 1, 139])
def test_an_agent_that_leaves_has_an_exit_status(status: int) -> None:
    assert exit_trace(status) == _trace("AGENT_EXIT", f"exit status {status}")


def test_a_process_that_died_of_a_signal_crashed() -> None:
    assert exit_trace(-signal.SIGSEGV) == _trace("CRASH", "SIGSEGV")


def test_a_native_fault_of_windows_is_a_crash() -> None:
    assert exit_trace(0xC0000005) == _trace("CRASH", "Windows fault 0005")


def test_a_signal_without_a_name_has_its_number() -> None:
    assert signal_name(1_000) == "signal 1000"
