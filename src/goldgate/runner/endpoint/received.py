"""What does a program ask over a connection? One request after the other, in HTTP/1.1."""

from collections.abc import Callable, Iterator, Mapping
from typing import IO, Final

from goldgate.model.frozen import frozen

LONGEST_BODY: Final = 256 * 1024 * 1024
"""Bytes."""
_LONGEST_LINE: Final = 65_536
_MOST_HEADERS: Final = 200


class NotHttp(Exception):
    """What comes is no request."""


@frozen(kw_only=True)
class Received:
    """One request. Names of headers are in lower case; `content` is the body, as it was compressed but not cut."""

    method: str
    target: str
    headers: Mapping[str, str]
    content: bytes = b""

    @property
    def is_last(self) -> bool:
        """Whether the connection is to be closed behind it."""
        return "close" in self.headers.get("connection", "").lower()


def read_request(stream: IO[bytes], *, go_on: Callable[[], object]) -> Received | None:
    """The next request; None when there is none any more. Raises NotHttp.

    `go_on` is called before the body of one that waits to be told so.
    """
    first = stream.readline(_LONGEST_LINE)
    if not first.strip():
        return None
    match first.decode("latin-1").split():
        case [method, target, version] if version.startswith("HTTP/1."):
            headers = dict(_headers(stream))
        case _:
            raise NotHttp("the first line is that of no request in HTTP/1.1")
    if "expect" in headers:
        go_on()
    return Received(method=method, target=target, headers=headers, content=_content(stream, headers))


def _headers(stream: IO[bytes]) -> Iterator[tuple[str, str]]:
    for _ in range(_MOST_HEADERS):
        line = stream.readline(_LONGEST_LINE).decode("latin-1")
        if not line.strip():
            return
        name, colon, value = line.partition(":")
        if not colon:
            raise NotHttp("a header has no colon")
        yield name.strip().lower(), value.strip()
    raise NotHttp(f"more than {_MOST_HEADERS} headers")


def _content(stream: IO[bytes], headers: Mapping[str, str]) -> bytes:
    if "chunked" in headers.get("transfer-encoding", "").lower():
        return b"".join(_chunks(stream))
    return _read(stream, _size(headers.get("content-length", "0"), base=10))


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    left = LONGEST_BODY
    while size := _size(stream.readline(_LONGEST_LINE).partition(b";")[0].decode("latin-1"), base=16, most=left):
        left -= size
        yield _read(stream, size)
        stream.readline(_LONGEST_LINE)
    while stream.readline(_LONGEST_LINE).strip():
        pass  # headers behind the body say nothing of it


def _size(said: str, *, base: int, most: int = LONGEST_BODY) -> int:
    try:
        size = int(said, base)
    except ValueError:
        raise NotHttp(f"{said.strip()!r} is no length of a body") from None
    if not 0 <= size <= most:
        raise NotHttp(f"a body has more than {LONGEST_BODY // 1024 // 1024} MiB")
    return size


def _read(stream: IO[bytes], size: int) -> bytes:
    content = stream.read(size)
    if len(content) < size:
        raise NotHttp("the connection was closed in the middle of a body")
    return content
