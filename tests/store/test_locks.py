import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from goldgate.errors import LockHeld, UnreadableFile
from goldgate.store.locks import is_held, lock

HOLD = """
import sys, time
from pathlib import Path
from goldgate.store.locks import lock

with lock(Path("a.lock"), what="it"):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path) -> subprocess.Popen[str]:
    """A process that holds the lock until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_free_lock_is_held_for_the_block(here: Path) -> None:
    with lock(here / "a.lock", what="it"):
        inside = is_held(here / "a.lock")
    assert (inside, is_held(here / "a.lock")) == (True, False)


def test_a_lock_file_that_nobody_made_is_not_held(here: Path) -> None:
    assert not is_held(here / "a.lock")


def test_a_held_lock_names_its_holder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.store.locks.PATIENCE", 0.1)
    second = lock(here / "a.lock", what="the baselines")
    with lock(here / "a.lock", what="it"), pytest.raises(LockHeld) as caught, second:
        pytest.fail("two holders")
    expected = f"another goldgate (process {os.getpid()}) is writing the baselines; try again when it has ended"
    assert str(caught.value) == expected


def test_a_lock_is_waited_for(here: Path) -> None:
    with holder(here) as process:
        assert process.stdin is not None
        process.stdin.close()
        with lock(here / "a.lock", what="it"):
            assert process.wait() == 0


def test_a_lock_dies_with_its_holder(here: Path) -> None:
    with holder(here) as process:
        assert is_held(here / "a.lock")
        process.send_signal(signal.SIGKILL)
        process.wait()
        with lock(here / "a.lock", what="it"):
            pass


def test_the_pid_of_an_earlier_holder_does_not_shine_through(here: Path) -> None:
    (here / "a.lock").write_text("99999999999")
    with lock(here / "a.lock", what="it"):
        assert (here / "a.lock").read_text() == str(os.getpid())


def test_a_lock_that_can_not_be_made_is_told(here: Path) -> None:
    with (
        pytest.raises(UnreadableFile, match=r"b/a\.lock: can't write: No such file"),
        lock(here / "b/a.lock", what="it"),
    ):
        pytest.fail("held")
