"""Where does the agent start threads, jobs and tasks, and where does it wait for them?

The first trial of a process puts these hooks on the standard library. Where no trial is they only look and pass on. A
thread, job or task that an agent starts becomes a flow of its trial by them; nothing else of what it does changes.
"""

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

from goldgate.agents.recorder import Place
from goldgate.agents.recording import PLACE

_Method: TypeAlias = Callable[..., Any]


@functools.cache
def install() -> None:
    """Put the hooks in place, once in a process."""
    # 30 ms, paid only by a process that runs agents
    from asyncio.base_events import BaseEventLoop  # noqa: PLC0415
    from concurrent.futures import Future  # noqa: PLC0415
    from concurrent.futures.thread import ThreadPoolExecutor  # noqa: PLC0415

    hooks: tuple[tuple[type[object], str, Callable[[_Method], _Method]], ...] = (
        (threading.Thread, "start", _thread_starts),
        (threading.Thread, "join", _waits),
        (ThreadPoolExecutor, "submit", _job_is_submitted),
        (Future, "result", _waits),
        (Future, "exception", _waits),
        (BaseEventLoop, "create_task", _task_is_created),
    )
    for owner, name, hook in hooks:
        original = getattr(owner, name)
        setattr(owner, name, functools.wraps(original)(hook(original)))


def _place() -> Place | None:
    place = PLACE.get()
    return place if isinstance(place, Place) else None


def _thread_starts(start: _Method) -> _Method:
    def hooked(thread: threading.Thread) -> None:
        if place := _place():
            thread.run = place.recorder.carried(thread.run)  # type: ignore[method-assign]
        start(thread)

    return hooked


def _job_is_submitted(submit: _Method) -> _Method:
    def hooked(pool: object, job: _Method, /, *args: Any, **kwargs: Any) -> object:
        place = _place()
        if place is None:
            return submit(pool, job, *args, **kwargs)
        carried = place.recorder.carried(functools.partial(job, *args, **kwargs))
        token = PLACE.set(None)  # a thread that the pool starts now belongs to the pool, which may outlive the trial
        try:
            return submit(pool, carried)
        finally:
            PLACE.reset(token)

    return hooked


def _task_is_created(create_task: _Method) -> _Method:
    def hooked(loop: Any, coroutine: Any, **options: Any) -> Any:  # noqa: ANN401 - as asyncio has it
        task = create_task(loop, coroutine, **options)
        if place := _place():
            place.recorder.adopt(task, loop=loop)
        return task

    return hooked


def _waits(wait: _Method) -> _Method:
    def hooked(*args: Any, **kwargs: Any) -> object:
        try:
            return wait(*args, **kwargs)
        finally:
            if place := _place():
                place.recorder.waited()

    return hooked
