from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.errors import BadFile, Problem, UnreadableFile
from goldgate.store.lines import drop_half_line, last_line_start, lines_at, places_of

LINES = st.lists(st.binary(max_size=4).map(lambda line: line.replace(b"\n", b"")), max_size=6)


def first_letter(line: bytes) -> bytes:
    """A key for the lines of these tests."""
    if line.startswith(b"?"):
        raise BadFile(Problem(code=BadFile.code, message="no key"))
    return line[:1]


def test_places_lead_back_to_the_lines(here: Path) -> None:
    (here / "a").write_bytes("header\na1\n비\nc3\n".encode())
    places = places_of(here / "a", first_letter, skip=1)
    with (here / "a").open("rb") as file:
        lines = list(lines_at(file, reversed(places.values())))
    assert lines == [b"c3\n", "비\n".encode(), b"a1\n"]


def test_the_last_line_of_a_key_wins(here: Path) -> None:
    (here / "a").write_bytes(b"a1\nb1\na2\n")
    places = places_of(here / "a", first_letter)
    with (here / "a").open("rb") as file:
        assert list(lines_at(file, iter(places.values()))) == [b"a2\n", b"b1\n"]


def test_a_half_written_last_line_has_no_place(here: Path) -> None:
    (here / "a").write_bytes(b"a1\n?half")
    assert places_of(here / "a", first_letter) == {b"a": (0, 3)}


def test_a_line_without_a_key_is_told_with_its_number(here: Path) -> None:
    (here / "a").write_bytes(b"a1\n?\n")
    with pytest.raises(BadFile) as caught:
        places_of(here / "a", first_letter)
    assert str(caught.value) == "a:2: no key"


@given(LINES)
def test_the_last_line_starts_behind_the_newline_before_it(lines: list[bytes]) -> None:
    data = b"".join(line + b"\n" for line in lines)
    expected = len(data) - len(lines[-1]) - 1 if lines else 0
    assert last_line_start(BytesIO(data), len(data)) == expected


def test_a_last_line_longer_than_a_step_is_found() -> None:
    data = b"a\n" + b"x" * 200_000 + b"\n"
    assert last_line_start(BytesIO(data), len(data)) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [(b"", b""), (b"a\n", b"a\n"), (b"a\nb", b"a\n"), (b"ab", b""), (b"a\n\n", b"a\n\n"), (b"a\n\nb", b"a\n\n")],
)
def test_only_a_half_written_line_is_cut_off(here: Path, before: bytes, after: bytes) -> None:
    (here / "a").write_bytes(before)
    drop_half_line(here / "a")
    assert (here / "a").read_bytes() == after


def test_a_file_that_is_not_there_has_no_half_line(here: Path) -> None:
    drop_half_line(here / "a")
    assert not (here / "a").exists()


def test_a_file_that_can_not_be_mended_is_told(here: Path) -> None:
    (here / "a").mkdir()
    with pytest.raises(UnreadableFile, match="a: can't write: Is a directory"):
        drop_half_line(here / "a")
