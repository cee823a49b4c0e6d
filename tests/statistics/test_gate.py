"""The gate of a sampled suite, checked against every way in which trials can be shuffled and changes swapped."""

from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.statistics.gate import (
    Break,
    CaseTrials,
    Drop,
    fell_by_more,
    statistical_gate,
    trials_against_false_breaks,
)
from goldgate.statistics.trials import Trials

Ended = tuple[int, int]
"""Solved trials, and all of them."""


def trials(ended: Ended, *, errors: int = 0) -> Trials:
    solved, total = ended
    return Trials(solved=solved, failed=total - solved, errors=errors)


def case(before: Ended, now: Ended, *, name: str = "one", errors: int = 0) -> CaseTrials:
    return CaseTrials(case=name, before=trials(before), now=trials(now, errors=errors))


def drop(*cases: CaseTrials) -> Drop:
    found = statistical_gate(cases).drop
    assert found is not None
    return found


STEADY = [case((5, 5), (5, 5))] * 7


def test_a_case_solved_every_time_before_and_never_now_closes_the_gate_alone() -> None:
    found = statistical_gate([*STEADY, case((3, 3), (0, 3), name="broke")])
    assert found.broken == (Break(case="broke", before=3, now=3, chance=Fraction(1, 64)),)
    assert found.closed
    assert not found.dropped


def test_one_trial_each_is_a_suspicion_and_no_break() -> None:
    """A case that is solved every second time does that once in four."""
    found = statistical_gate([case((1, 1), (0, 1), name="maybe")])
    assert found.suspected == (Break(case="maybe", before=1, now=1, chance=Fraction(1, 4)),)
    assert not found.broken
    assert not found.closed


@pytest.mark.parametrize(
    ("before", "now", "certain"),
    [(2, 2, False), (2, 3, True), (3, 2, True), (3, 1, False), (1, 5, False), (10, 1, True)],
)
def test_a_break_is_certain_when_an_unchanged_case_hardly_ever_looks_like_it(
    before: int, now: int, *, certain: bool
) -> None:
    found = statistical_gate([case((before, before), (0, now))])
    assert bool(found.broken) is certain
    assert bool(found.suspected) is not certain


def test_a_stricter_alpha_asks_for_more_trials() -> None:
    assert not statistical_gate([case((3, 3), (0, 3))], alpha=0.01).closed
    assert statistical_gate([case((4, 4), (0, 4))], alpha=0.01).closed


@given(st.integers(1, 6), st.integers(1, 6), st.fractions(0, 1, max_denominator=50))
def test_no_unchanged_case_looks_broken_more_often_than_its_chance(before: int, now: int, rate: Fraction) -> None:
    looked = statistical_gate([case((before, before), (0, now))])
    (found,) = (*looked.broken, *looked.suspected)
    assert rate**before * (1 - rate) ** now <= found.chance


def test_one_broken_case_among_steady_ones_is_hardly_chance() -> None:
    """Of six trials three were solved; by one of 20 ways to deal them all three are of before."""
    found = statistical_gate([*STEADY, case((3, 3), (0, 3))])
    assert found.breaks_by_chance == pytest.approx(1 / 20)


def test_one_broken_case_among_noisy_ones_may_well_be_chance() -> None:
    noisy = [case((2, 3), (1, 3)), case((1, 3), (2, 3))] * 5
    found = statistical_gate([*noisy, case((3, 3), (0, 3))])
    assert found.breaks_by_chance == pytest.approx(1 - (19 / 20) ** 11)


def test_without_a_break_there_is_nothing_to_put_down_to_chance() -> None:
    assert statistical_gate(STEADY).breaks_by_chance == 1.0


@pytest.mark.parametrize(("before", "now"), [((4, 5), (0, 5)), ((5, 5), (1, 5)), ((0, 5), (0, 5))])
def test_anything_less_is_no_break(before: Ended, now: Ended) -> None:
    found = statistical_gate([case(before, now)])
    assert (found.broken, found.suspected) == ((), ())


def test_a_noisy_case_that_flips_as_it_always_did_closes_nothing() -> None:
    assert not statistical_gate([*STEADY, case((3, 5), (2, 5))]).closed
    assert not statistical_gate([case((3, 5), (2, 5)), case((2, 5), (3, 5))] * 10).closed


def test_a_slide_of_the_whole_suite_closes_the_gate_though_no_case_broke() -> None:
    slide = [case((5, 5), (3, 5))] * 8
    found = statistical_gate(slide)
    assert found.broken == ()
    assert found.closed
    assert drop(*slide).change == Fraction(-2, 5)
    assert drop(*slide).p_by_cases == 1 / 256
    assert drop(*slide).p < 0.01


def test_a_rise_closes_nothing() -> None:
    risen = drop(*[case((3, 5), (5, 5))] * 8)
    assert risen.change == Fraction(2, 5)
    assert risen.p > 0.99


def test_a_suite_that_did_not_change_has_a_p_of_1_by_cases() -> None:
    assert drop(*STEADY).p == 1.0


@pytest.mark.parametrize("changed", [1, 4, 5])
def test_fewer_than_five_changed_cases_are_no_significant_drop(changed: int) -> None:
    """By trials the drop is significant, by cases it can't be: trials of one case may hang together."""
    found = statistical_gate([*STEADY, *[case((9, 10), (1, 10))] * changed])
    assert found.drop is not None
    assert found.drop.p_by_trials < 0.001
    assert found.drop.p_by_cases == 0.5**changed
    assert found.dropped is (changed == 5)


def test_one_trial_a_case_before_and_many_now_are_no_significant_drop_by_their_form_alone() -> None:
    """Rarely solved cases lose a little almost always, when there are few trials now; by trials that is no drop."""
    rare = drop(*[case((1, 20), (0, 1))] * 20)
    assert rare.p_by_cases < 0.001
    assert rare.p_by_trials == pytest.approx((20 / 21) ** 20)
    assert rare.p == rare.p_by_trials


def test_too_few_cases_are_underpowered() -> None:
    few, enough = [case((5, 5), (3, 5))] * 4, [case((5, 5), (3, 5))] * 5
    assert statistical_gate(few).underpowered
    assert not statistical_gate(enough).underpowered


def test_a_suite_that_solved_nothing_can_not_drop() -> None:
    assert statistical_gate([case((0, 5), (0, 5))] * 20).underpowered


def test_a_case_with_errors_is_named_and_nothing_is_said_of_the_suite() -> None:
    found = statistical_gate([*STEADY, case((3, 3), (0, 3), name="broke"), case((3, 3), (0, 2), name="lost", errors=1)])
    assert found.errored == ("lost",)
    assert found.drop is None
    assert [one.case for one in found.broken] == ["broke"]
    assert not found.dropped
    assert not found.underpowered


def test_an_error_in_what_was_accepted_counts_as_well() -> None:
    before = Trials(solved=2, failed=0, errors=1)
    found = statistical_gate([CaseTrials(case="lost", before=before, now=trials((3, 3)))])
    assert found.errored == ("lost",)


def test_without_cases_nothing_is_said() -> None:
    found = statistical_gate([])
    assert found.drop is None
    assert not found.closed


@pytest.mark.parametrize(("before", "now"), [((0, 0), (1, 1)), ((1, 1), (0, 0))])
def test_a_case_without_trials_can_not_be_asked_about(before: Ended, now: Ended) -> None:
    with pytest.raises(ValueError, match="one: there are no trials"):
        case(before, now)


def shuffled(one: CaseTrials) -> list[int]:
    """How many of the trials that count as now are solved, for every choice of them among all."""
    solved, total = one.before.solved + one.now.solved, one.before.total + one.now.total
    return [sum(place < solved for place in chosen) for chosen in combinations(range(total), one.now.total)]


SMALL = st.integers(1, 4).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))
CASES = st.lists(st.builds(case, SMALL, SMALL), min_size=1, max_size=3)


@given(CASES)
def test_by_trials_p_is_the_share_of_shuffles_with_no_more_solved_now(cases: list[CaseTrials]) -> None:
    observed = sum(one.now.solved for one in cases)
    sums = [sum(choice) for choice in product(*map(shuffled, cases))]
    assert drop(*cases).p_by_trials == pytest.approx(sum(each <= observed for each in sums) / len(sums))


@given(CASES)
def test_breaks_by_chance_is_the_share_of_shuffles_with_as_many_breaks(cases: list[CaseTrials]) -> None:
    dealt = [
        [now == 0 and one.before.solved + one.now.solved == one.before.total for now in shuffled(one)] for one in cases
    ]
    found = statistical_gate(cases)
    observed = len(found.broken) + len(found.suspected)
    sums = [sum(choice) for choice in product(*dealt)]
    assert found.breaks_by_chance == pytest.approx(sum(each >= observed for each in sums) / len(sums))


@given(st.lists(st.builds(case, SMALL, SMALL), min_size=1, max_size=8))
def test_by_cases_p_is_the_share_of_swaps_with_no_higher_a_sum(cases: list[CaseTrials]) -> None:
    changes = [one.change for one in cases]
    observed = sum(changes)
    sums = [
        sum(sign * change for sign, change in zip(signs, changes, strict=True))
        for signs in product((1, -1), repeat=len(changes))
    ]
    assert drop(*cases).p_by_cases == pytest.approx(sum(each <= observed for each in sums) / len(sums))


def test_the_test_by_trials_is_fishers_for_one_case() -> None:
    """Fisher 1935, The Design of Experiments: the lady tasting tea, all of four cups right: 1/70."""
    assert drop(case((4, 4), (0, 4))).p_by_trials == pytest.approx(1 / 70)


def test_a_p_of_exactly_alpha_closes_the_gate() -> None:
    """1/32 is the p-value of five cases that all lost."""
    lost = [case((2, 3), (0, 3))] * 5
    assert statistical_gate(lost, alpha=1 / 32).dropped
    assert not statistical_gate(lost, alpha=1 / 33).dropped


def test_many_odd_numbers_of_trials_are_counted_in_steps_of_an_840th() -> None:
    """Exactly, the table would have more than 10¹² places."""
    odd = [11, 13, 17, 19, 23, 29, 31, 37, 41, 43]
    assert drop(*[case((total, total), (1, 7)) for total in odd]).p_by_cases == 1 / 1024


@pytest.mark.parametrize(("cases", "expected"), [(1, 3), (3, 3), (4, 4), (50, 5), (200, 6), (1000, 8)])
def test_more_cases_need_more_trials_against_false_breaks(cases: int, expected: int) -> None:
    assert trials_against_false_breaks(cases) == expected


def test_nine_tenths_to_three_quarters_is_more_than_ten_points() -> None:
    assert fell_by_more(Decimal("0.90"), Decimal("0.75"), threshold=Decimal("0.10"))


def test_eight_tenths_to_seven_tenths_is_not_more_than_ten_points() -> None:
    assert not fell_by_more(Decimal("0.80"), Decimal("0.70"), threshold=Decimal("0.10"))
    assert not fell_by_more(Fraction(8, 10), Fraction(7, 10), threshold=Fraction(1, 10))


def test_a_rise_is_no_fall() -> None:
    assert not fell_by_more(Fraction(7, 10), Fraction(9, 10), threshold=Fraction(0))
