import tempfile
from pathlib import Path

import pytest

from goldgate.errors import UnreadableFile
from goldgate.store.scratch import scratch_folder


def test_the_folder_is_there_until_the_block_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "link"))
    with scratch_folder() as folder:
        assert folder.parent == tmp_path.resolve() / "real"
        assert folder.is_dir()
    assert not folder.exists()


def test_a_machine_without_a_usable_temporary_folder_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    with pytest.raises(UnreadableFile) as caught, scratch_folder():
        pass
    assert [str(problem) for problem in caught.value.problems] == [
        "no temporary folder can be made: No such file or directory; let TMPDIR name a folder that may be written"
    ]


def test_a_search_that_finds_none_is_told_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", list)
    with pytest.raises(UnreadableFile, match=r"No usable temporary directory found in \[\]; let TMPDIR name"):
        scratch_folder().__enter__()
