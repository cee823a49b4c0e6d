from pathlib import Path

import pytest

from goldgate.errors import UnreadableFile
from goldgate.store.own_folder import lock_file, own_folder


def test_the_folder_hides_itself_from_version_control(here: Path) -> None:
    own_folder(here)
    assert (here / ".goldgate" / ".gitignore").read_text() == "*\n"


def test_a_gitignore_that_somebody_edited_stays(here: Path) -> None:
    (own_folder(here) / ".gitignore").write_text("runs/\n")
    own_folder(here)
    assert (here / ".goldgate" / ".gitignore").read_text() == "runs/\n"


def test_lock_files_lie_together(here: Path) -> None:
    assert (lock_file(here, "baselines"), (here / ".goldgate" / "locks").is_dir()) == (
        here / ".goldgate" / "locks" / "baselines.lock",
        True,
    )


def test_a_file_in_the_place_of_the_folder_is_told(here: Path) -> None:
    (here / ".goldgate").touch()
    with pytest.raises(UnreadableFile, match=r"^\.goldgate: can't write: File exists"):
        own_folder(here)


def test_a_project_that_can_not_be_written_is_told() -> None:
    with pytest.raises(UnreadableFile, match=r"^/proc/\.goldgate: can't write:"):
        own_folder(Path("/proc"))
