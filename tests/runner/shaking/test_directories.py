import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from goldgate.runner.shaking.directories import ShakenDirectories

NAMES = tuple("abcdef")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with some files."""
    for name in NAMES:
        (tmp_path / name).touch()
    return tmp_path


@pytest.fixture
def shaken() -> Iterator[ShakenDirectories]:
    """What lists backwards, and has stopped doing so when the test is over."""
    directories = ShakenDirectories()
    directories.open()
    yield directories
    directories.end()
    directories.close()


def listings(folder: Path) -> list[list[str]]:
    with os.scandir(folder) as entries:
        scanned = [entry.name for entry in entries]
    walked = next(os.walk(folder))[2]
    return [os.listdir(folder), [path.name for path in folder.iterdir()], scanned, walked]  # noqa: PTH208 - what is shaken


def test_every_way_to_list_a_folder_lists_backwards_while_a_trial_lasts(
    folder: Path, shaken: ShakenDirectories
) -> None:
    before = listings(folder)

    shaken.begin("files", "a")
    during = listings(folder)
    shaken.end()

    assert during == [names[::-1] for names in before]
    assert listings(folder) == before


def test_what_was_scanned_can_be_closed_before_it_is_read(folder: Path, shaken: ShakenDirectories) -> None:
    shaken.begin("files", "a")

    entries = os.scandir(folder)
    first = next(entries).name
    entries.close()

    assert first in NAMES


def test_a_folder_that_is_not_there_is_missed_as_ever(tmp_path: Path, shaken: ShakenDirectories) -> None:
    shaken.begin("files", "a")

    with pytest.raises(FileNotFoundError):
        os.scandir(tmp_path / "none")
