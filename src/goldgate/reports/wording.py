"""How is each thing called when it is said to people? Every phrase that more than one report uses stands here once."""

from collections.abc import Mapping, Sequence
from typing import Final

from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseClass, CaseComparison, Severity
from goldgate.model.known_failure import KnownFailure

MEANING: Final[Mapping[CaseClass, str]] = {
    CaseClass.NOT_SELECTED: "not part of this run",
    CaseClass.REMOVED: "in the baseline, no longer in the golden file",
    CaseClass.ERROR: "no judgement was possible",
    CaseClass.UNSTABLE: "its trials disagree",
    CaseClass.REGRESSION: "no longer what was accepted as passing",
    CaseClass.EXPIRED: "its known-failure marker has expired",
    CaseClass.FIXED: "was a failure, passes now",
    CaseClass.CHANGED_FAILURE: "a known failure that fails in another way now",
    CaseClass.KNOWN_NEW: "a known failure that the baseline does not hold yet",
    CaseClass.KNOWN: "fails as it is known to",
    CaseClass.UNEXPLAINED: "fails without a known-failure marker",
    CaseClass.NEW: "passes, and the baseline does not hold it yet",
    CaseClass.CASE_EDITED: "its definition was edited since the baseline was written",
    CaseClass.DRIFTED: "passes, with another outcome than the baseline holds",
    CaseClass.OK: "passes as accepted",
}

_SAMPLED: Final[Mapping[CaseClass, str]] = {
    CaseClass.REGRESSION: "it was solved every time, and never is now",
    CaseClass.FIXED: "its marker says that it fails, and every trial solves it now",
    CaseClass.NEW: "the baseline does not hold it yet",
    CaseClass.OK: "solved as often as accepted, as far as chance can tell",
}
"""What some classes mean in a sampled suite, where a case neither passes nor fails."""

BADGE: Final[Mapping[Severity, str]] = {
    Severity.WORSE: "WORSE",
    Severity.NO_JUDGEMENT: "ERROR",
    Severity.STALE: "STALE",
    Severity.FINE: "ok",
    Severity.NONE: "-",
}

GATE: Final[Mapping[ExitCode, str]] = {
    ExitCode.OPEN: "gate open",
    ExitCode.CLOSED: "gate closed",
    ExitCode.NO_JUDGEMENT: "no judgement",
}

NOT_COMPARED: Final = "not held against a baseline"

MASKED: Final = "masked: the agent says success, its steps say otherwise"


def meaning_of(case: CaseComparison) -> str:
    """What the class of a case means; of a known failure also that its outcome is no longer the one in the baseline."""
    meaning = MEANING[case.ruling.case_class]
    if case.now is not None:
        return _SAMPLED.get(case.ruling.case_class, meaning)
    changed = case.ruling.case_class is CaseClass.KNOWN and case.divergence is not None
    return f"{meaning}, but differently than the baseline holds" if changed else meaning


def code_of(case_class: CaseClass) -> str:
    """The code of a class as it ends a line, as that of an error does: ` [GG101]`."""
    return coded("", case_class.code)


def coded(text: str, code: str | None) -> str:
    """A text with the code of what it is about at its end; without one as it is."""
    return text if code is None else f"{text} [{code}]"


def known_text(known_failure: KnownFailure) -> str:
    """Why a case is known to fail, and where that is tracked."""
    return f"{known_failure.reason} ({known_failure.issue})"


def raised_at(places: Sequence[str]) -> str:
    """Where in the agent's code exceptions were raised."""
    return f"raised: {'; '.join(places)}"


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
