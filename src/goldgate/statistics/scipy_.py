"""What does scipy compute? The only door to it (and to numpy, which comes with it), loaded at the first question."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from goldgate.errors import UsageError

if TYPE_CHECKING:
    from types import ModuleType

_MISSING: Final = "this needs the package scipy: pip install 'goldgate[stats]'"


class Alternative(StrEnum):
    """In which direction a difference counts as evidence."""

    TWO_SIDED = "two-sided"
    GREATER = "greater"
    LESS = "less"


class Method(StrEnum):
    """How an interval for one proportion is made."""

    WILSON = "wilson"
    CLOPPER_PEARSON = "exact"


def require_scipy() -> None:
    """Raise UsageError, which says how to get it, where scipy is missing."""
    _stats()


def binomial_p(successes: int, number: int, *, alternative: Alternative) -> float:
    """The exact p-value of so many successes out of a number of tosses of a fair coin; 1 without a toss."""
    stats = _stats()
    if number == 0:
        return 1.0
    return float(stats.binomtest(successes, number, 0.5, alternative=alternative.value).pvalue)


def proportion_interval(successes: int, number: int, *, confidence: float, method: Method) -> tuple[float, float]:
    """The two-sided interval for the proportion behind so many successes out of a number, which is at least 1."""
    interval = _stats().binomtest(successes, number).proportion_ci(confidence, method=method.value)
    return float(interval.low), float(interval.high)


def binomial_chances(number: int, chance: float) -> Sequence[float]:
    """The chance of exactly 0, 1, … `number` successes."""
    found: list[float] = _stats().binom.pmf(range(number + 1), number, chance).tolist()
    return found


def chance_for_power(successes: int, number: int, *, power: float) -> float:
    """The chance of one success at which at least `successes` out of a number have the chance `power`."""
    return float(_stats().beta.ppf(power, successes, number - successes + 1))


@cache
def hypergeometric_chances(drawn: int, left: int, marked: int) -> Sequence[float]:
    """The chance of exactly 0, 1, … `drawn` marked ones among the drawn, when `marked` of all are marked."""
    found: list[float] = _stats().hypergeom.pmf(range(drawn + 1), drawn + left, marked, drawn).tolist()
    return tuple(found)


def sum_at_most(limit: int, parts: Iterable[Sequence[float]]) -> float:
    """The chance that a sum of independent whole numbers is at most `limit`; a part has the chances of 0, 1, 2 …"""
    numpy = _numpy()
    chances = numpy.ones(1)
    for part in parts:
        chances = numpy.convolve(chances, part)
    return _cumulated(chances, limit)


def coin_sum_at_most(limit: int, weights: Iterable[int]) -> float:
    """The chance that the sum of the weights whose fair coin shows heads is at most `limit`; weights are positive."""
    numpy = _numpy()
    chances = numpy.ones(1)
    for weight in weights:
        added = numpy.zeros(len(chances) + weight)
        added[: len(chances)] += chances / 2
        added[weight:] += chances / 2
        chances = added
    return _cumulated(chances, limit)


def kendall(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """Kendall's tau-b of two rows of one length, and its two-sided p-value; neither row has only equal values."""
    found = _stats().kendalltau(first, second)
    return float(found.statistic), float(found.pvalue)


def _cumulated(chances: Any, limit: int) -> float:  # noqa: ANN401 - an array; numpy may be missing
    """Sums of floats may be a little above 1."""
    return min(1.0, float(chances[: limit + 1].sum()))


def _stats() -> "ModuleType":
    try:
        from scipy import stats  # noqa: PLC0415 - heavy, and an extra
    except ModuleNotFoundError:
        raise UsageError(_MISSING) from None
    module: ModuleType = stats  # scipy has no types
    return module


def _numpy() -> "ModuleType":
    _stats()
    import numpy  # noqa: ICN001, PLC0415 - comes with scipy

    return numpy
