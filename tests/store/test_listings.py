from pathlib import Path

import pytest

from goldgate.store.listings import is_listed, listing_digest


def digest(root: Path, folder: str = "data/") -> str | None:
    return listing_digest(root, folder, outside=("golden", "data/baselines/"))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/메모.txt").touch()
    return tmp_path


def test_a_file_that_comes_changes_the_listing_until_it_goes(root: Path) -> None:
    before = digest(root)
    (root / "data/a.txt").touch()
    assert digest(root) != before
    (root / "data/a.txt").unlink()
    assert digest(root) == before


def test_what_is_in_a_file_is_no_part_of_the_listing(root: Path) -> None:
    before = digest(root)
    (root / "data/메모.txt").write_text("text")
    assert digest(root) == before


@pytest.mark.parametrize("name", [".goldgate", "__pycache__", "node_modules", "baselines"])
def test_what_tools_make_and_what_lies_outside_is_no_part_of_it(root: Path, name: str) -> None:
    before = digest(root)
    (root / "data" / name).mkdir()
    assert digest(root) == before


def test_the_folder_of_the_settings_has_a_listing_too(root: Path) -> None:
    before = digest(root, "./")
    (root / "golden").mkdir()
    assert digest(root, "./") == before
    (root / "new.md").touch()
    assert digest(root, "./") != before


@pytest.mark.parametrize("folder", ["gone/", "data/메모.txt/", "a\0b/"])
def test_what_is_no_folder_has_none(root: Path, folder: str) -> None:
    assert digest(root, folder) is None


def test_hidden_names_do_not_count() -> None:
    assert [name for name in ("a", ".a", "a.b") if is_listed(name)] == ["a", "a.b"]
