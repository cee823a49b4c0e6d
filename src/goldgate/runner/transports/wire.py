"""How does a recorded answer look on the wire? As it came, but for what was not kept: HTTP/1.1, uncompressed."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Final

from goldgate.formats.bodies import content_of, pieces_of
from goldgate.model.cassette import Response

_WITHOUT_BODY: Final = frozenset({HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED})
_ENCODING: Final = "content-encoding"


def headers_of(response: Response, *, method: str) -> dict[str, str]:
    """The headers that were kept, and how the length of the body is told."""
    headers = dict(response.headers)
    if _has_body(response, method):
        if response.chunks is None:
            headers["content-length"] = str(len(content_of(response)))
        else:
            headers["transfer-encoding"] = "chunked"
    return headers


def body_of(response: Response, *, method: str) -> Iterator[bytes]:
    """The body, in the pieces in which it is streamed."""
    return pieces_of(response) if _has_body(response, method) else iter(())


def wire_pieces(response: Response, *, method: str) -> Iterator[bytes]:
    """The whole answer as it goes over a connection, in the pieces in which it is streamed."""
    lines = [f"HTTP/1.1 {response.status} {reason_of(response.status)}"]
    lines += (f"{name}: {value}" for name, value in headers_of(response, method=method).items())
    yield "\r\n".join([*lines, "", ""]).encode("latin-1", errors="replace")
    for piece in body_of(response, method=method):
        yield piece if response.chunks is None else b"%x\r\n%b\r\n" % (len(piece), piece)
    if response.chunks is not None and _has_body(response, method):
        yield b"0\r\n\r\n"


def reason_of(status: int) -> str:
    """The words beside a status; empty for a number that has none."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def without_encoding(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of an answer that its client has uncompressed."""
    return {name: value for name, value in headers.items() if name.lower() != _ENCODING}


def _has_body(response: Response, method: str) -> bool:
    return method != "HEAD" and response.status not in _WITHOUT_BODY
