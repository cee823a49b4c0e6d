from collections.abc import Callable, Mapping
from decimal import Decimal

import attrs

from goldgate.model.case import Split
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.reports.choice import Choice, Standing, choice_document, choice_lines, choose
from goldgate.reports.line import plain_text

Make = Callable[..., Result]
VERDICTS = {"P": Verdict.PASS, "F": Verdict.FAIL, "E": Verdict.ERROR}


def chosen(result: Make, ends: Mapping[str, str]) -> Choice:
    """The choice by case `a`; each variant has a trial for each letter, and fails case `b`, which is of no split."""
    trials = [
        attrs.evolve(result("a", VERDICTS[end]), variant=variant, trial=trial)
        for variant, letters in ends.items()
        for trial, end in enumerate(letters, 1)
    ]
    trials += [attrs.evolve(result("b", Verdict.ERROR), variant=variant) for variant in ends]
    figures = {one.key: one.figures for one in trials}
    return choose(figures, {("files", "a")}, split=Split.VALIDATION, solved_score=None)


def test_the_variant_that_solves_the_largest_part_is_chosen(result: Make) -> None:
    choice = chosen(result, {"none": "PF", "final": "PPF"})
    assert choice == Choice(
        split=Split.VALIDATION,
        standings={"final": Standing(solved=2, trials=3), "none": Standing(solved=1, trials=2)},
        variant="final",
    )
    assert plain_text(choice_lines(choice)) == "best by validation: final  (final 2/3, none 1/2)\n"


def test_of_equals_none_is_chosen(result: Make) -> None:
    choice = chosen(result, {"none": "PF", "final": "PFPF"})
    assert choice.variant is None
    assert plain_text(choice_lines(choice)) == (
        "no choice by validation: final and none are equal  (final 2/4, none 1/2)\n"
    )


def test_with_errors_none_is_chosen(result: Make) -> None:
    choice = chosen(result, {"none": "PE", "final": "PP"})
    assert choice_document(choice) == {
        "by": "validation",
        "variant": None,
        "why": "1 of its trials have no judgement",
        "standings": {
            "final": {"solved": 2, "errors": 0, "trials": 2},
            "none": {"solved": 1, "errors": 1, "trials": 2},
        },
    }


def test_a_score_decides_where_a_threshold_is_set(result: Make) -> None:
    scores = {"none": Decimal("0.69"), "final": Decimal("0.7")}
    figures = {
        one.key: attrs.evolve(one.figures, score=scores[one.variant])
        for one in (attrs.evolve(result("a"), variant=variant) for variant in scores)
    }
    choice = choose(figures, {("files", "a")}, split=Split.TRAIN, solved_score=Decimal("0.7"))
    assert choice.variant == "final"


def test_without_a_choice_there_is_nothing_to_tell() -> None:
    assert (list(choice_lines(None)), choice_document(None)) == ([], None)
