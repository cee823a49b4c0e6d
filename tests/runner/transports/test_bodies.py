"""What is sent in a way that can be read only once, compressed, or in pieces, is recorded, sent, and found again."""

import asyncio
import io
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import aiohttp
import httpx
import httpx2
import pytest
import requests

from goldgate.model.cassette import Mode

if TYPE_CHECKING:
    from tests.runner.transports.conftest import Server, Trial

LIBRARIES = pytest.mark.parametrize("library", [httpx, httpx2])
_Ask = Callable[[str], Any]


def pieces() -> Iterator[bytes]:
    yield b'{"q": '
    yield b'"one"}'


async def pieces_async() -> AsyncIterator[bytes]:
    for piece in pieces():
        yield piece


def hold(trial: "Trial", server: "Server", ask: _Ask, *, body: str | None = '{"q": "one"}') -> Any:  # noqa: ANN401
    """Record and replay, and say what the server got; both times the agent gets the same."""
    url = f"{server.url}/echo"
    recorded = trial(lambda: ask(url), mode=Mode.RECORD)
    assert recorded.tape.fault is None
    replayed = trial(lambda: ask(url), lines=recorded.tape.made)
    assert (replayed.code, replayed.value) == (None, recorded.value)
    if body is not None:
        assert recorded.value["body"] == body
    return json.loads(recorded.tape.made[0])["request"].get("body")


# httpx and its like


@LIBRARIES
def test_httpx_sends_an_iterator(library: ModuleType, trial: "Trial", server: "Server") -> None:
    assert hold(trial, server, lambda url: library.post(url, content=pieces()).json()) == {"q": "one"}


@LIBRARIES
def test_httpx_sends_an_async_iterator(library: ModuleType, trial: "Trial", server: "Server") -> None:
    async def asked(url: str) -> Any:  # noqa: ANN401 - JSON
        async with library.AsyncClient() as client:
            return (await client.post(url, content=pieces_async())).json()

    assert hold(trial, server, lambda url: asyncio.run(asked(url))) == {"q": "one"}


@LIBRARIES
def test_httpx_sends_a_file_in_parts_whose_boundary_is_another_every_time(
    library: ModuleType, trial: "Trial", server: "Server"
) -> None:
    def ask(url: str) -> object:
        return library.post(url, files={"file": ("a.txt", io.BytesIO(b"text"))}).status_code

    assert "boundary\r\nContent-Disposition: form-data;" in hold(trial, server, ask, body=None)


@LIBRARIES
def test_httpx_sends_bytes_that_are_no_text(library: ModuleType, trial: "Trial", server: "Server") -> None:
    body = hold(trial, server, lambda url: library.post(url, content=b"\xff\xfe").json(), body="\ufffd\ufffd")

    assert body.keys() == {"$digest", "size"}


@LIBRARIES
def test_a_transport_of_the_agents_own_is_left_alone(library: ModuleType, trial: "Trial") -> None:
    def ask() -> int:
        with library.Client(transport=library.MockTransport(lambda _: library.Response(418))) as client:
            return int(client.get("http://example.org").status_code)

    ended = trial(ask)

    assert (ended.value, ended.code) == (418, None)


@LIBRARIES
def test_httpx_gets_what_it_can_not_uncompress_as_it_came(
    library: ModuleType, trial: "Trial", server: "Server"
) -> None:
    def ask() -> tuple[str, bytes]:
        with library.stream("GET", f"{server.url}/unknown-encoding") as response:
            return response.headers["content-encoding"], b"".join(response.iter_raw())

    recorded = trial(ask, mode=Mode.RECORD)

    assert trial(ask, lines=recorded.tape.made).value == recorded.value
    assert recorded.value == trial(ask, mode=Mode.LIVE).value


@LIBRARIES
def test_what_only_claims_to_be_compressed_is_taken_as_it_is(
    library: ModuleType, trial: "Trial", server: "Server"
) -> None:
    recorded = trial(lambda: library.get(f"{server.url}/no-gzip").content, mode=Mode.RECORD)

    assert recorded.value == b"\xff no gzip"
    assert trial(lambda: library.get(f"{server.url}/no-gzip").content, lines=recorded.tape.made).value == recorded.value


# requests


def test_requests_sends_a_generator(trial: "Trial", server: "Server") -> None:
    assert hold(trial, server, lambda url: requests.post(url, data=pieces(), timeout=5).json()) == {"q": "one"}


@pytest.mark.parametrize("make", [lambda: io.BytesIO(b'{"q": "one"}'), lambda: io.StringIO('{"q": "one"}')])
def test_requests_sends_a_file(trial: "Trial", server: "Server", make: Callable[[], Any]) -> None:
    assert hold(trial, server, lambda url: requests.post(url, data=make(), timeout=5).json()) == {"q": "one"}


def test_requests_sends_what_can_only_be_read(trial: "Trial", server: "Server") -> None:
    class Reader:
        def __init__(self) -> None:
            self._left = [*pieces()]

        def read(self, _size: int = -1) -> bytes:
            left, self._left = b"".join(self._left), []
            return left

        def __iter__(self) -> Iterator[bytes]:
            return iter(self._left)

    assert hold(trial, server, lambda url: requests.post(url, data=Reader(), timeout=5).json()) == {"q": "one"}


def test_requests_sends_a_form_and_a_text(trial: "Trial", server: "Server") -> None:
    assert hold(trial, server, lambda url: requests.post(url, data={"q": "1"}, timeout=5).json(), body="q=1") == "q=1"
    assert hold(trial, server, lambda url: requests.post(url, data="text", timeout=5).json(), body="text") == "text"


# aiohttp


def by_aiohttp(url: str, **options: Any) -> Any:  # noqa: ANN401 - JSON
    async def asked() -> Any:  # noqa: ANN401 - JSON
        data = options.pop("make")() if "make" in options else options.pop("data", None)
        async with aiohttp.ClientSession() as session, session.post(url, data=data, **options) as response:
            return await response.json()

    return asyncio.run(asked())


def test_aiohttp_sends_an_async_iterator(trial: "Trial", server: "Server") -> None:
    assert hold(trial, server, lambda url: by_aiohttp(url, make=pieces_async)) == {"q": "one"}


def test_aiohttp_sends_a_form_with_a_file(trial: "Trial", server: "Server") -> None:
    def form() -> aiohttp.FormData:
        made = aiohttp.FormData()
        made.add_field("file", io.BytesIO(b"text"), filename="a.txt")
        return made

    assert "boundary\r\n" in hold(trial, server, lambda url: by_aiohttp(url, make=form), body=None)


def test_aiohttp_compresses(trial: "Trial", server: "Server") -> None:
    data = b'{"q": "one"}'

    assert hold(trial, server, lambda url: by_aiohttp(url, data=data, compress="deflate"), body=None) == {"q": "one"}


def test_aiohttp_waits_to_be_told_to_continue(trial: "Trial", server: "Server") -> None:
    assert hold(trial, server, lambda url: by_aiohttp(url, data=b'{"q": "one"}', expect100=True)) == {"q": "one"}


def test_aiohttp_sends_nothing(trial: "Trial", server: "Server") -> None:
    assert hold(trial, server, by_aiohttp, body="") is None


def test_headers_of_the_agent_reach_the_server(trial: "Trial", server: "Server") -> None:
    def ask(url: str) -> object:
        said = by_aiohttp(url, data=b"x", headers={"X-Own": "1", "User-Agent": "agent"})
        return {name: value for name, value in said["headers"].items() if name in ("X-Own", "User-Agent")}

    ended = trial(lambda: ask(f"{server.url}/echo"), mode=Mode.RECORD)

    assert ended.value == {"X-Own": "1", "User-Agent": "agent"}


def test_a_session_of_aiohttp_may_be_used_for_many_requests(trial: "Trial", server: "Server") -> None:
    async def asked() -> list[str]:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1)) as session:
            return [await (await session.get(f"{server.url}/text?{number}")).text() for number in range(3)]

    recorded = trial(lambda: asyncio.run(asked()), mode=Mode.RECORD)
    replayed = trial(lambda: asyncio.run(asked()), lines=recorded.tape.made)

    assert (recorded.code, len(recorded.tape.made)) == (None, 3)
    assert replayed.value == recorded.value


def test_an_answer_may_be_left_unread(trial: "Trial", server: "Server") -> None:
    async def asked() -> int:
        async with aiohttp.ClientSession() as session, session.get(f"{server.url}/events") as response:
            return response.status

    recorded = trial(lambda: asyncio.run(asked()), mode=Mode.RECORD)

    assert trial(lambda: asyncio.run(asked()), lines=recorded.tape.made).value == 200


def test_a_websocket_is_refused(trial: "Trial", server: "Server") -> None:
    async def asked() -> None:
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{server.url}/text"):
            """Never reached."""

    assert trial(lambda: asyncio.run(asked())).code == "CASSETTE_MISS"


def test_deflate_without_a_header_is_undone(trial: "Trial", server: "Server") -> None:
    packed = zlib.compress(b'{"q": "one"}')

    def ask(url: str) -> object:
        return httpx.post(url, content=packed, headers={"content-encoding": "deflate"}).status_code

    assert hold(trial, server, ask, body=None) == {"q": "one"}
