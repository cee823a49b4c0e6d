"""How does requests ask a tape in place of the network? In the adapter that opens connections."""

import functools
import io
from http.client import HTTPResponse
from typing import Any, Final, cast

import urllib3
from requests import PreparedRequest
from requests import Response as Received
from requests.adapters import HTTPAdapter

from goldgate.formats.bodies import request_of, response_of
from goldgate.model.cassette import Request, Response
from goldgate.runner.recorder import tape_for
from goldgate.runner.transports.wire import wire_pieces, without_encoding

_UNCOMPRESSES: Final = frozenset(urllib3.response.HTTPResponse.CONTENT_DECODERS)


def install() -> None:
    """Put the tape of the trial at hand in between."""
    original = HTTPAdapter.send

    @functools.wraps(original)
    def send(adapter: HTTPAdapter, request: PreparedRequest, *args: Any, **kwargs: Any) -> Received:
        tape = tape_for(request.url or "")
        if tape is None:
            return original(adapter, request, *args, **kwargs)
        question = tape.ask(_asked(request))
        answer = question.answer
        if answer is None:
            with question:
                received = original(adapter, request, *args, **kwargs)
                answer = question.tell(_received(received))
        return _made(answer, request, adapter)

    HTTPAdapter.send = send  # type: ignore[assignment,method-assign]


def _asked(request: PreparedRequest) -> Request:
    return request_of(request.method or "GET", request.url or "", headers=dict(request.headers), content=_read(request))


def _read(request: PreparedRequest) -> bytes:
    """The body; one that can be read only once is replaced by what was read, so that it can be sent yet."""
    body: Any = request.body
    if body is None or isinstance(body, str | bytes):
        return body.encode() if isinstance(body, str) else body or b""
    if not hasattr(body, "read"):
        request.body = b"".join(piece.encode() if isinstance(piece, str) else piece for piece in body)
        return request.body
    start = body.tell() if hasattr(body, "seek") else None
    content = body.read()
    content = content.encode() if isinstance(content, str) else content
    if start is None:
        request.body = content
    else:
        body.seek(start)
    return cast("bytes", content)


def _received(received: Received) -> Response:
    """The answer as it came from the network, uncompressed where requests can do that."""
    headers = dict(received.headers)
    encodings = {name.strip() for name in received.headers.get("content-encoding", "").lower().split(",")}
    content = received.content
    if encodings <= _UNCOMPRESSES:
        headers = without_encoding(headers)
    return response_of(received.status_code, headers=headers, content=content)


def _made(answer: Response, request: PreparedRequest, adapter: HTTPAdapter) -> Received:
    method = request.method or "GET"
    parsed = HTTPResponse(_Connection(b"".join(wire_pieces(answer, method=method))), method=method)  # type: ignore[arg-type]
    parsed.begin()
    response = urllib3.HTTPResponse(
        body=parsed,
        headers=dict(parsed.headers.items()),
        status=parsed.status,
        version=parsed.version,
        reason=parsed.reason,
        preload_content=False,
        decode_content=False,
        original_response=parsed,
        request_method=method,
    )
    return adapter.build_response(request, response)


class _Connection:
    """What `http.client` reads an answer from."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, _mode: str) -> io.BytesIO:
        """The stream of all that comes."""
        return io.BytesIO(self._data)
