"""Every kind of badness in every format: exit 2, each problem with its place and code, inert, and no file changed.

The files lie in `tests/data/bad`, found by their folders, and beside each folder what is said of its files.
`python tests/bad_input/test_corpus.py` puts in what is said now; `git diff tests/data/bad` is for you to read.
"""

import re
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bad_input.formats import BAD, FORMATS, Format, bad_files, expected

FILES: Final = list(bad_files())
_CODED: Final = re.compile(r".+ \[GG\d{3}\]")
_LONGEST: Final = 1000
"""Characters of a line; there are long names of settings to choose from."""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder with the project in which the files of a format are read, made once."""
    folders: dict[str, Path] = {}

    def folder_of(name: str) -> Path:
        if name not in folders:
            folders[name] = tmp_path_factory.mktemp(name)
            FORMATS[name].lay(folders[name])
        return folders[name]

    return folder_of


def said_of(called: str, lines: list[str]) -> list[str]:
    """The lines that name a file; some problems of a skill are told of its evals."""
    named = re.compile(rf"\b{re.escape(called)}(?![\w.-])")
    return [line for line in lines if named.search(line)]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_folder_has_its_format_and_there_are_files_enough() -> None:
    assert {folder for folder, _ in FILES} == set(FORMATS) == {path.stem for path in BAD.glob("*.txt")}
    assert len(FILES) >= 200


@pytest.mark.parametrize(("folder", "name"), FILES, ids=["/".join(file) for file in FILES])
def test_a_bad_file_is_told_with_its_places_and_nothing_is_written(
    folder: str, name: str, laid: Callable[[str], Path]
) -> None:
    called, data, root = f"{folder}/{name}", (BAD / folder / name).read_bytes(), laid(folder)
    before = contents(root) | {FORMATS[folder].place: data}

    told = FORMATS[folder].told(data, folder=root, called=called)

    assert (told.code, told.out) == (2, "")
    assert list(told.problems) == said_of(called, expected(folder))
    assert FORMATS[folder].read is not None or contents(root) == before


@pytest.mark.parametrize("folder", FORMATS)
def test_what_is_said_is_inert_and_has_its_code(folder: str) -> None:
    for line in expected(folder):
        assert _CODED.fullmatch(line), line
        assert line.isprintable(), line
        assert len(line) < _LONGEST
        assert "Traceback" not in line
        assert "internal fault" not in line


def _said(format_: Format, folder: str, names: list[str]) -> list[str]:
    with TemporaryDirectory() as there:
        root = Path(there).resolve()
        format_.lay(root)
        lines: list[str] = []
        for name in names:
            told = format_.told((BAD / folder / name).read_bytes(), folder=root, called=f"{folder}/{name}")
            lines += told.problems or [f"{folder}/{name}: nothing is wrong"]
        return lines


if __name__ == "__main__":
    for folder, files in groupby(FILES, key=lambda file: file[0]):
        lines = _said(FORMATS[folder], folder, [name for _, name in files])
        (BAD / f"{folder}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
