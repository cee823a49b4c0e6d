import pytest

from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.model.trace import Trace
from goldgate.reports.html.halves import Contest, by_variant, contest_of, halves_text, passed_text

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR


def trials(variant: str, *verdicts: Verdict) -> list[Result]:
    return [
        Result(suite="s", id="c", variant=variant, trial=number, verdict=verdict, trace=Trace())
        for number, verdict in enumerate(verdicts, start=1)
    ]


@pytest.mark.parametrize(
    ("without", "with_", "contest"),
    [
        ([FAIL], [PASS], Contest.WON),
        ([PASS, PASS], [PASS, FAIL], Contest.LOST),
        ([PASS, FAIL], [PASS, FAIL, PASS, FAIL], Contest.TIED),
        ([FAIL], [FAIL], Contest.TIED),
        ([ERROR], [PASS], None),
    ],
)
def test_the_half_that_passes_more_often_wins(
    without: list[Verdict], with_: list[Verdict], contest: Contest | None
) -> None:
    assert contest_of([*trials("with", *with_), *trials("without", *without)]) is contest


def test_what_is_no_pair_is_no_contest() -> None:
    assert contest_of(trials("default", PASS)) is None
    assert contest_of([*trials("with", PASS), *trials("without-tone", PASS)]) is None
    assert contest_of([]) is None


def test_the_half_with_all_skills_stands_behind_the_others() -> None:
    assert [*by_variant([*trials("with", PASS), *trials("without-tone", PASS)])] == ["without-tone", "with"]


def test_halves_are_told_by_name() -> None:
    assert (
        halves_text([*trials("with", PASS, PASS), *trials("without", FAIL)]) == "without: failed, with: 2 of 2 passed"
    )
    assert halves_text(trials("default", PASS, PASS)) == ""


def test_errors_among_trials_are_told_apart() -> None:
    assert passed_text(trials("default", ERROR)) == "no judgement"
    assert passed_text(trials("default", PASS, FAIL, ERROR)) == "1 of 3 passed, 1 without judgement"
