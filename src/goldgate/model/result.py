"""What came of a run? A header, one result a trial, an end line."""

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import TypeAlias

import attrs

from goldgate.model.baseline import BaselineLine
from goldgate.model.cassette import Mode
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.frozen import frozen
from goldgate.model.grading import Judged, JudgeIdentity, JudgeUse, Scored
from goldgate.model.judgement import STEP_ERRORS, Judgement, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT, TrialKey
from goldgate.model.rubric import Scale
from goldgate.model.settings import MatchBy, Options
from goldgate.model.shard import Shard
from goldgate.model.trace import OverallStatus, Trace
from goldgate.model.variant import ResolvedVariant


@frozen(kw_only=True)
class Figures:
    """What is counted of one trial; an unknown cost is None, never 0, and so is a score that nobody gave.

    `scale` is the one that the score is on.
    `unused` is as in `Result`.
    """

    verdict: Verdict
    masked: bool = False
    cost_usd: float | None = None
    score: Decimal | None = None
    scale: Scale | None = None
    unused: tuple[int, ...] = ()


@frozen(kw_only=True)
class Result(Judgement):
    """One trial, judged. `seconds` and `detail` go to `timings.jsonl` and take no part in comparisons.

    `unused` are the lines of the case's cassette, counted from 1, whose recordings nothing used. `scores` is what a
    judge gave it, where the case expects a rubric.
    """

    id: str
    suite: str
    trace: Trace
    unused: tuple[int, ...] = ()
    scores: Scored | None = None
    variant: str = DEFAULT_VARIANT
    trial: int = 1
    seconds: float | None = attrs.field(default=None, eq=False)
    detail: Detail = attrs.field(default=NO_DETAIL, eq=False)

    @property
    def key(self) -> TrialKey:
        """The place in plan order."""
        return (self.suite, self.id, self.variant, self.trial)

    @property
    def masked(self) -> bool:
        """Whether the agent's overall status says success while a step of it has an error that is not allowed."""
        return self.trace.status is OverallStatus.SUCCESS and STEP_ERRORS in self.failed

    @property
    def figures(self) -> Figures:
        """What is counted of this trial."""
        return Figures(
            verdict=self.verdict,
            masked=self.masked,
            cost_usd=self.trace.usage.cost_usd,
            score=None if self.scores is None else self.scores.weighted,
            scale=None if self.scores is None else self.scores.scale,
            unused=self.unused,
        )


@frozen(kw_only=True)
class VariantHeader:
    """What of a suite's header is otherwise for one variant, under the names that it has there."""

    outcome: str
    sampled: bool
    settings: Mapping[str, str] = attrs.field(factory=dict)


@frozen(kw_only=True)
class SuiteHeader:
    """What one suite of a run was made from.

    `golden` is the digest of the golden file's bytes, `outcome` that of the settings that shape outcomes,
    `cases` maps every id of the golden file to the digest of its definition,
    `selected` are the ids that were run (None: all), `known_failures` the markers,
    `unexpecting` the ids without expectations, `settings` maps the key of every setting that decides results to the
    digest of its value. `cassettes` maps the ids that were run and have a cassette to the digest of its bytes; where
    there is one, `match` says how recordings were found.
    `variants` says what each variant came to, where the agent was given an adapter or there were several; their folders
    are not kept. `splits` counts the cases that were run by the part of the data set that they belong to.
    `judge` is who scored the cases that expect a rubric; None where there are none.
    `sampled` says that trials of one case may differ: what counts is how many solve it. `outcome`, `settings` and
    `sampled` are those of the variants that `own` does not name.
    """

    golden: str
    outcome: str
    agent: str
    cases: Mapping[str, str]
    selected: frozenset[str] | None = None
    known_failures: Mapping[str, KnownFailure] = attrs.field(factory=dict)
    unexpecting: frozenset[str] = frozenset()
    settings: Mapping[str, str] = attrs.field(factory=dict)
    cassettes: Mapping[str, str] = attrs.field(factory=dict)
    match: MatchBy = MatchBy.REQUEST
    variants: Mapping[str, ResolvedVariant] = attrs.field(factory=dict)
    splits: Mapping[str, int] = attrs.field(factory=dict)
    judge: JudgeIdentity | None = None
    sampled: bool = False
    own: Mapping[str, VariantHeader] = attrs.field(factory=dict)

    def of(self, variant: str) -> "SuiteHeader":
        """What holds for one variant."""
        own = self.own.get(variant)
        if own is None:
            return self
        return attrs.evolve(self, outcome=own.outcome, sampled=own.sampled, settings=own.settings)

    @property
    def ran(self) -> Collection[str]:
        """The ids of the cases that were to run."""
        return self.cases.keys() if self.selected is None else self.selected


@frozen(kw_only=True)
class RunHeader:
    """Where a run comes from. `project_files` maps a path under the settings' folder to the digest of its bytes.

    `variants` are the names of the configurations of the agent, `mode` says whether the outside world was replayed, or
    asked for real (`live`). `trials_of` is the run whose trials these are, where they were only judged again. `options`
    are the settings that the command line gave to this run alone, `guards_off` says what did not hold where the agent
    ran. `shard` is the part of the cases that was run, which `selection` names as well; `merged` are the runs of shards
    that this one was made of.
    """

    run: str
    goldgate: str
    started: str
    suites: Mapping[str, SuiteHeader]
    trials: int
    project_files: Mapping[str, str] = attrs.field(factory=dict)
    revision: str | None = None
    dirty: bool | None = None
    selection: str = ""
    variants: tuple[str, ...] = (DEFAULT_VARIANT,)
    mode: Mode = Mode.REPLAY
    trials_of: str | None = None
    options: Options = attrs.field(factory=Options)
    guards_off: tuple[str, ...] = ()
    shard: Shard | None = None
    merged: tuple[str, ...] = ()

    @property
    def is_paired(self) -> bool:
        """Whether its variants are the halves of a paired run: with the linked skills, and without."""
        return any(variant.skills for suite in self.suites.values() for variant in suite.variants.values())


@frozen(kw_only=True)
class RunEnd:
    """That a run is complete: how many results it holds, their digest, what was learnt on the way.

    `lines` is the digest of the result lines, `proposed` maps the name of a baseline to the digest of the proposed one,
    `disagree` maps it to the ids whose trials disagree,
    `project_files` are those that came after the import of the agent,
    `written` those that the run itself wrote, so that they say nothing of the agent,
    `unused` the lines of cassettes (suite → id) whose recordings nothing used, `judgements` the digest of what a judge
    was asked and answered, None where nobody was.
    """

    results: int
    errors: int
    lines: str
    finished: str
    proposed: Mapping[str, str] = attrs.field(factory=dict)
    disagree: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    project_files: Mapping[str, str] = attrs.field(factory=dict)
    written: tuple[str, ...] = ()
    unused: Mapping[str, Mapping[str, tuple[int, ...]]] = attrs.field(factory=dict)
    judgements: str | None = None


@frozen(kw_only=True)
class Run:
    """A finished run as a value: what `goldgate.run` returns and `goldgate.compare` reads.

    `proposed` maps the name of a baseline (`baseline_name`) to the observed outcomes in its form; a case in ERROR has
    none. `disagree` maps it to the ids whose trials disagree. `judgements` is
    what a judge was asked and answered, by suite, id and trial.
    """

    header: RunHeader
    results: tuple[Result, ...]
    proposed: Mapping[str, tuple[BaselineLine, ...]]
    disagree: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    judgements: Mapping[tuple[str, str, int], Judged] = attrs.field(factory=dict)


Bounds: TypeAlias = tuple[float, float]
"""At least and at most."""


@frozen(kw_only=True)
class Chance:
    """A rate from 0 to 1; None with errors, and then only its bounds are known."""

    value: float | None
    bounds: Bounds


@frozen(kw_only=True)
class CaseTally:
    """How the trials of one case under one variant ended; `pass_at_k` and `pass_hat_k` as in `Tally`."""

    suite: str
    id: str
    variant: str
    trials: int
    solved: int
    errors: int
    pass_at_k: Mapping[int, Chance]
    pass_hat_k: Mapping[int, Chance]


@frozen(kw_only=True)
class Tally:
    """What was counted over some trials. Unknown is None, never 0.

    `pass_rate` is passed trials over all trials; `solved_once` and `solved_every_time` count the cases of which one
    trial, or each, is solved. An error may stand for either, so with errors these are None, and the bounds say what
    they are at least and at most. `pass_at_k` and `pass_hat_k` map k to the rate, where cases have several trials.
    `cost_usd` is the known part, `total_cost_usd` all of it, None where a part is unknown: the cost of `unknown_cost`
    trials, which belong to `unknown_cost_cases` cases. `mean_score` is None when a trial has no score, and when scores
    are on several scales.
    """

    cases: int
    trials: int
    passed: int
    failed: int
    errors: int
    masked: int
    known: int
    pass_rate: float | None
    pass_rate_bounds: Bounds | None = None
    solved_once: int | None
    solved_once_bounds: Bounds | None = None
    solved_every_time: int | None
    solved_every_time_bounds: Bounds | None = None
    pass_at_k: Mapping[int, Chance] = attrs.field(factory=dict)
    pass_hat_k: Mapping[int, Chance] = attrs.field(factory=dict)
    mean_score: float | None
    cost_usd: float | None
    total_cost_usd: float | None = None
    unknown_cost: int
    unknown_cost_cases: int = 0


@frozen(kw_only=True)
class Summary:
    """`summary.json`: the tallies of a run, over all and by variant.

    `windows` holds for each variant those of the cases that have a window, by that; `cases` what came of each case
    under each variant, where some have several trials. `judge` is what asking a judge took, None where nobody was
    asked.
    """

    run: str
    overall: Tally
    variants: Mapping[str, Tally]
    windows: Mapping[str, Mapping[str, Tally]] = attrs.field(factory=dict)
    cases: tuple[CaseTally, ...] = ()
    judge: JudgeUse | None = None
