"""Which guards are there? The literal registry of what is held still in the process in which the agent runs.

The environment, and the timezone and locale at its start, are given to a worker by its parent: see `environment`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Final, Self

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.guards import GuardSettings
from goldgate.runner.guards.chance import Chance
from goldgate.runner.guards.clock import Clock
from goldgate.runner.guards.guard import Guard
from goldgate.runner.guards.network import Network
from goldgate.runner.guards.places import Places
from goldgate.runner.guards.processes import Processes


@frozen(kw_only=True)
class Guarding:
    """What guards have to know.

    `reachable` are the addresses that the agent of a suite may reach, `elsewhere` the suites whose agent runs
    in a process of its own, to which only our own code speaks from here.
    `replaying` is False where agents are to ask the outside world.
    """

    settings: GuardSettings = attrs.field(factory=GuardSettings)
    reachable: Mapping[str, Collection[str]] = attrs.field(factory=dict)
    elsewhere: Collection[str] = frozenset()
    replaying: bool = True

    def holds(self, name: str) -> bool:
        """Whether a guard is on; that of the network is off where agents are to ask the outside world."""
        switched: bool = getattr(self.settings, name)
        return switched and (self.replaying or name != "network")


GUARDS: Final[Mapping[str, Callable[[Guarding], Guard]]] = {
    "clock": lambda given: Clock(start=given.settings.clock_start),
    "chance": lambda given: Chance(seed=given.settings.seed),
    "places": lambda _: Places(),
    "network": lambda given: Network(given.reachable, elsewhere=given.elsewhere),
    "processes": lambda given: Processes(elsewhere=given.elsewhere),
}
"""By the name of their switch, in the order in which they begin; they end in the reverse one."""


class Guards:
    """All guards of a process that are on."""

    def __init__(self, guards: Collection[Guard] = ()) -> None:
        self._guards = tuple(guards)
        self._backwards = self._guards[::-1]

    @classmethod
    def of(cls, given: Guarding, *, also: Collection[Guard] = ()) -> Self:
        """Those that the settings switch on, and others, which hold inside of them."""
        return cls([*(make(given) for name, make in GUARDS.items() if given.holds(name)), *also])

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Get all ready, and leave the process as it was."""
        with ExitStack() as stack:
            for guard in self._guards:
                guard.open()
                stack.callback(guard.close)
            yield

    @contextmanager
    def around(self, suite: str) -> Iterator[None]:
        """Hold everything still while the agent of a suite is loaded."""
        self.begin(suite, "")
        try:
            yield
        finally:
            self.end()

    def begin(self, suite: str, case: str) -> None:
        """The agent comes: hold everything still."""
        for guard in self._guards:
            guard.begin(suite, case)

    def end(self) -> None:
        """The agent is done."""
        for guard in self._backwards:
            guard.end()
