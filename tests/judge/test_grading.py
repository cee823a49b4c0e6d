from decimal import Decimal
from fractions import Fraction

import attrs
import pytest

from goldgate.formats.decimals import as_decimal
from goldgate.judge.grading import rubric_fault, waits_for_judge, with_marks, without_judgement, without_marks
from goldgate.judge.verdict import judge
from goldgate.model.case import Case, Expectation, ExpectedAnswer, ExpectedRubric
from goldgate.model.grading import JUDGE_FAILED, UNJUDGED, Marks, Scored
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.result import Result
from goldgate.model.rubric import Arm, Criterion, GateRule, Layout, Rubric, RubricGate, Scale
from goldgate.model.trace import Trace

RUBRIC = Rubric(
    layout=Layout.DIMENSIONS,
    criteria=(
        Criterion(name="clarity", weight=Decimal("0.4")),
        Criterion(name="actionability", weight=Decimal("0.3")),
        Criterion(name="conciseness", weight=Decimal("0.3")),
    ),
)
EXPECTED = ExpectedRubric(name="triage")


def result_of(answer: str, *, expects: str = "yes") -> Result:
    expect = Expectation(answer=ExpectedAnswer(contains=(expects,)), rubric=EXPECTED)
    judgement = judge(Case(id="a", request="?", expect=expect), Trace(answer=answer))
    return Result(
        id="a",
        suite="s",
        trace=Trace(answer=answer),
        verdict=judgement.verdict,
        checks=judgement.checks,
        fault=judgement.fault,
    )


def marks(clarity: int, actionability: int, conciseness: int, *, why: str | None = None) -> Marks:
    scores = {"clarity": clarity, "actionability": actionability, "conciseness": conciseness}
    return Marks(scores={name: Decimal(score) for name, score in scores.items()}, explanation=why)


def judged(given: Marks, *, answer: str = "yes", expected: ExpectedRubric = EXPECTED) -> Result:
    return with_marks(result_of(answer), given, rubric=RUBRIC, expected=expected)


def test_a_case_with_a_rubric_waits_for_a_judge() -> None:
    result = result_of("yes")
    assert (result.verdict, result.fault, waits_for_judge(result)) == (Verdict.ERROR, UNJUDGED, True)


def test_other_checks_are_done_before() -> None:
    assert result_of("no").failed == ("answer.contains",)


def test_scores_that_reach_the_threshold_pass() -> None:
    result = judged(marks(70, 70, 70))
    assert (result.verdict, result.fault, result.checks[-1]) == (Verdict.PASS, None, Check(name="rubric", passed=True))


def test_scores_are_kept() -> None:
    assert judged(marks(80, 60, 50)).scores == Scored(
        rubric="triage",
        criteria={"clarity": Decimal(80), "actionability": Decimal(60), "conciseness": Decimal(50)},
        weighted=Decimal(65),
        scale=Scale(),
    )


def test_scores_below_the_threshold_fail_and_say_why() -> None:
    result = judged(marks(80, 60, 50, why="Too long."))
    why = "weighted 65 is below 70: clarity 80, actionability 60, conciseness 50; Too long."
    assert (result.verdict, result.reasons) == (Verdict.FAIL, (f"rubric: {why}",))


def test_a_hundredth_below_is_below() -> None:
    result = judged(marks(70, 70, 70), expected=ExpectedRubric(name="triage", threshold=Decimal("70.01")))
    assert result.reasons == ("rubric: weighted 70 is below 70.01: clarity 70, actionability 70, conciseness 70",)


def test_the_threshold_of_the_case_comes_before_that_of_the_rubric() -> None:
    assert judged(marks(1, 1, 1), expected=ExpectedRubric(name="t", threshold=Decimal(0))).verdict is Verdict.PASS


def test_good_scores_make_up_for_no_other_check() -> None:
    result = judged(marks(100, 100, 100), answer="no")
    assert (result.verdict, result.failed) == (Verdict.FAIL, ("answer.contains",))


def test_a_judge_that_fails_is_no_judgement() -> None:
    fault = Fault(code=JUDGE_FAILED, message="m")
    result = without_judgement(result_of("yes"), fault)
    assert (result.verdict, result.fault, waits_for_judge(result)) == (Verdict.ERROR, fault, False)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_what_a_judge_said_can_be_taken_back(answer: str) -> None:
    failed = without_judgement(result_of(answer), Fault(code=JUDGE_FAILED, message="m"))
    before = result_of(answer)
    assert [without_marks(one) for one in (judged(marks(1, 1, 1), answer=answer), failed, before)] == [before] * 3


def test_a_result_that_no_judge_was_asked_about_stays() -> None:
    lost = attrs.evolve(result_of("yes"), fault=Fault(code="LOST_STEP", message="m"))
    assert without_marks(lost) == lost


@pytest.mark.parametrize(
    ("rubric", "expected", "fault"),
    [
        (RUBRIC, EXPECTED, None),
        (
            attrs.evolve(RUBRIC, layout=Layout.ARMS, arms=(Arm.BASELINE, Arm.CANDIDATE)),
            EXPECTED,
            "a rubric of arms compares; a case expects one of dimensions, with a threshold",
        ),
        (
            attrs.evolve(RUBRIC, gate=RubricGate(rule=GateRule.COMPARATIVE)),
            EXPECTED,
            "a rubric of arms compares; a case expects one of dimensions, with a threshold",
        ),
        (
            RUBRIC,
            ExpectedRubric(name="t", threshold=Decimal(101)),
            "expected a threshold on the scale from 0 to 100, got 101",
        ),
        (RUBRIC, ExpectedRubric(name="t", threshold=Decimal(100)), None),
    ],
)
def test_only_a_rubric_of_dimensions_judges_single_trials(
    rubric: Rubric, expected: ExpectedRubric, fault: str | None
) -> None:
    assert rubric_fault(rubric, expected) == fault


def test_without_weights_all_criteria_count_the_same_and_one_that_fails_is_below_one() -> None:
    names = ("a", "b", "c")
    rubric = Rubric(
        layout=Layout.DIMENSIONS,
        criteria=tuple(Criterion(name=name) for name in names),
        scale=Scale(min=Decimal(0), max=Decimal(1)),
        gate=RubricGate(threshold=Decimal(1)),
    )

    def score(*scores: int) -> Result:
        given = Marks(scores=dict(zip(names, map(Decimal, scores), strict=True)))
        return with_marks(result_of("yes"), given, rubric=rubric, expected=EXPECTED)

    assert [(score(*of).verdict, score(*of).scores.weighted) for of in ((1, 1, 1), (1, 0, 0))] == [  # type: ignore[union-attr]
        (Verdict.PASS, Decimal(1)),
        (Verdict.FAIL, as_decimal(Fraction(1, 3))),
    ]
