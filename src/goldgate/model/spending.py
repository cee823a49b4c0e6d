"""What did the calls of a run take so far? Exact sums of what is known, and how often it is not."""

from decimal import Context, Decimal
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.trace import Usage

_EXACT: Final = Context(prec=800)
"""Enough for the sum of any two doubles."""


@frozen(kw_only=True)
class Spent:
    """What so many `calls` of agents and judges took. `seconds` is how long the run has gone on.

    `unknown_usd` and `unknown_tokens` count the calls that did not tell; `usd` and `tokens` are those of the others.
    """

    calls: int = 0
    usd: Decimal = Decimal(0)
    unknown_usd: int = 0
    tokens: int = 0
    unknown_tokens: int = 0
    seconds: float = 0.0

    def plus(self, usage: Usage) -> "Spent":
        """With one more call."""
        cost, tokens = usage.cost_usd, usage.tokens
        return attrs.evolve(
            self,
            calls=self.calls + 1,
            usd=self.usd if cost is None else _EXACT.add(self.usd, Decimal(repr(cost))),
            unknown_usd=self.unknown_usd + (cost is None),
            tokens=self.tokens + (tokens or 0),
            unknown_tokens=self.unknown_tokens + (tokens is None),
        )
