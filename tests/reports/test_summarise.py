from collections.abc import Callable, Mapping, Sequence

from goldgate.model.comparison import CaseClass
from goldgate.model.judgement import Verdict
from goldgate.model.plan import TrialKey
from goldgate.model.result import Figures, Result
from goldgate.reports.summarise import class_counts, summarise

Make = Callable[..., Result]


def figures_of(results: Sequence[Result]) -> Mapping[TrialKey, Figures]:
    return {result.key: result.figures for result in results}


def test_trials_and_cases_are_counted_apart(result: Make) -> None:
    results = [result("a"), result("a", Verdict.FAIL, trial=2), result("b"), result("b", trial=2)]

    tally = summarise("run", figures_of(results), known=()).overall

    assert (tally.cases, tally.trials, tally.passed, tally.failed) == (2, 4, 3, 1)
    assert (tally.solved_once, tally.solved_every_time) == (2, 1)
    assert tally.pass_rate == 0.75


def test_with_an_error_there_is_no_pass_rate(result: Make) -> None:
    tally = summarise("run", figures_of([result("a"), result("b", Verdict.ERROR)]), known=()).overall

    assert (tally.errors, tally.pass_rate) == (1, None)


def test_a_run_of_nothing_has_no_pass_rate() -> None:
    assert summarise("run", figures_of([]), known=()).overall.pass_rate is None


def test_unknown_costs_are_counted_and_never_taken_for_nothing(result: Make) -> None:
    some = summarise("run", figures_of([result("a", cost=0.5), result("b", cost=0.25), result("c")]), known=()).overall
    none = summarise("run", figures_of([result("a")]), known=()).overall

    assert (some.cost_usd, some.unknown_cost) == (0.75, 1)
    assert (none.cost_usd, none.unknown_cost) == (None, 1)


def test_known_are_the_marked_cases_that_failed(result: Make) -> None:
    results = [result("a", Verdict.FAIL), result("b"), result("c", Verdict.FAIL)]

    assert summarise("run", figures_of(results), known={("files", "a"), ("files", "b")}).overall.known == 1


def test_success_that_the_steps_deny_is_counted_as_masked(result: Make) -> None:
    failed = [result("a", Verdict.FAIL, step_errors="NOT_FOUND"), result("b", Verdict.FAIL, calls="x"), result("c")]
    assert summarise("run", figures_of(failed), known=()).overall.masked == 1


def test_each_variant_has_its_own_tally(result: Make) -> None:
    summary = summarise("run", figures_of([result("a"), result("b")]), known=())

    assert summary.variants == {"default": summary.overall}


def test_classes_are_named_ok_first_and_only_where_they_occur() -> None:
    counts = {CaseClass.REGRESSION: 2, CaseClass.NEW: 0, CaseClass.OK: 5}

    assert class_counts(counts) == [(CaseClass.OK, 5), (CaseClass.REGRESSION, 2)]
