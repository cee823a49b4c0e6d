"""What do the parent and a worker say to each other? One JSON object a line, each a message of its own class."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from goldgate import __version__
from goldgate.differ.canonical import digest
from goldgate.differ.json_encoder import kept
from goldgate.differ.nearest import brief
from goldgate.errors import AgentNotLoadable, InternalFault
from goldgate.model.cassette import Mode
from goldgate.model.frozen import frozen
from goldgate.model.value import Json


@frozen(kw_only=True)
class Hello:
    """Parent: load these agents (suite → name), below `root`. Trials with files run below `scratch`.

    `outside` are the folders below the root that hold no project files. `http` says of suites whose agent is behind a
    URL how it is asked, as settings are written, and `recording` of each suite how it is recorded, in which `mode`.
    `guards` are the settings of the guards, and `reachable` the addresses that the agent of a suite may reach.
    `shaken` is what is to be disturbed around them. `providers` are the variables of the user's environment that say
    where model APIs are. `adapters` are the folders that the agent of a suite is given (suite → variant → path), and
    `taken_out` is where those of them lie that go when the parent is gone. `skills` are what it is handed beside that
    (suite → variant → name → path).
    """

    root: str
    scratch: str
    agents: Mapping[str, str]
    outside: Sequence[str]
    http: Mapping[str, dict[str, Json]] = attrs.field(factory=dict)
    mode: str = Mode.REPLAY.value
    recording: Mapping[str, dict[str, Json]] = attrs.field(factory=dict)
    guards: dict[str, Json] = attrs.field(factory=dict)
    reachable: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    shaken: Sequence[str] = attrs.field(factory=list)
    providers: Mapping[str, str] = attrs.field(factory=dict)
    adapters: Mapping[str, Mapping[str, str]] = attrs.field(factory=dict)
    taken_out: str = ""
    skills: Mapping[str, Mapping[str, Mapping[str, str]]] = attrs.field(factory=dict)


@frozen(kw_only=True)
class Ready:
    """Worker: the agents are loaded, from these project files (name → digest, None for no source of the agent)."""

    project_files: Mapping[str, str | None]


@frozen(kw_only=True)
class NotLoadable:
    """Worker: an agent could not be loaded; each problem as the list of its fields."""

    problems: Sequence[Sequence[Any]]


Request: TypeAlias = tuple[int, str, str, dict[str, Json], Sequence[str], int]


@frozen(kw_only=True)
class Batch:
    """Parent: perform these trials one after the other.

    Each is number, suite, variant, the view of its case, what is recorded for that, as `exchange_lines` has it, and
    which of the case's dice are thrown.
    """

    trials: Sequence[Request]


@frozen(kw_only=True)
class Reply:
    """Worker: what came of one trial.

    `fault` is code and message; `project_files` are those that the trial was the first to read in this worker.
    `unused` are the lines of the cassette whose recordings nothing used, `made` the lines of new ones.
    `is_last` says that something of the trial still runs, so that no other one may follow in this process.
    `detail` is what else was seen, as `write_detail` has it.
    """

    number: int
    seconds: float
    trace: dict[str, Json]
    fault: tuple[str, str] | None = None
    project_files: Mapping[str, str | None] = attrs.field(factory=dict)
    unused: Sequence[int] = attrs.field(factory=list)
    made: Sequence[str] = attrs.field(factory=list)
    is_last: bool = False
    detail: dict[str, Json] = attrs.field(factory=dict)


@frozen(kw_only=True)
class Late:
    """Worker: a trial that was replied to has lost a step; its result can't be trusted."""

    number: int


@frozen(kw_only=True)
class Broken:
    """Worker: goldgate itself failed in me; this is my last word."""

    message: str


@frozen(kw_only=True)
class Goodbye:
    """Parent: there is nothing left to do."""


@frozen(kw_only=True)
class Farewell:
    """Worker: I end now."""

    project_files: Mapping[str, str | None]


Message: TypeAlias = Hello | Ready | NotLoadable | Batch | Reply | Late | Broken | Goodbye | Farewell


def _values_of(fields: Sequence[str]) -> Callable[[Message], Iterable[Any]]:
    """What gives the values of these fields of a message."""
    return attrgetter(*fields) if len(fields) > 1 else lambda message: [getattr(message, name) for name in fields]


_KINDS: Final = (Hello, Ready, NotLoadable, Batch, Reply, Late, Broken, Goodbye, Farewell)
_FIELDS: Final = {kind: tuple(field.name for field in attrs.fields(kind)) for kind in _KINDS}
_VALUES: Final = {kind: _values_of(fields) for kind, fields in _FIELDS.items()}
_SPOKEN: Final = digest({kind.__name__: list(fields) for kind, fields in _FIELDS.items()})
"""Which protocol this is: another one as soon as a message has another field."""
_CLASSES: Final[Mapping[str, type[Any]]] = {
    f"hello {__version__} {_SPOKEN}": Hello,
    "ready": Ready,
    "not_loadable": NotLoadable,
    "batch": Batch,
    "reply": Reply,
    "late": Late,
    "broken": Broken,
    "goodbye": Goodbye,
    "farewell": Farewell,
}
_NAMES: Final = {kind: name for name, kind in _CLASSES.items()}
_ENCODE: Final = kept(json.JSONEncoder(separators=(",", ":"), check_circular=False))
_DECODE: Final = json.JSONDecoder().decode
"""As json.loads, which would first guess the encoding."""


def encode(message: Message) -> bytes:
    """One line, ASCII: lone surrogates and integers of any size survive."""
    kind = type(message)
    return f"{_ENCODE([_NAMES[kind], *_VALUES[kind](message)])}\n".encode("ascii")


def decode(line: bytes) -> Message:
    """A message from its line, which is the other side's own.

    Raises InternalFault for anything else, and AgentNotLoadable for one of another goldgate, which was installed while
    this one ran.
    """
    try:
        name, *fields = _DECODE(line.decode("ascii"))
        kind = _CLASSES.get(name)
        message: Message | None = None if kind is None else kind(**dict(zip(_FIELDS[kind], fields, strict=True)))
    except (ValueError, TypeError, RecursionError) as error:
        said = brief(line.decode(errors="replace"))
        raise InternalFault(f"on the line of a worker stood what only an agent can have put there: {said}") from error
    if message is None:
        raise AgentNotLoadable(f"goldgate was changed while it ran; run it again (its worker heard {name!r})")
    return message
