import pytest

from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.model.trace import Trace
from goldgate.reports.halves import Contest, by_variant, contests_of, halves_text, passed_text
from goldgate.statistics.contrast import CaseSides, contrast
from goldgate.statistics.flips import Flips
from goldgate.statistics.trials import Trials

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR


def trials(variant: str, *verdicts: Verdict) -> list[Result]:
    return [
        Result(suite="s", id="c", variant=variant, trial=number, verdict=verdict, trace=Trace())
        for number, verdict in enumerate(verdicts, start=1)
    ]


def case(without: Trials, with_: Trials, *, name: str = "c") -> CaseSides:
    flips = Flips(pairs=1, agent=0, judge=0, infrastructure=0)
    return CaseSides(suite="s", id=name, reference=without, candidate=with_, flips=flips)


SOLVED, FAILED = Trials(solved=2, failed=0), Trials(solved=0, failed=2)
HALF, UNJUDGED = Trials(solved=2, failed=2), Trials(solved=1, failed=0, errors=1)


@pytest.mark.parametrize(
    ("without", "with_", "contest"),
    [
        (FAILED, SOLVED, Contest.WON),
        (SOLVED, HALF, Contest.LOST),
        (HALF, Trials(solved=1, failed=1), Contest.TIED),
        (FAILED, FAILED, Contest.TIED),
    ],
)
def test_the_half_that_solves_a_case_more_often_wins_it(without: Trials, with_: Trials, contest: Contest) -> None:
    assert contests_of([contrast([case(without, with_)])]) == {("s", "c"): contest}


def test_of_several_halves_without_the_worst_counts_and_nobody_knows_what_an_error_stands_for() -> None:
    first = [case(FAILED, SOLVED, name="a"), case(SOLVED, SOLVED, name="b"), case(FAILED, SOLVED, name="c")]
    second = [case(SOLVED, HALF, name="a"), case(FAILED, SOLVED, name="b"), case(UNJUDGED, SOLVED, name="c")]

    assert contests_of([contrast(first), contrast(second)]) == {("s", "a"): Contest.LOST, ("s", "b"): Contest.WON}


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
