"""What did a compressed body say?"""

import zlib
from typing import Final

_OF_ZLIB: Final = ("gzip", "x-gzip", "deflate")
_ANY_HEADER: Final = zlib.MAX_WBITS | 32
"""zlib tells gzip and its own format apart; deflate without a header must be asked for."""
_NO_HEADER: Final = -zlib.MAX_WBITS


def uncompressed(content: bytes, encoding: str) -> tuple[bytes, str]:
    """The bytes behind a `content-encoding`, and the encoding that still lies on them (one that Python can't undo).

    Bytes that are not compressed as the header says are taken for uncompressed: many clients undo the compression and
    keep the header.
    """
    names = [name for part in encoding.lower().split(",") if (name := part.strip()) not in ("", "identity")]
    while names and names[-1] in _OF_ZLIB:
        names.pop()
        content = _inflated(content)
    if names and _is_text(content):
        names.clear()
    return content, ", ".join(names)


def _inflated(content: bytes) -> bytes:
    try:
        return _members(content)
    except zlib.error:
        return _without_header(content)


def _members(content: bytes) -> bytes:
    """All members of a gzip file; of one that was cut off, what can be read."""
    made = b""
    while content:
        member = zlib.decompressobj(_ANY_HEADER)
        made += member.decompress(content) + member.flush()
        content = member.unused_data
    return made


def _without_header(content: bytes) -> bytes:
    """What some servers call deflate; much that is not compressed begins like it, so its end must fit, too."""
    whole = zlib.decompressobj(_NO_HEADER)
    try:
        made = whole.decompress(content)
    except zlib.error:
        return content
    return made if whole.eof and not whole.unused_data else content


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
