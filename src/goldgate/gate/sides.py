"""What does the gate look at? Both sides of a suite: the lines that a run observed, and those that were accepted."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import attrs

from goldgate.errors import MissingBaseline, OutcomeSettingsChanged, UsageError
from goldgate.formats.baseline import Entry, entry_of
from goldgate.formats.judgements import judge_digests
from goldgate.model.baseline import Baseline, BaselineLine
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Run, SuiteHeader
from goldgate.model.sampling import CaseCounts, Sampling

Markers: TypeAlias = Mapping[str, Mapping[str, KnownFailure]]
"""Suite → id → known-failure marker."""
Weigh: TypeAlias = Callable[[Sequence[CaseCounts]], Sampling]
"""What the statistical rules say of the cases of a sampled suite."""


@frozen(kw_only=True)
class Sides:
    """The observed and the accepted lines of one suite, each sorted by the UTF-8 bytes of the id.

    `accepted_outcome` is the digest of the outcome settings that the baseline was written under, None when there is no
    baseline, `accepted_judge` who judged then, as in `Baseline`; `known_failures` maps the marked ids to their markers,
    `disagree` holds the ids whose trials disagree.
    `weigh` is needed for a sampled suite.
    """

    suite: str
    header: SuiteHeader
    observed: Iterable[Entry]
    accepted: Iterable[Entry]
    accepted_outcome: str | None
    known_failures: Mapping[str, KnownFailure] = attrs.field(factory=dict)
    disagree: frozenset[str] = frozenset()
    weigh: Weigh | None = None
    accepted_judge: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def filtered(self) -> bool:
        """Whether not all cases of the golden file were selected."""
        return self.header.selected is not None

    @property
    def settings_changed(self) -> bool:
        """Whether the accepted lines were written under other outcome settings, or judged otherwise."""
        return self.outcome_changed or bool(self.judged_otherwise)

    @property
    def outcome_changed(self) -> bool:
        """Whether the accepted lines were written under other outcome settings: they say another thing."""
        return self.accepted_outcome is not None and self.accepted_outcome != self.header.outcome

    @property
    def judged_otherwise(self) -> tuple[str, ...]:
        """What differs of the judge and the rubrics that both sides know, a sentence each."""
        now = judge_digests(self.header.judge)
        return tuple(
            f"{key} was {self.accepted_judge[key]}, is {now[key]}"
            for key in sorted(self.accepted_judge.keys() & now.keys())
            if self.accepted_judge[key] != now[key]
        )

    @property
    def judge(self) -> Mapping[str, str]:
        """Who judges now; of a run of some cases alone, the rubrics of the others are those that they had."""
        now = judge_digests(self.header.judge)
        return {**self.accepted_judge, **now} if self.filtered else now

    def selects(self, case_id: str) -> bool:
        """Whether the selection of the run leaves this case in."""
        return self.header.selected is None or case_id in self.header.selected


def without_golden_file(suite: str, *, accepted: Iterable[Entry], outcome: str) -> Sides:
    """The sides of a baseline whose golden file is gone: every case of it is removed."""
    header = SuiteHeader(golden="", outcome=outcome, agent="", cases={})
    return Sides(suite=suite, header=header, observed=(), accepted=accepted, accepted_outcome=outcome)


def require_comparable(*suites: Sides) -> None:
    """Raise MissingBaseline or OutcomeSettingsChanged, naming every suite that can't be compared."""
    require_baselines(sides.suite for sides in suites if sides.accepted_outcome is None)
    if changed := [sides for sides in suites if sides.settings_changed]:
        raise OutcomeSettingsChanged(*map(_changed, changed))


def _changed(sides: Sides) -> str:
    what = f"the outcome settings of suite {sides.suite!r} are not those that its baseline was written under"
    if not sides.outcome_changed:
        what = f"suite {sides.suite!r} was judged otherwise when its baseline was written"
        what += f" ({', '.join(sides.judged_otherwise)})"
    return f"{what}: take the change back, or run goldgate update-baseline"


def require_baselines(missing: Iterable[str]) -> None:
    """Raise MissingBaseline, naming every suite that has none."""
    if sentences := [f"suite {suite!r} has no baseline: run goldgate update-baseline" for suite in missing]:
        raise MissingBaseline(*sentences)


def sides_of(
    run: Run, baselines: Mapping[str, Baseline], *, known_failures: Markers | None = None, weigh: Weigh | None = None
) -> list[Sides]:
    """The sides of every suite of a run, sorted by name; the markers are those of the run unless they are given.

    A baseline without a suite is one whose golden file is gone; a filtered run (`selection`) does not look for those.
    Raises UsageError for two lines of the same case, and for a run of other variants than the default one.
    """
    if run.header.variants != (DEFAULT_VARIANT,):
        measured = ", ".join(run.header.variants)
        raise UsageError(f"the run measured the variants {measured}; a baseline is that of the default variant alone")
    sides = [
        Sides(
            suite=suite,
            header=header,
            observed=_entries(suite, run.proposed.get(suite, ())),
            accepted=_entries(suite, baselines[suite].lines) if suite in baselines else (),
            accepted_outcome=baselines[suite].outcome if suite in baselines else None,
            accepted_judge=baselines[suite].judge if suite in baselines else {},
            known_failures=header.known_failures if known_failures is None else known_failures.get(suite, {}),
            disagree=frozenset(run.disagree.get(suite, ())),
            weigh=weigh,
        )
        for suite, header in run.header.suites.items()
    ]
    if not run.header.selection:
        for suite in baselines.keys() - run.header.suites.keys():
            baseline = baselines[suite]
            accepted = _entries(suite, baseline.lines)
            sides.append(without_golden_file(suite, accepted=accepted, outcome=baseline.outcome))
    return sorted(sides, key=lambda side: side.suite)


def _entries(suite: str, lines: Iterable[BaselineLine]) -> list[Entry]:
    entries = sorted(map(entry_of, lines), key=lambda entry: entry.id)
    for before, entry in pairwise(entries):
        if before.id == entry.id:
            raise UsageError(f"suite {suite!r} has two lines for case {entry.id!r}")
    return entries
