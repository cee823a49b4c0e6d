import importlib.util
import os
import pkgutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import rmtree

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


@pytest.mark.parametrize(
    "listing", [os.listdir, lambda folder: list(os.walk(folder)), lambda folder: list(Path(folder).rglob("*"))]
)
def test_a_folder_that_is_listed_is_noted(touched: Touched, tmp_path: Path, listing: Callable[[str], object]) -> None:
    listing(f"{tmp_path}/")
    assert touched.listed == {f"{tmp_path}{os.sep}"}


def test_the_current_folder_is_listed_without_a_name(
    touched: Touched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.scandir().close()
    assert touched.listed == {f"{tmp_path}{os.sep}"}


def test_folders_that_python_lists_in_search_of_modules_are_not_noted(
    touched: Touched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    assert importlib.util.find_spec("there_is_none") is None
    assert list(pkgutil.iter_modules([str(tmp_path)])) == []
    assert touched.listed == set()


def test_what_is_made_moved_or_removed_is_noted_as_written(touched: Touched, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a").rmdir()
    (tmp_path / "b").symlink_to("nowhere")
    (tmp_path / "b").unlink()
    assert touched.written == {str(tmp_path / "a"), str(tmp_path / "b")}
    (tmp_path / "c").touch()
    (tmp_path / "d").hardlink_to(tmp_path / "c")
    assert touched.written == {str(tmp_path / name) for name in "abcd"}


def test_what_is_removed_in_an_open_folder_elsewhere_is_not_taken_for_a_file_here(
    touched: Touched, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "agent.py").touch()
    monkeypatch.chdir(tmp_path)
    rmtree(elsewhere)
    assert touched.written == set()


def test_a_database_is_noted(touched: Touched, tmp_path: Path) -> None:
    path, other = str(tmp_path / "a b.db"), str(tmp_path / "other.db")
    with closing(sqlite3.connect(path)):
        assert touched.databases == {path: None}
    with closing(sqlite3.connect(f"file:{tmp_path}/a%20b.db?mode=ro", uri=True)):
        assert touched.databases == {path: None}
    touched.hear("sqlite3.connect", (bytes(Path(other)),))
    touched.hear("sqlite3.connect", (7,))
    assert touched.databases == {path: None, other: None}
    assert touched.read == {path, other}


PROGRAMS = {
    "an argument": ["true", "prompt.txt"],
    "the value of an option": ["true", "--file=prompt.txt"],
    "a word of a command": ["sh", "-c", "true 'prompt.txt' missing.txt"],
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_file_that_is_named_to_a_program_is_noted(touched: Touched, tmp_path: Path, program: list[str]) -> None:
    path = tmp_path / "prompt.txt"
    path.touch()
    subprocess.run(program, cwd=tmp_path, check=True)
    assert touched.read == {str(path)}
    assert touched.lent == {str(path): stamp_of(str(path))}


def test_a_program_that_is_started_in_another_way_names_files_too(
    touched: Touched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "prompt.txt").touch()
    touched.hear("os.posix_spawn", ("/bin/cat", (b"cat", "prompt.txt", 7, "x" * 2_000), {}))
    assert list(touched.lent) == [str(tmp_path / "prompt.txt")]


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
