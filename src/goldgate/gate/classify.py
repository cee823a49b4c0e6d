"""Which class has a case? The table of the docs as data: eighteen rows, the first that fits wins."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from goldgate.errors import InternalFault
from goldgate.model.comparison import CaseClass, Facts, Marker, Ruling, Severity
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict

When: TypeAlias = Mapping[str, tuple[Verdict | Marker | bool | None, ...]]
"""Letter or name of a fact → the values that fit. What is not named does not matter."""

LETTERS: Final[Mapping[str, str]] = {
    "B": "baseline",
    "C": "current",
    "K": "marker",
    "S": "same_outcome",
    "F": "same_failure",
    "I": "same_definition",
    "X": "has_expectations",
}
"""The letters of the table, and the fact that each stands for."""

_PASS: Final = (Verdict.PASS,)
_FAIL: Final = (Verdict.FAIL,)
_ERROR: Final = (Verdict.ERROR,)
_ABSENT: Final = (None,)
_YES: Final = (True,)
_NO: Final = (False,)
_MARKED: Final = (Marker.LIVE, Marker.EXPIRED)
_EXPIRED: Final = (Marker.EXPIRED,)
_UNMARKED: Final = (Marker.NONE,)


@frozen
class Row:
    """One row of the table: its number, when it fits, and what it says."""

    number: int
    when: When
    case_class: CaseClass
    severity: Severity


TABLE: Final = (
    Row(1, {"selected": _NO}, CaseClass.NOT_SELECTED, Severity.NONE),
    Row(2, {"in_golden": _NO}, CaseClass.REMOVED, Severity.WORSE),
    Row(3, {"C": _ERROR}, CaseClass.ERROR, Severity.NO_JUDGEMENT),
    Row(4, {"disagree": _YES}, CaseClass.UNSTABLE, Severity.WORSE),
    Row(5, {"C": _PASS, "B": _PASS, "X": _NO, "I": _YES, "S": _NO}, CaseClass.REGRESSION, Severity.WORSE),
    Row(6, {"K": _EXPIRED, "C": _FAIL}, CaseClass.EXPIRED, Severity.WORSE),
    Row(7, {"K": _MARKED, "C": _PASS}, CaseClass.FIXED, Severity.STALE),
    Row(8, {"K": _MARKED, "C": _FAIL, "B": _PASS}, CaseClass.REGRESSION, Severity.WORSE),
    Row(9, {"K": _MARKED, "C": _FAIL, "B": _FAIL, "F": _NO}, CaseClass.CHANGED_FAILURE, Severity.WORSE),
    Row(10, {"K": _MARKED, "C": _FAIL, "B": _ABSENT}, CaseClass.KNOWN_NEW, Severity.STALE),
    Row(11, {"K": _MARKED, "C": _FAIL, "B": _FAIL, "F": _YES, "I": _YES}, CaseClass.KNOWN, Severity.FINE),
    Row(12, {"K": _UNMARKED, "C": _FAIL, "B": _PASS}, CaseClass.REGRESSION, Severity.WORSE),
    Row(13, {"K": _UNMARKED, "C": _FAIL, "B": _FAIL + _ABSENT}, CaseClass.UNEXPLAINED, Severity.WORSE),
    Row(14, {"C": _PASS, "B": _ABSENT}, CaseClass.NEW, Severity.STALE),
    Row(15, {"C": _PASS, "B": _FAIL}, CaseClass.FIXED, Severity.STALE),
    Row(16, {"I": _NO}, CaseClass.CASE_EDITED, Severity.STALE),
    Row(17, {"C": _PASS, "S": _NO}, CaseClass.DRIFTED, Severity.STALE),
    Row(18, {"C": _PASS, "S": _YES}, CaseClass.OK, Severity.FINE),
)

IMPOSSIBLE: Final[tuple[tuple[When, str], ...]] = (
    ({"B": _ERROR}, "a baseline holds no case in error"),
    ({"in_golden": _NO, "B": _ABSENT}, "a case is in the golden file, in the baseline, or in both"),
    ({"selected": _YES, "in_golden": _YES, "C": _ABSENT}, "a selected case of the golden file has a verdict"),
    ({"B": _ABSENT, "S": _YES}, "an outcome can't equal one that is absent"),
    ({"B": _ABSENT, "F": _YES}, "a failure can't equal one that is absent"),
    ({"B": _ABSENT, "I": _YES}, "a definition can't equal one that is absent"),
)
"""Facts that can't occur together, and why. The table is total over all others."""


def classify(facts: Facts) -> Ruling:
    """The first row that fits. Raises InternalFault for facts that can't occur together."""
    for when, why in IMPOSSIBLE:
        if fits(when, facts):
            raise InternalFault(f"{why}, got {facts}")
    row = next(row for row in TABLE if fits(row.when, facts))
    return Ruling(case_class=row.case_class, severity=row.severity, row=row.number)


def fits(when: When, facts: Facts) -> bool:
    """Whether the facts have one of the named values each."""
    return all(getattr(facts, LETTERS.get(name, name)) in values for name, values in when.items())
