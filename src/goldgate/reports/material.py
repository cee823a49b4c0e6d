"""What does a written report have to say? All of it as one value; JUnit, Markdown, annotations and HTML are made of it.

Cases come one at a time and are not kept, so that a report of 100,000 of them needs no more memory than one of ten,
as long as whoever writes it keeps none either.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from math import fsum
from typing import Any, Final

import attrs

from goldgate.errors import Problem
from goldgate.exit_codes import ExitCode
from goldgate.gate.decide import closes
from goldgate.judge.trials import case_verdict
from goldgate.model.baseline import BaselineLine
from goldgate.model.case import Case
from goldgate.model.case_key import case_name
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision, Marker, Severity
from goldgate.model.frozen import frozen
from goldgate.model.history import PastRun
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result, RunHeader, Summary
from goldgate.model.settings import Stale
from goldgate.reports.halves import MEANINGS, Contest
from goldgate.reports.pair import PairReport
from goldgate.reports.summarise import Ending
from goldgate.reports.terminal import divergence_text
from goldgate.reports.wording import MASKED, known_text, meaning_of, raised_at

_OF_VERDICT: Final[Mapping[Verdict, tuple[Severity, str]]] = {
    Verdict.ERROR: (Severity.NO_JUDGEMENT, "no judgement was possible"),
    Verdict.FAIL: (Severity.WORSE, "fails"),
    Verdict.PASS: (Severity.FINE, "passes"),
}


@frozen(kw_only=True)
class ReportedCase:
    """One case of a run: what it is, what came of it, and how that stands against the baseline.

    `case` is None where the golden file has no such case any more, or has another one of that id by now; `file` and
    `line` (from 1) are where it stands in the golden file, the path as the user knows it. `results` are its trials in
    plan order, with details and seconds where they are known; none for a case that did not run or was removed.
    `accepted` is the line of the baseline, `observed` the one that this run would write; each None where there is none.
    `comparison` is None where no baseline was read. Under the variants under which the suite is `sampled` trials may
    fail; what that means only the baseline says. `contest` is how a case of a paired run went, where all of its trials
    were judged: which half did better is told, and is neither right nor wrong.
    `age_days` says how long the known failure has been marked; None where that is unknown, never 0.
    """

    suite: str
    id: str
    case: Case | None = None
    file: str | None = None
    line: int | None = None
    results: tuple[Result, ...] = ()
    accepted: BaselineLine | None = None
    observed: BaselineLine | None = None
    comparison: CaseComparison | None = None
    known_failure: KnownFailure | None = None
    marker: Marker = Marker.NONE
    sampled: frozenset[str] = frozenset()
    contest: Contest | None = None
    age_days: int | None = None

    @property
    def name(self) -> str:
        """`files::search-by-name`."""
        return case_name(self.suite, self.id)

    @property
    def verdict(self) -> Verdict | None:
        """The worst of all trials: ERROR if any, else FAIL if any; None where there are none."""
        return case_verdict([result.verdict for result in self.results]) if self.results else None

    @property
    def is_known(self) -> bool:
        """Whether it fails, and is excused by its marker today."""
        if self.comparison is not None:
            return self.comparison.ruling.case_class is CaseClass.KNOWN
        return self.contest is None and self.verdict is Verdict.FAIL and self.marker is Marker.LIVE

    @property
    def severity(self) -> Severity:
        """What it means for the gate: by its class, or where no baseline was read by its verdict and its marker."""
        if self.comparison is not None:
            return self.comparison.ruling.severity
        if self.contest is not None:
            return Severity.FINE
        if self.verdict is None:
            return Severity.NO_JUDGEMENT
        failing = {result.variant for result in self.results if result.verdict is Verdict.FAIL}
        may_fail = self.verdict is Verdict.FAIL and failing <= self.sampled and self.marker is Marker.NONE
        return Severity.FINE if self.is_known or may_fail else _OF_VERDICT[self.verdict][0]

    @property
    def kind(self) -> str:
        """The class in one word: `regression`; where no baseline was read `pass`, `fail`, `error`, `known`.

        In a paired run `won`, `lost`, `tied`.
        """
        if self.comparison is not None:
            return self.comparison.ruling.case_class.value
        if self.contest is not None:
            return self.contest.value
        return CaseClass.KNOWN.value if self.is_known else (self.verdict or Verdict.ERROR).value

    @property
    def code(self) -> str | None:
        """The code of its class, `GG101`; None where no baseline was read, which gives it none."""
        return None if self.comparison is None else self.comparison.ruling.case_class.code

    @property
    def meaning(self) -> str:
        """What that means, in words."""
        if self.comparison is not None:
            return meaning_of(self.comparison)
        if self.contest is not None:
            return MEANINGS[self.contest]
        if self.verdict is Verdict.FAIL and self.marker is Marker.EXPIRED:
            return "fails, and its known-failure marker has expired"
        return "fails as it is known to" if self.is_known else _OF_VERDICT[self.verdict or Verdict.ERROR][1]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it did not pass, each reason once."""
        if self.comparison is not None:
            return self.comparison.reasons
        return tuple(dict.fromkeys(reason for result in self.results for reason in result.reasons))

    @property
    def masked(self) -> bool:
        """Whether in some trial the agent says success while its steps say otherwise."""
        return any(result.masked for result in self.results)

    @property
    def divergence(self) -> str | None:
        """Where its outcome first differs from the one in the baseline, in words."""
        divergence = None if self.comparison is None else self.comparison.divergence
        return None if divergence is None else divergence_text(divergence)

    @property
    def findings(self) -> tuple[str, ...]:
        """What there is to know of a case that is not as accepted, a line each: reasons, first difference, marker."""
        raised = tuple(dict.fromkeys(place for result in self.results for place in result.detail.raised))
        known = self.known_failure
        return (
            *self.reasons,
            *((raised_at(raised),) if raised else ()),
            *((MASKED,) if self.masked else ()),
            *((self.divergence,) if self.divergence else ()),
            *((f"known failure: {known_text(known)}",) if known else ()),
        )

    def by_variant(self) -> "Iterator[ReportedCase]":
        """The case as it went under each variant of a run of several, each with its own trials; else itself."""
        variants = {result.variant for result in self.results}
        if len(variants) <= 1:
            yield self
            return
        for variant in sorted(variants):
            yield attrs.evolve(self, results=tuple(one for one in self.results if one.variant == variant))

    @property
    def variant(self) -> str | None:
        """The variant of its trials, where they are all of one that is not the default."""
        variants = {result.variant for result in self.results}
        return next(iter(variants)) if len(variants) == 1 and DEFAULT_VARIANT not in variants else None

    @property
    def seconds(self) -> float | None:
        """How long its trials took together; None where one is unknown."""
        seconds = [result.seconds for result in self.results]
        known = [number for number in seconds if number is not None]
        return fsum(known) if known and len(known) == len(seconds) else None


@frozen(kw_only=True)
class Material:
    """A finished run, and what the gate says of it.

    `comparison` is None where no baseline was read (`run`), and `not_compared` may say why. `paired` is what a paired
    run showed; None for all others.
    `cases` gives every case of the run in the order of suite and id, and those that were removed, anew with each call;
    cases that the selection left out are only counted. `document` is what `--format json` prints.
    `stale` says whether a stale baseline closes the gate. `known`, `expiring` and `expired` count markers; `today` is
    the date that they were judged by.
    `history` gives the runs that asked the same, up to this one, the oldest first.
    """

    header: RunHeader
    finished: str
    summary: Summary
    decision: Decision
    today: dt.date
    next_step: str
    cases: Callable[[], Iterator[ReportedCase]]
    document: Callable[[], Mapping[str, Any]]
    comparison: Comparison | None = None
    not_compared: str | None = None
    paired: PairReport | None = None
    stale: Stale = Stale.FAIL
    known: int = 0
    expiring: int = 0
    expired: int = 0
    not_selected: int = 0
    suites_left_out: tuple[str, ...] = ()
    history: Callable[[], tuple[PastRun, ...]] = tuple

    @property
    def variant(self) -> str | None:
        """The variant whose baselines the run is held against, where that is not the default one."""
        variant = DEFAULT_VARIANT if self.comparison is None else self.comparison.variant
        return None if variant == DEFAULT_VARIANT else variant

    def closes(self, case: ReportedCase) -> bool:
        """Whether that case keeps the gate from being open."""
        if case.comparison is not None:
            return closes(case.comparison.ruling.case_class, stale=self.stale)
        return case.severity in {Severity.WORSE, Severity.NO_JUDGEMENT}

    def ending(self, case: ReportedCase) -> Ending:
        """How it ended as a test; a known failure passed."""
        if case.severity is Severity.NO_JUDGEMENT:
            return Ending.ERROR
        return Ending.FAILED if self.closes(case) else Ending.PASSED


@frozen(kw_only=True)
class Refusal:
    """A command that came to no judgement at all: a report has nothing but its problems to say.

    `details` is what machines are told beyond these.
    """

    exit_code: ExitCode
    problems: tuple[Problem, ...]
    details: Mapping[str, object] = attrs.field(factory=dict)
