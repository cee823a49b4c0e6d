"""Several requests at once, in tasks and threads, and several trials at once."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import aiohttp
import httpx
import pytest
import requests

from goldgate.model.cassette import Mode

if TYPE_CHECKING:
    from tests.runner.transports.conftest import Ended, Server, Trial


def by_tasks(url: str) -> list[str]:
    async def asked() -> list[str]:
        async with httpx.AsyncClient() as client:
            return [one.text for one in await asyncio.gather(*(client.get(f"{url}/text?{n}") for n in range(8)))]

    return asyncio.run(asked())


def by_tasks_of_aiohttp(url: str) -> list[str]:
    async def one(session: aiohttp.ClientSession, number: int) -> str:
        async with session.get(f"{url}/text?{number}") as response:
            return await response.text()

    async def asked() -> list[str]:
        async with aiohttp.ClientSession() as session:
            return await asyncio.gather(*(one(session, number) for number in range(8)))

    return asyncio.run(asked())


def by_threads(url: str) -> list[str]:
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(lambda number: requests.get(f"{url}/text?{number}", timeout=5).text, range(8)))


WAYS = pytest.mark.parametrize("ask", [by_tasks, by_tasks_of_aiohttp, by_threads])


@WAYS
def test_requests_at_once_are_recorded_and_replayed(
    server: "Server", trial: "Trial", ask: Callable[[str], list[str]]
) -> None:
    recorded = trial(lambda: ask(server.url), mode=Mode.RECORD)
    replayed = trial(lambda: ask(server.url), lines=recorded.tape.made)

    assert len(recorded.tape.made) == 8
    assert (replayed.code, replayed.value, len(server.asked)) == (None, recorded.value, 8)


@WAYS
def test_a_miss_among_requests_at_once_is_one(
    server: "Server", trial: "Trial", ask: Callable[[str], list[str]]
) -> None:
    lines = trial(lambda: ask(server.url), mode=Mode.RECORD).tape.made[1:]

    ended = trial(lambda: ask(server.url), lines=lines)

    assert (ended.code, ended.returned) == ("CASSETTE_MISS", [])


def test_a_group_of_tasks_does_not_hide_a_miss(server: "Server", trial: "Trial") -> None:
    async def asked() -> str:
        try:
            async with asyncio.TaskGroup() as group, httpx.AsyncClient() as client:
                group.create_task(client.get(f"{server.url}/text"))
                await asyncio.sleep(1)
        except* Exception:  # noqa: BLE001 - whatever it is
            said = "swallowed"
        else:
            said = "answered"
        return said

    ended = trial(lambda: asyncio.run(asked()))

    assert (ended.code, ended.returned) == ("CASSETTE_MISS", [])


def test_trials_at_once_are_told_apart(server: "Server", trial: "Trial") -> None:
    """Each has its own recordings, and no answer of the other."""

    def ask(path: str) -> Callable[[], str]:
        return lambda: httpx.get(server.url + path).text

    recorded = {path: trial(ask(path), mode=Mode.RECORD).tape.made for path in ("/text", "/gzip")}
    both_run = threading.Barrier(2)

    def run(path: str) -> "Ended":
        def asked() -> list[str]:
            both_run.wait(5)
            with ThreadPoolExecutor(1) as pool:
                return [pool.submit(ask(path)).result(), asyncio.run(in_task(path))]

        return trial(asked, lines=[*recorded[path], *recorded[path]])

    async def in_task(path: str) -> str:
        async with httpx.AsyncClient() as client:
            task = asyncio.create_task(client.get(server.url + path))
            return (await task).text

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(run, recorded)

    assert (first.code, second.code) == (None, None)
    assert (first.tape.unused, second.tape.unused) == ((), ())


def test_what_an_agent_left_running_gets_no_answer(server: "Server", trial: "Trial") -> None:
    over, asked = threading.Event(), threading.Event()
    raised: list[str] = []

    def late() -> None:
        over.wait(5)
        try:
            httpx.get(f"{server.url}/text")
        except BaseException as error:  # noqa: BLE001 - whatever it is
            raised.append(str(error))
        asked.set()

    trial(lambda: threading.Thread(target=late, daemon=True).start())
    over.set()
    assert asked.wait(5)

    assert raised == [f"GET {server.url}/text came after the end of its trial"]
    assert server.asked == []


def test_a_thread_that_is_older_than_the_trial_asks_for_the_only_one_that_runs(
    server: "Server", trial: "Trial"
) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
        jobs = pool._work_queue  # noqa: SLF001 - a pool that knows nothing of trials
        assert jobs.empty()

    ready, done = threading.Event(), threading.Event()
    texts: list[str] = []

    def elder() -> None:
        ready.wait(5)
        texts.append(httpx.get(f"{server.url}/text").text)
        done.set()

    thread = threading.Thread(target=elder, daemon=True)
    thread.start()

    def asked() -> None:
        ready.set()
        assert done.wait(5)

    ended = trial(asked, mode=Mode.RECORD)

    assert len(ended.tape.made) == 1
