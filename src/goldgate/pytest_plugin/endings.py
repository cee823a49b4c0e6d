"""How does a case end as a test? By its class, as it opens or closes the gate."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

import attrs

from goldgate.exit_codes import ExitCode
from goldgate.gate.compare import explained
from goldgate.gate.decide import decide, dropped_text
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.reports.next_step import after_compare
from goldgate.reports.single import single_lines
from goldgate.reports.wording import code_of
from goldgate.testing import as_text


class End(StrEnum):
    """What pytest is told."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    KNOWN = "known"
    """Fails as it is known to: xfail."""
    FIXED = "fixed"
    """Passes under its marker: a strict xpass."""


@frozen
class Ending:
    """How one test ends. `text` is why: what a failure says, the reason of a marker, or what was let pass."""

    end: End
    case_class: str
    text: str = ""


WHOLE: Final = ""
"""Stands for the suite itself where ids of cases do; no id is empty."""
OK: Final = Ending(End.PASSED, CaseClass.OK.value)


def endings_of(
    comparison: Comparison, suite: str, *, stale: Stale, trials: Mapping[CaseKey, Sequence[Result]]
) -> Mapping[str, tuple[Ending, ...]]:
    """The endings of all listed cases of one suite: one for the case, or one for each of its trials.

    `trials` are those of the cases that keep the gate from being open. Under `WHOLE` stands how the suite ends as such.
    """
    endings = {
        case.id: tuple(_endings(case, comparison, stale=stale, trials=trials.get((case.suite, case.id), ())))
        for case in comparison.cases
    }
    return {**endings, WHOLE: (_of_whole(comparison, suite),)}


def _of_whole(comparison: Comparison, suite: str) -> Ending:
    """A sampled suite may have got worse although no case certainly did."""
    sampling = comparison.sampled.get(suite)
    if sampling is None or not sampling.dropped:
        return OK
    return Ending(End.FAILED, "", f"{dropped_text(suite, sampling)}\nnext: goldgate check --suite {shlex.quote(suite)}")


def _endings(case: CaseComparison, whole: Comparison, *, stale: Stale, trials: Sequence[Result]) -> Iterator[Ending]:
    alone = attrs.evolve(whole, cases=(case,), counts={case.ruling.case_class: 1}, sampled={})
    decision = decide(alone, stale=stale)
    ending = _ending(case, alone, decision)
    if ending.end is not End.FAILED or all(one.verdict is Verdict.PASS for one in trials):
        yield ending
        return
    of_trials = {reason for trial in trials for reason in trial.reasons}
    shared = attrs.evolve(case, reasons=tuple(reason for reason in case.reasons if reason not in of_trials))
    for trial in trials:
        if trial.verdict is Verdict.PASS:
            yield Ending(End.PASSED, ending.case_class)
        else:
            yield attrs.evolve(ending, text=as_text(single_lines(explained(shared, [trial]), alone, decision)))


def _ending(case: CaseComparison, alone: Comparison, decision: Decision) -> Ending:
    case_class, known = case.ruling.case_class, case.known_failure
    if decision.exit_code is ExitCode.NO_JUDGEMENT:
        return Ending(End.ERROR, case_class.value, as_text(single_lines(case, alone, decision)))
    if known is not None and case_class is CaseClass.KNOWN:
        changed = "; differently than the baseline holds" if case.divergence is not None else ""
        return Ending(End.KNOWN, case_class.value, f"{_reason(known)}{changed}{code_of(case_class)}")
    if decision.open:
        return Ending(
            End.PASSED,
            case_class.value,
            f"{case_class}: {case.ruling.severity}{code_of(case_class)}" if decision.notices else "",
        )
    if known is not None and case_class is CaseClass.FIXED:
        return Ending(
            End.FIXED,
            case_class.value,
            f"{_reason(known)}{code_of(case_class)}\nnext: {after_compare(alone, decision, kept=False)}",
        )
    return Ending(End.FAILED, case_class.value, as_text(single_lines(case, alone, decision)))


def _reason(known: KnownFailure) -> str:
    until = "" if known.expires is None else f", until {known.expires}"
    return f"{known.reason} ({known.issue}{until})"
