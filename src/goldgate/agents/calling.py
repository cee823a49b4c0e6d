"""How is an agent called? As it is: sync or async, returning at once or yielding steps on the way."""

from collections.abc import AsyncIterator, Awaitable, Coroutine, Generator
from inspect import isawaitable
from typing import Any, TypeVar

from goldgate.agents.recorder import Recorder
from goldgate.formats.trace import read_step

_Value = TypeVar("_Value")


def finished(value: object, recorder: Recorder) -> object:
    """What the agent returns in the end, when `value` is what calling it returned; steps that it yields are recorded.

    Raises whatever the agent raises, and BadTrace or NotJson for something else than a step that it yields.
    """
    if isinstance(value, Generator):
        return _drained(value, recorder)
    if isawaitable(value) or isinstance(value, AsyncIterator):
        return run_async(_awaited(value, recorder), recorder)
    return value


def _drained(steps: Generator[object, None, object], recorder: Recorder) -> object:
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value
        recorder.add(read_step(step))


async def _awaited(value: Awaitable[object] | AsyncIterator[object], recorder: Recorder) -> object:
    if not isinstance(value, AsyncIterator):
        return await value
    async for step in value:
        recorder.add(read_step(step))
    return None


def run_async(coroutine: Coroutine[Any, Any, _Value], recorder: Recorder) -> _Value:
    """What a coroutine of the trial returns, in the event loop that is kept for all trials. Raises what it raises."""
    from goldgate.agents.kept_loop import run_kept  # noqa: PLC0415 - asyncio takes 30 ms

    return run_kept(coroutine, recorder)
