import gzip
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.formats.compression import uncompressed


def zipped(content: bytes) -> bytes:
    """As gzip, without the time of day: parameters of tests must be the same in every process."""
    return gzip.compress(content, mtime=0)


RAW_DEFLATE = zlib.compressobj(wbits=-zlib.MAX_WBITS)
DEFLATED = RAW_DEFLATE.compress(b"said") + RAW_DEFLATE.flush()


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (b"said", ""),
        (b"said", "identity"),
        (zipped(b"said"), "gzip"),
        (zipped(b"said"), "X-GZip"),
        (zipped(b"sa") + zipped(b"id"), "gzip"),
        (zlib.compress(b"said"), "deflate"),
        (DEFLATED, "deflate"),
        (zipped(zlib.compress(b"said")), "deflate, gzip"),
        (b"said", "gzip"),
        (b"said", "br"),
        (b"said", "zstd, gzip"),
        (b"", "gzip"),
    ],
)
def test_what_was_said_comes_out(content: bytes, encoding: str) -> None:
    assert uncompressed(content, encoding) == (b"said" if content else b"", "")


def test_what_is_not_compressed_after_all_stays_as_it_is() -> None:
    assert uncompressed(b"\x07\xff", "deflate") == (b"\x07\xff", "")


def test_what_python_can_not_undo_stays_with_its_encoding() -> None:
    assert uncompressed(b"\x0b\xff\x80", "br") == (b"\x0b\xff\x80", "br")
    assert uncompressed(gzip.compress(b"\x0b\xff\x80"), "br, gzip") == (b"\x0b\xff\x80", "br")


def test_of_a_stream_that_was_cut_off_the_beginning_is_read() -> None:
    whole = gzip.compress(b"said " * 1000, compresslevel=0)
    content, _ = uncompressed(whole[:2000], "gzip")
    assert len(content) > 1000
    assert (b"said " * 1000).startswith(content)


@given(st.binary(max_size=200))
def test_anything_survives_compression(content: bytes) -> None:
    assert uncompressed(gzip.compress(content), "gzip") == (content, "")
    assert uncompressed(zlib.compress(content), "deflate") == (content, "")


def without_header(content: bytes) -> bytes:
    raw = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return raw.compress(content) + raw.flush()


@pytest.mark.parametrize("compress", [zipped, zlib.compress, without_header])
def test_bytes_that_come_to_too_many_stay_compressed(compress: Callable[[bytes], bytes]) -> None:
    small, large = compress(bytes(1000)), compress(bytes(1001))
    assert uncompressed(small, "gzip", most=1000) == (bytes(1000), "")
    assert uncompressed(large, "br, gzip", most=1000) == (large, "br, gzip")
