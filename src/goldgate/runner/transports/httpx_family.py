"""How do httpx and its like ask a tape in place of the network? In the transports that open connections.

Transports that an agent brings along itself (mocks, in-process apps) open none, and are left alone.
"""

import functools
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Final, TypeAlias

from goldgate.formats.bodies import request_of, response_of
from goldgate.model.cassette import Request, Response
from goldgate.runner.recorder import tape_for
from goldgate.runner.transports.wire import body_of, headers_of, without_encoding

_Library: TypeAlias = Any
"""The module httpx or httpx2: of what is used here, both have the same."""
_ENCODING: Final = "content-encoding"


def install_in(library: _Library) -> None:
    """Put the tape of the trial at hand between the library and the network."""
    answers = _Answers(library)
    for transport, method, hook in (
        (library.HTTPTransport, "handle_request", answers.handling),
        (library.AsyncHTTPTransport, "handle_async_request", answers.handling_async),
    ):
        original = getattr(transport, method)
        setattr(transport, method, functools.wraps(original)(hook(original)))


class _Answers:
    """What is made of recorded answers in one of the libraries."""

    def __init__(self, library: _Library) -> None:
        class Body(library.SyncByteStream, library.AsyncByteStream):  # type: ignore[misc]  # known when it runs
            """A body that is streamed piece by piece."""

            def __init__(self, pieces: Iterator[bytes]) -> None:
                self._pieces = pieces

            def __iter__(self) -> Iterator[bytes]:
                return self._pieces

            async def __aiter__(self) -> AsyncIterator[bytes]:
                for piece in self._pieces:
                    yield piece

        self._library = library
        self._body = Body

    def handling(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """`handle_request`, with the tape in between."""

        def handle_request(transport: object, request: Any) -> Any:  # noqa: ANN401 - as the library has it
            tape = tape_for(str(request.url))
            if tape is None:
                return original(transport, request)
            request.read()
            question = tape.ask(_asked(request))
            answer = question.answer
            if answer is None:
                with question:
                    response = original(transport, request)
                    try:
                        raw = b"".join(response.iter_raw())
                    finally:
                        response.close()
                    answer = question.tell(self._received(response, raw))
            return self._made(answer, request)

        return handle_request

    def handling_async(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """`handle_async_request`, with the tape in between."""

        async def handle_async_request(transport: object, request: Any) -> Any:  # noqa: ANN401 - as the library has it
            tape = tape_for(str(request.url))
            if tape is None:
                return await original(transport, request)
            await request.aread()
            question = tape.ask(_asked(request))
            answer = question.answer
            if answer is None:
                with question:
                    response = await original(transport, request)
                    try:
                        raw = b"".join([piece async for piece in response.aiter_raw()])
                    finally:
                        await response.aclose()
                    answer = question.tell(self._received(response, raw))
            return self._made(answer, request)

        return handle_async_request

    def _received(self, response: Any, raw: bytes) -> Response:  # noqa: ANN401 - as the library has it
        """The answer as it came from the network, uncompressed where the library can do that."""
        headers = dict(response.headers)
        content = raw
        if encoding := headers.get(_ENCODING):
            try:
                content = self._library.Response(200, headers={_ENCODING: encoding}, content=raw).content
            except self._library.DecodingError:
                content = raw  # let the agent's client find out itself
        if content != raw:
            headers = without_encoding(headers)
        return response_of(response.status_code, headers=headers, content=content)

    def _made(self, answer: Response, request: Any) -> Any:  # noqa: ANN401 - as the library has it
        return self._library.Response(
            answer.status,
            headers=headers_of(answer, method=request.method),
            stream=self._body(body_of(answer, method=request.method)),
            extensions={"http_version": b"HTTP/1.1"},
        )


def _asked(request: Any) -> Request:  # noqa: ANN401 - as the library has it
    return request_of(request.method, str(request.url), headers=request.headers, content=request.content)
