"""Kendall's tau by scipy, checked against every order in which a few runs can come."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from goldgate.statistics.trend import Direction, Trend, trend


def tenths(*values: int) -> list[Fraction]:
    return [Fraction(value, 10) for value in values]


def found(*values: int) -> Trend:
    one = trend(tenths(*values))
    assert one is not None
    return one


def test_five_runs_each_above_the_one_before_rise() -> None:
    rising = found(1, 2, 3, 4, 5)
    assert rising.direction is Direction.RISING
    assert rising.tau == pytest.approx(1)
    assert rising.p == pytest.approx(2 / 120)


def test_five_runs_each_below_the_one_before_fall() -> None:
    assert found(5, 4, 3, 2, 1).direction is Direction.FALLING


def test_four_runs_are_too_few_to_be_sure() -> None:
    rising = found(1, 2, 3, 4)
    assert rising.direction is Direction.UNCLEAR
    assert rising.p == pytest.approx(2 / 24)


def test_a_looser_alpha_is_sure_sooner() -> None:
    rising = trend(tenths(1, 2, 3, 4), alpha=0.1)
    assert rising is not None
    assert rising.direction is Direction.RISING


def test_ups_and_downs_are_unclear() -> None:
    assert found(5, 6, 4, 6, 5, 4, 6).direction is Direction.UNCLEAR


def test_two_runs_have_no_trend() -> None:
    assert trend(tenths(1, 9)) is None


def test_equal_rates_have_no_trend() -> None:
    assert trend(tenths(5, 5, 5, 5)) is None


def score(values: tuple[int, ...]) -> int:
    """Pairs in order minus pairs out of order."""
    return sum((second > first) - (second < first) for first, second in combinations(values, 2))


@pytest.mark.parametrize("runs", [3, 4, 5])
def test_the_p_value_is_the_share_of_orders_that_are_as_far_from_level(runs: int) -> None:
    scores = [score(order) for order in permutations(range(runs))]
    for order in permutations(range(runs)):
        one = found(*order)
        assert one.tau == pytest.approx(score(order) / (runs * (runs - 1) / 2))
        assert one.p == pytest.approx(sum(abs(each) >= abs(score(order)) for each in scores) / len(scores))


def test_tau_and_p_are_as_published() -> None:
    """Hollander and Wolfe 1973, Nonparametric Statistical Methods, p. 187: the quality of canned tuna."""
    tuna = found(25, 40, 26, 36, 28, 31, 52, 50, 38)
    assert (round(tuna.tau, 4), round(tuna.p, 4)) == (0.4444, 0.1194)
