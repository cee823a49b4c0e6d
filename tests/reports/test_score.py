from decimal import Decimal

import attrs

from goldgate.model.rubric import Arm, ArmScores, BlockingFinding, CaseScores, GateRule, Layout, ScoreSummary
from goldgate.reports.line import plain_text
from goldgate.reports.score import score_lines

NUMBERS = {"weighted_score": Decimal("69.99"), "average": Decimal("71.333333333333333")}
FAILED = CaseScores(case_id="b", scores={"clarity": Decimal(60), "tone": Decimal("75.5")}, **NUMBERS)
PASSED = CaseScores(
    case_id="민원",
    scores={"clarity": Decimal(80), "tone": Decimal(90)},
    average=Decimal(85),
    weighted_score=Decimal(84),
)
DIMENSIONS = ScoreSummary(
    layout=Layout.DIMENSIONS,
    rule=GateRule.THRESHOLD,
    rows=4,
    cases=(PASSED, FAILED),
    overall_average=Decimal(78),
    overall_weighted_score=Decimal("76.995"),
    threshold=Decimal(70),
    failed_cases=("b",),
    reasons=("1 of 2 cases below 70: b",),
)
BASELINE = ArmScores(
    means={"correctness": Decimal("4.333"), "tone": Decimal("4.643")}, weighted_score=Decimal("4.04525"), cases=()
)
CANDIDATE = attrs.evolve(
    BASELINE,
    means={"correctness": Decimal("4.524"), "tone": Decimal("4.6")},
    weighted_score=Decimal("4.47275"),
    blocking=(
        BlockingFinding(case_id="a", trial=2, notes="invents a refund"),
        BlockingFinding(case_id="b", trial=1),
    ),
)
ARMS = ScoreSummary(
    layout=Layout.ARMS,
    rule=GateRule.COMPARATIVE,
    rows=4,
    cases=(PASSED, FAILED),
    overall_average=Decimal(1),
    overall_weighted_score=Decimal(1),
    arms={Arm.BASELINE: BASELINE, Arm.CANDIDATE: CANDIDATE},
    deltas={"correctness": Decimal("0.191"), "tone": Decimal("-0.043")},
    delta=Decimal("0.4275"),
    reasons=("2 blocking findings in the candidate: a trial 2, b trial 1",),
)


def told(summary: ScoreSummary) -> list[str]:
    return plain_text(score_lines(summary)).splitlines()


def test_cases_below_the_threshold_come_first_and_words_say_so() -> None:
    assert told(DIMENSIONS) == [
        "BELOW b  weighted 69.99",
        "       clarity 60, tone 75.5; average 71.333333…",
        "ok    민원  weighted 84",
        "       clarity 80, tone 90; average 85",
        "",
        "average 78, weighted 76.995, gate 70",
        "2 cases, 4 rows, none twice, none missing",
        "reason 1 of 2 cases below 70: b",
        "release gate closed  (exit 1)",
    ]


def test_arms_stand_side_by_side_with_what_the_candidate_has_more() -> None:
    assert told(ARMS) == [
        "                baseline    candidate        delta",
        "correctness        4.333        4.524       +0.191",
        "tone               4.643          4.6       -0.043",
        "weighted         4.04525      4.47275      +0.4275",
        "blocking               0            2",
        "",
        "BLOCK candidate  a trial 2: invents a refund",
        "BLOCK candidate  b trial 1",
        "2 cases, 4 rows, none twice, none missing",
        "reason 2 blocking findings in the candidate: a trial 2, b trial 1",
        "release gate closed  (exit 1)",
    ]


def test_an_open_gate_has_no_reasons() -> None:
    summary = attrs.evolve(DIMENSIONS, cases=(PASSED,), failed_cases=(), reasons=())

    assert told(summary)[-2:] == ["1 case, 4 rows, none twice, none missing", "release gate open  (exit 0)"]


def test_of_arms_under_a_threshold_the_cases_of_the_candidate_are_listed() -> None:
    summary = attrs.evolve(
        ARMS,
        rule=GateRule.THRESHOLD,
        arms={Arm.CANDIDATE: BASELINE},
        delta=None,
        deltas={},
        threshold=Decimal(70),
        failed_cases=("b",),
    )

    assert told(summary)[:8] == [
        "               candidate",
        "correctness        4.333",
        "tone               4.643",
        "weighted         4.04525",
        "blocking               0",
        "",
        "BELOW b  weighted 69.99",
        "       clarity 60, tone 75.5; average 71.333333…",
    ]


def test_very_many_cases_and_findings_are_cut_and_counted() -> None:
    cases = tuple(attrs.evolve(PASSED, case_id=f"c{number}") for number in range(43))
    findings = tuple(BlockingFinding(case_id="a", trial=trial) for trial in range(42))
    arms = {Arm.CANDIDATE: attrs.evolve(BASELINE, blocking=findings)}

    assert "  … and 3 more (--format json has all)" in told(attrs.evolve(DIMENSIONS, cases=cases, failed_cases=()))
    assert "  … and 2 more (--format json has all)" in told(attrs.evolve(ARMS, arms=arms))


def test_three_arms_fit_into_80_columns() -> None:
    third = dict.fromkeys(["criterion of 24 letters.", "tone"], Decimal("4.33333333333"))
    arm = attrs.evolve(BASELINE, means=third)
    lines = told(attrs.evolve(ARMS, arms=dict.fromkeys(Arm, arm), deltas=third))

    assert max(map(len, lines)) <= 80
