"""A run is judged again in Python, from the answers that it holds or by asking anew."""

from decimal import Decimal
from typing import Any

import attrs
import pytest

import goldgate

PARTS = goldgate.Rubric(
    layout=goldgate.Layout.DIMENSIONS,
    criteria=(
        goldgate.Criterion(name="brief", weight=Decimal("0.5")),
        goldgate.Criterion(name="kind", weight=Decimal("0.5")),
    ),
)
KINDER = attrs.evolve(
    PARTS,
    criteria=(
        goldgate.Criterion(name="brief", weight=Decimal("0.2")),
        goldgate.Criterion(name="kind", weight=Decimal("0.8")),
    ),
)
CASES = (
    goldgate.Case(
        id="letter",
        request="answer it",
        expect=goldgate.Expectation(rubric=goldgate.ExpectedRubric(name="parts")),
    ),
    goldgate.Case(id="other", request="anything"),
)


def scoring(**scores: int) -> Any:  # noqa: ANN401 - a judge
    def judge(question: Any) -> object:  # noqa: ANN401 - the document of a question
        return {"conditions": {letter: {"scores": scores} for letter in question["conditions"]}}

    return judge


def agent(case: goldgate.CaseView, context: goldgate.Context) -> str:
    return "done"


@pytest.fixture
def run() -> goldgate.Run:
    return goldgate.run(CASES, agent, judge=scoring(brief=100, kind=50), rubrics={"parts": PARTS})


def verdicts(run: goldgate.Run) -> list[tuple[str, goldgate.Verdict, Decimal | None]]:
    return [(one.id, one.verdict, None if one.scores is None else one.scores.weighted) for one in run.results]


def test_other_weights_are_applied_to_what_was_answered(run: goldgate.Run) -> None:
    again = goldgate.judge_again(run, {"suite": CASES}, rubrics={"parts": KINDER})

    assert verdicts(run) == [("letter", goldgate.Verdict.PASS, Decimal(75)), ("other", goldgate.Verdict.PASS, None)]
    assert verdicts(again) == [("letter", goldgate.Verdict.FAIL, Decimal(60)), ("other", goldgate.Verdict.PASS, None)]
    assert [line.verdict for line in again.proposed["suite"]] == [goldgate.Verdict.FAIL, goldgate.Verdict.PASS]
    assert (again.header.trials_of, again.judgements) == ("in-process", run.judgements)
    with pytest.raises(goldgate.GoldgateError, match="the rubric 'parts' was"):
        goldgate.compare_runs(run, again)


def test_a_run_that_was_judged_again_is_judged_once_more(run: goldgate.Run) -> None:
    again = goldgate.judge_again(run, {"suite": CASES}, rubrics={"parts": KINDER})
    back = goldgate.judge_again(again, {"suite": CASES}, rubrics={"parts": PARTS})

    assert (back.results, back.proposed, back.header.trials_of) == (run.results, run.proposed, "in-process")


def test_another_judge_is_asked_anew(run: goldgate.Run) -> None:
    again = goldgate.judge_again(run, {"suite": CASES}, judge=scoring(brief=0, kind=0), rubrics={"parts": PARTS})

    assert verdicts(again)[0] == ("letter", goldgate.Verdict.FAIL, Decimal(0))
    assert verdicts(goldgate.judge_again(again, {"suite": CASES}, rubrics={"parts": PARTS})) == verdicts(again)


def test_what_was_not_asked_then_is_refused(run: goldgate.Run) -> None:
    wider = attrs.evolve(
        PARTS, scale=goldgate.Scale(min=Decimal(0), max=Decimal(200)), gate=goldgate.RubricGate(threshold=Decimal(1))
    )

    with pytest.raises(
        goldgate.GoldgateError, match="was not asked what would be asked now about suite::letter trial 1"
    ):
        goldgate.judge_again(run, {"suite": CASES}, rubrics={"parts": wider})


def test_a_run_without_a_judge_can_be_judged_afterwards() -> None:
    unjudged = goldgate.run(CASES, agent)

    judged = goldgate.judge_again(
        unjudged, {"suite": CASES}, judge=scoring(brief=100, kind=50), rubrics={"parts": PARTS}
    )

    assert verdicts(judged)[0] == ("letter", goldgate.Verdict.PASS, Decimal(75))
    with pytest.raises(goldgate.GoldgateError, match="nobody was asked about the suites suite of the run"):
        goldgate.judge_again(unjudged, {"suite": CASES}, rubrics={"parts": PARTS})


def test_other_cases_other_settings_and_nothing_to_judge_are_refused(run: goldgate.Run) -> None:
    edited = attrs.evolve(CASES[0], request="answer it soon")
    settings = goldgate.Settings(store=goldgate.Store.DIGEST)
    nothing = goldgate.run(CASES[1:], agent)

    for suites, said in (
        ({"suite": [edited]}, "the case suite::letter is another one now"),
        ({}, "the case suite::letter is not among the cases"),
    ):
        with pytest.raises(goldgate.GoldgateError, match=said):
            goldgate.judge_again(run, suites, rubrics={"parts": PARTS})
    with pytest.raises(goldgate.GoldgateError, match="the outcome settings of suite 'suite' are others"):
        goldgate.judge_again(run, {"suite": CASES}, rubrics={"parts": PARTS}, settings=settings)
    with pytest.raises(goldgate.GoldgateError, match="so there is nothing to judge again"):
        goldgate.judge_again(nothing, {"suite": CASES}, rubrics={"parts": PARTS})


def test_trials_that_did_not_repeat_still_do_not() -> None:
    answers = iter("abc")
    cases = [attrs.evolve(CASES[1], trials=2), CASES[0]]
    run = goldgate.run(cases, lambda case: next(answers), judge=scoring(brief=100, kind=50), rubrics={"parts": PARTS})

    again = goldgate.judge_again(run, {"suite": cases}, rubrics={"parts": KINDER})

    assert (run.disagree, again.disagree) == ({"suite": ("other",)}, {"suite": ("other",)})
