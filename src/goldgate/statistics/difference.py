"""Solved or not, under two conditions: how far apart are the two rates, and is the candidate no worse than allowed?"""

from enum import StrEnum
from fractions import Fraction
from math import sqrt

from goldgate.model.frozen import frozen
from goldgate.statistics.intervals import DEFAULT_CONFIDENCE, Interval
from goldgate.statistics.paired import Pairs
from goldgate.statistics.scipy_ import Method, proportion_interval
from goldgate.statistics.significance import DEFAULT_ALPHA


@frozen(kw_only=True)
class PairedTable:
    """How many cases were solved under both conditions, under one alone, under neither."""

    both: int
    candidate_only: int
    reference_only: int
    neither: int

    @property
    def total(self) -> int:
        """All cases."""
        return self.both + self.candidate_only + self.reference_only + self.neither

    @property
    def pairs(self) -> Pairs:
        """The same as wins, ties and losses; their sign test is McNemar's exact test of the table."""
        return Pairs(wins=self.candidate_only, ties=self.both + self.neither, losses=self.reference_only)

    @property
    def difference(self) -> Fraction | None:
        """The candidate's rate minus that of the reference; None without cases."""
        return Fraction(self.candidate_only - self.reference_only, self.total) if self.total else None


class NonInferiority(StrEnum):
    """What an interval says about a margin: no worse than it allows, worse, or too wide to tell."""

    NON_INFERIOR = "non_inferior"
    INFERIOR = "inferior"
    UNDECIDED = "undecided"


def newcombe_interval(table: PairedTable, *, confidence: float = DEFAULT_CONFIDENCE) -> Interval | None:
    """The interval for the difference of the two rates, candidate minus reference; None without cases.

    Method 10 of Newcombe 1998, Improved confidence intervals for the difference between binomial proportions based on
    paired data, Statistics in Medicine 17, 2635–2650: Wilson's intervals of both rates, put together by the correlation
    of the pairs with a correction for continuity.
    """
    if not table.total:
        return None
    up, down = _around(table.both + table.candidate_only, table.total, confidence)
    reference_up, reference_down = _around(table.both + table.reference_only, table.total, confidence)
    correlation = _correlation(table)
    centre = (table.candidate_only - table.reference_only) / table.total
    low = centre - _together(down, reference_up, correlation)
    high = centre + _together(up, reference_down, correlation)
    return Interval(low=low, high=high, confidence=confidence)


def non_inferiority(table: PairedTable, margin: Fraction, *, alpha: float = DEFAULT_ALPHA) -> NonInferiority | None:
    """Whether the candidate is worse by less than the margin, at a one-sided level of alpha; None without cases.

    The interval has the confidence 1 − 2·alpha. Wholly above −margin: non-inferior; wholly below: inferior.
    Raises ValueError unless the margin is positive.
    """
    if margin <= 0:
        msg = f"the margin is a positive difference of rates, got {margin}"
        raise ValueError(msg)
    interval = newcombe_interval(table, confidence=1 - 2 * alpha)
    if interval is None:
        return None
    if interval.low > -margin:
        return NonInferiority.NON_INFERIOR
    return NonInferiority.INFERIOR if interval.high < -margin else NonInferiority.UNDECIDED


def _around(solved: int, total: int, confidence: float) -> tuple[float, float]:
    """How far Wilson's interval reaches above the rate, and how far below."""
    low, high = proportion_interval(solved, total, confidence=confidence, method=Method.WILSON)
    return high - solved / total, solved / total - low


def _together(own: float, other: float, correlation: float) -> float:
    """Two reaches as one, by the law of cosines; rounding must not make a negative square."""
    return sqrt(max(0.0, own**2 - 2 * correlation * own * other + other**2))


def _correlation(table: PairedTable) -> float:
    """Phi, its numerator brought nearer to 0 by half the number of cases when it is positive; 0 when a margin is 0."""
    solved, referred = table.both + table.candidate_only, table.both + table.reference_only
    margins = solved * (table.total - solved) * referred * (table.total - referred)
    if not margins:
        return 0.0
    product = table.both * table.neither - table.candidate_only * table.reference_only
    corrected = max(product - table.total / 2, 0) if product > 0 else product
    return corrected / sqrt(margins)
