"""Which task or event loop runs the code at hand? Asked without importing asyncio, which few agents need."""

import sys
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Task

    Loop: TypeAlias = AbstractEventLoop
    AnyTask: TypeAlias = Task[object]


def running_loop() -> "Loop | None":
    """The event loop that runs in this thread now."""
    events = sys.modules.get("asyncio.events")
    return None if events is None else events._get_running_loop()  # noqa: SLF001 - exported; get_running_loop raises


def running_task() -> "AnyTask | None":
    """The task that runs in this thread now; None in a callback of a loop, and where no loop runs."""
    loop = running_loop()
    return None if loop is None else sys.modules["asyncio.tasks"].current_task(loop)
