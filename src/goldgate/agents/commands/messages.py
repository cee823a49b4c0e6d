"""What do goldgate and an agent's process say to each other? One JSON object a line; version 1 of the protocol.

goldgate says `hello`, then a `case` at a time, and a `return` for each call; the agent says `hello`, and of each case
`call`, `step`, and in the end `result` or `error`. The schema is `formats/schemas/agent-protocol.json`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from goldgate.differ.canonical import spell
from goldgate.differ.nearest import brief, unknown
from goldgate.errors import BadTrace
from goldgate.formats.shape import Shape, shape_faults
from goldgate.formats.text import JsonTextError, TextFault, described, loads
from goldgate.formats.trace import read_step
from goldgate.formats.view import write_request
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.trace import ERROR_WITHOUT_CODE, Step
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.model.variant import Skill

PROTOCOL: Final = 1
"""The version that this goldgate speaks."""
LONGEST: Final = 64 * 1024 * 1024
"""Bytes that a message of an agent may have."""


@frozen(kw_only=True)
class Hello:
    """The agent is there, and speaks this version."""

    protocol: int


@frozen(kw_only=True)
class Call:
    """The agent calls a tool of the world; it knows the answer by `call`. Calls of one `group` are one turn."""

    trial: int
    tool: str
    args: dict[str, Json] | str | None = None
    call: str | int | None = None
    group: str | int | None = None


@frozen(kw_only=True)
class Did:
    """The agent did something by itself."""

    trial: int
    step: Step


@frozen(kw_only=True)
class Result:
    """The agent is done with a case. `trace` is for `read_trace`; `state` is what the world's state is now."""

    trial: int
    trace: Json = attrs.field(factory=dict)
    state: Json | NotCaptured = NOT_CAPTURED


@frozen(kw_only=True)
class Failure:
    """The agent gives a case up."""

    trial: int
    error_code: str = ERROR_WITHOUT_CODE
    message: str = ""


Message: TypeAlias = Hello | Call | Did | Result | Failure

_CLASSES: Final[Mapping[str, type[Any]]] = {
    "hello": Hello,
    "call": Call,
    "step": Did,
    "result": Result,
    "error": Failure,
}
_SHAPES: Final = {
    "hello": Shape(keys={"type": str, "protocol": int}, required=("protocol",)),
    "call": Shape(
        keys={"type": str, "trial": int, "call": None, "tool": str, "args": None, "group": None},
        required=("trial", "tool"),
    ),
    "step": Shape(keys={"type": str, "trial": int, "step": dict}, required=("trial", "step")),
    "result": Shape(keys={"type": str, "trial": int, "trace": None, "state": None}, required=("trial",)),
    "error": Shape(keys={"type": str, "trial": int, "error_code": str, "message": str}, required=("trial",)),
}
_ONE_OF: Final[Mapping[str, tuple[type[object], ...]]] = {
    "call": (str, int),
    "group": (str, int),
    "args": (dict, str),
    "trace": (dict, str),
}
"""Keys that may hold values of several types."""
_TYPES: Final = {str: "a text", int: "an int", dict: "an object"}


def read_message(line: bytes) -> Message:
    """What the agent says in one line. Raises BadTrace, which names what is wrong, and shows the line or its place."""
    document = _parsed(line)
    if faults := list(_faults(document)):
        raise BadTrace(*(f"{_named(document)}: {_placed(fault)}" for fault in faults))
    kind = document.pop("type")
    if kind == "step":
        document["step"] = read_step(document["step"])
    message: Message = _CLASSES[kind](**document)
    return message


def _parsed(line: bytes) -> dict[str, Any]:
    """The object of a line, without the keys whose null says nothing."""
    if len(line) > LONGEST:
        raise BadTrace(f"the agent sent a message of more than {LONGEST // 1024 // 1024} MiB")
    try:
        document = loads(line.decode())
    except UnicodeDecodeError as error:
        raise _no_message(line, f"not UTF-8 at byte {error.start}") from None
    except JsonTextError as error:
        raise _no_message(line, str(error)) from None
    if not isinstance(document, dict):
        raise _no_message(line, f"expected an object, got {described(document)}")
    return {key: value for key, value in document.items() if value is not None or key == "state"}


def _no_message(line: bytes, why: str) -> BadTrace:
    return BadTrace(f"the agent sent {brief(line.decode(errors='replace').rstrip())}, which is no message: {why}")


def _faults(document: dict[str, Any]) -> Iterator[TextFault]:
    kind = document.get("type")
    if not isinstance(kind, str):
        yield TextFault(message="a message has a 'type', which is a text")
    elif kind not in _SHAPES:
        yield TextFault(message=unknown("type", kind, _SHAPES))
    else:
        yield from shape_faults(document, _SHAPES[kind])
        for key, allowed in _ONE_OF.items():
            if key in document and type(document[key]) not in allowed:
                yield TextFault(
                    message=f"expected {_either(allowed)}, got {described(document[key])}", pointer=f"$.{key}"
                )


def _either(allowed: tuple[type[object], ...]) -> str:
    return " or ".join(_TYPES[one] for one in allowed)


def _named(document: dict[str, Any]) -> str:
    kind = document.get("type")
    return f"the agent's message {brief(kind)}" if isinstance(kind, str) else "a message of the agent's"


def _placed(fault: TextFault) -> str:
    return str(fault) if fault.pointer in (None, "$") else f"{fault} @ {fault.pointer}"


# What goldgate says; agents ignore keys that they don't know.


def say_hello() -> bytes:
    """The first message to a process."""
    return _line({"type": "hello", "protocol": PROTOCOL})


def say_case(
    trial: int,
    case: CaseView,
    *,
    folder: str | None,
    replay_url: str | None = None,
    variant: str = DEFAULT_VARIANT,
    adapter: str | None = None,
    skills: Sequence[Skill] = (),
) -> bytes:
    """Perform this case; `trial` stands in all messages about it.

    `folder` holds the files of its world; what the outside world answers in this case is found below `replay_url`.
    `variant` is the configuration that is measured, `adapter` the folder that goes with it, `skills` what is linked.
    """
    document: dict[str, Json] = {
        "type": "case",
        "trial": trial,
        "id": case.id,
        "request": write_request(case.request),
        "tags": list(case.tags),
    }
    if case.world.state is not NOT_CAPTURED:
        document["state"] = case.world.state
    if folder is not None:
        document["folder"] = folder
    if replay_url is not None:
        document["replay_url"] = replay_url
    if variant != DEFAULT_VARIANT:
        document["variant"] = variant
    if adapter is not None:
        document["adapter"] = adapter
    if skills:
        document["skills"] = [{"name": skill.name, "folder": str(skill.folder)} for skill in skills]
    return _line(document)


def say_returned(call: Call, value: Json) -> bytes:
    """A call has this value."""
    return _line({**_answered(call), "value": value})


def say_refused(call: Call, *, error_code: str, message: str) -> bytes:
    """A call is a step error."""
    return _line({**_answered(call), "error_code": error_code, "message": message})


def _answered(call: Call) -> dict[str, Json]:
    return {"type": "return", "trial": call.trial, "call": call.call}


def _line(document: dict[str, Json]) -> bytes:
    """One line of UTF-8; what could break it, or can't be said in UTF-8, is escaped."""
    return f"{spell(document)}\n".encode()
