import datetime as dt
import json
from collections.abc import Callable

from jsonschema import Draft202012Validator

from goldgate.exit_codes import ExitCode
from goldgate.formats.schemas import schema
from goldgate.gate.decide import decide
from goldgate.model.comparison import CaseComparison, Comparison, Decision, Divergence, Facts
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.model.value import NOT_CAPTURED
from goldgate.reports.json_ import comparison_document, known_failure_document, run_document
from goldgate.reports.summarise import summarise

REPLAYED = {"live": False, "by_order": [], "unused": []}
OK = Facts(baseline=Verdict.PASS, current=Verdict.PASS, same_outcome=True, same_failure=True, same_definition=True)
OTHER_TOOL = Divergence(kind="changed", pointer="/tool", step=0, expected="file_search", actual="file_read")


def test_a_comparison_holds_all_that_the_format_promises(
    compared: Callable[..., CaseComparison], comparison: Callable[..., Comparison]
) -> None:
    held = comparison(compared("a", divergence=OTHER_TOOL, reasons=("calls: no",)), ok=2)

    document = comparison_document(held, decide(held, stale=Stale.FAIL), recordings=REPLAYED)

    Draft202012Validator(schema("comparison")).validate(json.loads(json.dumps(document)))
    assert json.loads(json.dumps(document)) == {
        "goldgate": "comparison",
        "schema": 1,
        "exit_code": 1,
        "open": False,
        "reasons": ["1 regression"],
        "notices": [],
        "run": "20261130-101010-000001",
        "shard": None,
        "variant": "default",
        "today": "2026-11-30",
        "expected": 3,
        "ran": 3,
        "compared": 3,
        "errored": 0,
        "not_selected": 0,
        "suites_left_out": [],
        "partly_compared": 0,
        "classes": {"ok": 2, "regression": 1},
        "cases": [
            {
                "suite": "files",
                "id": "a",
                "class": "regression",
                "code": "GG101",
                "severity": "worse",
                "row": 12,
                "verdict": "fail",
                "baseline_verdict": "pass",
                "trials": None,
                "masked": False,
                "failed_checks": [],
                "reasons": ["calls: no"],
                "divergence": {
                    "step": 0,
                    "kind": "changed",
                    "pointer": "/tool",
                    "expected": "file_search",
                    "actual": "file_read",
                },
                "not_captured": [],
                "raised": [],
                "known_failure": None,
            }
        ],
        "sampled": {},
        "guards_off": [],
        "unstable": None,
        "recordings": REPLAYED,
        "next": "goldgate show files::a",
    }


def test_cases_that_are_ok_are_left_out_unless_all_are_asked_for(
    compared: Callable[..., CaseComparison], comparison: Callable[..., Comparison]
) -> None:
    held = comparison(compared("a", facts=OK))
    decision = decide(held, stale=Stale.FAIL)

    assert comparison_document(held, decision, recordings=REPLAYED)["cases"] == []
    assert [case["id"] for case in comparison_document(held, decision, every=True, recordings=REPLAYED)["cases"]] == [
        "a"
    ]


def test_a_side_that_was_not_captured_has_no_key(
    compared: Callable[..., CaseComparison], comparison: Callable[..., Comparison]
) -> None:
    added = Divergence(kind="added", pointer="/answer", expected=NOT_CAPTURED, actual=None)
    held = comparison(compared("a", divergence=added))

    (case,) = comparison_document(held, decide(held, stale=Stale.FAIL), recordings=REPLAYED)["cases"]

    assert case["divergence"] == {"step": None, "kind": "added", "pointer": "/answer", "actual": None}


def test_a_marker_keeps_what_is_unknown_as_null() -> None:
    marker = KnownFailure(reason="slow", issue="#1", expires=dt.date(2027, 3, 1))

    assert known_failure_document(marker) == {
        "reason": "slow",
        "issue": "#1",
        "expires": "2027-03-01",
        "since": None,
        "owner": None,
    }


def test_a_run_holds_its_figures_and_every_trial_that_did_not_pass(result: Callable[..., Result]) -> None:
    failure = result("b", Verdict.FAIL, step_errors="step 1 failed")

    document = run_document(
        summarise("run-1", {one.key: one.figures for one in (result("a"), failure)}, known=()),
        Decision(exit_code=ExitCode.CLOSED, reasons=("1 failed",)),
        [failure],
        expected=2,
        not_selected=0,
        recordings=REPLAYED,
        today="2026-11-30",
        next_step="goldgate show files::b",
    )

    assert (document["exit_code"], document["open"], document["ran"]) == (1, False, 2)
    Draft202012Validator(schema("run")).validate(document)
    assert document["overall"]["pass_rate"] == 0.5
    assert document["failures"] == [
        {
            "suite": "files",
            "id": "b",
            "variant": "default",
            "trial": 1,
            "verdict": "fail",
            "masked": True,
            "failed_checks": ["step_errors"],
            "reasons": ["step_errors: step 1 failed"],
            "raised": [],
        }
    ]
