"""What do the marks of a judge come to? The check `rubric` of a trial, its scores, and its verdict."""

from decimal import Decimal
from fractions import Fraction

import attrs

from goldgate.formats.decimals import as_decimal, brief_decimal
from goldgate.formats.rubric import threshold_fault
from goldgate.judge.exact_scores import weighted
from goldgate.model.case import ExpectedRubric
from goldgate.model.grading import JUDGE_FAILED, NOT_JUDGED, RUBRIC, UNJUDGED, Marks, Scored
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.result import Result
from goldgate.model.rubric import GateRule, Layout, Rubric


def rubric_fault(rubric: Rubric, expected: ExpectedRubric) -> str | None:
    """Why single trials can't be judged by a rubric; None when they can."""
    if rubric.layout is Layout.ARMS or rubric.rule is GateRule.COMPARATIVE:
        return "a rubric of arms compares; a case expects one of dimensions, with a threshold"
    return None if expected.threshold is None else threshold_fault(rubric, expected.threshold)


def waits_for_judge(result: Result) -> bool:
    """Whether nothing but the scores of a judge is missing for a verdict."""
    return result.fault is not None and result.fault.code == NOT_JUDGED


def with_marks(result: Result, marks: Marks, *, rubric: Rubric, expected: ExpectedRubric) -> Result:
    """The result with the check `rubric`, its scores, and the verdict over all checks."""
    total = weighted({name: Fraction(score) for name, score in marks.scores.items()}, rubric)
    threshold = next(given for given in (expected.threshold, rubric.threshold) if given is not None)
    checks = (*result.checks, _check(marks, total, threshold))
    return attrs.evolve(
        result,
        checks=checks,
        verdict=Verdict.PASS if all(check.passed for check in checks) else Verdict.FAIL,
        fault=None,
        scores=Scored(
            rubric=expected.name,
            criteria=marks.scores,
            weighted=as_decimal(total),
            scale=rubric.scale,
            explanation=marks.explanation,
        ),
    )


def _check(marks: Marks, total: Fraction, threshold: Decimal) -> Check:
    if total >= Fraction(threshold):
        return Check(name=RUBRIC, passed=True)
    scores = ", ".join(f"{name} {brief_decimal(score)}" for name, score in marks.scores.items())
    why = f"weighted {brief_decimal(as_decimal(total))} is below {brief_decimal(threshold)}: {scores}"
    return Check(name=RUBRIC, passed=False, why=f"{why}; {marks.explanation}" if marks.explanation else why)


def without_marks(result: Result) -> Result:
    """The result as it was before a judge was asked about it; one that nobody was to be asked about stays as it is."""
    if result.scores is None and (result.fault is None or result.fault.code != JUDGE_FAILED):
        return result
    checks = tuple(check for check in result.checks if check.name != RUBRIC)
    return attrs.evolve(result, checks=checks, scores=None, verdict=Verdict.ERROR, fault=UNJUDGED)


def without_judgement(result: Result, fault: Fault) -> Result:
    """The result of a trial that the judge gave no usable answer about."""
    return attrs.evolve(result, verdict=Verdict.ERROR, fault=fault)
