import os
from pathlib import Path

import pytest

from goldgate.errors import UnreadableFile, UsageError
from goldgate.model.settings import Settings
from goldgate.store.report_files import append_text, require_free, size_of, write_report


def test_a_report_is_written_with_the_folders_above_it(tmp_path: Path) -> None:
    write_report(tmp_path / "a/b/c.md", ["eins ", "zwei: 둘\n"])

    assert (tmp_path / "a/b/c.md").read_text("utf-8") == "eins zwei: 둘\n"


def test_a_report_that_breaks_off_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "report.xml"
    path.write_text("before")

    def broken() -> "list[str]":
        raise UsageError("no")

    with pytest.raises(UsageError):
        write_report(path, (piece for part in ("<a>", None) for piece in ([part] if part else broken())))

    assert path.read_text() == "before"
    assert [*tmp_path.iterdir()] == [path]


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("x", "golden/../x", "golden/a.jsonl", "pyproject.toml")]

    with pytest.raises(UsageError) as caught:
        require_free(paths, root=tmp_path, settings=Settings())

    assert [problem.message.removeprefix(f"{tmp_path}/") for problem in caught.value.problems] == [
        "x is named for several reports; each needs a file of its own",
        f"a report would replace {tmp_path}/golden/a.jsonl, which lies among the golden suites; name another file",
        f"a report would replace {tmp_path}/pyproject.toml, which holds the settings; name another file",
    ]


def test_a_link_is_no_way_round(tmp_path: Path) -> None:
    (tmp_path / "baselines").mkdir()
    (tmp_path / "elsewhere").symlink_to("baselines")

    with pytest.raises(UsageError, match="which lies among the baselines"):
        require_free([tmp_path / "elsewhere/files.jsonl"], root=tmp_path, settings=Settings())


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="expected a file, got a folder or a device"):
        require_free([tmp_path], root=tmp_path / "project", settings=Settings())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_what_is_protected_is_told_before(tmp_path: Path) -> None:
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.touch(mode=0o400)
    folder.mkdir(mode=0o500)

    with pytest.raises(UnreadableFile) as caught:
        require_free([file, folder / "report"], root=tmp_path, settings=Settings())

    assert [problem.message for problem in caught.value.problems] == [
        "can't write: the file is protected; name another file",
        "can't write into this folder; name another file",
    ]


def test_a_text_comes_behind_what_others_wrote(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"

    append_text(path, "eins\n")
    append_text(path, "zwei\n")

    assert (path.read_text(), size_of(path), size_of(tmp_path / "none")) == ("eins\nzwei\n", 10, 0)


def test_a_summary_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="can't write"):
        append_text(tmp_path, "eins")
