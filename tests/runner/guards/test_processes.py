import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from goldgate.agents.refused import ProcessRefused
from goldgate.runner.guards.processes import Processes

Holding = Callable[..., AbstractContextManager[None]]


def test_a_program_is_not_started(holding: Holding) -> None:
    with holding(Processes()), pytest.raises(ProcessRefused, match="git is not started"):
        subprocess.run(["git", "status"], check=False)  # noqa: S607 - not started


def test_nor_is_a_shell(holding: Holding) -> None:
    with holding(Processes()), pytest.raises(ProcessRefused, match=r"os\.system is not started"):
        os.system("true")  # noqa: S605, S607 - not started


def test_where_the_agent_is_elsewhere_our_own_may_be_started(holding: Holding) -> None:
    with holding(Processes(elsewhere={"s"})):
        subprocess.run([sys.executable, "-c", ""], check=True)


def test_after_a_trial_programs_start(holding: Holding) -> None:
    with holding(Processes()):
        pass
    subprocess.run([sys.executable, "-c", ""], check=True)
