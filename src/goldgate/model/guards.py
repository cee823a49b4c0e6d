"""Which guards hold an agent still, and at what?"""

from typing import Final

from goldgate.model.frozen import frozen

CLOCK_START: Final = "2026-01-01T00:00:00+00:00"
"""What every clock shows, unless the settings say otherwise."""


@frozen(kw_only=True)
class GuardSettings:
    """`[tool.goldgate.guards]`: a switch for each guard, and what it needs to know.

    `clock_start` is an instant in ISO 8601, `environment_keep` are names of variables (`MY_*`) that the agent may see,
    `network_allow` addresses of this machine that it may reach (`localhost:8080`, `127.0.0.1:*`), `seed` is what
    chance is drawn from, along with the id of the case.
    """

    clock: bool = True
    clock_start: str = CLOCK_START
    chance: bool = True
    seed: str = ""
    environment: bool = True
    environment_keep: tuple[str, ...] = ()
    places: bool = True
    timezone: str = "UTC"
    locale: str = "C.UTF-8"
    network: bool = True
    network_allow: tuple[str, ...] = ()
    processes: bool = False


@frozen(kw_only=True)
class SuiteGuardSettings:
    """`[tool.goldgate.suites.NAME.guards]`: what the agent of one suite may reach beyond what all may."""

    network_allow: tuple[str, ...] = ()
