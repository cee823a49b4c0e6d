"""Clients that keep connections, as services have them: one for all trials of a process."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, TypeAlias

import aiohttp
import httpx
import httpx2
import pytest

from goldgate.agents.kept_loop import run_kept
from goldgate.agents.perform import perform
from goldgate.agents.recorder import Recorder
from goldgate.model.case import CaseView
from goldgate.model.cassette import Mode
from goldgate.model.settings import RecordingSettings
from goldgate.model.value import Json, NotCaptured
from goldgate.runner.recorder import Tape
from goldgate.runner.studio import Studio
from goldgate.runner.transports import install

if TYPE_CHECKING:
    from tests.runner.transports.conftest import Server

Ask: TypeAlias = Callable[[str], Awaitable[str]]
Close: TypeAlias = Callable[[], Coroutine[None, None, None]]
CASES = ("a", "b", "c")


def by_httpx() -> tuple[Ask, Close]:
    client = httpx.AsyncClient(trust_env=False)

    async def ask(url: str) -> str:
        return (await client.get(url)).text

    return ask, client.aclose


def by_httpx2() -> tuple[Ask, Close]:
    client = httpx2.AsyncClient(trust_env=False)

    async def ask(url: str) -> str:
        return str((await client.get(url)).text)

    return ask, client.aclose


def by_httpx_that_stops_to_read() -> tuple[Ask, Close]:
    client = httpx.AsyncClient(trust_env=False, limits=httpx.Limits(max_connections=1))

    async def ask(url: str) -> str:
        async with client.stream("GET", url) as response:
            async for piece in response.aiter_text(4):
                return piece
        return ""

    return ask, client.aclose


def by_aiohttp() -> tuple[Ask, Close]:
    sessions: list[aiohttp.ClientSession] = []

    async def ask(url: str) -> str:
        if not sessions:
            sessions.append(aiohttp.ClientSession())
        async with sessions[0].get(url) as response:
            return await response.text()

    async def close() -> None:
        await sessions[0].close()

    return ask, close


@pytest.fixture(autouse=True)
def hooks() -> None:
    install()


def performed(ask: Ask, url: str, *, mode: Mode, lines: Sequence[str] = ()) -> tuple[Json | NotCaptured, Tape]:
    """The answer of an async agent that asks, and its tape."""
    tape = Studio(mode=mode, settings={"s": RecordingSettings()}, reachable={"s": ()}).tape("s", lines)

    async def agent(_case: CaseView) -> str:
        return await ask(url)

    performance = perform(agent, CaseView(id="case", request="do it"), tape=tape)
    tape.close()
    return performance.trace.answer, tape


@pytest.mark.parametrize("make", [by_httpx, by_httpx2, by_httpx_that_stops_to_read, by_aiohttp])
def test_a_client_of_the_module_serves_one_case_after_the_other(
    server: "Server", make: Callable[[], tuple[Ask, Close]]
) -> None:
    ask, close = make()
    recorded = [performed(ask, f"{server.url}/text?{case}", mode=Mode.RECORD) for case in CASES]
    replayed = [
        performed(ask, f"{server.url}/text?{case}", mode=Mode.REPLAY, lines=tape.made)
        for case, (_, tape) in zip(CASES, recorded, strict=True)
    ]
    run_kept(close(), Recorder(on_late=lambda: None))

    assert [tape.fault for _, tape in (*recorded, *replayed)] == [None] * 6
    assert [answer for answer, _ in replayed] == [answer for answer, _ in recorded]
    assert str(recorded[-1][0]).startswith("안녕 ")
    assert len(server.asked) == 3
