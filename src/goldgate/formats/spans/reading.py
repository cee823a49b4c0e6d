"""What do the conventions of tracers have in common? The same few things, said in different attributes."""

from collections.abc import Iterable
from enum import StrEnum

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


class SpanKind(StrEnum):
    """What a span watched, as far as that matters here."""

    AGENT = "agent"
    MODEL = "model"
    TOOL = "tool"


@frozen(kw_only=True)
class Asked:
    """A call that a message asks for. `args` are an object, or text as the model wrote it."""

    name: str
    call_id: str | None = None
    args: Json | NotCaptured = NOT_CAPTURED


@frozen(kw_only=True)
class Answered:
    """The result of a call that a message holds."""

    call_id: str | None
    result: Json | NotCaptured = NOT_CAPTURED
    failed: bool = False


@frozen(kw_only=True)
class Message:
    """One message of a conversation; `text` is None where it has none."""

    role: str
    text: str | None = None
    asked: tuple[Asked, ...] = ()
    answered: tuple[Answered, ...] = ()


@frozen(kw_only=True)
class Reading:
    """What one convention makes of a span; what it finds nothing of has the default.

    `tool`, `call_id`, `args` and `result` are those of a call, `error_code` says why it failed. `heard` are the
    messages that a model or an agent was given, `said` those that it gave back, `kept` all of a conversation in which
    one can't be told from the other; None where there are none. `tools` are those that a model was told of, `answering`
    those of them by which it only says its answer. `request` and `answer` are those of an agent whose
    tracer keeps no messages.
    """

    kind: SpanKind | None = None
    tool: str | None = None
    call_id: str | None = None
    args: Json | NotCaptured = NOT_CAPTURED
    result: Json | NotCaptured = NOT_CAPTURED
    failed: bool = False
    error_code: str | None = None
    heard: tuple[Message, ...] | None = None
    said: tuple[Message, ...] | None = None
    kept: tuple[Message, ...] | None = None
    tools: frozenset[str] | None = None
    answering: frozenset[str] = frozenset()
    request: str | None = None
    answer: Json | NotCaptured = NOT_CAPTURED
    input_tokens: int | None = None
    output_tokens: int | None = None


NOTHING = Reading()
"""A span of which a convention makes nothing."""
_FIELDS = tuple(field.name for field in attrs.fields(Reading))


def merged(readings: Iterable[Reading]) -> Reading:
    """One reading of several conventions: of each thing what the first says that says anything."""
    found: dict[str, object] = {}
    for reading in readings:
        if reading is NOTHING:
            continue
        for name in _FIELDS:
            value = getattr(reading, name)
            if name not in found and value is not getattr(NOTHING, name):
                found[name] = value
    return Reading(**found) if found else NOTHING  # type: ignore[arg-type]  # they come from readings
