"""Is the gate open? No judgement wins over worse and stale; a stale baseline may be let pass with a notice."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from typing import Final, assert_never

from goldgate.exit_codes import ExitCode
from goldgate.gate.classify import TABLE
from goldgate.gate.known_failures import marker_of
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass, Comparison, Decision, Marker, Severity
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.sampling import Sampling
from goldgate.model.settings import Stale

SEVERITY: Final[Mapping[CaseClass, Severity]] = {row.case_class: row.severity for row in TABLE}
"""The one severity of each class."""

_NOTHING_RUN: Final = "no case was run"


def decide(comparison: Comparison, *, stale: Stale) -> Decision:
    """Whether the gate is open, from the counts of the classes, and from what sampled suites came to as a whole.

    With `stale` WARN a stale baseline passes with a notice, `known_new` excepted:
    a failure enters the baseline on purpose or not at all.
    """
    occurring = [case_class for case_class in CaseClass if comparison.counts.get(case_class)]
    no_judgement: list[str] = []
    worse: list[str] = []
    outdated: list[str] = []
    notices: list[str] = []
    for case_class in occurring:
        line = f"{comparison.counts[case_class]} {case_class}"
        match severity := SEVERITY[case_class]:
            case Severity.NO_JUDGEMENT:
                no_judgement.append(line)
            case Severity.WORSE:
                worse.append(line)
            case Severity.STALE if not closes(case_class, stale=stale):
                notices.append(f"{line}: {severity}")
            case Severity.STALE:
                outdated.append(f"{line}: {severity}")
            case Severity.FINE | Severity.NONE:
                pass
            case _:
                assert_never(severity)
    worse += [dropped_text(suite, sampling) for suite, sampling in comparison.sampled.items() if sampling.dropped]
    if comparison.shard is None and set(occurring) <= {CaseClass.NOT_SELECTED}:
        no_judgement.append(_NOTHING_RUN)
    return _decision(no_judgement, [*worse, *outdated], notices)


def dropped_text(suite: str, sampling: Sampling) -> str:
    """`letters dropped from 84.0% to 62.0% (p = 0.0039)`; nothing of a suite that did not drop."""
    drop = sampling.drop
    if drop is None:
        return ""
    return f"{suite} dropped from {float(drop.then):.1%} to {float(drop.now):.1%} (p = {drop.p:.2g})"


def closes(case_class: CaseClass, *, stale: Stale) -> bool:
    """Whether one case of that class keeps the gate from being open."""
    match SEVERITY[case_class]:
        case Severity.WORSE | Severity.NO_JUDGEMENT:
            return True
        case Severity.STALE:
            return stale is Stale.FAIL or case_class is CaseClass.KNOWN_NEW
        case Severity.FINE | Severity.NONE:
            return False
        case never:
            assert_never(never)


def decide_run(
    not_passed: Iterable[Result],
    known_failures: Mapping[str, Mapping[str, KnownFailure]],
    today: dt.date,
    *,
    ran: int,
    sampled: Collection[tuple[str, str]] = (),
    may_be_empty: bool = False,
) -> Decision:
    """Whether a run by itself is well: every case passed, or failed under a live marker. No baseline is looked at.

    `not_passed` are the results that are FAIL or ERROR, in any order, out of `ran` in all; `known_failures` maps suite
    and id to the marker. A case with several trials fails when one of them does; in what is `sampled`, a suite under a
    variant, that closes nothing by itself, since how often a case was solved before, only the baseline says. A run that
    `may_be_empty`, as that of a shard, is well without a trial.
    """
    cases: dict[Verdict, set[CaseKey]] = {Verdict.FAIL: set(), Verdict.ERROR: set()}
    must_pass: set[CaseKey] = set()
    for result in not_passed:
        cases[result.verdict].add((result.suite, result.id))
        if (result.suite, result.variant) not in sampled:
            must_pass.add((result.suite, result.id))
    errored, failed = cases[Verdict.ERROR], list(cases[Verdict.FAIL] - cases[Verdict.ERROR])
    markers = [marker_of(known_failures.get(suite, {}).get(case_id), today) for suite, case_id in failed]
    unmarked = sum(marker is Marker.NONE and key in must_pass for marker, key in zip(markers, failed, strict=True))
    closing = [
        *_line(unmarked, "failed"),
        *_line(markers.count(Marker.EXPIRED), "failed under an expired marker"),
    ]
    return _decision(_line(len(errored), "error") if ran or may_be_empty else [_NOTHING_RUN], closing, [])


def _line(number: int, what: str) -> list[str]:
    return [f"{number} {what}"] if number else []


def _decision(no_judgement: list[str], closing: list[str], notices: list[str]) -> Decision:
    exit_code = ExitCode.CLOSED if closing else ExitCode.OPEN
    if no_judgement:
        exit_code = ExitCode.NO_JUDGEMENT
    return Decision(exit_code=exit_code, reasons=(*no_judgement, *closing), notices=tuple(notices))
