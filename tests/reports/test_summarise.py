from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

import attrs

from goldgate.model.comparison import CaseClass
from goldgate.model.judgement import Verdict
from goldgate.model.plan import TrialKey
from goldgate.model.result import Chance, Figures, Result
from goldgate.model.rubric import Scale
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


def test_with_an_error_there_are_only_bounds(result: Make) -> None:
    results = [result("a"), result("a", Verdict.ERROR, trial=2), result("b", Verdict.ERROR), result("c", Verdict.FAIL)]
    tally = summarise("run", figures_of(results), known=()).overall

    assert (tally.errors, tally.pass_rate, tally.pass_rate_bounds) == (2, None, (0.25, 0.75))
    assert (tally.solved_once, tally.solved_once_bounds) == (None, (1, 2))
    assert (tally.solved_every_time, tally.solved_every_time_bounds) == (None, (0, 2))


def test_pass_at_k_and_pass_hat_k_are_means_over_cases(result: Make) -> None:
    """Of four trials a is solved three times, b once: pass@2 = (1 + 1/2)/2, pass^2 = (1/2 + 0)/2."""
    verdicts = {"a": "PPPF", "b": "PFFF"}
    results = [
        result(case, Verdict.PASS if each == "P" else Verdict.FAIL, trial=trial)
        for case, ends in verdicts.items()
        for trial, each in enumerate(ends, 1)
    ]

    summary = summarise("run", figures_of(results), known=())

    values = [chances.value for chances in summary.overall.pass_at_k.values()]
    assert values == [0.5, 0.75, 0.875, 1.0]
    assert [chances.value for chances in summary.overall.pass_hat_k.values()] == [0.5, 0.25, 0.125, 0.0]
    assert [(case.id, case.solved, case.trials) for case in summary.cases] == [("a", 3, 4), ("b", 1, 4)]
    assert summary.cases[1].pass_at_k[2] == Chance(value=0.5, bounds=(0.5, 0.5))


def test_an_error_leaves_bounds_of_pass_at_k(result: Make) -> None:
    results = [result("a"), result("a", Verdict.ERROR, trial=2)]
    tally = summarise("run", figures_of(results), known=()).overall
    assert tally.pass_at_k == {
        1: Chance(value=None, bounds=(0.5, 1.0)),
        2: Chance(value=None, bounds=(1.0, 1.0)),
    }


def test_k_goes_as_far_as_every_case_has_trials(result: Make) -> None:
    results = [result("a"), *(result("b", trial=trial) for trial in (1, 2, 3))]
    assert list(summarise("run", figures_of(results), known=()).overall.pass_at_k) == [1]


def test_single_trials_say_nothing_of_others(result: Make) -> None:
    summary = summarise("run", figures_of([result("a"), result("b")]), known=())
    assert (summary.overall.pass_at_k, summary.overall.pass_hat_k, summary.cases) == ({}, {}, ())


def test_a_trial_is_solved_when_it_passes_or_from_a_score_on_where_one_is_given(result: Make) -> None:
    scores = {"a": "0.7", "b": "0.69", "c": "1"}
    figures = {
        key: attrs.evolve(one, score=Decimal(scores[key[1]]))
        for key, one in figures_of([result("a", Verdict.FAIL), result("b"), result("c", Verdict.FAIL)]).items()
    }
    by_default = summarise("run", figures, known=()).overall
    lower = summarise("run", figures, known=(), solved_score=Decimal("0.7")).overall
    assert (by_default.solved_once, lower.solved_once) == (1, 2)
    assert by_default.mean_score == float(Decimal("2.39") / 3)


def test_the_mean_score_is_unknown_while_one_is(result: Make) -> None:
    figures = figures_of([result("a"), result("b")])
    figures = {key: attrs.evolve(one, score=Decimal(1) if key[1] == "a" else None) for key, one in figures.items()}
    assert summarise("run", figures, known=()).overall.mean_score is None


def test_windows_are_counted_apart(result: Make) -> None:
    results = [result("a", Verdict.FAIL), result("b"), result("c")]
    windows = {("files", "a"): "learning", ("files", "b"): "test"}
    summary = summarise("run", figures_of(results), known=(), windows=windows)
    assert {window: (tally.cases, tally.passed) for window, tally in summary.windows["default"].items()} == {
        "learning": (1, 0),
        "test": (1, 1),
    }


def test_a_run_of_nothing_has_no_pass_rate() -> None:
    assert summarise("run", figures_of([]), known=()).overall.pass_rate is None


def test_unknown_costs_are_counted_and_never_taken_for_nothing(result: Make) -> None:
    some = summarise("run", figures_of([result("a", cost=0.5), result("b", cost=0.25), result("c")]), known=()).overall
    none = summarise("run", figures_of([result("a")]), known=()).overall

    assert (some.cost_usd, some.unknown_cost, some.unknown_cost_cases, some.total_cost_usd) == (0.75, 1, 1, None)
    assert (none.cost_usd, none.unknown_cost, none.total_cost_usd) == (None, 1, None)


def test_the_total_cost_is_known_when_every_part_is(result: Make) -> None:
    results = [result("a", cost=0.5), result("a", cost=0.25, trial=2)]
    assert summarise("run", figures_of(results), known=()).overall.total_cost_usd == 0.75


def test_known_are_the_marked_cases_that_failed(result: Make) -> None:
    results = [result("a", Verdict.FAIL), result("b"), result("c", Verdict.FAIL)]

    assert summarise("run", figures_of(results), known={("files", "a"), ("files", "b")}).overall.known == 1


def test_success_that_the_steps_deny_is_counted_as_masked(result: Make) -> None:
    failed = [result("a", Verdict.FAIL, step_errors="NOT_FOUND"), result("b", Verdict.FAIL, calls="x"), result("c")]
    assert summarise("run", figures_of(failed), known=()).overall.masked == 1


def test_several_variants_are_counted_apart_and_together(result: Make) -> None:
    results = [result("a"), attrs.evolve(result("a", Verdict.FAIL), variant="none")]
    summary = summarise("run", figures_of(results), known=())

    assert {name: (tally.cases, tally.passed) for name, tally in summary.variants.items()} == {
        "default": (1, 1),
        "none": (1, 0),
    }
    assert (summary.overall.cases, summary.overall.trials) == (1, 2)


def test_over_all_variants_a_case_is_solved_every_time_only_under_each(result: Make) -> None:
    """Else more cases would be solved than there are."""
    results = [
        *(attrs.evolve(result("both"), variant=variant) for variant in ("none", "root")),
        attrs.evolve(result("one"), variant="none"),
        attrs.evolve(result("one", Verdict.FAIL), variant="root"),
    ]
    overall = summarise("run", figures_of(results), known=()).overall

    assert (overall.cases, overall.solved_once, overall.solved_every_time) == (2, 2, 1)
    assert (overall.solved_once_bounds, overall.solved_every_time_bounds) == ((2, 2), (1, 1))


def test_each_variant_has_its_own_tally(result: Make) -> None:
    summary = summarise("run", figures_of([result("a"), result("b")]), known=())

    assert summary.variants == {"default": summary.overall}


def test_classes_are_named_ok_first_and_only_where_they_occur() -> None:
    counts = {CaseClass.REGRESSION: 2, CaseClass.NEW: 0, CaseClass.OK: 5}

    assert class_counts(counts) == [(CaseClass.OK, 5), (CaseClass.REGRESSION, 2)]


def test_scores_on_several_scales_have_no_mean(result: Make) -> None:
    scales = {"a": Scale(), "b": Scale(max=Decimal(5))}
    figures = {
        key: attrs.evolve(one, score=Decimal(1), scale=scales[key[1]])
        for key, one in figures_of([result("a"), result("b")]).items()
    }
    assert summarise("run", figures, known=()).overall.mean_score is None
