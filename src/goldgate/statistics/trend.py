"""Do the rates of successive runs rise or fall? Kendall's tau against the order of the runs."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from goldgate.model.frozen import frozen
from goldgate.statistics.scipy_ import kendall
from goldgate.statistics.significance import DEFAULT_ALPHA, significant

FEWEST_RUNS: Final = 3
"""Two runs have a difference, no trend."""


class Direction(StrEnum):
    """What can be said of the order; `unclear` is what chance alone may well do, and not the same as level."""

    RISING = "rising"
    FALLING = "falling"
    UNCLEAR = "unclear"


@frozen(kw_only=True)
class Trend:
    """Kendall's tau-b (1: each run above the one before, −1: below), its two-sided p-value, and what follows.

    The p-value is approximate where two runs have the same rate.
    """

    tau: float
    p: float
    direction: Direction


def trend(rates: Sequence[Fraction], *, alpha: float = DEFAULT_ALPHA) -> Trend | None:
    """The trend of the rates in the order of their runs; None with fewer than three, or when all are equal."""
    if len(rates) < FEWEST_RUNS or len(set(rates)) == 1:
        return None
    tau, p = kendall(range(len(rates)), _ranks(rates))
    direction = Direction.UNCLEAR
    if significant(p, alpha):
        direction = Direction.RISING if tau > 0 else Direction.FALLING
    return Trend(tau=tau, p=p, direction=direction)


def _ranks(rates: Sequence[Fraction]) -> list[int]:
    """Places among the different rates; equal fractions stay equal, which floats don't promise."""
    places = {rate: place for place, rate in enumerate(sorted(set(rates)))}
    return [places[rate] for rate in rates]
