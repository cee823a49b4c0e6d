import base64
import os
import shutil
import stat
from pathlib import Path

import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.model.case import WorldFile
from goldgate.runner.folder import LONGEST_KEPT, changed_files, make_folder, remove_folder

NOTES = {"notes/today.md": WorldFile(content=b"milk"), "old.txt": WorldFile(content=b"old")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "trial"
    make_folder(folder, NOTES)
    return folder


def test_the_folder_holds_the_files_of_the_world(folder: Path) -> None:
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found == {"notes/today.md", "old.txt"}
    assert (folder / "notes/today.md").read_bytes() == b"milk"


def test_nobody_else_may_look_into_the_folder(folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("mtime", "seconds"),
    [
        ("2026-03-01", 1772323200.0),
        ("2026-03-01T12:00:00", 1772366400.0),
        ("2026-03-01T12:00:00+09:00", 1772334000.0),
        (None, 1577836800.0),
    ],
)
def test_a_file_has_its_date_which_is_utc_unless_it_says_otherwise(
    tmp_path: Path, mtime: str | None, seconds: float
) -> None:
    make_folder(tmp_path / "trial", {"a/b.txt": WorldFile(content=b"", mtime=mtime)})
    assert (tmp_path / "trial/a/b.txt").stat().st_mtime == seconds


def test_folders_have_a_date_that_never_changes(folder: Path) -> None:
    assert {path.stat().st_mtime for path in (folder, folder / "notes")} == {1577836800.0}


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no modes")
def test_a_file_has_its_mode(tmp_path: Path) -> None:
    make_folder(tmp_path / "trial", {"run.sh": WorldFile(content=b"", mode="0751")})
    assert stat.S_IMODE((tmp_path / "trial/run.sh").stat().st_mode) == 0o751


@pytest.mark.parametrize("name", ["../escaped.txt", "/etc/escaped.txt", "a/../../escaped.txt", "", "."])
def test_a_file_that_would_lie_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no place below the folder"):
        make_folder(tmp_path / "trial", {name: WorldFile(content=b"")})
    assert [path.name for path in tmp_path.iterdir()] == ["trial"]


def test_nothing_differs_when_nothing_was_done(folder: Path) -> None:
    assert changed_files(folder, NOTES) == {}


def test_what_differs_is_told_by_name_and_sorted(folder: Path) -> None:
    (folder / "old.txt").unlink()
    (folder / "notes/today.md").write_text("milk, bread")
    (folder / "아침.txt").write_text("커피")
    assert list(changed_files(folder, NOTES).items()) == [
        ("notes/today.md", "milk, bread"),
        ("old.txt", None),
        ("아침.txt", "커피"),
    ]


def test_a_file_that_was_written_anew_with_the_same_content_does_not_differ(folder: Path) -> None:
    (folder / "old.txt").unlink()
    (folder / "old.txt").write_text("old")
    assert changed_files(folder, NOTES) == {}


def test_bytes_that_are_no_text_are_told_in_base64(folder: Path) -> None:
    (folder / "image.png").write_bytes(b"\x89PNG\xff")
    assert changed_files(folder, NOTES) == {"image.png": {"base64": base64.b64encode(b"\x89PNG\xff").decode()}}


def test_of_a_very_long_file_digest_and_size_are_told(folder: Path) -> None:
    content = b"x" * (LONGEST_KEPT + 1)
    (folder / "log.txt").write_bytes(content)
    assert changed_files(folder, NOTES) == {"log.txt": {"$digest": digest_bytes(content), "size": LONGEST_KEPT + 1}}


def test_a_very_long_file_of_the_world_does_not_differ_from_itself(tmp_path: Path) -> None:
    files = {"log.txt": WorldFile(content=b"x" * (LONGEST_KEPT + 1))}
    make_folder(tmp_path / "trial", files)
    assert changed_files(tmp_path / "trial", files) == {}


def test_links_are_not_followed_and_count_as_gone(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets/more.txt").write_text("secret")
    (folder / "old.txt").unlink()
    (folder / "old.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "linked").symlink_to(tmp_path / "secrets")
    assert changed_files(folder, NOTES) == {"old.txt": None}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_with_a_name_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert changed_files(folder, NOTES) == {}


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no modes")
def test_what_the_agent_locked_is_looked_at_all_the_same(folder: Path) -> None:
    (folder / "notes/today.md").write_text("bread")
    (folder / "notes/today.md").chmod(0)
    (folder / "notes").chmod(0)
    folder.chmod(0)
    assert changed_files(folder, NOTES) == {"notes/today.md": "bread"}


def test_the_folder_can_be_removed(folder: Path) -> None:
    remove_folder(folder)
    assert not folder.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no modes")
def test_a_folder_that_the_agent_locked_can_be_removed(folder: Path) -> None:
    (folder / "notes").chmod(0o500)
    folder.chmod(0o500)
    remove_folder(folder)
    assert not folder.exists()


def test_a_folder_that_refuses_at_first_is_unlocked_and_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remove = shutil.rmtree
    refusals = iter([True])

    def refusing_once(path: Path, *, ignore_errors: bool) -> None:
        if not next(refusals, False):
            remove(path, ignore_errors=ignore_errors)

    (folder / "notes").chmod(0)
    monkeypatch.setattr(shutil, "rmtree", refusing_once)
    remove_folder(folder)
    assert not folder.exists()


def test_a_folder_that_the_agent_removed_itself_is_no_trouble(folder: Path) -> None:
    remove_folder(folder)
    remove_folder(folder)
