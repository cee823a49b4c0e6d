"""Power, checked against every result that so many pairs can have."""

from itertools import product
from math import prod

import pytest

from goldgate.statistics.paired import Pairs, sign_test, underpowered
from goldgate.statistics.power import sign_test_power, smallest_effect
from goldgate.statistics.scipy_ import Alternative


def by_enumeration(pairs: int, won: float, lost: float, alternative: Alternative) -> float:
    chances = {"won": won, "tied": 1 - won - lost, "lost": lost}
    return sum(
        prod(chances[one] for one in results)
        for results in product(chances, repeat=pairs)
        if sign_test(
            Pairs(wins=results.count("won"), ties=results.count("tied"), losses=results.count("lost")),
            alternative=alternative,
        )
        <= 0.05
    )


@pytest.mark.parametrize("alternative", Alternative)
@pytest.mark.parametrize(("won", "lost"), [(0.6, 0.1), (0.9, 0.1), (0.3, 0.3), (0.1, 0.7)])
def test_power_is_the_sum_over_all_results(won: float, lost: float, alternative: Alternative) -> None:
    found = sign_test_power(6, won=won, lost=lost, alternative=alternative)
    assert found == pytest.approx(by_enumeration(6, won, lost, alternative))


def test_power_is_as_published() -> None:
    """Ten or more of twelve are needed, which at a chance of 0.8 tables of the binomial distribution give as 0.5583."""
    found = sign_test_power(12, won=0.8, lost=0.2, alternative=Alternative.GREATER)
    assert round(found, 4) == 0.5583


def test_where_nothing_is_ever_decided_nothing_is_seen() -> None:
    assert sign_test_power(50, won=0.0, lost=0.0, alternative=Alternative.GREATER) == 0.0


def test_without_a_difference_the_test_is_wrong_no_more_often_than_alpha() -> None:
    assert sign_test_power(30, won=0.2, lost=0.2, alternative=Alternative.TWO_SIDED) <= 0.05


@pytest.mark.parametrize(("won", "lost"), [(-0.1, 0.5), (0.5, -0.1), (0.6, 0.5)])
def test_chances_add_up_to_at_most_1(won: float, lost: float) -> None:
    with pytest.raises(ValueError, match="won and lost are chances"):
        sign_test_power(5, won=won, lost=lost, alternative=Alternative.GREATER)


@pytest.mark.parametrize("alternative", [Alternative.GREATER, Alternative.TWO_SIDED])
@pytest.mark.parametrize("pairs", [6, 16, 40])
def test_the_smallest_effect_has_just_the_power_that_was_asked_for(pairs: int, alternative: Alternative) -> None:
    effect = smallest_effect(pairs, alternative=alternative, power=0.9)
    assert effect is not None
    assert sign_test_power(pairs, won=effect, lost=0.0, alternative=alternative) == pytest.approx(0.9)


def test_a_loss_must_be_as_big_as_a_win_to_be_seen() -> None:
    losing = smallest_effect(20, alternative=Alternative.LESS)
    assert losing == smallest_effect(20, alternative=Alternative.GREATER)
    assert losing is not None
    assert sign_test_power(20, won=0.0, lost=losing, alternative=Alternative.LESS) == pytest.approx(0.8)


@pytest.mark.parametrize("pairs", range(8))
def test_there_is_no_smallest_effect_where_nothing_can_be_shown(pairs: int) -> None:
    found = smallest_effect(pairs, alternative=Alternative.GREATER)
    assert (found is None) is underpowered(pairs, alternative=Alternative.GREATER)


def test_more_pairs_show_smaller_effects() -> None:
    found = [smallest_effect(pairs, alternative=Alternative.GREATER) for pairs in (5, 10, 50, 200)]
    assert [None if one is None else round(one, 3) for one in found] == [0.956, 0.581, 0.131, 0.033]
