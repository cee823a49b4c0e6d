"""What did a compressed body say?"""

import zlib
from typing import Final

OF_ZLIB: Final = ("gzip", "x-gzip", "deflate")
_ANY_HEADER: Final = zlib.MAX_WBITS | 32
"""zlib tells gzip and its own format apart; deflate without a header must be asked for."""
LONGEST: Final = 64 * 1024 * 1024
"""Bytes that a body may come to: a thousandth of them can stand for so many, and nobody records a film."""
_NO_HEADER: Final = -zlib.MAX_WBITS


def uncompressed(content: bytes, encoding: str, *, most: int = LONGEST) -> tuple[bytes, str]:
    """The bytes behind a `content-encoding`, and the encoding that still lies on them.

    That is one that Python can't undo, or under which there are more than `most` bytes.
    Bytes that are not compressed as the header says are taken for uncompressed: many clients undo the compression and
    keep the header.
    """
    names = [name for part in encoding.lower().split(",") if (name := part.strip()) not in ("", "identity")]
    while names and names[-1] in OF_ZLIB:
        inflated = _inflated(content, most)
        if inflated is None:
            return content, ", ".join(names)
        names.pop()
        content = inflated
    if names and _is_text(content):
        names.clear()
    return content, ", ".join(names)


def _inflated(content: bytes, most: int) -> bytes | None:
    """The bytes behind the compression; None when there are too many."""
    try:
        return _members(content, most)
    except zlib.error:
        return _without_header(content, most)


def _members(content: bytes, most: int) -> bytes | None:
    """All members of a gzip file; of one that was cut off, what can be read."""
    made = b""
    while content:
        member = zlib.decompressobj(_ANY_HEADER)
        made += member.decompress(content, most + 1 - len(made))
        if len(made) > most:
            return None
        content = member.unused_data
    return made


def _without_header(content: bytes, most: int) -> bytes | None:
    """What some servers call deflate; much that is not compressed begins like it, so its end must fit, too."""
    whole = zlib.decompressobj(_NO_HEADER)
    try:
        made = whole.decompress(content, most + 1)
    except zlib.error:
        return content
    if len(made) > most:
        return None
    return made if whole.eof and not whole.unused_data else content


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
