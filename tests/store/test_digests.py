from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import UnreadableFile
from goldgate.store.digests import DigestingFile, digest_of_file, measure


def test_what_is_written_is_digested(here: Path) -> None:
    with (here / "a").open("wb") as file:
        target = DigestingFile(file)
        target.write(b"one\n")
        target.write("두\n".encode())
    assert (target.digest, (here / "a").read_text()) == (digest_bytes("one\n두\n".encode()), "one\n두\n")


def test_a_whole_file_is_digested(here: Path) -> None:
    (here / "a").write_bytes(b"x" * 3_000_000)
    assert digest_of_file(here / "a") == digest_bytes(b"x" * 3_000_000)


def test_a_missing_file_is_told(here: Path) -> None:
    with pytest.raises(UnreadableFile, match="a: can't read"):
        digest_of_file(here / "a")


def test_the_beginning_of_a_long_file_is_measured(here: Path) -> None:
    (here / "a").write_bytes(b"ab\n" * 1_000_000)
    with (here / "a").open("rb") as file:
        measured = measure(file, stop=2_999_998)
    assert (measured.digest, measured.newlines) == (digest_bytes(b"ab\n" * 999_999 + b"a"), 999_999)


@given(data=st.binary(max_size=20), stop=st.integers(0, 20))
def test_measuring_does_not_go_beyond_its_end(data: bytes, stop: int) -> None:
    measured = measure(BytesIO(data), stop=stop)
    assert (measured.digest, measured.newlines) == (digest_bytes(data[:stop]), data[:stop].count(b"\n"))
