"""What does the gate look at? Both sides of a suite: the lines that a run observed, and those that were accepted."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import attrs

from goldgate.errors import MissingBaseline, OutcomeSettingsChanged, UsageError
from goldgate.formats.baseline import Entry, entry_of
from goldgate.formats.judgements import judge_digests
from goldgate.model.baseline import Baseline, BaselineLine, baseline_name
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Run, SuiteHeader
from goldgate.model.sampling import CaseCounts, Sampling
from goldgate.model.variant import variant_option

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
    `weigh` is needed for a sampled suite. `variant` is whose lines these are, and `header` says what holds for that.
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
    variant: str = DEFAULT_VARIANT

    @property
    def name(self) -> str:
        """`suite 'files'`, `variant 'lean' of suite 'files'`."""
        return suite_of_variant(self.suite, self.variant)

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

    def marker_of(self, case_id: str, verdict: Verdict | None) -> KnownFailure | None:
        """The marker of a case. It is about the default variant: where another one passes, it has nothing to say."""
        known_failure = self.known_failures.get(case_id)
        return None if self.variant != DEFAULT_VARIANT and verdict is Verdict.PASS else known_failure

    def selects(self, case_id: str) -> bool:
        """Whether the selection of the run leaves this case in."""
        return self.header.selected is None or case_id in self.header.selected


def suite_of_variant(suite: str, variant: str) -> str:
    """`suite 'files'`, `variant 'lean' of suite 'files'`."""
    return f"suite {suite!r}" if variant == DEFAULT_VARIANT else f"variant {variant!r} of suite {suite!r}"


def without_golden_file(
    suite: str, *, accepted: Iterable[Entry], outcome: str, variant: str = DEFAULT_VARIANT
) -> Sides:
    """The sides of a baseline whose golden file is gone: every case of it is removed."""
    header = SuiteHeader(golden="", outcome=outcome, agent="", cases={})
    return Sides(suite=suite, header=header, observed=(), accepted=accepted, accepted_outcome=outcome, variant=variant)


def require_comparable(*suites: Sides) -> None:
    """Raise MissingBaseline or OutcomeSettingsChanged, naming every suite that can't be compared."""
    require_baselines([sides.suite for sides in suites if sides.accepted_outcome is None], variant=_variant_of(suites))
    if changed := [sides for sides in suites if sides.settings_changed]:
        raise OutcomeSettingsChanged(*map(_changed, changed))


def _changed(sides: Sides) -> str:
    what = f"the outcome settings of {sides.name} are not those that its baseline was written under"
    if not sides.outcome_changed:
        what = f"{sides.name} was judged otherwise when its baseline was written"
        what += f" ({', '.join(sides.judged_otherwise)})"
    return f"{what}: take the change back, or run goldgate update-baseline{variant_option(sides.variant)}"


def require_baselines(missing: Iterable[str], *, variant: str = DEFAULT_VARIANT) -> None:
    """Raise MissingBaseline, naming every suite that has none of that variant."""
    remedy = f"run goldgate update-baseline{variant_option(variant)}"
    if sentences := [f"{suite_of_variant(suite, variant)} has no baseline: {remedy}" for suite in missing]:
        raise MissingBaseline(*sentences)


def _variant_of(suites: Sequence[Sides]) -> str:
    return suites[0].variant if suites else DEFAULT_VARIANT


def sides_of(
    run: Run,
    baselines: Mapping[str, Baseline],
    *,
    known_failures: Markers | None = None,
    weigh: Weigh | None = None,
    variant: str = DEFAULT_VARIANT,
) -> list[Sides]:
    """The sides of every suite of a run, sorted by name; the markers are those of the run unless they are given.

    A baseline without a suite is one whose golden file is gone; a filtered run (`selection`) does not look for those.
    The `baselines`, by suite, are those of `variant`.
    Raises UsageError for two lines of the same case, and for a run that did not measure the variant.
    """
    if variant not in run.header.variants:
        measured = ", ".join(run.header.variants)
        raise UsageError(
            f"the run measured the variants {measured}, and not {variant}, of which the baselines are held against it"
        )
    sides = [
        Sides(
            suite=suite,
            header=header.of(variant),
            observed=_entries(suite, run.proposed.get(baseline_name(suite, variant), ())),
            accepted=_entries(suite, baselines[suite].lines) if suite in baselines else (),
            accepted_outcome=baselines[suite].outcome if suite in baselines else None,
            accepted_judge=baselines[suite].judge if suite in baselines else {},
            known_failures=header.known_failures if known_failures is None else known_failures.get(suite, {}),
            disagree=frozenset(run.disagree.get(baseline_name(suite, variant), ())),
            weigh=weigh,
            variant=variant,
        )
        for suite, header in run.header.suites.items()
    ]
    if not run.header.selection:
        for suite in baselines.keys() - run.header.suites.keys():
            baseline = baselines[suite]
            accepted = _entries(suite, baseline.lines)
            sides.append(without_golden_file(suite, accepted=accepted, outcome=baseline.outcome, variant=variant))
    return sorted(sides, key=lambda side: side.suite)


def _entries(suite: str, lines: Iterable[BaselineLine]) -> list[Entry]:
    entries = sorted(map(entry_of, lines), key=lambda entry: entry.id)
    for before, entry in pairwise(entries):
        if before.id == entry.id:
            raise UsageError(f"suite {suite!r} has two lines for case {entry.id!r}")
    return entries
