"""How does a run or a comparison read for machines? One document each, complete and documented."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from goldgate.formats.summary import summary_document
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision, Divergence
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result, Summary
from goldgate.model.value import NotCaptured
from goldgate.reports.next_step import after_compare
from goldgate.reports.sampled import sampled_document, trials_document
from goldgate.reports.shard import shard_name
from goldgate.reports.summarise import class_counts

SCHEMA = 1
_FIGURES: Final = ("overall", "variants", "windows", "cases", "judge")


def comparison_document(
    comparison: Comparison,
    decision: Decision,
    *,
    every: bool = False,
    suites_left_out: Sequence[str] = (),
    guards_off: Sequence[str] = (),
    unstable: Sequence[Mapping[str, Any]] | None = None,
    recordings: Mapping[str, Any],
) -> Mapping[str, Any]:
    """The document of `compare` and `check`; cases that are ok are left out unless `every`."""
    return {
        "goldgate": "comparison",
        "schema": SCHEMA,
        "exit_code": int(decision.exit_code),
        "open": decision.open,
        "reasons": list(decision.reasons),
        "notices": list(decision.notices),
        "run": comparison.run,
        "shard": shard_name(comparison.shard),
        "variant": comparison.variant,
        "today": comparison.today.isoformat(),
        "expected": comparison.expected,
        "ran": comparison.ran,
        "compared": comparison.compared,
        "errored": comparison.errored,
        "not_selected": comparison.not_selected,
        "suites_left_out": list(suites_left_out),
        "partly_compared": comparison.partly_compared,
        "classes": {kind.value: number for kind, number in class_counts(comparison.counts)},
        "cases": [
            case_comparison_document(case)
            for case in comparison.cases
            if every or case.ruling.case_class is not CaseClass.OK
        ],
        "sampled": sampled_document(comparison.sampled),
        "guards_off": list(guards_off),
        "unstable": unstable,
        "recordings": dict(recordings),
        "next": after_compare(comparison, decision),
    }


def case_comparison_document(case: CaseComparison) -> Mapping[str, Any]:
    """One case of a comparison."""
    return {
        "suite": case.suite,
        "id": case.id,
        "class": case.ruling.case_class.value,
        "code": case.ruling.case_class.code,
        "severity": case.ruling.severity.value,
        "row": case.ruling.row,
        "verdict": case.facts.current and case.facts.current.value,
        "baseline_verdict": case.facts.baseline and case.facts.baseline.value,
        "trials": trials_document(case),
        "masked": case.masked,
        "failed_checks": list(case.failed_checks),
        "reasons": list(case.reasons),
        "divergence": case.divergence and divergence_document(case.divergence),
        "not_captured": list(case.uncaptured),
        "raised": list(case.raised),
        "known_failure": case.known_failure and known_failure_document(case.known_failure),
    }


def divergence_document(divergence: Divergence) -> Mapping[str, Any]:
    """Where two outcomes first differ; a side that was not captured is left out."""
    sides = {"expected": divergence.expected, "actual": divergence.actual}
    return {
        "step": divergence.step,
        "kind": divergence.kind,
        "pointer": divergence.pointer,
        **{name: value for name, value in sides.items() if not isinstance(value, NotCaptured)},
    }


def known_failure_document(known_failure: KnownFailure) -> Mapping[str, Any]:
    """A marker with its dates in ISO form, unknown as null."""
    return {
        "reason": known_failure.reason,
        "issue": known_failure.issue,
        "expires": known_failure.expires and known_failure.expires.isoformat(),
        "since": known_failure.since and known_failure.since.isoformat(),
        "owner": known_failure.owner,
    }


def run_document(
    summary: Summary,
    decision: Decision,
    failures: Sequence[Result],
    *,
    expected: int,
    not_selected: int,
    suites_left_out: Sequence[str] = (),
    guards_off: Sequence[str] = (),
    unstable: Sequence[Mapping[str, Any]] | None = None,
    recordings: Mapping[str, Any],
    splits: Mapping[str, int] | None = None,
    choice: Mapping[str, Any] | None = None,
    flips: Mapping[str, Any] | None = None,
    trials_of: str | None = None,
    shard: str | None = None,
    idle_stubs: Sequence[Mapping[str, Any]] = (),
    sampled: Sequence[str] = (),
    today: str,
    next_step: str,
) -> Mapping[str, Any]:
    """The document of `run`: the summary, the decision, and every trial that did not pass."""
    return {
        "goldgate": "run",
        "schema": SCHEMA,
        "exit_code": int(decision.exit_code),
        "open": decision.open,
        "reasons": list(decision.reasons),
        "run": summary.run,
        "trials_of": trials_of,
        "shard": shard,
        "today": today,
        "expected": expected,
        "ran": summary.overall.trials,
        "compared": 0,
        "errored": summary.overall.errors,
        "not_selected": not_selected,
        "suites_left_out": list(suites_left_out),
        **{key: value for key, value in summary_document(summary).items() if key in _FIGURES},
        "failures": [_failure(result) for result in failures],
        "guards_off": list(guards_off),
        "unstable": unstable,
        "recordings": dict(recordings),
        "splits": dict(splits or {}),
        "choice": choice,
        "flips": flips,
        "idle_stubs": list(idle_stubs),
        "sampled": list(sampled),
        "next": next_step,
    }


def _failure(result: Result) -> Mapping[str, Any]:
    return {
        "suite": result.suite,
        "id": result.id,
        "variant": result.variant,
        "trial": result.trial,
        "verdict": result.verdict.value,
        "masked": result.masked,
        "failed_checks": list(result.failed),
        "reasons": list(result.reasons),
        "raised": list(result.detail.raised),
    }
