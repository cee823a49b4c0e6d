"""How does aiohttp ask a tape in place of the network? Over a connection whose other end is the tape.

Only the connection is replaced: what aiohttp itself does on top of it (sessions, cookies, redirects, middlewares,
traces, compression) goes on as always.
"""

import asyncio
import functools
from collections.abc import Iterator
from typing import Any, Final

import aiohttp
from aiohttp import ClientRequest, ClientTimeout
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import BaseConnector, Connection

from goldgate.formats.bodies import request_of, response_of
from goldgate.model.cassette import Response
from goldgate.model.frozen import frozen
from goldgate.runner.recorder import Tape, tape_for
from goldgate.runner.transports.sent import SentRequest
from goldgate.runner.transports.wire import wire_pieces, without_encoding

_UNCOMPRESSED: Final = frozenset({"br", "deflate", "gzip", "zstd"})
"""What aiohttp undoes, or fails at."""
_FRAMING: Final = frozenset({"transfer-encoding", "content-length", "expect"})
"""How the body of the agent's request was cut in pieces; it goes out whole."""


def install() -> None:
    """Put the tape of the trial at hand in between."""
    original = BaseConnector.connect

    @functools.wraps(original)
    async def connect(
        connector: BaseConnector,
        req: ClientRequest,
        traces: list[Any],
        timeout: ClientTimeout,  # noqa: ASYNC109 - aiohttp's signature
    ) -> Connection:
        tape = tape_for(str(req.url))
        if tape is None:
            return await original(connector, req, traces, timeout)
        loop = asyncio.get_running_loop()
        answering = _Answering(loop, tape=tape, ask=_Asking(request=req, connector=connector, timeout=timeout))
        return Connection(connector, req.connection_key, answering, loop)

    BaseConnector.connect = connect  # type: ignore[assignment,method-assign]


@frozen(kw_only=True)
class _Asking:
    """A request of the agent's, and over what it can be made for real."""

    request: ClientRequest
    connector: BaseConnector
    timeout: ClientTimeout

    async def received(self, body: bytes) -> Response:
        """What comes over the network; redirects, cookies and retries are the business of the agent's session."""
        request = self.request
        given = {"proxy_auth": request.proxy_auth, "server_hostname": request.server_hostname}
        async with (
            aiohttp.ClientSession(
                connector=self.connector, connector_owner=False, cookie_jar=aiohttp.DummyCookieJar()
            ) as session,
            session.request(
                request.method,
                request.url,
                data=body or None,
                headers=[(name, value) for name, value in request.headers.items() if name.lower() not in _FRAMING],
                skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
                allow_redirects=False,
                timeout=self.timeout,
                ssl=request.ssl,
                proxy=request.proxy,
                proxy_headers=request.proxy_headers,
                **{name: value for name, value in given.items() if value is not None},  # type: ignore[arg-type]
            ) as response,
        ):
            content = await response.read()
            headers = dict(response.headers)
            if response.headers.get("content-encoding", "").lower() in _UNCOMPRESSED:
                headers = without_encoding(headers)
            return response_of(response.status, headers=headers, content=content)


class _Answering(ResponseHandler):
    """aiohttp's own reader of answers; when it comes to read the first one, the tape is asked."""

    def __init__(self, loop: asyncio.AbstractEventLoop, *, tape: Tape, ask: _Asking) -> None:
        super().__init__(loop)
        self._tape = tape
        self._ask = ask
        self._sent = SentRequest()
        self._pieces: Iterator[bytes] | None = None
        self.force_close()  # never used for another request
        self.connection_made(_OtherEnd(self._sent))

    async def read(self) -> Any:  # noqa: ANN401 - as aiohttp has it
        """The next answer: the real one, or before it that the body may be sent."""
        if self._pieces is None:
            await self._sent.head()
            if self._sent.waits_to_continue:
                self._sent.waits_to_continue = False
                self.data_received(b"HTTP/1.1 100 Continue\r\n\r\n")
                return await super().read()
            await self._sent.whole()
            self._pieces = wire_pieces(await self._answer(), method=self._ask.request.method)
            self._feed()
        return await super().read()

    async def _answer(self) -> Response:
        request = self._ask.request
        question = self._tape.ask(
            request_of(request.method, str(request.url), headers=request.headers, content=self._sent.body)
        )
        if question.answer is not None:
            return question.answer
        with question:
            return question.tell(await self._ask.received(self._sent.body))

    def _feed(self) -> None:
        """Give the next piece; the one behind it comes when others had their turn, as on a real connection."""
        piece = next(self._pieces or iter(()), None)
        if piece is not None and self.transport is not None:
            self.data_received(piece)
            self._loop.call_soon(self._feed)


class _OtherEnd(asyncio.Transport):
    """Takes what aiohttp writes."""

    def __init__(self, sent: SentRequest) -> None:
        super().__init__()
        self._sent = sent
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Take the next piece."""
        self._sent.feed(bytes(data))

    def is_closing(self) -> bool:
        """Whether aiohttp has closed the connection."""
        return self._closing

    def close(self) -> None:
        """Nothing more is taken, and nothing more comes."""
        self._closing = True

    abort = close

    def pause_reading(self) -> None:
        """Nothing comes faster than it is taken."""

    resume_reading = pause_reading
