"""What do scores come to under a rubric, and is its gate open? Nothing is averaged before every row is there."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import attrs

from goldgate.errors import BadFile, Problem, UnpairedRows, UsageError
from goldgate.formats.decimals import as_decimal
from goldgate.formats.rubric import threshold_fault
from goldgate.formats.score_rows import ScoreReading
from goldgate.judge.exact_scores import ExactScores, by_case, mean_of
from goldgate.judge.release_gate import below, blocker_reasons, comparative_reasons, threshold_reasons
from goldgate.judge.row_pairing import pairing_problems
from goldgate.model.rubric import (
    Arm,
    ArmScores,
    BlockingFinding,
    GateRule,
    Layout,
    Rubric,
    RubricGate,
    ScoreRow,
    ScoreSummary,
)


def with_threshold(rubric: Rubric, threshold: Decimal) -> Rubric:
    """The same rubric with another threshold. Raises UsageError where the rubric has no use for one."""
    if rubric.rule is GateRule.COMPARATIVE:
        raise UsageError("a threshold was given, and the gate of the rubric is comparative")
    if fault := threshold_fault(rubric, threshold):
        raise UsageError(fault)
    return attrs.evolve(rubric, gate=RubricGate(rule=rubric.gate.rule, threshold=threshold))


def score(reading: ScoreReading, rubric: Rubric) -> ScoreSummary:
    """Weigh the rows, and decide.

    Raises BadFile when a row is wrong, UnpairedRows when all are well and one is there twice or missing, in both cases
    with all that is wrong of both kinds.
    """
    _refuse(reading, rubric)
    arms = {} if rubric.layout is Layout.DIMENSIONS else _rows_of_arms(reading.rows, rubric)
    released = arms.get(Arm.CANDIDATE, reading.rows)
    cases = by_case(released, rubric)
    totals = {arm: ExactScores.of(rows, rubric) for arm, rows in arms.items()}
    blocking = _blocking(arms.get(Arm.CANDIDATE, ()))
    failed: tuple[str, ...] = ()
    reasons = [*blocker_reasons(blocking)]
    threshold = rubric.threshold if rubric.rule is GateRule.THRESHOLD else None
    if threshold is None:
        reasons += comparative_reasons(totals[Arm.BASELINE], totals[Arm.CANDIDATE], rubric)
    else:
        failed = below(cases, threshold)
        reasons += threshold_reasons(failed, cases=len(cases), threshold=threshold)
    return ScoreSummary(
        layout=rubric.layout,
        rule=rubric.rule,
        rows=len(reading.rows),
        cases=tuple(scores.of_case(case_id) for case_id, scores in cases.items()),
        overall_average=as_decimal(mean_of(scores.average for scores in cases.values())),
        overall_weighted_score=as_decimal(mean_of(scores.weighted for scores in cases.values())),
        threshold=threshold,
        failed_cases=failed,
        arms={arm: _arm(arms[arm], total, rubric) for arm, total in totals.items()},
        reasons=tuple(reasons),
        **_deltas(totals),
    )


def _refuse(reading: ScoreReading, rubric: Rubric) -> None:
    problems = [*reading.problems, *pairing_problems(reading.lines, rubric, file=reading.file)]
    if not problems and not reading.rows:
        problems = [Problem(code=BadFile.code, message="no rows, so there is nothing to score", file=reading.file)]
    if problems:
        unpaired = all(problem.code == UnpairedRows.code for problem in problems)
        error = UnpairedRows if unpaired else BadFile
        raise error(*sorted(problems, key=lambda problem: problem.line or 0))


def _rows_of_arms(rows: Sequence[ScoreRow], rubric: Rubric) -> dict[Arm, list[ScoreRow]]:
    return {arm: [row for row in rows if row.key.condition == arm.value] for arm in rubric.arms}


def _blocking(rows: Sequence[ScoreRow]) -> tuple[BlockingFinding, ...]:
    found = [
        BlockingFinding(case_id=row.key.case_id, trial=row.key.trial, notes=row.notes) for row in rows if row.blocker
    ]
    return tuple(sorted(found, key=lambda finding: (finding.case_id, finding.trial)))


def _arm(rows: Sequence[ScoreRow], total: ExactScores, rubric: Rubric) -> ArmScores:
    return ArmScores(
        means={name: as_decimal(score) for name, score in total.means.items()},
        weighted_score=as_decimal(total.weighted),
        cases=tuple(scores.of_case(case_id) for case_id, scores in by_case(rows, rubric).items()),
        blocking=_blocking(rows),
    )


def _deltas(totals: dict[Arm, ExactScores]) -> dict[str, Any]:
    """What the candidate has more than the baseline; nothing where only one of them was scored."""
    if not {Arm.BASELINE, Arm.CANDIDATE} <= totals.keys():
        return {}
    baseline, candidate = totals[Arm.BASELINE], totals[Arm.CANDIDATE]
    return {
        "deltas": {name: as_decimal(mean - baseline.means[name]) for name, mean in candidate.means.items()},
        "delta": as_decimal(candidate.weighted - baseline.weighted),
    }
