import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar

import pytest

from goldgate.agents.kept_loop import run_kept
from goldgate.agents.recorder import Recorder
from goldgate.agents.recording import trace
from goldgate.model.case import CaseView
from goldgate.model.trace import Trace

_Value = TypeVar("_Value")


def run(coroutine: Coroutine[Any, Any, _Value]) -> _Value:
    return run_kept(coroutine, Recorder(on_late=lambda: None))


def times(count: int, agent: Callable[[], Coroutine[Any, Any, _Value]]) -> list[_Value]:
    return [run(agent()) for _ in range(count)]


def test_a_queue_can_be_used_in_one_trial_after_the_other() -> None:
    queue: asyncio.Queue[int] = asyncio.Queue()

    async def wait() -> int:
        asyncio.get_running_loop().call_soon(queue.put_nowait, 1)
        return await queue.get()

    assert [run(wait()), run(wait())] == [1, 1]


def test_what_a_trial_leaves_behind_is_cancelled() -> None:
    ends: list[str] = []

    async def for_ever() -> None:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            ends.append("cancelled")
            raise

    async def leave() -> str:
        left.append(asyncio.create_task(for_ever()))
        await asyncio.sleep(0)
        return "done"

    left: list[asyncio.Task[None]] = []

    assert run(leave()) == "done"
    assert ends == ["cancelled"]


def test_a_generator_that_is_left_open_is_closed() -> None:
    ends: list[str] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            yield 1
            yield 2
        finally:
            ends.append("closed")
            raise OSError("whom would that help?")

    async def leave() -> int:
        left.append(numbers())
        return await anext(left[-1])

    left: list[AsyncIterator[int]] = []

    assert times(2, leave) == [1, 1]
    assert ends == ["closed", "closed"]


def test_jobs_of_the_loops_threads_are_waited_for_though_they_need_the_loop() -> None:
    ends: list[str] = []

    def work(loop: asyncio.AbstractEventLoop) -> None:
        ends.append(asyncio.run_coroutine_threadsafe(asyncio.sleep(0.01, "came back"), loop).result())

    async def leave() -> None:
        asyncio.get_running_loop().run_in_executor(None, work, asyncio.get_running_loop())

    times(2, leave)

    assert ends == ["came back", "came back"]


@pytest.mark.parametrize("error", [SystemExit(3), KeyboardInterrupt()])
def test_a_task_that_leaves_the_interpreter_takes_the_loop_with_it(error: BaseException) -> None:
    ends: list[str] = []

    async def leave() -> None:
        raise error

    async def wait() -> None:
        try:
            await asyncio.gather(leave(), asyncio.sleep(3600))
        finally:
            ends.append("ended")

    with pytest.raises(type(error)):
        run(wait())

    assert ends == ["ended"]
    assert run(asyncio.sleep(0, "next")) == "next"


def test_the_loop_is_kept_and_is_not_that_of_other_code() -> None:
    async def here() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    one, other = times(2, here)

    assert one is other
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


def test_steps_that_are_recorded_there_are_the_trials(observe: Callable[..., Trace]) -> None:
    async def agent(_case: CaseView) -> None:
        await asyncio.gather(step("a"), step("b"))

    async def step(name: str) -> None:
        await asyncio.sleep(0)
        trace.step(name)

    for _ in range(2):
        assert [(step.name, step.group) for step in observe(agent).steps] == [("a", "turn-1"), ("b", "turn-1")]
