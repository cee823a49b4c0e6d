"""What can be set? Every setting, its default, and what holds for one suite."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.guards import GuardSettings, SuiteGuardSettings
from goldgate.model.http import HttpSettings
from goldgate.model.limits import LimitSettings, Meter
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.sampling import DEFAULT_ALPHA
from goldgate.model.value import Json
from goldgate.model.variant import VariantSettings


class Stale(StrEnum):
    """What a stale baseline does to the gate."""

    FAIL = "fail"
    WARN = "warn"


class Store(StrEnum):
    """How much of a step the baseline keeps."""

    FULL = "full"
    DIGEST = "digest"
    """Kind, tool, status, error code, and one digest of the rest per step."""


class OutcomeField(StrEnum):
    """A field that can take part in outcomes. `calls` (kind and tool of every step) always does."""

    CALLS = "calls"
    ARGS = "args"
    STATUS = "status"
    """The status of every step, and the overall status."""
    ERROR_CODE = "error_code"
    OBSERVATION = "observation"
    ANSWER = "answer"


ALL_OUTCOME_FIELDS: tuple[OutcomeField, ...] = tuple(OutcomeField)


class MatchBy(StrEnum):
    """How a recorded answer is found for a request."""

    REQUEST = "request"
    """By what the request says."""
    ORDER = "order"
    """The nth request of a kind gets the nth answer, whatever it says: the weaker proof."""


@frozen(kw_only=True)
class Redaction:
    """One thing to forget before outcomes are compared; exactly one of the four ways is given.

    `path` is a pointer with `*` for any one part and `**` for any number (`/steps/*/observation/id`);
    without it every text (for `replace`, `alias`) or number (for `round`) is meant.
    `drop` takes the field away; `replace` puts `with_` where the pattern matches;
    `alias` gives each distinct value (or match of `pattern`) a name in order of appearance: `ID-1`, `ID-2`;
    `round` keeps that many significant digits.
    """

    path: str | None = None
    drop: bool = False
    replace: str | None = None
    with_: str = ""
    alias: str | None = None
    pattern: str | None = None
    round: int | None = None


@frozen(kw_only=True)
class OutcomeSettings:
    """All that shapes outcomes; its digest stands in every baseline and run.

    Where the suite is `sampled`, only how often a case was solved is compared, and `solved_score` says when it was.
    """

    fields: tuple[OutcomeField, ...] = ALL_OUTCOME_FIELDS
    redactions: tuple[Redaction, ...] = ()
    store: Store = Store.FULL
    sampled: bool = False
    solved_score: Decimal | None = None


@frozen(kw_only=True)
class GateSettings:
    """`[tool.goldgate.gate]`; `trials` of each case of a sampled suite, and `alpha` of its tests, between 0 and 1."""

    stale: Stale = Stale.FAIL
    trials: int | None = None
    alpha: float = DEFAULT_ALPHA


@frozen(kw_only=True)
class KnownFailureSettings:
    """`[tool.goldgate.known_failures]`; `max_days` is the longest allowed time from today to `expires`."""

    require_expiry: bool = False
    max_days: int | None = None


@frozen(kw_only=True)
class Ignored:
    """What in a request's body may differ: all that stands at `path`, or in the texts there what `pattern` matches.

    `path` is a pointer into the body, with `*` for any one part and `**` for any number (`/messages/0/**`).
    """

    path: str
    pattern: str | None = None


@frozen(kw_only=True)
class RecordingSettings:
    """`[tool.goldgate.recording]`.

    `fields` maps the name of a model API (`openai.chat`) to the only top-level fields of its requests that count;
    without it all do, but for those that never change an answer. `secrets` are environment variables whose values are
    never written. `allow_hosts` are the hosts (`api.example.org`, `*.example.org`, `*`) that may be asked for real.
    """

    match: MatchBy = MatchBy.REQUEST
    ignore: tuple[Ignored, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    secrets: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ("*",)


@frozen(kw_only=True)
class SuiteRecordingSettings:
    """`[tool.goldgate.suites.NAME.recording]`: what one suite does otherwise, and ignores beyond what all do."""

    match: MatchBy | None = None
    ignore: tuple[Ignored, ...] = ()
    fields: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)


@frozen(kw_only=True)
class JudgeSettings:
    """`[tool.goldgate.judge]`: who scores by rubrics; nobody, unless one of `judge` and `endpoint` is given.

    `judge` is `module:function` or `command: PROGRAM ARGUMENT…`, `endpoint` the URL of an OpenAI-compatible API, with
    its `model`; `key` names the environment variable with its key, and `parameters` are put into each request.
    `timeout` is seconds for an answer, `retries` how often is asked again where it can't be used, `concurrency` is how
    many questions are asked at once, `metered` what the judge tells of each answer.
    """

    judge: str | None = None
    endpoint: str | None = None
    model: str | None = None
    key: str | None = None
    parameters: Mapping[str, Json] = attrs.field(factory=dict)
    timeout: float = 60.0
    retries: int = 2
    concurrency: int = 1
    metered: tuple[Meter, ...] = ()

    @property
    def names_one(self) -> bool:
        """Whether there is a judge."""
        return self.judge is not None or self.endpoint is not None


@frozen(kw_only=True)
class SuiteSettings:
    """`[tool.goldgate.suites.NAME]`: what differs for one suite; None means: as for all."""

    agent: str | None = None
    agent_files: tuple[str, ...] | None = None
    metered: tuple[Meter, ...] | None = None
    adapter: str | None = None
    http: HttpSettings | None = None
    timeout: float | None = None
    trials: int | None = None
    sampled: bool | None = None
    outcome: tuple[OutcomeField, ...] | None = None
    redactions: tuple[Redaction, ...] | None = None
    store: Store | None = None
    recording: SuiteRecordingSettings | None = None
    guards: SuiteGuardSettings | None = None
    judge: JudgeSettings | None = None


_AS_FOR_ALL: Final = SuiteSettings()


@frozen(kw_only=True)
class Options:
    """Settings that the command line gives to one run alone, for all suites; None: not given."""

    timeout: float | None = None
    trials: int | None = None


@frozen(kw_only=True)
class Settings:
    """`[tool.goldgate]`. Paths are relative to the settings' folder; `timeout` is seconds a trial.

    `import_timeout` is seconds in which a worker has to load all agents.
    `agent_files` are patterns (`src/**/*.ts`) of files that the agent is made of, beside those that are seen loaded.
    `metered` is what the agent tells of each trial, which `limits` need.
    `adapter` is the folder of what is measured apart from the agent's code, such as a skill; `variants` names versions
    of it, and says what is otherwise for one. A trial is solved when its verdict is PASS; one that has a score, from
    `solved_score` on where that is given.
    `sampled` says that trials of one case may differ, so that suites are held against their baselines by statistics.
    `rubrics` names files of rubrics, relative to the settings' folder.
    """

    golden: str = "golden"
    baselines: str = "baselines"
    agent: str | None = None
    agent_files: tuple[str, ...] = ()
    metered: tuple[Meter, ...] = ()
    adapter: str | None = None
    variants: Mapping[str, VariantSettings] = attrs.field(factory=dict)
    http: HttpSettings = attrs.field(factory=HttpSettings)
    timeout: float = 60.0
    import_timeout: float = 60.0
    workers: int = 1
    trials: int = 1
    sampled: bool = False
    solved_score: Decimal | None = None
    keep_runs: int = 20
    outcome: tuple[OutcomeField, ...] = ALL_OUTCOME_FIELDS
    redactions: tuple[Redaction, ...] = ()
    store: Store = Store.FULL
    gate: GateSettings = GateSettings()
    known_failures: KnownFailureSettings = KnownFailureSettings()
    recording: RecordingSettings = RecordingSettings()
    guards: GuardSettings = attrs.field(factory=GuardSettings)
    judge: JudgeSettings = attrs.field(factory=JudgeSettings)
    limits: LimitSettings = LimitSettings()
    rubrics: Mapping[str, str] = attrs.field(factory=dict)
    suites: Mapping[str, SuiteSettings] = attrs.field(factory=dict)

    def agent_of(self, suite: str) -> str | None:
        """The agent that a suite names, else the one for all."""
        return self._suite(suite).agent or self.agent

    def agent_files_of(self, suite: str) -> tuple[str, ...]:
        """The patterns of files that a suite's agent is made of."""
        own = self._suite(suite).agent_files
        return self.agent_files if own is None else own

    def metered_of(self, suite: str) -> tuple[Meter, ...]:
        """What a suite's agent tells of each trial."""
        own = self._suite(suite).metered
        return self.metered if own is None else own

    def adapter_of(self, suite: str) -> str | None:
        """The folder of a suite's adapter, relative to the settings' folder."""
        return self._suite(suite).adapter or self.adapter

    def http_of(self, suite: str) -> HttpSettings:
        """How a suite's agent is asked, where it is behind a URL."""
        return self._suite(suite).http or self.http

    def timeout_of(self, suite: str) -> float:
        """Seconds a trial of a suite may take, where the case does not say."""
        own = self._suite(suite).timeout
        return self.timeout if own is None else own

    def trials_of(self, suite: str, variant: str = DEFAULT_VARIANT) -> int:
        """How often each case of a suite is executed under a variant, where the case does not say."""
        own = self._suite(suite).trials
        if own is not None:
            return own
        sampled = self.sampled_of(suite, variant)
        return self.gate.trials if self.gate.trials is not None and sampled else self.trials

    def sampled_of(self, suite: str, variant: str = DEFAULT_VARIANT) -> bool:
        """Whether trials of one case of a suite may differ under a variant, which says so before the suite does."""
        own = self._suite(suite).sampled
        if variant in self.variants and self.variants[variant].sampled is not None:
            own = self.variants[variant].sampled
        return self.sampled if own is None else own

    def outcome_of(self, suite: str, variant: str = DEFAULT_VARIANT) -> OutcomeSettings:
        """What shapes the outcomes of a suite under a variant."""
        own = self._suite(suite)
        sampled = self.sampled_of(suite, variant)
        return OutcomeSettings(
            fields=self.outcome if own.outcome is None else own.outcome,
            redactions=self.redactions if own.redactions is None else own.redactions,
            store=self.store if own.store is None else own.store,
            sampled=sampled,
            solved_score=self.solved_score if sampled else None,
        )

    def recording_of(self, suite: str) -> RecordingSettings:
        """How the exchanges of a suite are recorded and found again."""
        own = self._suite(suite).recording or SuiteRecordingSettings()
        return attrs.evolve(
            self.recording,
            match=own.match or self.recording.match,
            ignore=self.recording.ignore + own.ignore,
            fields={**self.recording.fields, **own.fields},
        )

    def guards_of(self, suite: str) -> GuardSettings:
        """What holds the agent of a suite still."""
        own = self._suite(suite).guards or SuiteGuardSettings()
        return attrs.evolve(self.guards, network_allow=self.guards.network_allow + own.network_allow)

    def judge_of(self, suite: str) -> JudgeSettings:
        """Who scores a suite by rubrics: what the suite says takes the place of all that is said for all."""
        return self._suite(suite).judge or self.judge

    def under(self, options: Options) -> "Settings":
        """The settings that hold for a run with these options, which cover what single suites say."""
        given = attrs.asdict(options, filter=lambda _, value: value is not None)
        own = dict.fromkeys(given)
        suites = {name: attrs.evolve(suite, **own) for name, suite in self.suites.items()}
        gate = self.gate if options.trials is None else attrs.evolve(self.gate, trials=None)
        return attrs.evolve(self, **given, suites=suites, gate=gate) if given else self

    def _suite(self, name: str) -> SuiteSettings:
        return self.suites.get(name, _AS_FOR_ALL)
