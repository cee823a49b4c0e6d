"""How big a difference can so many pairs show? By exact enumeration of what may come."""

from collections.abc import Sequence
from typing import Final

from goldgate.statistics.scipy_ import Alternative, binomial_chances, binomial_p, chance_for_power
from goldgate.statistics.significance import DEFAULT_ALPHA, significant

DEFAULT_POWER: Final = 0.8
"""How often a difference that is there should be seen."""


def sign_test_power(
    pairs: int, *, won: float, lost: float, alternative: Alternative, alpha: float = DEFAULT_ALPHA
) -> float:
    """The chance that the sign test of so many pairs is significant, when a pair is won and lost with these chances.

    Every number of decided pairs and every number of wins among them is gone through. Raises ValueError unless won and
    lost are chances with a sum of at most 1.
    """
    if won < 0 or lost < 0 or won + lost > 1:
        msg = f"won and lost are chances with a sum of at most 1, got {won} and {lost}"
        raise ValueError(msg)
    if not won + lost:
        return 0.0
    share = won / (won + lost)
    return sum(
        chance * _chance_of(_significant_wins(decided, alternative, alpha), binomial_chances(decided, share))
        for decided, chance in enumerate(binomial_chances(pairs, won + lost))
    )


def smallest_effect(
    pairs: int, *, alternative: Alternative, alpha: float = DEFAULT_ALPHA, power: float = DEFAULT_POWER
) -> float | None:
    """The smallest share of pairs that must be won (or lost), none going the other way, to be seen with this power.

    None when the pairs are too few for any result to be significant. Where pairs go the other way as well, as with
    sampled agents, the difference has to be bigger as a rule.
    """
    extreme = Alternative.GREATER if alternative is Alternative.LESS else alternative
    enough = (wins for wins in range(pairs + 1) if significant(binomial_p(wins, wins, alternative=extreme), alpha))
    needed = next(enough, None)
    return None if needed is None else chance_for_power(needed, pairs, power=power)


def _significant_wins(decided: int, alternative: Alternative, alpha: float) -> Sequence[int]:
    return [
        wins for wins in range(decided + 1) if significant(binomial_p(wins, decided, alternative=alternative), alpha)
    ]


def _chance_of(numbers: Sequence[int], chances: Sequence[float]) -> float:
    return sum(chances[number] for number in numbers)
