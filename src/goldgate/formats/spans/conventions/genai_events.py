"""What do the events `gen_ai.…` say? Messages beside a span: events of the span, or log records that name it.

Newer tracers put all messages into one event, `gen_ai.client.inference.operation.details`; older ones make an event of
each message (`gen_ai.user.message` …) and of each answer (`gen_ai.choice`). In the span of a tool they are its
arguments and its result.
"""

from collections.abc import Iterator
from typing import Final

from goldgate.formats.spans.conventions.genai import INPUT, OUTPUT, kind_of
from goldgate.formats.spans.messages import message_of, messages_of
from goldgate.formats.spans.reading import NOTHING, Message, Reading, SpanKind
from goldgate.formats.spans.values import captured, result_of, structured
from goldgate.model.span import Span, SpanEvent
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_CHOICE: Final = "gen_ai.choice"
_ROLES: Final = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_WHOLE: Final = {"gen_ai.content.prompt": "gen_ai.prompt", "gen_ai.content.completion": "gen_ai.completion"}
"""The oldest events, which hold all messages as JSON text in this attribute."""


def read(span: Span) -> Reading:
    """What this convention makes of a span."""
    if not any(event.name.startswith("gen_ai.") for event in span.events):
        return NOTHING
    heard = tuple(_heard(span.events))
    said = tuple(_said(span.events))
    if kind_of(span) is SpanKind.TOOL:
        return Reading(args=_args(heard), result=_result(said))
    return Reading(heard=heard or None, said=said or None)


def _heard(events: tuple[SpanEvent, ...]) -> Iterator[Message]:
    for event in events:
        yield from messages_of(captured(event.attributes, INPUT)) or ()
        if event.name == "gen_ai.content.prompt":
            yield from messages_of(captured(event.attributes, _WHOLE[event.name])) or ()
        if event.name in _ROLES:
            yield message_of(_fields(event), role=_ROLES[event.name])


def _said(events: tuple[SpanEvent, ...]) -> Iterator[Message]:
    for event in events:
        yield from messages_of(captured(event.attributes, OUTPUT)) or ()
        if event.name == "gen_ai.content.completion":
            yield from messages_of(captured(event.attributes, _WHOLE[event.name])) or ()
        if event.name == _CHOICE:
            yield _chosen(_fields(event))


def _fields(event: SpanEvent) -> dict[str, Json]:
    body = structured(event.body)
    return {**event.attributes, **(body if isinstance(body, dict) else {})}


def _chosen(fields: dict[str, Json]) -> Message:
    """The message of an answer: an object, or its content."""
    message = structured(fields.get("message"))
    return message_of(message if isinstance(message, dict) else {"content": message})


def _args(heard: tuple[Message, ...]) -> Json | NotCaptured:
    asked = (asked.args for message in heard for asked in message.asked)
    given = (answered.result for message in heard for answered in message.answered)
    return next((args for args in (*asked, *given) if args is not NOT_CAPTURED), NOT_CAPTURED)


def _result(said: tuple[Message, ...]) -> Json | NotCaptured:
    answered = (answered.result for message in said for answered in message.answered)
    texts = (result_of(message.text) for message in said if message.text is not None)
    return next((result for result in (*answered, *texts) if result is not NOT_CAPTURED), NOT_CAPTURED)
