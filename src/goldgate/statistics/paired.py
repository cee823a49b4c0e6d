"""The same cases twice: how many were won, how many lost, and could that be chance?

A pair is one case under a reference and under a candidate. However many trials it had, it is one pair: trials of one
case are not independent of each other, so a test across cases counts cases.
"""

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from goldgate.model.frozen import frozen
from goldgate.statistics.scipy_ import Alternative, binomial_p
from goldgate.statistics.significance import DEFAULT_ALPHA, significant

Exact: TypeAlias = Fraction | Decimal | int
"""A rate or score without rounding: equal is equal, and 0.8 → 0.7 is the same drop as 0.9 → 0.8."""


@frozen(kw_only=True)
class Pairs:
    """How many pairs the candidate won, tied and lost against the reference."""

    wins: int
    ties: int
    losses: int

    @property
    def total(self) -> int:
        """All pairs."""
        return self.wins + self.ties + self.losses

    @property
    def decided(self) -> int:
        """The pairs that are no tie."""
        return self.wins + self.losses


def count_pairs(pairs: Iterable[tuple[Exact, Exact]]) -> Pairs:
    """Wins, ties and losses of (reference, candidate); more is better, and any exact difference decides."""
    differences = [Fraction(candidate) - Fraction(reference) for reference, candidate in pairs]
    return Pairs(
        wins=sum(difference > 0 for difference in differences),
        ties=differences.count(Fraction(0)),
        losses=sum(difference < 0 for difference in differences),
    )


def delta(pairs: Iterable[tuple[Exact, Exact]]) -> Fraction | None:
    """The mean of candidate − reference, every pair counting the same; None without pairs."""
    differences = [Fraction(candidate) - Fraction(reference) for reference, candidate in pairs]
    return sum(differences, Fraction(0)) / len(differences) if differences else None


def sign_test(pairs: Pairs, *, alternative: Alternative) -> float:
    """The exact p-value of so many wins among the decided pairs, if each were as likely lost; 1 without decided pairs.

    `greater` asks whether the candidate wins, `less` whether it loses. Of binary pairs this is McNemar's exact test.
    """
    return binomial_p(pairs.wins, pairs.decided, alternative=alternative)


def underpowered(pairs: int, *, alternative: Alternative, alpha: float = DEFAULT_ALPHA) -> bool:
    """Whether no result of so many pairs could have been significant, not even all of them won (or lost)."""
    extreme = 0 if alternative is Alternative.LESS else pairs
    return not significant(binomial_p(extreme, pairs, alternative=alternative), alpha)
