"""Where does the agent start threads, jobs and tasks, and where does it wait for them?

Before the first agent of a process is loaded these hooks are put on the standard library. Where no trial is they only
look and pass on. A thread, job or task that an agent starts becomes a flow of its trial by them; nothing else of what
it does changes.
"""

import functools
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeAlias

from goldgate.agents.arrivals import when_imported
from goldgate.agents.recorder import Place
from goldgate.agents.recording import PLACE

_Method: TypeAlias = Callable[..., Any]


@functools.cache
def install() -> None:
    """Put the hooks in place, once in a process: on asyncio, which takes 40 ms to import, only where it is needed."""
    for module, owner, method, hook in _HOOKS:
        when_imported(module, functools.partial(_put_on, module, owner, method, hook))


def _put_on(module: str, owner: str, method: str, hook: Callable[[_Method], _Method]) -> None:
    kind = getattr(import_module(module), owner)
    original = getattr(kind, method)
    setattr(kind, method, functools.wraps(original)(hook(original)))


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


_HOOKS: Final[tuple[tuple[str, str, str, Callable[[_Method], _Method]], ...]] = (
    ("threading", "Thread", "start", _thread_starts),
    ("threading", "Thread", "join", _waits),
    ("concurrent.futures.thread", "ThreadPoolExecutor", "submit", _job_is_submitted),
    ("concurrent.futures._base", "Future", "result", _waits),
    ("concurrent.futures._base", "Future", "exception", _waits),
    ("asyncio.base_events", "BaseEventLoop", "create_task", _task_is_created),
)
"""Module, class and method on which each hook is put."""
