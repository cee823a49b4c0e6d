"""The figures that published rubrics went wrong by are held here, each as a test."""

import random
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from goldgate.errors import BadFile, UnpairedRows, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.rubric import read_rubric
from goldgate.formats.score_rows import read_documents
from goldgate.judge.rubric import score, with_threshold
from goldgate.model.rubric import Arm, ArmScores, BlockingFinding, CaseScores, GateRule, Layout, Rubric, ScoreSummary

THREE = read_rubric(
    'layout = "dimensions"\n[criteria]\nclarity = 0.4\nactionability = 0.3\nconciseness = 0.3\n', file="rubric.toml"
)
FIVE = read_rubric(
    """
    layout = "arms"
    scale = {min = 1, max = 5}
    [criteria]
    correctness = 0.35
    coverage = 0.25
    grounding = 0.20
    tone = 0.10
    format = 0.10
    """,
    file="rubric.toml",
)
HELD = read_rubric(
    """
    layout = "arms"
    scale = {min = 1, max = 5}
    criteria = {correctness = 50, tone = 50}
    gate = {not_below = ["correctness"], tolerance = 0.1}
    """,
    file="rubric.toml",
)


def summary_of(rows: Sequence[Mapping[str, Any]], rubric: Rubric) -> ScoreSummary:
    return score(read_documents(enumerate(rows, 1), file="rows", rubric=rubric), rubric)


def case(case_id: str, *scores: float | Decimal, trial: int = 1, rubric: Rubric = THREE) -> list[dict[str, Any]]:
    """The rows of one trial of a case, in the layout of dimensions."""
    return [
        {"case_id": case_id, "trial": trial, "condition": name, "score": number}
        for name, number in zip(rubric.names, scores, strict=True)
    ]


def arm(
    condition: str, *scores: float, case_id: str = "a", trial: int = 1, blocker: bool = False, rubric: Rubric = FIVE
) -> dict[str, Any]:
    """The row of one trial of an arm."""
    named = dict(zip(rubric.names, scores, strict=True))
    return {"case_id": case_id, "trial": trial, "condition": condition, **named, "blocker": blocker}


def pair(baseline: Sequence[float], candidate: Sequence[float], rubric: Rubric = FIVE) -> ScoreSummary:
    return summary_of([arm("baseline", *baseline, rubric=rubric), arm("candidate", *candidate, rubric=rubric)], rubric)


# Weights


def test_weighted_scores_are_exact_decimals() -> None:
    summary = pair((4.333, 3.762, 3.905, 4.643, 3.429), (4.524, 4.167, 4.619, 4.667, 4.571))

    assert summary.arms[Arm.BASELINE].weighted_score == Decimal("4.04525")
    assert summary.arms[Arm.CANDIDATE].weighted_score == Decimal("4.47275")
    assert summary.delta == Decimal("0.4275")
    assert summary.deltas["coverage"] == Decimal("0.405")
    assert summary.release_gate_passed


def test_percent_and_parts_of_one_weigh_the_same() -> None:
    text = 'layout = "dimensions"\n[criteria]\nclarity = 40\nactionability = 30\nconciseness = 30\n'
    percent = read_rubric(text, file="rubric.toml")

    assert summary_of(case("a", 71, 64, 88), percent) == summary_of(case("a", 71, 64, 88), THREE)


def test_blocking_findings_of_the_candidate_close_the_gate_alone() -> None:
    rows = [
        arm(condition, *scores, trial=trial, blocker=condition == "candidate")
        for trial in (1, 2, 3)
        for condition, scores in (
            ("baseline", (4.333, 3.762, 3.905, 4.643, 3.429)),
            ("candidate", (4.524, 4.167, 4.619, 4.667, 4.571)),
        )
    ]

    summary = summary_of(rows, FIVE)

    assert summary.delta == Decimal("0.4275")
    assert summary.reasons == ("3 blocking findings in the candidate: a trial 1, a trial 2, a trial 3",)
    assert summary.exit_code is ExitCode.CLOSED


def test_blocking_findings_of_the_baseline_close_nothing() -> None:
    rows = [arm("baseline", 3, 3, 3, 3, 3, blocker=True), arm("candidate", 4, 4, 4, 4, 4)]

    summary = summary_of(rows, FIVE)

    assert summary.arms[Arm.BASELINE].blocking == (BlockingFinding(case_id="a", trial=1),)
    assert summary.release_gate_passed


# The comparison


@pytest.mark.parametrize(
    ("baseline", "candidate"), [((3, 3, 3, 4, 3), (3, 3, 3, 3, 4)), ((3, 3, 3, 3, 4), (3, 3, 3, 4, 3))]
)
def test_a_tie_is_no_win(baseline: tuple[int, ...], candidate: tuple[int, ...]) -> None:
    """Among floats one of them has 3.1, the other 3.0999999999999996."""
    summary = pair(baseline, candidate)

    assert summary.delta == 0
    assert summary.reasons == ("the candidate's weighted score 3.1 ties with the baseline's; it must be above",)


def test_a_candidate_that_is_worse_is_told_with_both_scores() -> None:
    summary = pair((3, 3, 3, 3, 4), (3, 3, 3, 3, 3))

    assert summary.reasons == ("the candidate's weighted score 3 is below the baseline's 3.1",)


def test_a_baseline_at_the_maximum_can_be_matched() -> None:
    assert pair((5, 5, 5, 5, 5), (5, 5, 5, 5, 5)).release_gate_passed
    assert not pair((5, 5, 5, 5, 5), (5, 5, 5, 5, 4.9)).release_gate_passed


@pytest.mark.parametrize(
    ("now", "reasons"),
    [
        (4.1, ()),
        (4.2, ()),
        (4.09, ("correctness fell by 0.11, more than the tolerance of 0.1",)),
    ],
)
def test_a_fall_of_a_named_criterion_is_held_against_the_tolerance(now: float, reasons: tuple[str, ...]) -> None:
    """4.2 → 4.1 is a fall of a tenth, though 4.2 - 4.1 > 0.1 among floats."""
    assert pair((4.2, 3), (now, 5), rubric=HELD).reasons == reasons


def test_without_a_tolerance_no_fall_is_allowed() -> None:
    text = 'layout = "arms"\ncriteria = {a = 1}\ngate = {not_below = ["a"]}\n'
    rubric = read_rubric(text, file="rubric.toml")

    assert pair((4,), (3.5,), rubric=rubric).reasons == (
        "a fell by 0.5, below the baseline",
        "the candidate's weighted score 3.5 is below the baseline's 4",
    )


def test_a_criterion_that_is_not_named_may_fall() -> None:
    assert pair((3, 4), (5, 3), rubric=HELD).release_gate_passed


def test_a_comparator_is_summed_up_and_takes_no_part() -> None:
    text = 'layout = "arms"\narms = ["baseline", "candidate", "comparator"]\ncriteria = {a = 1}\n'
    rubric = read_rubric(text, file="rubric.toml")
    rows = [arm(name, number, rubric=rubric) for name, number in (("baseline", 1), ("comparator", 9), ("candidate", 2))]

    summary = summary_of(rows, rubric)

    assert {name: scores.weighted_score for name, scores in summary.arms.items()} == {
        Arm.BASELINE: 1,
        Arm.CANDIDATE: 2,
        Arm.COMPARATOR: 9,
    }
    assert summary.release_gate_passed


# The threshold


@pytest.mark.parametrize(
    ("scores", "weighted", "passed"),
    [((70, 70, 70), "70", True), ((70, 71, 69), "70", True), ((70, 70, 69), "69.7", False)],
)
def test_a_case_passes_at_the_threshold_and_not_below_it(
    scores: tuple[int, ...], weighted: str, *, passed: bool
) -> None:
    summary = summary_of(case("a", *scores), THREE)

    assert (summary.cases[0].weighted_score, summary.release_gate_passed) == (Decimal(weighted), passed)


FINE = read_rubric(
    'layout = "dimensions"\nscale = {whole = false}\n'
    "[criteria]\nclarity = 0.4\nactionability = 0.3\nconciseness = 0.3\n",
    file="rubric.toml",
)


@pytest.mark.parametrize(("number", "passed"), [("69.99", False), ("70", True), ("69." + "9" * 90, False)])
def test_69_99_fails_and_70_passes(number: str, *, passed: bool) -> None:
    rows = case("a", *[Decimal(number)] * 3, rubric=FINE)

    summary = summary_of(rows, FINE)

    assert summary.release_gate_passed is passed
    assert summary.failed_cases == (() if passed else ("a",))


def test_thirds_that_add_up_to_the_threshold_reach_it() -> None:
    """Means of 69⅔ and 70⅓ have no decimals; half of both together is 70 all the same."""
    rubric = read_rubric('layout = "dimensions"\ncriteria = {a = 0.5, b = 0.5}\n', file="rubric.toml")
    numbers = [(69, 70), (70, 70), (70, 71)]
    rows = [row for trial, pair_ in enumerate(numbers, 1) for row in case("a", *pair_, trial=trial, rubric=rubric)]

    summary = summary_of(rows, rubric)

    assert summary.release_gate_passed
    assert summary.cases[0].weighted_score == 70
    assert str(summary.cases[0].scores["a"]).startswith("69.6666666666666666666666666")


def test_the_summary_of_dimensions_has_every_case() -> None:
    summary = summary_of([*case("b", 80, 90, 85), *case("a", 60, 75, 78)], THREE)

    assert summary == ScoreSummary(
        layout=Layout.DIMENSIONS,
        rule=GateRule.THRESHOLD,
        rows=6,
        cases=(
            CaseScores(
                case_id="a",
                scores={"clarity": Decimal(60), "actionability": Decimal(75), "conciseness": Decimal(78)},
                average=Decimal(71),
                weighted_score=Decimal("69.9"),
            ),
            CaseScores(
                case_id="b",
                scores={"clarity": Decimal(80), "actionability": Decimal(90), "conciseness": Decimal(85)},
                average=Decimal(85),
                weighted_score=Decimal("84.5"),
            ),
        ),
        overall_average=Decimal(78),
        overall_weighted_score=Decimal("77.2"),
        threshold=Decimal(70),
        failed_cases=("a",),
        reasons=("1 of 2 cases below 70: a",),
    )


def test_the_summary_of_arms_has_every_arm() -> None:
    rows = [
        arm(condition, *scores, case_id=case_id, rubric=HELD)
        for case_id in ("a", "b")
        for condition, scores in (("baseline", (3, 4)), ("candidate", (4, 5)))
    ]

    arms = summary_of(rows, HELD).arms

    assert arms[Arm.BASELINE] == ArmScores(
        means={"correctness": Decimal(3), "tone": Decimal(4)},
        weighted_score=Decimal("3.5"),
        cases=tuple(
            CaseScores(
                case_id=case_id,
                scores={"correctness": Decimal(3), "tone": Decimal(4)},
                average=Decimal("3.5"),
                weighted_score=Decimal("3.5"),
            )
            for case_id in ("a", "b")
        ),
    )


def test_many_failed_cases_are_all_in_the_summary_and_some_in_the_reason() -> None:
    rows = [row for number in range(7) for row in case(f"c{number}", 1, 1, 1)]

    summary = summary_of(rows, THREE)

    assert len(summary.failed_cases) == 7
    assert summary.reasons == ("7 of 7 cases below 70: c0, c1, c2, c3, c4 and 2 more",)


def test_another_threshold_takes_the_place_of_that_of_the_rubric() -> None:
    rows = case("a", 74, 74, 74)

    assert summary_of(rows, THREE).release_gate_passed
    assert not summary_of(rows, with_threshold(THREE, Decimal(75))).release_gate_passed


def test_a_threshold_off_the_scale_or_of_no_use_is_refused() -> None:
    with pytest.raises(UsageError, match="expected a threshold on the scale from 0 to 100, got 101"):
        with_threshold(THREE, Decimal(101))
    with pytest.raises(UsageError, match="the gate of the rubric is comparative"):
        with_threshold(FIVE, Decimal(3))


ARMS_AT_3 = read_rubric(
    'layout = "arms"\nscale = {min = 1, max = 5}\ncriteria = {a = 1}\ngate = {rule = "threshold", threshold = 3}\n',
    file="rubric.toml",
)


def test_of_arms_it_is_the_candidate_that_is_held_against_a_threshold() -> None:
    rows = [
        arm("baseline", 1, rubric=ARMS_AT_3),
        arm("candidate", 3, rubric=ARMS_AT_3),
        arm("baseline", 1, case_id="b", rubric=ARMS_AT_3),
        arm("candidate", 2.9, case_id="b", blocker=True, rubric=ARMS_AT_3),
    ]

    summary = summary_of(rows, ARMS_AT_3)

    assert summary.failed_cases == ("b",)
    assert summary.reasons == ("1 blocking finding in the candidate: b trial 1", "1 of 2 cases below 3: b")


def test_a_candidate_alone_has_nothing_to_differ_from() -> None:
    alone = read_rubric(
        'layout = "arms"\narms = ["candidate"]\ncriteria = {a = 1}\ngate = {rule = "threshold"}\n', file="rubric.toml"
    )

    summary = summary_of([arm("candidate", 70, rubric=alone)], alone)

    assert (summary.release_gate_passed, summary.delta, summary.deltas) == (True, None, {})


# What is refused


def test_nothing_is_averaged_while_a_row_is_twice_or_missing() -> None:
    rows = [*case("a", 70, 70, 70), *case("b", 90, 90, 90)[:2], case("a", 99, 99, 99)[0]]

    with pytest.raises(UnpairedRows) as caught:
        summary_of(rows, THREE)

    assert caught.value.exit_code is ExitCode.NO_JUDGEMENT
    assert [str(problem) for problem in caught.value.problems] == [
        "rows:4: case 'b' trial 1 'conciseness' has no row",
        "rows:6: case 'a' trial 1 'clarity' stands on line 1 already",
    ]


def test_bad_rows_and_rows_that_do_not_pair_are_told_together() -> None:
    rows = [*case("a", 70, 70, 101), *case("b", 70, 70, 70)[:1]]

    with pytest.raises(BadFile) as caught:
        summary_of(rows, THREE)

    assert [(problem.code, problem.line) for problem in caught.value.problems] == [
        ("GG010", 3),
        ("GG018", 4),
        ("GG018", 4),
    ]


def test_no_rows_are_no_judgement() -> None:
    with pytest.raises(BadFile, match="no rows, so there is nothing to score"):
        summary_of([], THREE)


# What holds whatever the scores are

numbers = st.integers(0, 100)
boards = st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=6)
fives = st.lists(
    st.tuples(*[st.decimals(1, 5, places=1)] * 2, *[st.decimals(1, 5, places=1)] * 2), min_size=1, max_size=4
)


def board(scores: Sequence[tuple[int, ...]]) -> list[dict[str, Any]]:
    """Two trials a case."""
    return [
        row
        for number, three in enumerate(scores)
        for row in case(f"c{number // 2}", *three, trial=number % 2)
        if number < len(scores) // 2 * 2 or len(scores) == 1
    ]


@given(boards, st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_the_order_of_the_rows_changes_nothing(scores: list[tuple[int, ...]], chance: random.Random) -> None:
    rows = board(scores)
    mixed = chance.sample(rows, len(rows))

    assert summary_of(mixed, THREE) == summary_of(rows, THREE)


@given(boards, st.data())
@settings(max_examples=50)
def test_no_lower_score_opens_a_gate_that_is_closed(scores: list[tuple[int, ...]], data: st.DataObject) -> None:
    rows = board(scores)
    before = summary_of(rows, THREE)
    assume(not before.release_gate_passed)
    at = data.draw(st.integers(0, len(rows) - 1))
    lower = data.draw(st.integers(0, rows[at]["score"]))

    after = summary_of([*rows[:at], {**rows[at], "score": lower}, *rows[at + 1 :]], THREE)

    assert not after.release_gate_passed
    assert set(before.failed_cases) <= set(after.failed_cases)


def duel(scores: Sequence[tuple[Decimal, ...]]) -> list[dict[str, Any]]:
    return [
        {"case_id": f"c{number}", "trial": 1, "condition": condition, **given_, "blocker": False}
        for number, (a, b, c, d) in enumerate(scores)
        for condition, given_ in (
            ("baseline", {"correctness": a, "tone": b}),
            ("candidate", {"correctness": c, "tone": d}),
        )
    ]


@given(fives, st.data())
@settings(max_examples=40)
def test_no_lower_score_of_the_candidate_opens_a_comparison_that_is_closed(
    scores: list[tuple[Decimal, ...]], data: st.DataObject
) -> None:
    rows = duel(scores)
    assume(not summary_of(rows, HELD).release_gate_passed)
    at = 2 * data.draw(st.integers(0, len(scores) - 1)) + 1
    name = data.draw(st.sampled_from(HELD.names))
    lower = data.draw(st.decimals(1, rows[at][name], places=1))

    after = summary_of([*rows[:at], {**rows[at], name: lower}, *rows[at + 1 :]], HELD)

    assert not after.release_gate_passed


@given(fives, st.data())
@settings(max_examples=40)
def test_no_blocking_finding_opens_a_gate(scores: list[tuple[Decimal, ...]], data: st.DataObject) -> None:
    rows = duel(scores)
    at = 2 * data.draw(st.integers(0, len(scores) - 1)) + 1

    blocked = [*rows[:at], {**rows[at], "blocker": True}, *rows[at + 1 :]]

    assert not summary_of(blocked, HELD).release_gate_passed


@given(boards)
@settings(max_examples=30)
def test_a_weighted_score_lies_between_the_lowest_and_the_highest(scores: list[tuple[int, ...]]) -> None:
    for one in summary_of(board(scores), THREE).cases:
        assert min(one.scores.values()) <= one.weighted_score <= max(one.scores.values())
