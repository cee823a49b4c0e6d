"""scipy's intervals against the published ones, and against the binomial sums that define them."""

from math import comb

import pytest

from goldgate.statistics.intervals import Interval, clopper_pearson, wilson


def tail(solved: int, trials: int, rate: float) -> float:
    """The chance of at least so many solved trials, summed one by one."""
    return sum(comb(trials, n) * rate**n * (1 - rate) ** (trials - n) for n in range(solved, trials + 1))


PUBLISHED = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]
"""Newcombe 1998, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, table I: solved,
trials, method 3 (Wilson), method 5 (Clopper and Pearson)."""


@pytest.mark.parametrize(("solved", "trials", "expected", "_exact"), PUBLISHED)
def test_wilson_is_as_published(
    solved: int, trials: int, expected: tuple[float, float], _exact: tuple[float, float]
) -> None:
    found = wilson(solved, trials)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == expected


@pytest.mark.parametrize(("solved", "trials", "_wilson", "expected"), PUBLISHED)
def test_clopper_pearson_is_as_published(
    solved: int, trials: int, _wilson: tuple[float, float], expected: tuple[float, float]
) -> None:
    found = clopper_pearson(solved, trials)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == expected


@pytest.mark.parametrize("trials", [1, 2, 5, 9])
def test_at_the_ends_of_clopper_pearson_what_came_has_half_the_risk(trials: int) -> None:
    """By its definition: at the lower end so many or more, at the upper end so many or fewer."""
    for solved in range(trials + 1):
        found = clopper_pearson(solved, trials, confidence=0.9)
        assert found is not None
        if solved:
            assert tail(solved, trials, found.low) == pytest.approx(0.05)
        if solved < trials:
            assert 1 - tail(solved + 1, trials, found.high) == pytest.approx(0.05)


def test_an_interval_knows_its_confidence() -> None:
    found = wilson(1, 2, confidence=0.8)
    assert isinstance(found, Interval)
    assert found.confidence == 0.8


def test_without_trials_there_is_no_interval() -> None:
    assert wilson(0, 0) is None
    assert clopper_pearson(0, 0) is None
