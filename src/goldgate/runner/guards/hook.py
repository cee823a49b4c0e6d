"""How does a guard hear what the interpreter is about to do? Through one audit hook, which can refuse it."""

import sys
from collections.abc import Callable, Collection
from functools import cache
from typing import Any

from goldgate.model.frozen import frozen

Hear = Callable[[str, tuple[Any, ...]], None]


@frozen(kw_only=True, eq=False)
class Heard:
    """Who hears which events. What `hear` raises surfaces in the agent, in the place of what it was about to do."""

    events: Collection[str]
    hear: Hear

    def forget(self) -> None:
        """Hear no more."""
        for event in self.events:
            _HEARERS.pop(event, None)


_HEARERS: dict[str, Hear] = {}


def heard(one: Heard) -> None:
    """From now on. An event has one hearer, the last that came."""
    _install()
    _HEARERS.update(dict.fromkeys(one.events, one.hear))


@cache
def _install() -> None:
    """Audit hooks can't be removed, so there is one a process."""
    sys.addaudithook(_hook)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:  # pragma: no cover - the interpreter traces no audit hooks
    hear = _HEARERS.get(event)
    if hear is not None:
        hear(event, arguments)
