"""In which event loop do agents run? In one that is kept from trial to trial, as it is in the service that they are.

Clients with pools of connections, queues and locks belong to the loop in which they were first used; in another one
they fail. What a trial leaves behind goes with it all the same, as `asyncio.run` has it: tasks are cancelled, open
generators are closed, and jobs of the loop's own threads are waited for. Importing asyncio takes 30 ms, so this file is
imported only where such an agent runs.
"""

import asyncio
import atexit
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Final, TypeVar
from weakref import WeakSet

from goldgate.agents.recorder import Recorder

_Value = TypeVar("_Value")
_KEPT: Final = threading.local()


def run_kept(coroutine: Coroutine[Any, Any, _Value], recorder: Recorder) -> _Value:
    """Run what an agent does in one trial, in the loop of this thread. Raises what it raises."""
    runner = _runner()
    try:
        return runner.run(_ended(coroutine, recorder), context=copy_context())
    except (KeyboardInterrupt, SystemExit):  # may have left the loop from anywhere, with the rest still under way
        _discard(runner)
        raise


def _runner() -> asyncio.Runner:
    runner: asyncio.Runner | None = getattr(_KEPT, "runner", None)
    if runner is None:
        # With a factory it does not become the loop of code that is not in it.
        runner = _KEPT.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        atexit.register(runner.close)
    return runner


def _discard(runner: asyncio.Runner) -> None:
    del _KEPT.runner
    atexit.unregister(runner.close)
    runner.close()


async def _ended(coroutine: Coroutine[Any, Any, _Value], recorder: Recorder) -> _Value:
    jobs, generators = _Jobs(), _watched_generators()
    asyncio.get_running_loop().set_default_executor(jobs)
    recorder.enter_task()
    try:
        return await coroutine
    finally:
        recorder.abandon()
        await _cancel_the_rest()
        for generator in [*generators]:
            await asyncio.gather(generator.aclose(), return_exceptions=True)
        await _waited_for(jobs)


async def _cancel_the_rest() -> None:
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


class _Jobs(ThreadPoolExecutor):
    """The threads of one trial, as `asyncio.to_thread` uses them."""

    has_some = False

    def submit(self, job: Callable[..., _Value], /, *args: Any, **kwargs: Any) -> Future[_Value]:
        self.has_some = True
        return super().submit(job, *args, **kwargs)


async def _waited_for(jobs: _Jobs) -> None:
    if jobs.has_some:
        with ThreadPoolExecutor(1) as waiting:  # elsewhere, since a job may wait for the loop
            await asyncio.get_running_loop().run_in_executor(waiting, jobs.shutdown)


def _watched_generators() -> WeakSet[AsyncGenerator[Any, Any]]:
    """The asynchronous generators that are begun from here on; the loop puts its own hooks back when it stops."""
    generators: WeakSet[AsyncGenerator[Any, Any]] = WeakSet()
    of_loop = sys.get_asyncgen_hooks().firstiter

    def begun(generator: AsyncGenerator[Any, Any]) -> None:
        generators.add(generator)
        if of_loop is not None:
            of_loop(generator)

    sys.set_asyncgen_hooks(firstiter=begun)
    return generators
