"""In which event loop do agents of frameworks run? In one that is kept from trial to trial.

They hold queues and connections that belong to the loop in which they were first used; in another one they fail.
"""

import atexit
import threading
from collections.abc import Coroutine
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Final, TypeVar

from goldgate.agents.recorder import Recorder

if TYPE_CHECKING:
    from asyncio import Runner

_Value = TypeVar("_Value")
_KEPT: Final = threading.local()


def run_kept(coroutine: Coroutine[Any, Any, _Value], recorder: Recorder) -> _Value:
    """Run what an agent does in one trial, in the loop of this thread. What it leaves behind is cancelled."""
    return _runner().run(_ended(coroutine, recorder), context=copy_context())


def _runner() -> "Runner":
    from asyncio import Runner  # noqa: PLC0415 - 30 ms, paid only by a process that runs such agents

    runner: Runner | None = getattr(_KEPT, "runner", None)
    if runner is None:
        runner = _KEPT.runner = Runner()
        atexit.register(runner.close)
    return runner


async def _ended(coroutine: Coroutine[Any, Any, _Value], recorder: Recorder) -> _Value:
    from asyncio import all_tasks, current_task, gather  # noqa: PLC0415 - as above

    recorder.enter_task()
    try:
        return await coroutine
    finally:
        recorder.abandon()
        left = all_tasks() - {current_task()}
        for task in left:
            task.cancel()
        await gather(*left, return_exceptions=True)
