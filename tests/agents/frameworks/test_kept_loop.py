import asyncio
from collections.abc import Callable
from typing import Any

from goldgate.agents.frameworks.kept_loop import run_kept
from goldgate.agents.recorder import Recorder
from goldgate.agents.recording import trace
from goldgate.model.case import CaseView
from goldgate.model.trace import Trace


def run(coroutine: Any) -> Any:
    return run_kept(coroutine, Recorder(on_late=lambda: None))


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


def test_steps_that_are_recorded_there_are_the_trials(observe: Callable[..., Trace]) -> None:
    async def work() -> None:
        await asyncio.gather(step("a"), step("b"))

    async def step(name: str) -> None:
        await asyncio.sleep(0)
        trace.step(name)

    def agent(_case: CaseView, context: Any) -> None:
        run_kept(work(), context.recorder)

    for _ in range(2):
        assert [(step.name, step.group) for step in observe(agent, "do it").steps] == [("a", "turn-1"), ("b", "turn-1")]
