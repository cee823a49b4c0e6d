from pathlib import Path

import pytest

from goldgate.errors import UnreadableFile
from goldgate.store.suite_files import files_in, name_problems


def touch(folder: Path, *names: str) -> None:
    """Empty files; skips the test on a disk that can't tell the names apart or takes them for none."""
    before = len(list(folder.iterdir()))
    try:
        for name in names:
            (folder / name).touch()
    except OSError as error:
        pytest.skip(f"no such names on this disk: {error}")
    if len(list(folder.iterdir())) < before + len(names):
        pytest.skip("this disk takes different names for one")


def messages(folder: Path) -> list[str]:
    """What is wrong with the names in a folder."""
    return [str(problem) for problem in name_problems(folder)]


def test_each_jsonl_file_is_a_suite(here: Path) -> None:
    touch(here, "files.jsonl", "airline.jsonl", "notes.md", "한글.jsonl")
    assert list(files_in(here)) == ["airline", "files", "한글"]


def test_folders_and_hidden_files_are_none(here: Path) -> None:
    touch(here, ".hidden.jsonl", ".jsonl")
    (here / "cassettes.jsonl").mkdir()
    (here / "nested").mkdir()
    touch(here / "nested", "deep.jsonl")
    assert files_in(here) == {}


def test_a_link_counts_also_when_it_leads_nowhere(here: Path) -> None:
    """Somebody meant a suite there: whoever reads it says that it is missing."""
    (here / "files.jsonl").symlink_to("nowhere")
    assert list(files_in(here)) == ["files"]


def test_a_missing_folder_has_no_suites(here: Path) -> None:
    assert files_in(here / "golden") == {}


def test_a_file_in_the_place_of_the_folder_is_told(here: Path) -> None:
    (here / "golden").touch()
    with pytest.raises(UnreadableFile, match="golden: can't read: Not a directory"):
        files_in(here / "golden")


def test_a_folder_that_can_not_be_is_told(here: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"can't read: embedded null byte; check the path"):
        files_in(here / "gol\0den")


def test_a_name_in_single_letters_is_the_composed_one(here: Path) -> None:
    """Some disks hand over 한 as three letters."""
    decomposed = "\u1112\u1161\u11ab.jsonl"
    touch(here, decomposed)
    assert files_in(here) == {"한": here / decomposed}


def test_ordinary_names_are_fine(here: Path) -> None:
    touch(here, "files.jsonl", "my suite-2.v1.jsonl", "한글.jsonl")
    assert messages(here) == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("files@slow", "files@slow.jsonl: the name of a suite must not hold '@', got 'files@slow'; rename the file"),
        ("a::b", "a::b.jsonl: the name of a suite must not hold '::', got 'a::b'; rename the file"),
        ("a\nb", "a\nb.jsonl: the name of a suite must be printable text, got 'a\\nb'; rename the file"),
        ("a\udcff", "a\udcff.jsonl: the name of a suite must be printable text, got 'a\\udcff'; rename the file"),
    ],
)
def test_a_name_that_means_something_else_is_refused(here: Path, name: str, message: str) -> None:
    touch(here, f"{name}.jsonl")
    assert messages(here) == [message]


def test_names_that_differ_in_case_only_are_refused(here: Path) -> None:
    touch(here, "Files.jsonl", "files.jsonl")
    assert messages(here) == ["files.jsonl: some disks take this name for that of Files.jsonl; rename one of the two"]


def test_names_that_differ_in_composition_only_are_refused(here: Path) -> None:
    touch(here, "\u1112\u1161\u11ab.jsonl", "한.jsonl")
    assert len(messages(here)) == 1
