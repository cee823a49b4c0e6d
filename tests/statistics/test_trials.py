"""Rates over trials, checked against counting by hand, and against τ-bench's own figures."""

import json
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.statistics.trials import (
    Count,
    Rate,
    Trials,
    mean_pass_at_k,
    mean_pass_hat_k,
    pass_at_k,
    pass_hat_k,
    solved_every_time,
    solved_once,
)

TRIALS = Path(__file__).parents[1] / "data" / "tau_bench" / "gpt-4o-airline-trials.jsonl"


def trials(solved: int, failed: int, errors: int = 0) -> Trials:
    return Trials(solved=solved, failed=failed, errors=errors)


def known(value: str) -> Rate:
    rate = Fraction(value)
    return Rate(value=rate, low=rate, high=rate)


def unknown(low: str, high: str) -> Rate:
    return Rate(value=None, low=Fraction(low), high=Fraction(high))


def test_of_one_trial_both_rates_are_the_share_that_was_solved() -> None:
    assert pass_at_k(trials(3, 2), 1) == pass_hat_k(trials(3, 2), 1) == known("3/5")


def test_at_least_one_of_two_trials() -> None:
    assert pass_at_k(trials(3, 2), 2) == known("9/10")


def test_both_of_two_trials() -> None:
    assert pass_hat_k(trials(3, 2), 2) == known("3/10")


def test_more_trials_than_were_made_are_not_guessed_at() -> None:
    assert pass_at_k(trials(4, 0), 5) is None
    assert pass_hat_k(trials(4, 0), 5) is None


@pytest.mark.parametrize("rate", [pass_at_k, pass_hat_k])
def test_no_trial_at_all_can_not_be_asked_for(rate: Callable[[Trials, int], object]) -> None:
    with pytest.raises(ValueError, match="k is at least 1, got 0"):
        rate(trials(1, 1), 0)


@pytest.mark.parametrize("counts", [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_there_are_no_negative_numbers_of_trials(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="must be >= 0"):
        trials(*counts)


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.integers(1, 7))
def test_rates_are_the_share_of_choices_of_k_trials(ended: list[bool], k: int) -> None:
    chosen = [*combinations(ended, k)]
    of = trials(ended.count(True), ended.count(False))
    if not chosen:
        assert pass_at_k(of, k) is None
    else:
        assert pass_at_k(of, k) == known(f"{sum(map(any, chosen))}/{len(chosen)}")
        assert pass_hat_k(of, k) == known(f"{sum(map(all, chosen))}/{len(chosen)}")


def test_with_an_error_there_is_no_rate_but_two_bounds() -> None:
    """The denominator is 4 for both: an error is not left out."""
    assert pass_at_k(trials(2, 1, errors=1), 1) == unknown("2/4", "3/4")
    assert pass_hat_k(trials(2, 1, errors=1), 2) == unknown("1/6", "3/6")


def test_with_an_error_there_is_no_rate_even_where_both_bounds_are_the_same() -> None:
    assert pass_at_k(trials(1, 0, errors=1), 2) == unknown("1", "1")


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 3), st.integers(1, 6))
def test_the_bounds_are_the_rates_if_all_errors_had_failed_or_solved(
    solved: int, failed: int, errors: int, k: int
) -> None:
    found = pass_hat_k(trials(solved, failed, errors), k)
    lowest = pass_hat_k(trials(solved, failed + errors), k)
    highest = pass_hat_k(trials(solved + errors, failed), k)
    if found is None:
        assert lowest is highest is None
    else:
        assert lowest is not None
        assert highest is not None
        assert (found.low, found.high) == (lowest.value, highest.value)


def test_over_cases_every_case_counts_the_same_however_many_trials_it_had() -> None:
    assert mean_pass_at_k([trials(1, 0), trials(0, 10)], 1) == known("1/2")


def test_the_mean_has_bounds_when_one_case_has_errors() -> None:
    assert mean_pass_hat_k([trials(2, 0), trials(1, 0, errors=1)], 2) == unknown("1/2", "1")


def test_there_is_no_mean_when_one_case_has_too_few_trials() -> None:
    assert mean_pass_at_k([trials(5, 0), trials(2, 0)], 3) is None


def test_there_is_no_mean_of_no_cases() -> None:
    assert mean_pass_hat_k([], 1) is None


def test_cases_solved_once_and_every_time_are_counted() -> None:
    cases = [trials(3, 0), trials(1, 2), trials(0, 3), trials(0, 0)]
    assert solved_once(cases) == Count(value=2, low=2, high=2)
    assert solved_every_time(cases) == Count(value=1, low=1, high=1)


def test_counts_have_bounds_when_there_are_errors() -> None:
    cases = [trials(3, 0), trials(2, 0, errors=1), trials(0, 2, errors=1)]
    assert solved_once(cases) == Count(value=None, low=2, high=3)
    assert solved_every_time(cases) == Count(value=None, low=1, high=2)


def airline() -> dict[int, list[int]]:
    rewards = defaultdict[int, list[int]](list)
    for line in TRIALS.read_text("utf-8").splitlines():
        row = json.loads(line)
        rewards[row["task"]].append(row["reward"])
    return rewards


def tau_bench(rewards: dict[int, list[int]], k: int, *, number: int) -> float:
    """The formula of τ-bench's `display_metrics`, in its floats."""
    total = 0.0
    for of_task in rewards.values():
        total += comb(sum(of_task), k) / comb(number, k)
    return total / len(rewards)


@pytest.mark.parametrize(
    ("k", "exact", "printed"), [(1, "21/50", 0.42), (2, "41/150", 0.273), (3, "11/50", 0.22), (4, "1/5", 0.2)]
)
def test_pass_hat_k_of_the_airline_trajectories_is_what_tau_bench_computes(k: int, exact: str, printed: float) -> None:
    """The last two digits of a sum of floats depend on its order; all fifteen that a float holds surely agree."""
    rewards = airline()
    found = mean_pass_hat_k([trials(sum(of_task), 4 - sum(of_task)) for of_task in rewards.values()], k)
    assert found == known(exact)
    assert f"{float(found.low):.15g}" == f"{tau_bench(rewards, k, number=4):.15g}"
    assert round(float(found.low), 3) == printed
