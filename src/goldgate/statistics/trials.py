"""How often does a sampled agent solve a case? Rates over trials, as exact fractions; errors stay in the denominator.

pass@k is the chance that at least one of k trials solves the case, pass^k the chance that all k do. Both are estimated
without bias from n ≥ k trials of which c solved it, by counting the ways to choose k of them:
pass@k = 1 − C(n−c, k) / C(n, k) (Chen et al. 2021, Evaluating Large Language Models Trained on Code),
pass^k = C(c, k) / C(n, k) (Yao et al. 2024, τ-bench).
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import comb

import attrs

from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class Trials:
    """How the trials of one case ended. An error is no judgement: it may stand for a solved or a failed trial."""

    solved: int = attrs.field(validator=attrs.validators.ge(0))
    failed: int = attrs.field(validator=attrs.validators.ge(0))
    errors: int = attrs.field(default=0, validator=attrs.validators.ge(0))

    @property
    def total(self) -> int:
        """All trials, those that ended in an error included."""
        return self.solved + self.failed + self.errors


@frozen(kw_only=True)
class Rate:
    """A rate from 0 to 1. With errors there is none, only what it is at least (all errors failed) and at most."""

    value: Fraction | None
    low: Fraction
    high: Fraction


@frozen(kw_only=True)
class Count:
    """A number of cases. With errors there is none, only what it is at least (all errors failed) and at most."""

    value: int | None
    low: int
    high: int


def pass_at_k(trials: Trials, k: int) -> Rate | None:
    """The chance that at least one of k trials solves the case; None with fewer than k trials.

    Raises ValueError when k < 1.
    """
    return _rate(trials, k, _at_least_one)


def pass_hat_k(trials: Trials, k: int) -> Rate | None:
    """pass^k: the chance that all of k trials solve the case; None with fewer than k trials.

    Raises ValueError when k < 1.
    """
    return _rate(trials, k, _all)


def mean_pass_at_k(cases: Iterable[Trials], k: int) -> Rate | None:
    """The mean of pass@k over cases, each counting the same; None without cases, or when one has too few trials."""
    return _mean([pass_at_k(trials, k) for trials in cases])


def mean_pass_hat_k(cases: Iterable[Trials], k: int) -> Rate | None:
    """The mean of pass^k over cases, each counting the same; None without cases, or when one has too few trials."""
    return _mean([pass_hat_k(trials, k) for trials in cases])


def solved_once(cases: Iterable[Trials]) -> Count:
    """How many cases were solved by at least one of their trials."""
    return _count(cases, lambda solved, _total: solved > 0)


def solved_every_time(cases: Iterable[Trials]) -> Count:
    """How many cases were solved by all of their trials; a case without trials was not."""
    return _count(cases, lambda solved, total: solved == total > 0)


def _at_least_one(solved: int, total: int, k: int) -> Fraction:
    return 1 - Fraction(comb(total - solved, k), comb(total, k))


def _all(solved: int, total: int, k: int) -> Fraction:
    return Fraction(comb(solved, k), comb(total, k))


def _rate(trials: Trials, k: int, chance: Callable[[int, int, int], Fraction]) -> Rate | None:
    if k < 1:
        msg = f"k is at least 1, got {k}"
        raise ValueError(msg)
    if k > trials.total:
        return None
    low = chance(trials.solved, trials.total, k)
    high = chance(trials.solved + trials.errors, trials.total, k)
    return Rate(value=None if trials.errors else low, low=low, high=high)


def _mean(rates: Sequence[Rate | None]) -> Rate | None:
    known = [rate for rate in rates if rate is not None]
    if not known or len(known) < len(rates):
        return None
    low = sum((rate.low for rate in known), Fraction(0)) / len(known)
    high = sum((rate.high for rate in known), Fraction(0)) / len(known)
    return Rate(value=None if any(rate.value is None for rate in known) else low, low=low, high=high)


def _count(cases: Iterable[Trials], holds: Callable[[int, int], bool]) -> Count:
    listed = [*cases]
    low = sum(holds(trials.solved, trials.total) for trials in listed)
    high = sum(holds(trials.solved + trials.errors, trials.total) for trials in listed)
    return Count(value=None if any(trials.errors for trials in listed) else low, low=low, high=high)
