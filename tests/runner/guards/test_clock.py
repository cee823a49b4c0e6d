import asyncio
import datetime as dt
import importlib
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from goldgate.runner.guards.clock import Clock, time_machine

Holding = Callable[..., AbstractContextManager[None]]
START = "2026-01-01T00:00:00+00:00"
MOMENT = dt.datetime.fromisoformat(START)


def test_all_that_tells_the_time_of_day_tells_the_same(holding: Holding) -> None:
    with holding(Clock(start=START)):
        told = (time.time(), time.time_ns() / 1e9, dt.datetime.now(tz=dt.UTC).timestamp())
    assert told == (MOMENT.timestamp(),) * 3


def test_an_instant_may_stand_in_another_zone_and_between_two_seconds(holding: Holding) -> None:
    with holding(Clock(start="2026-01-01T01:00:00.5+01:00")):
        assert time.time() == MOMENT.timestamp() + 0.5


def test_the_clock_stands_still(holding: Holding) -> None:
    with holding(Clock(start=START)):
        before = time.time()
        time.sleep(0.002)
        assert time.time() == before


def test_durations_are_real(holding: Holding) -> None:
    with holding(Clock(start=START)):
        before = (time.monotonic(), time.perf_counter())
        time.sleep(0.002)
        assert (time.monotonic() > before[0], time.perf_counter() > before[1]) == (True, True)


def test_timeouts_of_asyncio_work(holding: Holding) -> None:
    async def waits() -> str:
        try:
            async with asyncio.timeout(0.001):
                await asyncio.sleep(10)
        except TimeoutError:
            return "timed out"
        return "slept"

    with holding(Clock(start=START)):
        assert asyncio.run(waits()) == "timed out"


def test_after_a_trial_the_clock_goes_on(holding: Holding) -> None:
    before = time.time()
    with holding(Clock(start=START)):
        pass
    assert time.time() >= before


def test_every_trial_begins_at_the_same_time_where_one_travels_and_does_not_come_back(holding: Holding) -> None:
    clock = Clock(start=START)
    clock.open()
    clock.begin("s", "a")
    time_machine().travel(0).start()
    clock.end()
    clock.begin("s", "b")
    try:
        assert time.time() == MOMENT.timestamp()
    finally:
        clock.end()
    assert time.time() > MOMENT.timestamp()


def test_what_was_imported_before_stands_still_too(holding: Holding) -> None:
    now = importlib.import_module("time").time
    with holding(Clock(start=START)):
        assert now() == MOMENT.timestamp()


def test_no_test_runner_is_loaded_along() -> None:
    script = """
import sys
from goldgate.runner.guards.clock import time_machine
time_machine()
print(*sorted(name for name in ("pytest", "dateutil", "time_machine") if name in sys.modules))
import pytest  # what was hidden for a moment can be imported
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["time_machine"]
