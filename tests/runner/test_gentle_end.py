import os
import signal
import threading
from decimal import Decimal
from pathlib import Path

import pytest

from goldgate.model.limits import LimitSettings
from goldgate.runner.gentle_end import ending_gently
from goldgate.runner.purse import Budget

COUNTING = LimitSettings(usd=Decimal(1))


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_ctrl_c_refuses_the_next_call_and_the_second_ends_at_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    budget = Budget(COUNTING, stop_file=tmp_path / "stop")
    before = signal.getsignal(signal.SIGINT)
    with ending_gently(budget):
        press()
        assert not budget.may_call()
        assert capfd.readouterr().err.endswith("Ctrl-C again ends it at once\n")
        with pytest.raises(KeyboardInterrupt):
            press()
    assert signal.getsignal(signal.SIGINT) is before


def test_without_a_limit_ctrl_c_ends_at_once(tmp_path: Path) -> None:
    with ending_gently(Budget(LimitSettings(), stop_file=tmp_path / "stop")), pytest.raises(KeyboardInterrupt):
        press()


def test_what_the_shell_keeps_from_us_stays_kept_and_other_threads_get_no_signals(tmp_path: Path) -> None:
    budget = Budget(COUNTING, stop_file=tmp_path / "stop")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ending_gently(budget):
            press()
    finally:
        signal.signal(signal.SIGINT, before)

    def elsewhere() -> None:
        with ending_gently(budget):
            assert signal.getsignal(signal.SIGINT) is before

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert not budget.asked_to_stop
