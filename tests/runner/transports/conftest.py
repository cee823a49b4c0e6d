"""A server on this machine, a client of each library that asks it, and trials in which that happens."""

import asyncio
import gzip
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import ModuleType
from typing import Any, Final, Protocol

import aiohttp
import attrs
import httpx
import httpx2
import pytest
import requests

from goldgate.agents.perform import Performance, perform
from goldgate.model.case import CaseView
from goldgate.model.cassette import Mode
from goldgate.model.settings import RecordingSettings
from goldgate.runner.recorder import Tape
from goldgate.runner.studio import Studio
from goldgate.runner.transports import install

EVENTS: Final = ("data: one\n\n", "event: two\ndata: 안녕\n\n", "data: [DONE]\n\n")
BINARY: Final = bytes(range(256))
TEXT: Final = "안녕 " * 20


class Server:
    """Answers at a path each way that there is of answering; counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        handler = type("Handler", (_Handler,), {"server_of_test": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()


_PLAIN: Final = {"content-type": "text/plain; charset=utf-8"}
_JSON: Final = {"content-type": "application/json"}
ANSWERS: Final[Mapping[str, tuple[int, bytes, Mapping[str, str]]]] = {
    "/text": (200, TEXT.encode(), _PLAIN),
    "/binary": (200, BINARY, {"content-type": "application/octet-stream"}),
    "/gzip": (200, gzip.compress(TEXT.encode()), {**_PLAIN, "content-encoding": "gzip"}),
    "/deflate": (200, zlib.compress(TEXT.encode()), {**_PLAIN, "content-encoding": "deflate"}),
    "/unknown-encoding": (200, BINARY, {**_PLAIN, "content-encoding": "secret"}),
    "/no-gzip": (200, b"\xff no gzip", {**_PLAIN, "content-encoding": "gzip"}),
    "/moved": (302, b"", {"location": "/text"}),
    "/empty": (204, b"", {}),
    "/404": (404, b'{"error":"no"}', _JSON),
    "/429": (429, b'{"error":"no"}', _JSON),
    "/500": (500, b'{"error":"no"}', _JSON),
}


class _Handler(BaseHTTPRequestHandler):
    server_of_test: Server
    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        path = self.path.partition("?")[0]
        self.server_of_test.asked.append(path)
        body = self._body()
        if path == "/events":
            self._stream()
        elif path == "/cut":
            self._head(200, {"content-length": "100"})
            self.wfile.write(b"not all")
            self.close_connection = True
        elif path == "/echo":
            said = {"method": self.command, "body": body.decode(errors="replace"), "headers": dict(self.headers)}
            self._send(200, json.dumps(said).encode(), _JSON)
        else:
            self._send(*ANSWERS[path])

    def _body(self) -> bytes:
        if self.headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("content-length", 0)))
        pieces = []
        while size := int(self.rfile.readline(), 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        length = {} if status == 204 else {"content-length": str(len(body))}
        self._head(status, {**headers, **length, "set-cookie": "a=b"})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _stream(self) -> None:
        self._head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})
        for event in (*EVENTS, ""):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(event.encode()), event.encode()))

    def _head(self, status: int, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


for _method in ("GET", "POST", "PUT", "HEAD"):
    setattr(_Handler, f"do_{_method}", _Handler.answer)


@pytest.fixture
def server() -> Iterator[Server]:
    """A server that answers until the test is over."""
    server = Server()
    yield server
    server.close()


@attrs.frozen
class Answer:
    """What a client got: the body whole, and in the pieces in which it came."""

    status: int
    headers: Mapping[str, str]
    pieces: tuple[bytes, ...]

    @property
    def body(self) -> bytes:
        """All of it."""
        return b"".join(self.pieces)


class Client(Protocol):
    """Asks through one library in one way."""

    def __call__(self, method: str, url: str, content: bytes | None = None, **options: Any) -> Answer:
        """Ask, and stream the answer; redirects are followed."""


def _by_httpx(library: ModuleType) -> Client:
    def ask(method: str, url: str, content: bytes | None = None, **options: Any) -> Answer:
        with (
            library.Client(follow_redirects=True, trust_env=False) as client,
            client.stream(method, url, content=content, **options) as response,
        ):
            return Answer(response.status_code, dict(response.headers), tuple(response.iter_bytes()))

    return ask


def _by_async_httpx(library: ModuleType) -> Client:
    async def asked(method: str, url: str, content: bytes | None, options: Mapping[str, Any]) -> Answer:
        async with (
            library.AsyncClient(follow_redirects=True, trust_env=False) as client,
            client.stream(method, url, content=content, **options) as response,
        ):
            pieces = [piece async for piece in response.aiter_bytes()]
            return Answer(response.status_code, dict(response.headers), tuple(pieces))

    return lambda method, url, content=None, **options: asyncio.run(asked(method, url, content, options))


def _by_requests(method: str, url: str, content: bytes | None = None, **options: Any) -> Answer:
    with requests.Session() as session:
        session.trust_env = False
        response = session.request(method, url, data=content, stream=True, **options)
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, tuple(response.iter_content(None)))


def _by_aiohttp(method: str, url: str, content: bytes | None = None, **options: Any) -> Answer:
    async def asked() -> Answer:
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, url, data=content, **options) as response,
        ):
            headers = {name.lower(): value for name, value in response.headers.items()}
            pieces = []
            while not response.content.at_eof():
                pieces.append((await response.content.readchunk())[0])
            return Answer(response.status, headers, tuple(filter(None, pieces)))

    return asyncio.run(asked())


CLIENTS: Final[Mapping[str, Client]] = {
    "httpx": _by_httpx(httpx),
    "httpx-async": _by_async_httpx(httpx),
    "httpx2": _by_httpx(httpx2),
    "httpx2-async": _by_async_httpx(httpx2),
    "requests": _by_requests,
    "aiohttp": _by_aiohttp,
}


@pytest.fixture(params=CLIENTS)
def client(request: pytest.FixtureRequest) -> Client:
    """Each client."""
    return CLIENTS[request.param]


@attrs.frozen
class Ended:
    """A trial that is over: what its agent returned, or raised, and its tape."""

    performance: Performance
    returned: list[Any]
    tape: Tape

    @property
    def value(self) -> Any:  # noqa: ANN401 - whatever the test's agent makes
        """What the agent returned."""
        assert self.returned, self.performance.trace.steps
        return self.returned[0]

    @property
    def code(self) -> str | None:
        """The fault of the tape."""
        return None if self.tape.fault is None else self.tape.fault.code


Trial = Callable[..., Ended]


@pytest.fixture
def trial() -> Trial:
    """Calls a function inside a trial with these recordings."""
    install()

    def run(
        ask: Callable[[], Any],
        *,
        mode: Mode = Mode.REPLAY,
        lines: Sequence[str] = (),
        settings: RecordingSettings | None = None,
        reachable: Sequence[str] = (),
    ) -> Ended:
        studio = Studio(mode=mode, settings={"s": settings or RecordingSettings()}, reachable={"s": reachable})
        tape = studio.tape("s", lines)
        returned: list[Any] = []
        view = CaseView(id="case", request="do it")
        performance = perform(lambda _case, _context: returned.append(ask()), view, tape=tape)
        tape.close()
        return Ended(performance, returned, tape)

    return run
