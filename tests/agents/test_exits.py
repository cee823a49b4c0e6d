import signal

import pytest

from goldgate.agents.exits import exit_step, how_it_ended, signal_name


@pytest.mark.parametrize("status", [0, 1, 139])
def test_a_process_that_leaves_has_an_exit_status(status: int) -> None:
    step = exit_step(status)
    assert (step.kind, step.error_code, step.observation) == ("exception", "AGENT_EXIT", f"exit status {status}")


def test_a_process_that_died_of_a_signal_crashed() -> None:
    step = exit_step(-signal.SIGSEGV)
    assert (step.error_code, step.observation) == ("CRASH", "SIGSEGV")


def test_a_native_fault_of_windows_is_a_crash() -> None:
    step = exit_step(0xC0000005)
    assert (step.error_code, step.observation) == ("CRASH", "Windows fault 0005")


def test_how_a_process_ended_is_said_in_words() -> None:
    assert [how_it_ended(status) for status in (3, -signal.SIGKILL)] == ["exit status 3", "SIGKILL"]


def test_a_signal_without_a_name_has_its_number() -> None:
    assert signal_name(1_000) == "signal 1000"
