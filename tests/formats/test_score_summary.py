from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from jsonschema import Draft202012Validator

from goldgate.formats.schemas import schema
from goldgate.formats.score_summary import score_document
from goldgate.model.rubric import Arm, ArmScores, BlockingFinding, CaseScores, GateRule, Layout, ScoreSummary

CASE = CaseScores(
    case_id="a", scores={"x": Decimal(70), "y": Decimal("69.5")}, average=Decimal("69.75"), weighted_score=Decimal(70)
)
ARM = ArmScores(
    means={"x": Decimal("4.2")},
    weighted_score=Decimal("4.04525"),
    cases=(CASE,),
    blocking=(BlockingFinding(case_id="a", trial=2, notes="a refund"),),
)


def document_of(summary: ScoreSummary) -> Mapping[str, Any]:
    document = score_document(summary)
    Draft202012Validator(schema("scores")).validate(document)
    return document


def test_the_document_of_dimensions_has_cases_and_averages() -> None:
    summary = ScoreSummary(
        layout=Layout.DIMENSIONS,
        rule=GateRule.THRESHOLD,
        rows=2,
        cases=(CASE,),
        overall_average=Decimal("69.75"),
        overall_weighted_score=Decimal(70),
        threshold=Decimal("70.5"),
        failed_cases=("a",),
        reasons=("1 of 1 cases below 70.5: a",),
    )

    assert document_of(summary) == {
        "goldgate": "scores",
        "schema": 1,
        "exit_code": 1,
        "layout": "dimensions",
        "rule": "threshold",
        "gate": 70.5,
        "rows": 2,
        "cases": [{"case_id": "a", "scores": {"x": 70, "y": 69.5}, "average": 69.75, "weighted_score": 70}],
        "overall_average": 69.75,
        "overall_weighted_score": 70,
        "release_gate_passed": False,
        "failed_cases": ["a"],
        "duplicate_rows": [],
        "reasons": ["1 of 1 cases below 70.5: a"],
    }


def test_the_document_of_arms_has_means_and_blocking_findings() -> None:
    summary = ScoreSummary(
        layout=Layout.ARMS,
        rule=GateRule.COMPARATIVE,
        rows=2,
        cases=(CASE,),
        overall_average=Decimal(1),
        overall_weighted_score=Decimal(1),
        arms={Arm.BASELINE: ARM},
        deltas={"x": Decimal("-0.1")},
        delta=Decimal("0.4275"),
    )

    document = document_of(summary)

    assert document["exit_code"] == 0
    assert document["gate"] is None
    assert document["delta"] == 0.4275
    assert document["deltas"] == {"x": -0.1}
    assert document["arms"] == {
        "baseline": {
            "means": {"x": 4.2},
            "weighted_score": 4.04525,
            "blocking_findings": [{"case_id": "a", "trial": 2, "notes": "a refund"}],
            "cases": [{"case_id": "a", "scores": {"x": 70, "y": 69.5}, "average": 69.75, "weighted_score": 70}],
        }
    }
    assert "cases" not in document
