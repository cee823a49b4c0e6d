import os
from pathlib import Path

import pytest

from goldgate.store.folder_digest import folder_digest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "skill" / "scripts").mkdir(parents=True)
    (tmp_path / "skill" / "SKILL.md").write_text("do it")
    (tmp_path / "skill" / "scripts" / "run.py").write_text("pass")
    return tmp_path / "skill"


def test_the_digest_does_not_depend_on_where_the_folder_lies_or_when_it_was_written(
    folder: Path, tmp_path: Path
) -> None:
    before = folder_digest(folder)
    os.utime(folder / "SKILL.md", (1, 1))
    assert folder_digest(folder.rename(tmp_path / "other")) == before


@pytest.mark.parametrize("edit", ["content", "name", "new", "gone", "mode", "link"])
def test_every_change_changes_it(folder: Path, edit: str) -> None:
    before = folder_digest(folder)
    skill = folder / "SKILL.md"
    match edit:
        case "content":
            skill.write_text("do it.")
        case "name":
            skill.rename(folder / "skill.md")
        case "new":
            (folder / ".hidden").write_text("")
        case "gone":
            skill.unlink()
        case "mode":
            skill.chmod(0o755)
        case "link":
            (folder / "link").symlink_to("scripts")
    assert folder_digest(folder) != before


def test_a_link_counts_by_where_it_leads_and_is_not_followed(folder: Path) -> None:
    (folder / "round").symlink_to(".")
    before = folder_digest(folder)
    (folder / "round").unlink()
    (folder / "round").symlink_to("scripts")
    assert folder_digest(folder) != before


def test_what_git_and_python_keep_for_themselves_does_not_count(folder: Path) -> None:
    before = folder_digest(folder)
    for name in (".git", "scripts/__pycache__", ".goldgate"):
        (folder / name).mkdir()
        (folder / name / "x").write_text("x")
    assert folder_digest(folder) == before


def test_a_pipe_is_not_read(folder: Path) -> None:
    before = folder_digest(folder)
    os.mkfifo(folder / "pipe")
    assert folder_digest(folder) != before
