"""What may a run take? Money, tokens and time; who tells how much of it a call took; and what ends a run early."""

from decimal import Decimal
from enum import StrEnum

from goldgate.model.frozen import frozen


class Meter(StrEnum):
    """What an agent or a judge tells of each call."""

    USD = "usd"
    """Its cost, as `usage.cost_usd`."""
    TOKENS = "tokens"
    """Its tokens, as `usage.input_tokens` and `usage.output_tokens`."""


class Unmetered(StrEnum):
    """What happens under a limit to whoever does not tell what a call took."""

    REFUSE = "refuse"
    ALLOW = "allow"
    """What is unknown counts nothing, and is told to be unknown."""


@frozen(kw_only=True)
class LimitSettings:
    """`[tool.goldgate.limits]`: what a run may take, agent and judge together; None: as much as it wants.

    No call begins once one of them is reached. `stop_file`, relative to the settings' folder, ends a run between two
    calls when it appears.
    """

    usd: Decimal | None = None
    tokens: int | None = None
    minutes: Decimal | None = None
    unmetered: Unmetered = Unmetered.REFUSE
    stop_file: str = ".goldgate/stop"

    @property
    def metered(self) -> tuple[Meter, ...]:
        """What every call has to tell, so that these limits can be held."""
        given = {Meter.USD: self.usd, Meter.TOKENS: self.tokens}
        return tuple(meter for meter, limit in given.items() if limit is not None)

    @property
    def any_given(self) -> bool:
        """Whether anything is limited."""
        return bool(self.metered) or self.minutes is not None


class Stop(StrEnum):
    """Why no more calls are made."""

    SIGNAL = "signal"
    """Somebody pressed Ctrl-C."""
    STOP_FILE = "stop_file"
    UNMETERED = "unmetered"
    """A call did not tell what it took, so nobody knows what is left."""
    USD = "usd"
    """The limit of dollars is reached; and so on."""
    TOKENS = "tokens"
    MINUTES = "minutes"
