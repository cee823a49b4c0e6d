from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.model.sampling import Broken, CaseCounts, Counts, Sampling
from goldgate.statistics.gate import CaseTrials, statistical_gate
from goldgate.statistics.sampled import mended, weigh
from goldgate.statistics.trials import Trials


def counts(text: str) -> Counts:
    """`4/5`."""
    solved, total = text.split("/")
    return Counts(solved=int(solved), total=int(total))


def case(name: str, then: str, now: str | None) -> CaseCounts:
    return CaseCounts(id=name, then=counts(then), now=None if now is None else counts(now))


def ended(of: Counts) -> Trials:
    return Trials(solved=of.solved, failed=of.total - of.solved)


some_counts = st.integers(1, 6).flatmap(
    lambda total: st.builds(Counts, solved=st.integers(0, total), total=st.just(total))
)
some_cases = st.lists(st.tuples(some_counts, some_counts), max_size=6).map(
    lambda pairs: [CaseCounts(id=str(place), then=then, now=now) for place, (then, now) in enumerate(pairs)]
)


def test_a_break_and_a_suspicion_are_told_with_the_most_that_chance_does() -> None:
    sampling = weigh([case("a", "5/5", "0/5"), case("b", "2/2", "0/2"), case("c", "3/5", "0/5")])
    assert sampling.broken == (Broken(id="a", then=5, now=5, chance=Fraction(1, 1024)),)
    assert sampling.suspected == (Broken(id="b", then=2, now=2, chance=Fraction(1, 16)),)


def test_the_drop_is_that_of_the_mean_solve_rate() -> None:
    """Five coins that all fell on the same side and then on the other: once in 32 times, by both tests."""
    drop = weigh([case(name, "1/1", "0/1") for name in "abcde"]).drop
    assert drop is not None
    assert (drop.then, drop.now) == (Fraction(1), Fraction(0))
    assert (drop.significant, drop.underpowered) == (True, False)
    assert (drop.p_by_trials, drop.p_by_cases) == pytest.approx((1 / 32, 1 / 32))
    assert drop.p == max(drop.p_by_trials, drop.p_by_cases)


def test_numbers_of_trials_may_differ() -> None:
    sampling = weigh([case("a", "2/4", "1/3"), case("b", "1/1", "1/2")])
    assert sampling.drop is not None
    assert (sampling.drop.then, sampling.drop.now) == (Fraction(3, 4), Fraction(5, 12))


def test_few_cases_are_underpowered() -> None:
    sampling = weigh([case(name, "5/5", "0/5") for name in "abcd"])
    assert sampling.drop is not None
    assert (sampling.drop.underpowered, sampling.dropped, len(sampling.broken)) == (True, False, 4)


def test_cases_that_nobody_could_count_are_named_and_then_there_is_no_drop() -> None:
    sampling = weigh([case("a", "5/5", None), case("b", "5/5", "0/5")])
    assert (sampling.errored, sampling.drop, sampling.cases) == (("a",), None, 1)
    assert [broken.id for broken in sampling.broken] == ["b"]


@pytest.mark.parametrize(
    ("then", "now", "expected"), [("2/2", "1/2", False), ("0/2", "3/3", True), ("1/1", "1/1", False)]
)
def test_some_case_must_have_trials_enough_to_be_sure_of_a_break(then: str, now: str, expected: bool) -> None:  # noqa: FBT001 - a parameter
    assert weigh([case("a", "1/1", "1/1"), case("b", then, now)]).sure_of_breaks is expected


def test_nothing_to_weigh_is_nothing_to_say() -> None:
    assert weigh([], alpha=0.01) == Sampling(alpha=0.01)


def test_what_fell_is_told_the_worst_first() -> None:
    sampling = weigh(
        [case("a", "5/5", "4/5"), case("b", "1/5", "5/5"), case("c", "5/5", "1/5"), case("d", "3/5", None)]
    )
    assert [fallen.id for fallen in sampling.fell] == ["c", "a"]


@given(some_cases)
def test_both_rules_are_those_of_the_statistical_gate(cases: list[CaseCounts]) -> None:
    trials = [
        CaseTrials(case=one.id, before=ended(one.then), now=ended(one.now)) for one in cases if one.now is not None
    ]
    sampling = weigh(cases)
    assert (bool(sampling.broken) or sampling.dropped) is statistical_gate(trials).closed


@pytest.mark.parametrize(
    ("then", "now", "expected"),
    [
        pytest.param("0/5", "5/5", True, id="never and then always"),
        pytest.param("1/5", "5/5", True, id="5 of 210 ways to deal four failures"),
        pytest.param("2/5", "5/5", False, id="10 of 120 ways to deal three"),
        pytest.param("4/5", "5/5", False, id="a single failure falls on either side"),
        pytest.param("5/5", "5/5", True, id="it never failed"),
        pytest.param("0/5", "4/5", False, id="not every time"),
        pytest.param("0/2", "2/2", False, id="two of two are no proof: 1 of 6"),
        pytest.param("0/3", "3/3", True, id="three of three are: 1 of 20"),
    ],
)
def test_a_case_is_mended_when_every_trial_solves_it_and_that_is_no_luck(then: str, now: str, expected: bool) -> None:  # noqa: FBT001 - a parameter
    assert mended(counts(then), counts(now)) is expected


@given(some_counts, st.integers(1, 6))
def test_luck_is_how_often_all_failures_fall_on_then(then: Counts, trials: int) -> None:
    """By enumeration of all ways to deal the failures among the trials of then and now."""
    failures = then.total - then.solved
    dealt = list(combinations(range(then.total + trials), failures))
    share = Fraction(sum(all(place < then.total for place in places) for places in dealt), len(dealt))
    assert mended(then, Counts(solved=trials, total=trials)) is (not failures or share <= Fraction(1, 20))
