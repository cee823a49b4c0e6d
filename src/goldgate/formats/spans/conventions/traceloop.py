"""What do the attributes `traceloop.…` say? Functions and chains that OpenLLMetry has watched."""

from typing import Final

from goldgate.formats.spans.reading import NOTHING, Reading, SpanKind
from goldgate.formats.spans.values import captured, parsed, result_of, text_of
from goldgate.model.span import Span
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_KINDS: Final = {"tool": SpanKind.TOOL, "agent": SpanKind.AGENT, "workflow": SpanKind.AGENT}


def read(span: Span) -> Reading:
    """What this convention makes of a span."""
    attributes = span.attributes
    said = attributes.get("traceloop.span.kind")
    kind = _KINDS.get(said) if isinstance(said, str) else None
    given, came = _read(span, "traceloop.entity.input"), _read(span, "traceloop.entity.output")
    match kind:
        case None:
            return NOTHING
        case SpanKind.TOOL:
            return Reading(
                kind=kind,
                tool=text_of(attributes, "traceloop.entity.name") or span.name.removesuffix(".tool"),
                args=_args(given),
                result=_result(came),
            )
    return Reading(kind=kind, answer=came if isinstance(came, str) else NOT_CAPTURED)


def _read(span: Span, name: str) -> Json | NotCaptured:
    """What an attribute holds; it is JSON text, also of a text."""
    value = captured(span.attributes, name)
    if not isinstance(value, str):
        return value
    read = parsed(value)
    return value if read is NOT_CAPTURED else read


def _args(given: Json | NotCaptured) -> Json | NotCaptured:
    """The arguments under their names; those that a function was called with by place have none."""
    if not isinstance(given, dict):
        return NOT_CAPTURED
    if isinstance(inputs := given.get("inputs"), dict):
        return inputs
    return given["kwargs"] if given.get("args") == [] and isinstance(given.get("kwargs"), dict) else NOT_CAPTURED


def _result(came: Json | NotCaptured) -> Json | NotCaptured:
    if came is NOT_CAPTURED:
        return came
    if isinstance(came, dict) and came.keys() == {"output", "kwargs"}:
        came = came["output"]
    if isinstance(came, dict) and isinstance(message := came.get("kwargs"), dict) and "content" in message:
        came = message["content"]
    return result_of(came)
