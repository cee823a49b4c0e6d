"""What is a golden case? A request, the world it runs in, and what counts as success."""

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
from goldgate.model.trace import TOOL, OverallStatus, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


class Split(StrEnum):
    """Which part of a data set a case belongs to."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


class Window(StrEnum):
    """What a case of a stream is there for."""

    LEARNING = "learning"
    """The agent may learn from it; how it does here says little."""
    TEST = "test"
    """What was learnt shows here."""


class Match(StrEnum):
    """How a list of expected calls is held against the calls that came."""

    EXACT = "exact"
    """The same calls in the same order."""
    IN_ORDER = "in_order"
    """The expected ones in this order, others allowed between; an empty list means no call."""
    ANY_ORDER = "any_order"
    """The same calls, as often, in any order."""
    SUPERSET = "superset"
    """At least the expected ones."""
    SUBSET = "subset"
    """Nothing beyond the expected ones."""


class ArgsMatch(StrEnum):
    """How the top level of a call's arguments is held against the expected ones."""

    EXACT = "exact"
    SUPERSET = "superset"
    """The call has at least the expected keys and values."""
    SUBSET = "subset"
    """The call has nothing beyond the expected keys and values."""
    IGNORE = "ignore"


@frozen(kw_only=True)
class Turn:
    """One message of a request that is a conversation."""

    role: str
    content: str


@frozen(kw_only=True)
class WorldFile:
    """One file of the trial's folder: bytes, modification time (ISO date, UTC when it names no zone), mode."""

    content: bytes
    mtime: str | None = None
    mode: str | None = None


@frozen(kw_only=True)
class Stub:
    """One answer of the world to a tool call; the first stub that matches and is not used up answers.

    `args` holds matchers (NOT_CAPTURED: any arguments).
    Exactly one of `returns`, `returns_each`, `error_code` is given;
    `returns_each` gives one value after the other and is used up after the last.
    """

    tool: str
    args: Json | NotCaptured = NOT_CAPTURED
    returns: Json | NotCaptured = NOT_CAPTURED
    returns_each: tuple[Json, ...] | None = None
    error_code: str | None = None
    message: str | None = None
    times: int | None = None


@frozen(kw_only=True)
class World:
    """What the agent finds: files, state, and the tools' answers.

    With `files` the trial runs in a private folder, an empty one where there are none in it; None is no folder.
    """

    files: Mapping[str, WorldFile] | None = None
    state: Json | NotCaptured = NOT_CAPTURED
    tools: tuple[Stub, ...] = ()


@frozen(kw_only=True)
class ExpectedStep:
    """One expected call or step.

    `name` None fits any name; `args` NOT_CAPTURED fits any arguments; `status` None is not compared;
    `times` stands for that many equal items.
    """

    name: str | None = None
    kind: str = TOOL
    args: Json | NotCaptured = NOT_CAPTURED
    args_match: ArgsMatch | None = None
    status: StepStatus | None = None
    error_code: str | None = None
    times: int = 1


@frozen(kw_only=True)
class ExpectedGroup:
    """Calls made in one turn, in any order among themselves."""

    calls: tuple[ExpectedStep, ...]


@frozen(kw_only=True)
class ExpectedAnswer:
    """What the answer must be; every part that is given becomes a check of its own (`answer.contains` …).

    `equals` is a value or matcher; `matches` is a regular expression that is searched;
    `json_path` maps a JSON path into the answer (an object, or JSON text) to a value or matcher.
    """

    equals: Json | NotCaptured = NOT_CAPTURED
    contains: tuple[str, ...] = ()
    not_contains: tuple[str, ...] = ()
    matches: str | None = None
    json_path: Mapping[str, Json] = attrs.field(factory=dict)


@frozen(kw_only=True)
class ExpectedRubric:
    """By which rubric a judge scores the trial: a path that ends in `.toml`, or a name of the settings.

    `threshold` is what the weighted score must reach, None: what the rubric says.
    """

    name: str
    threshold: Decimal | None = None


@frozen(kw_only=True)
class Limits:
    """At most this much; None is no limit, 0 is a limit."""

    steps: int | None = None
    calls: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None


@frozen(kw_only=True)
class Expectation:
    """What counts as success. None means that this was not said; an empty `calls` means that no tool may be called."""

    calls: tuple[ExpectedStep | ExpectedGroup, ...] | None = None
    match: Match = Match.EXACT
    args_match: ArgsMatch = ArgsMatch.EXACT
    plan: tuple[ExpectedStep, ...] | None = None
    plan_match: Match = Match.EXACT
    forbid: tuple[str, ...] = ()
    status: OverallStatus | None = None
    allow_errors: tuple[str, ...] = ()
    answer: ExpectedAnswer | None = None
    state: Json | NotCaptured = NOT_CAPTURED
    files: Mapping[str, Json] | None = None
    steps: tuple[ExpectedStep | ExpectedGroup, ...] | None = None
    steps_match: Match = Match.SUPERSET
    limits: Limits = Limits()
    rubric: ExpectedRubric | None = None

    @property
    def decides(self) -> bool:
        """Whether this says what success is; `forbid`, `limits` and `allow_errors` alone don't."""
        return (
            self.calls is not None
            or self.plan is not None
            or self.steps is not None
            or self.answer is not None
            or self.files is not None
            or self.status is not None
            or self.rubric is not None
            or self.state is not NOT_CAPTURED
        )


@frozen(kw_only=True)
class Case:
    """One golden case; one line of `golden/<suite>.jsonl`, written by people.

    `timeout` is in seconds, `line` that of the golden file (None for a case made in Python).
    The cases of a `stream` are performed in their order, each with the state that the one before left, unless its world
    has one of its own; `window` says what the case is there for.
    """

    id: str
    request: str | tuple[Turn, ...]
    tags: tuple[str, ...] = ()
    notes: str | None = None
    split: Split | None = None
    world: World = World()
    expect: Expectation = Expectation()
    known_failure: KnownFailure | None = None
    trials: int | None = None
    timeout: float | None = None
    stream: str | None = None
    window: Window | None = None
    line: int | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def has_expectations(self) -> bool:
        """X of the table of classes; a case without expectations is judged by its baseline."""
        return self.expect.decides


@frozen(kw_only=True)
class CaseView:
    """What the agent may see of a case: never the expectation, never the marker."""

    id: str
    request: str | tuple[Turn, ...]
    tags: tuple[str, ...] = ()
    world: World = World()
