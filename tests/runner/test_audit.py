import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldgate.runner.audit import Touched, listening, stamp_of


@pytest.fixture
def touched(tmp_path: Path) -> Iterator[Touched]:
    touched = Touched(below=(f"{tmp_path}{os.sep}",))
    with listening(touched):
        yield touched


def test_a_file_that_is_read_is_noted(touched: Touched, tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text("hello")
    touched.written.clear()
    path.read_text()
    assert touched.read == {str(path)}
    assert touched.written == set()


@pytest.mark.parametrize("mode", ["w", "a", "r+"])
def test_a_file_that_is_opened_for_writing_is_noted_as_written(touched: Touched, tmp_path: Path, mode: str) -> None:
    path = tmp_path / "memory.json"
    path.touch()
    touched.written.clear()
    with path.open(mode):
        pass
    assert touched.written == {str(path)}


def test_how_a_file_looked_before_it_was_opened_first_is_noted(touched: Touched, tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text("hello")
    before = stamp_of(str(path))
    path.read_text()
    path.write_text("hello again")
    path.read_text()
    assert touched.stamps == {str(path): before}
    assert stamp_of(str(path)) != before


def test_what_was_not_there_has_no_look(touched: Touched, tmp_path: Path) -> None:
    path = str(tmp_path / "missing.txt")
    with pytest.raises(FileNotFoundError):
        os.open(path, os.O_RDONLY)
    assert touched.stamps == {path: None}


def test_a_file_that_takes_the_place_of_another_is_noted_as_written(touched: Touched, tmp_path: Path) -> None:
    (tmp_path / "new.json").touch()
    touched.written.clear()
    (tmp_path / "new.json").replace(tmp_path / "memory.json")
    assert touched.written == {str(tmp_path / "new.json"), str(tmp_path / "memory.json")}


def test_a_relative_path_is_noted_as_it_was_then(
    touched: Touched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "rules.txt").touch()
    monkeypatch.chdir(tmp_path / "data")
    os.close(os.open(b"../rules.txt", os.O_RDONLY))
    assert touched.read == {str(tmp_path / "rules.txt")}


def test_files_elsewhere_are_not_noted(touched: Touched) -> None:
    Path(os.devnull).read_bytes()
    assert touched.read == set()


def test_opening_an_open_descriptor_is_not_noted(touched: Touched, tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)
    touched.read.clear()
    touched.hear("open", (descriptor, "rb", os.O_RDONLY))
    os.close(descriptor)
    assert touched.read == set()


def test_what_is_heard_is_noted(touched: Touched, tmp_path: Path) -> None:
    touched.hear("open", (str(tmp_path / "a.txt"), "r", os.O_RDONLY))
    touched.hear("open", (bytes(tmp_path / "b.txt"), None, os.O_RDWR))
    touched.hear("os.rename", (str(tmp_path / "c.txt"), bytes(tmp_path / "d.txt"), -1, -1))
    touched.hear("os.unsetenv", (b"GOLDGATE_TEST",))
    assert touched.read == {str(tmp_path / "a.txt")}
    assert touched.written == {str(tmp_path / name) for name in ("b.txt", "c.txt", "d.txt")}
    assert "GOLDGATE_TEST" in touched.variables


def test_an_event_of_another_form_raises_nothing(touched: Touched) -> None:
    touched.hear("open", ("only-a-path",))
    touched.hear("os.putenv", ())
    assert touched.read == set()


def test_environment_variables_that_are_set_or_removed_are_noted(
    touched: Touched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOLDGATE_TEST_A", "1")
    os.putenv("GOLDGATE_TEST_B", "2")
    os.unsetenv("GOLDGATE_TEST_C")
    assert touched.variables >= {"GOLDGATE_TEST_A", "GOLDGATE_TEST_B", "GOLDGATE_TEST_C"}


def test_nothing_is_noted_when_nobody_listens(tmp_path: Path) -> None:
    touched = Touched(below=(f"{tmp_path}{os.sep}",))
    with listening(touched):
        pass
    (tmp_path / "late.txt").touch()
    assert touched.written == set()


def test_a_cwd_that_is_gone_stops_no_open(touched: Touched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    touched.hear("open", ("relative.txt", "r", os.O_RDONLY))
    assert touched.read == set()
