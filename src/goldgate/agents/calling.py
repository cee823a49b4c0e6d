"""How is an agent called? As it is: sync or async, returning at once or yielding steps on the way."""

from collections.abc import AsyncIterator, Awaitable, Coroutine, Generator
from inspect import isawaitable

from goldgate.agents.recorder import Recorder
from goldgate.formats.trace import read_step


def finished(value: object, recorder: Recorder) -> object:
    """What the agent returns in the end, when `value` is what calling it returned; steps that it yields are recorded.

    Raises whatever the agent raises, and BadTrace or NotJson for something else than a step that it yields.
    """
    if isinstance(value, Generator):
        return _drained(value, recorder)
    if isawaitable(value) or isinstance(value, AsyncIterator):
        return _run(_awaited(value, recorder))
    return value


def _drained(steps: Generator[object, None, object], recorder: Recorder) -> object:
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value
        recorder.add(read_step(step))


async def _awaited(value: Awaitable[object] | AsyncIterator[object], recorder: Recorder) -> object:
    recorder.enter_task()
    try:
        if not isinstance(value, AsyncIterator):
            return await value
        async for step in value:
            recorder.add(read_step(step))
        return None
    finally:
        recorder.abandon()  # before the loop cancels what the agent left behind


def _run(coroutine: Coroutine[object, None, object]) -> object:
    import asyncio  # noqa: PLC0415 - 30 ms, paid only by a process that runs agents

    return asyncio.run(coroutine)
