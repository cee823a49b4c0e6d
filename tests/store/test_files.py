import errno
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from goldgate.errors import UnreadableFile
from goldgate.store.files import (
    append,
    is_there,
    make_folder,
    read_bytes,
    read_if_there,
    read_lines,
    remove_file,
    replacing,
    shown,
    sweep,
    telling,
    write_atomic,
    write_new,
)

AsNobody = Callable[[], AbstractContextManager[None]]

either_way = pytest.mark.parametrize(
    "read", [read_bytes, lambda path: list(read_lines(path))], ids=["whole", "line_by_line"]
)


def refusal(action: Callable[[], object]) -> str:
    """What an action is refused with."""
    with pytest.raises(UnreadableFile) as caught:
        action()
    return str(caught.value)


def test_a_path_below_the_current_folder_is_shown_relative_to_it(here: Path) -> None:
    assert shown(here / "golden" / "한글.jsonl") == "golden/한글.jsonl"


def test_a_path_elsewhere_is_shown_whole(here: Path) -> None:
    assert shown(here.parent / "x.jsonl") == f"{here.parent}/x.jsonl"


def test_a_path_is_shown_whole_when_the_current_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert shown(tmp_path / "x") == f"{tmp_path}/x"


def test_bytes_come_as_they_are(here: Path) -> None:
    (here / "a").write_bytes(b"\xff\r\n\x00")
    assert read_bytes(here / "a") == b"\xff\r\n\x00"


def test_lines_come_with_their_ends(here: Path) -> None:
    (here / "a").write_bytes(b"one\r\n\ntwo")
    assert list(read_lines(here / "a")) == [b"one\r\n", b"\n", b"two"]


@either_way
def test_reading_a_missing_file(here: Path, read: Callable[[Path], object]) -> None:
    assert refusal(lambda: read(here / "a")) == "a: can't read: No such file or directory; check the path"


@either_way
def test_reading_a_folder(here: Path, read: Callable[[Path], object]) -> None:
    (here / "a").mkdir()
    assert refusal(lambda: read(here / "a")) == "a: can't read: Is a directory; expected a file, not a folder"


@either_way
def test_reading_a_pipe_does_not_hang(here: Path, read: Callable[[Path], object]) -> None:
    os.mkfifo(here / "a")
    assert refusal(lambda: read(here / "a")) == "a: no regular file but a pipe, socket or device; expected a file"


@either_way
def test_reading_a_file_without_the_right_to_read(
    here: Path, as_nobody: AsNobody, read: Callable[[Path], object]
) -> None:
    (here / "a").touch(mode=0o200)
    with as_nobody():
        message = refusal(lambda: read(here / "a"))
    assert message == "a: can't read: Permission denied; ask for the right to do so (ls -l shows who has it)"


@either_way
def test_reading_a_path_through_a_file(here: Path, read: Callable[[Path], object]) -> None:
    (here / "a").touch()
    message = refusal(lambda: read(here / "a" / "b"))
    assert message == "a/b: can't read: Not a directory; a part of the path is a file, not a folder"


@either_way
def test_reading_links_in_a_circle(here: Path, read: Callable[[Path], object]) -> None:
    (here / "a").symlink_to("a")
    assert "its symbolic links lead in a circle" in refusal(lambda: read(here / "a"))


def test_a_file_that_may_be_missing_is_none(here: Path) -> None:
    assert read_if_there(here / "a") is None


def test_a_file_that_is_there_is_read(here: Path) -> None:
    (here / "a").write_bytes(b"x")
    assert read_if_there(here / "a") == b"x"


def test_a_link_that_leads_nowhere_is_no_missing_file(here: Path) -> None:
    (here / "a").symlink_to("nowhere")
    assert "No such file" in refusal(lambda: read_if_there(here / "a"))


def test_a_file_in_a_locked_folder_is_no_missing_file(here: Path, as_nobody: AsNobody) -> None:
    (here / "locked").mkdir(mode=0o000)
    with as_nobody():
        assert "Permission denied" in refusal(lambda: is_there(here / "locked" / "a"))


def test_what_has_no_remedy_is_told_as_the_system_says_it(here: Path) -> None:
    def fail() -> None:
        with telling(here / "a", "read"):
            raise OSError(errno.EIO, "Input/output error")

    assert refusal(fail) == "a: can't read: Input/output error"


def test_a_fault_without_words_is_told_by_its_name(here: Path) -> None:
    def fail() -> None:
        with telling(here / "a", "read"):
            raise TimeoutError

    assert refusal(fail) == "a: can't read: TimeoutError"


def test_writing_makes_a_file_under_the_umask(here: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomic(here / "a", b"x")
    finally:
        os.umask(before)
    assert ((here / "a").read_bytes(), (here / "a").stat().st_mode & 0o777) == (b"x", 0o640)


def test_writing_keeps_the_mode_of_a_file(here: Path) -> None:
    (here / "a").touch()
    (here / "a").chmod(0o604)
    write_atomic(here / "a", b"x")
    assert ((here / "a").read_bytes(), (here / "a").stat().st_mode & 0o777) == (b"x", 0o604)


def test_writing_goes_through_a_link_to_its_target(here: Path) -> None:
    (here / "real").mkdir()
    (here / "real" / "b").write_bytes(b"old")
    (here / "a").symlink_to("real/b")
    write_atomic(here / "a", b"new")
    assert ((here / "a").is_symlink(), (here / "real" / "b").read_bytes()) == (True, b"new")


def test_writing_through_a_link_that_leads_nowhere_makes_its_target(here: Path) -> None:
    (here / "a").symlink_to("b")
    write_atomic(here / "a", b"new")
    assert ((here / "a").is_symlink(), (here / "b").read_bytes()) == (True, b"new")


def test_writing_leaves_nothing_else_behind(here: Path) -> None:
    write_atomic(here / "a", b"x")
    assert [path.name for path in here.iterdir()] == ["a"]


def test_a_name_of_the_greatest_length_can_be_written(here: Path) -> None:
    path = here / ("한" * 85)
    write_atomic(path, b"x")
    assert path.read_bytes() == b"x"


def test_writing_a_folder_in_the_place(here: Path) -> None:
    (here / "a").mkdir()
    message = refusal(lambda: write_atomic(here / "a", b"x"))
    assert message == "a: can't write: Is a directory; expected a file, not a folder"


def test_writing_a_pipe_in_the_place(here: Path) -> None:
    os.mkfifo(here / "a")
    assert "no regular file" in refusal(lambda: write_atomic(here / "a", b"x"))


def test_writing_a_missing_folder(here: Path) -> None:
    message = refusal(lambda: write_atomic(here / "b" / "a", b"x"))
    assert message == "b/a: can't write: No such file or directory; check the path"


def test_writing_a_protected_file_stays_though_its_folder_is_open(here: Path, as_nobody: AsNobody) -> None:
    here.chmod(0o777)
    (here / "a").write_bytes(b"old")
    (here / "a").chmod(0o444)
    with as_nobody():
        message = refusal(lambda: write_atomic(here / "a", b"x"))
    assert (message.split(";")[0], (here / "a").read_bytes()) == ("a: can't write: Permission denied", b"old")


def test_writing_a_protected_folder(here: Path, as_nobody: AsNobody) -> None:
    here.chmod(0o555)
    with as_nobody():
        assert "Permission denied" in refusal(lambda: write_atomic(here / "a", b"x"))


def test_writing_a_file_system_that_takes_no_files() -> None:
    assert "/proc/a: can't write:" in refusal(lambda: write_atomic(Path("/proc/a"), b"x"))


def test_writing_links_in_a_circle(here: Path) -> None:
    (here / "a").symlink_to("a")
    assert "its symbolic links lead in a circle" in refusal(lambda: write_atomic(here / "a", b"x"))


def test_a_block_that_fails_changes_nothing(here: Path) -> None:
    def interrupted() -> None:
        with replacing(here / "a") as file:
            file.write(b"new")
            raise KeyboardInterrupt

    (here / "a").write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert {path.name: path.read_bytes() for path in here.iterdir()} == {"a": b"old"}


def test_faults_of_the_block_itself_come_through_unchanged(here: Path) -> None:
    with pytest.raises(ValueError, match="mine"), replacing(here / "a"):
        raise ValueError("mine")


WRITE_BEYOND_A_LIMIT = """
import resource, sys
from pathlib import Path
from goldgate.errors import UnreadableFile
from goldgate.store.files import write_atomic

unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, unlimited[1]))
try:
    write_atomic(Path("a"), b"x" * 20_000)
except UnreadableFile as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
"""


def test_a_full_disk_leaves_the_old_file_and_nothing_else(here: Path) -> None:
    """A limit on the size of files stands for the full disk: writing begins, and ends too early."""
    (here / "a").write_bytes(b"old")
    done = subprocess.run(
        [sys.executable, "-c", WRITE_BEYOND_A_LIMIT], check=True, capture_output=True, text=True, cwd=here
    )
    assert done.stdout.startswith(
        "a: can't write: File too large; a limit on the size of files was reached (ulimit -f)"
    )
    assert {path.name: path.read_bytes() for path in here.iterdir() if path.name == "a" or "tmp" in path.name} == {
        "a": b"old"
    }


def test_what_a_killed_process_left_is_swept_away_and_nothing_else(here: Path) -> None:
    for name in (".goldgate-0123456789ab.tmp", ".goldgate", "a.tmp", "b"):
        (here / name).touch()
    sweep(here)
    sweep(here / "nowhere")
    assert sorted(path.name for path in here.iterdir()) == [".goldgate", "a.tmp", "b"]


def test_a_new_file_is_written(here: Path) -> None:
    assert (write_new(here / "a", b"x"), (here / "a").read_bytes()) == (True, b"x")


def test_a_file_that_is_there_is_never_overwritten(here: Path) -> None:
    (here / "a").write_bytes(b"old")
    assert (write_new(here / "a", b"new"), (here / "a").read_bytes()) == (False, b"old")


def test_folders_are_made_with_those_above(here: Path) -> None:
    make_folder(here / "b" / "c")
    make_folder(here / "b" / "c")
    assert (here / "b" / "c").is_dir()


def test_a_folder_can_not_be_made_in_the_place_of_a_file(here: Path) -> None:
    (here / "a").touch()
    message = refusal(lambda: make_folder(here / "a"))
    assert message == "a: can't write: File exists; something else of that name is in the way; move it"


def test_a_file_is_taken_away_once(here: Path) -> None:
    (here / "a").touch()
    remove_file(here / "a")
    remove_file(here / "a")
    assert not (here / "a").exists()


class Hesitant(FileIO):
    """A file that takes three bytes at a time, as a nearly full disk may."""

    def write(self, data: Any) -> int:  # noqa: ANN401 - FileIO's signature
        """Write the beginning."""
        return super().write(data[:3])


def test_everything_is_appended_though_the_system_takes_it_in_pieces(here: Path) -> None:
    with Hesitant(here / "a", "ab") as file:
        append(file, b"eleven byte")
    assert (here / "a").read_bytes() == b"eleven byte"
