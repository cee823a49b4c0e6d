"""How does a run stand against the baseline? One class per case, and a decision."""

import datetime as dt
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import attrs

from goldgate.exit_codes import ExitCode
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.sampling import Counts, Sampling
from goldgate.model.shard import Shard
from goldgate.model.value import Json, NotCaptured


class Severity(StrEnum):
    """What a class means for the gate."""

    FINE = "fine"
    STALE = "stale"
    """The committed baseline no longer describes the agent."""
    WORSE = "worse"
    """Closes the gate, always."""
    NO_JUDGEMENT = "no judgement"
    NONE = "-"
    """Not part of this run."""


class CaseClass(StrEnum):
    """The class of a case; the table in the docs says when each applies."""

    NOT_SELECTED = "not_selected"
    REMOVED = "removed"
    ERROR = "error"
    UNSTABLE = "unstable"
    REGRESSION = "regression"
    EXPIRED = "expired"
    FIXED = "fixed"
    CHANGED_FAILURE = "changed_failure"
    KNOWN_NEW = "known_new"
    KNOWN = "known"
    UNEXPLAINED = "unexplained"
    NEW = "new"
    CASE_EDITED = "case_edited"
    DRIFTED = "drifted"
    OK = "ok"

    @property
    def code(self) -> str:
        """Its stable short code, as every error has one: `GG101`."""
        return CLASS_CODES[self]


CLASS_CODES: Final[Mapping[CaseClass, str]] = {
    CaseClass.REGRESSION: "GG101",
    CaseClass.UNEXPLAINED: "GG102",
    CaseClass.CHANGED_FAILURE: "GG103",
    CaseClass.EXPIRED: "GG104",
    CaseClass.UNSTABLE: "GG105",
    CaseClass.REMOVED: "GG106",
    CaseClass.ERROR: "GG111",
    CaseClass.NEW: "GG121",
    CaseClass.FIXED: "GG122",
    CaseClass.KNOWN_NEW: "GG123",
    CaseClass.CASE_EDITED: "GG124",
    CaseClass.DRIFTED: "GG125",
    CaseClass.OK: "GG131",
    CaseClass.KNOWN: "GG132",
    CaseClass.NOT_SELECTED: "GG141",
}
"""Ten for each severity, the worst first; a code that is no longer used is not used again."""


class Marker(StrEnum):
    """K of the table: the state of the known-failure marker today."""

    NONE = "none"
    LIVE = "live"
    EXPIRED = "expired"


@frozen(kw_only=True)
class Facts:
    """The inputs of the table for one case.

    `baseline` (B) is None when the baseline has no line, `current` (C) None when nothing came of this run
    (not selected, or removed). `same_outcome` is S, `same_failure` F, `same_definition` I, `has_expectations` X,
    `marker` K; S, F and I are False when there is no baseline line.
    """

    selected: bool = True
    in_golden: bool = True
    baseline: Verdict | None = None
    current: Verdict | None = None
    marker: Marker = Marker.NONE
    disagree: bool = False
    same_outcome: bool = False
    same_failure: bool = False
    same_definition: bool = False
    has_expectations: bool = True


@frozen(kw_only=True)
class Ruling:
    """What the table says: the class, its severity, and which row (1 to 18) decided."""

    case_class: CaseClass
    severity: Severity
    row: int


@frozen(kw_only=True)
class Divergence:
    """Where two outcomes first differ.

    `step` counts from 0 (None: the answer or the overall status), `kind` is `changed`, `added`, `removed` or `moved`,
    `pointer` is a JSON pointer into the step (`/tool`, `/args/path`) or `/answer`, `/status`.
    """

    kind: str
    pointer: str
    step: int | None = None
    expected: Json | NotCaptured = None
    actual: Json | NotCaptured = None


@frozen(kw_only=True)
class CaseComparison:
    """One case, held against the baseline. `reasons` are the judge's, of the failed checks or the fault.

    `fault` is the code of the fault for which no judgement was possible. In a sampled suite `then` and `now` say how
    often the case was solved, None where that is not known.
    """

    suite: str
    id: str
    ruling: Ruling
    facts: Facts
    fault: str | None = None
    masked: bool = False
    failed_checks: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    divergence: Divergence | None = None
    uncaptured: tuple[str, ...] = ()
    known_failure: KnownFailure | None = None
    raised: tuple[str, ...] = ()
    then: Counts | None = None
    now: Counts | None = None


@frozen(kw_only=True)
class Compared:
    """What came of comparing some cases, which are in the order of suite and id (UTF-8 bytes).

    `counts` has every class that occurs; `cases` may leave out those that are ok or were not selected.
    `expected` cases should have run, `ran` have a result, `compared` are judged on both sides,
    `partly_compared` are those that captured something which the baseline lacks.
    """

    cases: tuple[CaseComparison, ...]
    counts: Mapping[CaseClass, int]
    expected: int
    ran: int
    compared: int
    errored: int
    not_selected: int
    partly_compared: int = 0


@frozen(kw_only=True)
class SuiteComparison(Compared):
    """One suite of a run against its baseline.

    `filtered` says that not all cases were selected, so that removed ones were not looked for. `sampling` is what the
    statistical rules say of a sampled suite.
    """

    suite: str
    filtered: bool = False
    sampling: Sampling | None = None


@frozen(kw_only=True)
class Comparison(Compared):
    """All cases of a run against their baselines; `today` is the date that expiry was judged by.

    `sampled` maps each sampled suite to what the statistical rules say of it. `shard` is the part of the cases that the
    run took: it may be that no case falls into it. `variant` is the one that was compared.
    """

    run: str
    today: dt.date
    removed_not_looked_for: bool = False
    sampled: Mapping[str, Sampling] = attrs.field(factory=dict)
    shard: Shard | None = None
    variant: str = DEFAULT_VARIANT


@frozen(kw_only=True)
class Decision:
    """Open or closed, with reasons (one line each) and the exit code.

    `notices` are what was let pass and should still be known, such as a stale baseline under `stale = "warn"`.
    """

    exit_code: ExitCode
    reasons: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the gate is open."""
        return self.exit_code is ExitCode.OPEN
