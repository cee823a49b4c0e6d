from goldgate.model.judgement import Verdict
from goldgate.statistics.flips import Cause, Flips, Observation, cause_of, flips_between, flips_within


def seen(verdict: Verdict, trace: str = "same") -> Observation:
    return Observation(verdict=verdict, trace=trace)


def test_another_verdict_on_another_trace_is_the_agent() -> None:
    assert cause_of(seen(Verdict.PASS, "a"), seen(Verdict.FAIL, "b")) is Cause.AGENT


def test_another_verdict_on_the_same_trace_is_the_judge() -> None:
    assert cause_of(seen(Verdict.PASS), seen(Verdict.FAIL)) is Cause.JUDGE


def test_an_error_on_one_side_is_the_infrastructure_whatever_the_trace() -> None:
    assert cause_of(seen(Verdict.ERROR), seen(Verdict.PASS)) is Cause.INFRASTRUCTURE
    assert cause_of(seen(Verdict.FAIL, "a"), seen(Verdict.ERROR, "b")) is Cause.INFRASTRUCTURE


def test_the_same_verdict_is_no_flip_whatever_the_trace() -> None:
    assert cause_of(seen(Verdict.FAIL, "a"), seen(Verdict.FAIL, "b")) is None
    assert cause_of(seen(Verdict.ERROR), seen(Verdict.ERROR)) is None


def test_repeated_trials_are_held_against_each_other_in_every_pair() -> None:
    trials = [seen(Verdict.PASS, "a"), seen(Verdict.FAIL, "b"), seen(Verdict.PASS, "b"), seen(Verdict.ERROR, "c")]
    assert flips_within(trials) == Flips(pairs=6, agent=1, judge=1, infrastructure=3)


def test_the_order_of_trials_means_nothing() -> None:
    trials = [seen(Verdict.PASS, "a"), seen(Verdict.FAIL, "b"), seen(Verdict.PASS, "b"), seen(Verdict.PASS, "a")]
    assert flips_within(trials) == flips_within(trials[::-1])


def test_two_runs_are_held_against_each_other_trial_by_trial() -> None:
    before = [seen(Verdict.PASS, "a"), seen(Verdict.PASS, "b")]
    now = [seen(Verdict.FAIL, "a"), seen(Verdict.PASS, "c"), seen(Verdict.ERROR, "a")]
    assert flips_between(before, now) == Flips(pairs=6, agent=1, judge=1, infrastructure=2)


def test_a_single_trial_shows_no_flips() -> None:
    assert flips_within([seen(Verdict.PASS)]) == Flips(pairs=0, agent=0, judge=0, infrastructure=0)
