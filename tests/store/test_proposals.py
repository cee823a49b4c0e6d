from collections.abc import Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

import attrs
import pytest

from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.model.settings import OutcomeField, OutcomeSettings
from goldgate.store.proposals import Proposal, count, observed
from goldgate.store.proposals import propose as propose_observed

if TYPE_CHECKING:
    from tests.store.conftest import Runs

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR
SETTINGS = OutcomeSettings()


def propose(trials: Sequence[Result], *, settings: OutcomeSettings = SETTINGS) -> Proposal:
    return propose_observed([observed(trial, definition="d" * 16, settings=settings) for trial in trials])


def test_one_trial_speaks_for_its_case(runs: "Runs") -> None:
    trial = runs.result("최근", verdict=FAIL, answer="없음", failed=("status", "calls", "calls"))
    proposal = propose([trial])
    assert proposal.text == (
        '{"id":"최근","verdict":"fail","failed":["calls","status"],"case":"dddddddddddddddd","status":"success",'
        '"steps":[{"tool":"file_read","args":{"path":"최근"}}],"answer":"없음"}'
    )


def counted(*trials: Result, solved_score: Decimal | None = None) -> str | None:
    figures = [attrs.evolve(trial.figures, score=Decimal("0.7")) for trial in trials]
    return count("a", figures, definition="d" * 16, solved_score=solved_score).text


def test_trials_of_a_sampled_suite_are_counted_and_need_not_agree(runs: "Runs") -> None:
    trials = [runs.result("a", answer=1), runs.result("a", answer=2), runs.result("a", verdict=FAIL)]
    assert counted(*trials) == '{"id":"a","verdict":"fail","case":"dddddddddddddddd","trials":[2,3]}'
    assert counted(*trials[:2]) == '{"id":"a","verdict":"pass","case":"dddddddddddddddd","trials":[2,2]}'


def test_a_score_decides_what_is_solved_where_the_settings_say_from_which_on(runs: "Runs") -> None:
    trials = [runs.result("a", verdict=FAIL), runs.result("a")]
    assert counted(*trials, solved_score=Decimal("0.7")) == (
        '{"id":"a","verdict":"pass","case":"dddddddddddddddd","trials":[2,2]}'
    )
    assert counted(*trials, solved_score=Decimal("0.71")) == (
        '{"id":"a","verdict":"fail","case":"dddddddddddddddd","trials":[0,2]}'
    )


def test_trials_in_error_can_not_be_counted(runs: "Runs") -> None:
    assert counted(runs.result("a"), runs.result("a", verdict=ERROR)) is None


def test_what_the_settings_leave_out_is_left_out(runs: "Runs") -> None:
    settings = OutcomeSettings(fields=(OutcomeField.CALLS,))
    proposal = propose([runs.result("a", answer="x")], settings=settings)
    assert proposal.text == ('{"id":"a","verdict":"pass","case":"dddddddddddddddd","steps":[{"tool":"file_read"}]}')


def test_a_case_in_error_has_no_line(runs: "Runs") -> None:
    trials = [runs.result("a"), runs.result("a", verdict=ERROR, trial=2)]
    assert propose(trials).line is None


def test_the_first_failing_trial_speaks_for_a_failing_case(runs: "Runs") -> None:
    trials = [
        runs.result("a", answer=1),
        runs.result("a", trial=2, verdict=FAIL, answer=2, failed=("calls",)),
        runs.result("a", trial=3, verdict=FAIL, answer=3, failed=("calls",)),
    ]
    proposal = propose(trials)
    assert proposal.line is not None
    assert (proposal.line.verdict, proposal.line.outcome.answer, proposal.disagree) == (FAIL, 2, True)


@pytest.mark.parametrize(
    ("first", "second", "disagree"),
    [
        ((PASS, "x"), (PASS, "x"), False),
        ((PASS, "x"), (PASS, "y"), True),
        ((PASS, 1), (PASS, 1.0), True),
        ((PASS, True), (PASS, 1), True),
        ((PASS, "x"), (FAIL, "x"), True),
    ],
)
def test_trials_disagree_when_verdict_or_outcome_do(
    runs: "Runs",
    first: tuple[Verdict, str],
    second: tuple[Verdict, str],
    disagree: bool,  # noqa: FBT001 - the expectation
) -> None:
    trials = [
        runs.result("a", trial=number, verdict=verdict, answer=answer)
        for number, (verdict, answer) in enumerate((first, second), 1)
    ]
    assert propose(trials).disagree is disagree


def test_trials_that_fail_by_other_checks_agree_when_their_outcomes_do(runs: "Runs") -> None:
    trials = [
        runs.result("a", verdict=FAIL, failed=("limits.tokens",)),
        runs.result("a", trial=2, verdict=FAIL, failed=("calls",)),
    ]
    assert not propose(trials).disagree
