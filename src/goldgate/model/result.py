"""What came of a run? A header, one result a trial, an end line."""

from collections.abc import Mapping

import attrs

from goldgate.model.baseline import BaselineLine
from goldgate.model.cassette import Mode
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.frozen import frozen
from goldgate.model.judgement import STEP_ERRORS, Judgement, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT, TrialKey
from goldgate.model.settings import MatchBy, Options
from goldgate.model.trace import OverallStatus, Trace


@frozen(kw_only=True)
class Figures:
    """What is counted of one trial; an unknown cost is None, never 0. `unused` is as in `Result`."""

    verdict: Verdict
    masked: bool = False
    cost_usd: float | None = None
    unused: tuple[int, ...] = ()


@frozen(kw_only=True)
class Result(Judgement):
    """One trial, judged. `seconds` and `detail` go to `timings.jsonl` and take no part in comparisons.

    `unused` are the lines of the case's cassette, counted from 1, whose recordings nothing used.
    """

    id: str
    suite: str
    trace: Trace
    unused: tuple[int, ...] = ()
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
        return Figures(verdict=self.verdict, masked=self.masked, cost_usd=self.trace.usage.cost_usd, unused=self.unused)


@frozen(kw_only=True)
class SuiteHeader:
    """What one suite of a run was made from.

    `golden` is the digest of the golden file's bytes, `outcome` that of the settings that shape outcomes,
    `cases` maps every id of the golden file to the digest of its definition,
    `selected` are the ids that were run (None: all), `known_failures` the markers,
    `unexpecting` the ids without expectations, `settings` maps the key of every setting that decides results to the
    digest of its value. `cassettes` maps the ids that were run and have a cassette to the digest of its bytes; where
    there is one, `match` says how recordings were found.
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


@frozen(kw_only=True)
class RunHeader:
    """Where a run comes from. `project_files` maps a path under the settings' folder to the digest of its bytes.

    `variant` names the configuration of the agent, `mode` says whether the outside world was replayed, or asked for
    real (`live`). `options` are the settings that the command line gave to this run alone, `guards_off` says what did
    not hold where the agent ran.
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
    variant: str = DEFAULT_VARIANT
    mode: Mode = Mode.REPLAY
    options: Options = attrs.field(factory=Options)
    guards_off: tuple[str, ...] = ()


@frozen(kw_only=True)
class RunEnd:
    """That a run is complete: how many results it holds, their digest, what was learnt on the way.

    `lines` is the digest of the result lines, `proposed` maps a suite to the digest of its proposed baseline,
    `disagree` maps a suite to the ids whose trials disagree,
    `project_files` are those that came after the import of the agent,
    `written` those that the run itself wrote, so that they say nothing of the agent,
    `unused` the lines of cassettes (suite → id) whose recordings nothing used.
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


@frozen(kw_only=True)
class Run:
    """A finished run as a value: what `goldgate.run` returns and `goldgate.compare` reads.

    `proposed` maps a suite to the observed outcomes in the baseline's form; a case in ERROR has none.
    """

    header: RunHeader
    results: tuple[Result, ...]
    proposed: Mapping[str, tuple[BaselineLine, ...]]
    disagree: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)


@frozen(kw_only=True)
class Tally:
    """What was counted over some trials. Unknown is None, never 0.

    `pass_rate` is passed trials over all trials, None when any trial is in ERROR or nothing ran;
    `cost_usd` is the known part, `unknown_cost` the number of trials whose cost is unknown.
    """

    cases: int
    trials: int
    passed: int
    failed: int
    errors: int
    masked: int
    known: int
    pass_rate: float | None
    solved_once: int
    solved_every_time: int
    mean_score: float | None
    cost_usd: float | None
    unknown_cost: int


@frozen(kw_only=True)
class Summary:
    """`summary.json`: the tallies of a run, over all and by variant."""

    run: str
    overall: Tally
    variants: Mapping[str, Tally]
