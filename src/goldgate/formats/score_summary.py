"""How is the summary of scores written down? As one JSON document; of two layouts, each with the parts that it has."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from goldgate.formats.decimals import json_number
from goldgate.model.rubric import ArmScores, CaseScores, Layout, ScoreSummary

SCHEMA: Final = 1


def score_document(summary: ScoreSummary) -> Mapping[str, Any]:
    """The summary as a JSON object. `duplicate_rows` is empty: with a row that is there twice there is no summary."""
    return {
        "goldgate": "scores",
        "schema": SCHEMA,
        "exit_code": int(summary.exit_code),
        "layout": summary.layout.value,
        "rule": summary.rule.value,
        "gate": _number(summary.threshold),
        "rows": summary.rows,
        **(_cases(summary) if summary.layout is Layout.DIMENSIONS else _arms(summary)),
        "release_gate_passed": summary.release_gate_passed,
        "failed_cases": list(summary.failed_cases),
        "duplicate_rows": [],
        "reasons": list(summary.reasons),
    }


def _cases(summary: ScoreSummary) -> Mapping[str, Any]:
    return {
        "cases": [_case(case) for case in summary.cases],
        "overall_average": json_number(summary.overall_average),
        "overall_weighted_score": json_number(summary.overall_weighted_score),
    }


def _case(case: CaseScores) -> Mapping[str, Any]:
    return {
        "case_id": case.case_id,
        "scores": _numbers(case.scores),
        "average": json_number(case.average),
        "weighted_score": json_number(case.weighted_score),
    }


def _arms(summary: ScoreSummary) -> Mapping[str, Any]:
    return {
        "arms": {arm.value: _arm(scores) for arm, scores in summary.arms.items()},
        "deltas": _numbers(summary.deltas),
        "delta": _number(summary.delta),
    }


def _arm(scores: ArmScores) -> Mapping[str, Any]:
    return {
        "means": _numbers(scores.means),
        "weighted_score": json_number(scores.weighted_score),
        "blocking_findings": [
            {"case_id": finding.case_id, "trial": finding.trial, "notes": finding.notes} for finding in scores.blocking
        ],
        "cases": [_case(case) for case in scores.cases],
    }


def _numbers(scores: Mapping[str, Decimal]) -> Mapping[str, int | float]:
    return {name: json_number(score) for name, score in scores.items()}


def _number(number: Decimal | None) -> int | float | None:
    return None if number is None else json_number(number)
