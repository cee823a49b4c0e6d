"""What do the attributes of OpenInference say? `openinference.span.kind`, `input.value`, `llm.output_messages.0.…`.

Beside the convention itself, what its tracers of some frameworks put into `input.value` and `output.value`.
"""

from collections.abc import Iterator
from typing import Any, Final

from goldgate.formats.spans.messages import message_of, messages_of
from goldgate.formats.spans.reading import NOTHING, Message, Reading, SpanKind
from goldgate.formats.spans.values import nested, number_of, parsed, structured, text_of
from goldgate.model.span import Span
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_KINDS: Final = {"TOOL": SpanKind.TOOL, "LLM": SpanKind.MODEL, "AGENT": SpanKind.AGENT}
_JSON: Final = "application/json"
_REQUEST_KEYS: Final = ("task", "input")
"""Under which key of its input an agent finds what it is asked."""
_OF_SMOLAGENTS: Final = "sanitize_inputs_outputs"
_ANSWERS: Final = "final_answer"
"""The tool by which agents of smolagents answer; it is no call."""


def read(span: Span) -> Reading:
    """What this convention makes of a span."""
    said = span.attributes.get("openinference.span.kind")
    if not isinstance(said, str):
        return NOTHING
    match _KINDS.get(said):
        case SpanKind.TOOL:
            return _of_tool(span)
        case SpanKind.MODEL:
            return _of_model(span)
    return _of_work(span, kind=_KINDS.get(said))


def _of_model(span: Span) -> Reading:
    return Reading(
        kind=SpanKind.MODEL,
        heard=_messages(span, "llm.input_messages."),
        said=_messages(span, "llm.output_messages."),
        tools=frozenset(_tools(span)) or None,
        input_tokens=number_of(span.attributes, "llm.token_count.prompt"),
        output_tokens=number_of(span.attributes, "llm.token_count.completion"),
    )


def _messages(span: Span, prefix: str) -> tuple[Message, ...] | None:
    documents: list[Any] = [item["message"] for item in nested(span.attributes, prefix) if "message" in item]
    return tuple(message_of(_flat(document)) for document in documents if isinstance(document, dict)) or None


def _flat(document: dict[str, Any]) -> dict[str, Json]:
    """The message with its contents as blocks, `{"type", "text"}`."""
    contents = [item.get("message_content") for item in document.get("contents", ()) if isinstance(item, dict)]
    return {"content": contents, **document} if contents else document


def _tools(span: Span) -> Iterator[str]:
    for item in nested(span.attributes, "llm.tools."):
        tool = item.get("tool")
        schema = structured(tool.get("json_schema")) if isinstance(tool, dict) else None
        if isinstance(schema, dict):
            function = schema.get("function")
            name = (function if isinstance(function, dict) else schema).get("name")
            if isinstance(name, str):
                yield name


def _of_tool(span: Span) -> Reading:
    given, came = _value(span, "input"), _value(span, "output")
    name = text_of(span.attributes, "tool.name") or span.name
    if isinstance(given, dict) and _OF_SMOLAGENTS in given:
        if name == _ANSWERS:
            return NOTHING
        given = _named(given, structured(span.attributes.get("tool.parameters")))
    answered = _answer_of_langchain(came)
    return Reading(
        kind=SpanKind.TOOL,
        tool=name,
        call_id=text_of(span.attributes, "tool.id", "tool_call.id") or answered.get("tool_call_id"),
        args=given if isinstance(given, dict | str) else NOT_CAPTURED,
        result=structured(answered["content"]) if "content" in answered else _without_ids(came),
        failed=answered.get("status") == "error",
    )


def _value(span: Span, which: str) -> Json | NotCaptured:
    """Input or output. JSON is said to be such; an input that isn't, and is no object, has lost its names."""
    value = span.attributes.get(f"{which}.value", NOT_CAPTURED)
    if not isinstance(value, str):
        return value
    is_json = span.attributes.get(f"{which}.mime_type") == _JSON
    read = parsed(value) if is_json or value.lstrip()[:1] in ("{", "[") else NOT_CAPTURED
    if read is not NOT_CAPTURED and (is_json or isinstance(read, dict | list)):
        return read
    return value if is_json or which == "output" else NOT_CAPTURED


def _named(given: dict[str, Json], parameters: Json) -> Json | NotCaptured:
    """The arguments of smolagents; those given by place get the names of the tool's parameters."""
    places, names = given.get("args"), given.get("kwargs")
    if not isinstance(places, list) or not isinstance(names, dict):
        return NOT_CAPTURED
    known = list(parameters) if isinstance(parameters, dict) else []
    return {**dict(zip(known, places, strict=False)), **names} if len(places) <= len(known) else NOT_CAPTURED


def _answer_of_langchain(came: Json | NotCaptured) -> dict[str, Any]:
    """The message that LangChain makes of what a tool returned."""
    if isinstance(came, dict) and came.get("type") == "tool" and isinstance(came.get("data"), dict):
        data: Any = came["data"]
        return dict(data)
    return {}


def _without_ids(came: Json | NotCaptured) -> Json | NotCaptured:
    """What a tool of Google's ADK returned, out of the response that names the call."""
    is_response = isinstance(came, dict) and came.keys() == {"id", "name", "response"}
    return came["response"] if is_response else came  # type: ignore[index, call-overload]  # it is an object here


def _of_work(span: Span, *, kind: SpanKind | None) -> Reading:
    """An agent or a chain: what it was asked, what it answered, and LangChain's messages where it keeps them."""
    given = structured(span.attributes.get("input.value"))
    came = structured(span.attributes.get("output.value"))
    return Reading(
        kind=kind,
        heard=_messages(span, "llm.input_messages."),
        kept=messages_of(came["messages"]) if isinstance(came, dict) and "messages" in came else None,
        request=_request(given),
        answer=came if isinstance(came, str) else NOT_CAPTURED,
    )


def _request(given: Json) -> str | None:
    if isinstance(given, dict):
        return next((asked for key in _REQUEST_KEYS if isinstance(asked := given.get(key), str)), None)
    return given if isinstance(given, str) else None
