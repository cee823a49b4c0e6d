"""Pairs and their sign test, checked against every way in which coins can fall."""

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from goldgate.statistics.paired import Pairs, count_pairs, delta, sign_test, underpowered
from goldgate.statistics.scipy_ import Alternative


def pairs(wins: int, ties: int, losses: int) -> Pairs:
    return Pairs(wins=wins, ties=ties, losses=losses)


def test_more_wins_equal_ties_less_loses() -> None:
    reference, candidate = [1, 2, 3, 3], [2, 2, 2, 4]
    assert count_pairs(zip(reference, candidate, strict=True)) == pairs(2, 1, 1)


def test_ties_are_pairs_but_decide_nothing() -> None:
    assert (pairs(2, 5, 1).total, pairs(2, 5, 1).decided) == (8, 3)


def test_scores_are_compared_exactly() -> None:
    """0.1 + 0.2 is 0.3 in decimals and thirds are thirds, so both are ties."""
    third = Fraction(1, 3)
    assert count_pairs([(Decimal("0.1") + Decimal("0.2"), Decimal("0.3")), (third + third, Fraction(2, 3))]) == pairs(
        0, 2, 0
    )


def test_equal_drops_are_equal() -> None:
    first, second = (Decimal("0.8"), Decimal("0.7")), (Decimal("0.9"), Decimal("0.8"))
    assert delta([first]) == delta([second]) == Fraction(-1, 10)


def test_four_of_four_against_two_of_four_is_a_delta_of_a_half() -> None:
    assert delta([(1, 1), (0, 1), (1, 1), (0, 1)]) == Fraction(1, 2)


def test_without_pairs_there_is_no_delta() -> None:
    assert delta([]) is None


def test_ten_wins_two_ties_two_losses() -> None:
    p = sign_test(pairs(10, 2, 2), alternative=Alternative.GREATER)
    assert p == pytest.approx(79 / 4096)
    assert round(p, 4) == 0.0193


def test_four_wins_and_a_loss_are_not_significant() -> None:
    assert sign_test(pairs(4, 0, 1), alternative=Alternative.GREATER) == pytest.approx(6 / 32)


def test_five_trials_of_one_case_are_one_pair() -> None:
    """However its trials went, one case is won or lost: no result could have been significant."""
    won = count_pairs([(Fraction(1, 5), Fraction(4, 5))])
    assert won == pairs(1, 0, 0)
    assert sign_test(won, alternative=Alternative.GREATER) == 0.5
    assert underpowered(1, alternative=Alternative.GREATER)


def test_four_cases_of_three_trials_all_won() -> None:
    """Twelve trials won would be 1/4096; trials of one case are not independent, so cases are counted."""
    won = count_pairs([(Fraction(0, 3), Fraction(3, 3))] * 4)
    assert sign_test(won, alternative=Alternative.GREATER) == 1 / 16


def test_without_a_decided_pair_nothing_is_shown() -> None:
    assert sign_test(pairs(0, 9, 0), alternative=Alternative.TWO_SIDED) == 1.0


@pytest.mark.parametrize("decided", range(1, 9))
def test_the_sign_test_counts_the_ways_in_which_coins_fall(decided: int) -> None:
    falls = [sum(coins) for coins in product((0, 1), repeat=decided)]
    for wins in range(decided + 1):
        found = pairs(wins, 3, decided - wins)
        at_least = sum(heads >= wins for heads in falls) / len(falls)
        at_most = sum(heads <= wins for heads in falls) / len(falls)
        assert sign_test(found, alternative=Alternative.GREATER) == pytest.approx(at_least)
        assert sign_test(found, alternative=Alternative.LESS) == pytest.approx(at_most)
        as_far_off = [heads for heads in falls if abs(2 * heads - decided) >= abs(2 * wins - decided)]
        assert sign_test(found, alternative=Alternative.TWO_SIDED) == pytest.approx(len(as_far_off) / len(falls))


@pytest.mark.parametrize(
    ("alternative", "enough"), [(Alternative.GREATER, 5), (Alternative.LESS, 5), (Alternative.TWO_SIDED, 6)]
)
def test_fewer_than_five_pairs_or_six_two_sided_can_show_nothing(alternative: Alternative, enough: int) -> None:
    assert underpowered(enough - 1, alternative=alternative)
    assert not underpowered(enough, alternative=alternative)


def test_no_pairs_are_underpowered() -> None:
    assert underpowered(0, alternative=Alternative.GREATER)


def test_a_stricter_alpha_needs_more_pairs() -> None:
    assert underpowered(6, alternative=Alternative.GREATER, alpha=0.01)
    assert not underpowered(7, alternative=Alternative.GREATER, alpha=0.01)
