import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from goldgate.runner.audit import Touched, listening
from goldgate.runner.guards.surroundings import Surroundings, surroundings


@pytest.fixture
def restore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Puts everything back as it was when the test began."""
    monkeypatch.setenv("GOLDGATE_TEST_KEPT", "before")
    monkeypatch.chdir(tmp_path)
    before: Surroundings = surroundings(cwd=str(tmp_path))
    touched = Touched()
    with listening(touched):
        yield lambda: before.restore(touched)


def test_the_cwd_is_put_back(restore: Callable[[], None], tmp_path: Path) -> None:
    os.chdir(tempfile.gettempdir())
    restore()
    assert Path.cwd() == tmp_path


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nobody removes the folder that a process is in")
def test_the_cwd_is_put_back_from_a_folder_that_is_gone(restore: Callable[[], None], tmp_path: Path) -> None:
    gone = Path(tempfile.mkdtemp())
    os.chdir(gone)
    gone.rmdir()
    restore()
    assert Path.cwd() == tmp_path


def test_a_changed_variable_gets_its_value_back(restore: Callable[[], None]) -> None:
    os.environ["GOLDGATE_TEST_KEPT"] = "changed"
    restore()
    assert os.environ["GOLDGATE_TEST_KEPT"] == "before"


def test_a_removed_variable_comes_back(restore: Callable[[], None]) -> None:
    del os.environ["GOLDGATE_TEST_KEPT"]
    restore()
    assert os.environ["GOLDGATE_TEST_KEPT"] == "before"


def test_a_new_variable_goes(restore: Callable[[], None]) -> None:
    os.environ["GOLDGATE_TEST_NEW"] = "1"
    restore()
    assert "GOLDGATE_TEST_NEW" not in os.environ


def test_a_cleared_environment_comes_back_whole(restore: Callable[[], None]) -> None:
    before = dict(os.environ)
    os.environ.clear()
    restore()
    own = "PYTEST_CURRENT_TEST"  # was another when the fixture looked
    assert {**os.environ, own: ""} == {**before, own: ""}


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_a_variable_that_was_set_behind_the_back_of_the_environment_goes(restore: Callable[[], None]) -> None:
    os.putenv("GOLDGATE_TEST_HIDDEN", "1")
    restore()
    assert os.system('test -z "$GOLDGATE_TEST_HIDDEN"') == 0  # noqa: S605, S607 - a child sees what was set


def test_the_import_path_and_the_arguments_are_put_back(restore: Callable[[], None]) -> None:
    path, arguments = [*sys.path], [*sys.argv]
    sys.path.insert(0, "vendored")
    sys.argv[:] = ["other"]
    restore()
    assert (sys.path, sys.argv) == (path, arguments)


def test_redirected_streams_are_put_back(restore: Callable[[], None]) -> None:
    stdout, stderr = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = sys.stderr, sys.stdout
    restore()
    assert (sys.stdout, sys.stderr) == (stdout, stderr)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_an_alarm_that_ticks_is_stopped(restore: Callable[[], None]) -> None:
    signal.setitimer(signal.ITIMER_REAL, 1_000)
    restore()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_an_alarm_that_ticked_before_is_not_ours_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    signal.setitimer(signal.ITIMER_REAL, 1_000)
    try:
        surroundings(cwd=str(tmp_path)).restore(Touched())
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
