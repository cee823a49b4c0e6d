"""What do the attributes `gen_ai.…` say? The GenAI conventions of OpenTelemetry, as spans carry them."""

from collections.abc import Iterator
from typing import Final

from goldgate.formats.spans.messages import messages_of
from goldgate.formats.spans.reading import NOTHING, Reading, SpanKind
from goldgate.formats.spans.values import captured, number_of, result_of, structured, text_of
from goldgate.model.span import Span
from goldgate.model.value import NOT_CAPTURED, Json

INPUT: Final = "gen_ai.input.messages"
OUTPUT: Final = "gen_ai.output.messages"
_KINDS: Final = {
    "execute_tool": SpanKind.TOOL,
    "chat": SpanKind.MODEL,
    "text_completion": SpanKind.MODEL,
    "generate_content": SpanKind.MODEL,
    "responses": SpanKind.MODEL,
    "invoke_agent": SpanKind.AGENT,
    "invoke_workflow": SpanKind.AGENT,
}
"""`gen_ai.operation.name` → kind."""
_MERGED: Final = "(merged tools)"
"""What Google's ADK calls a span for several tools, which have spans of their own."""


def kind_of(span: Span) -> SpanKind | None:
    """What the span watched, as far as this convention says."""
    operation = span.attributes.get("gen_ai.operation.name")
    if span.attributes.get("gen_ai.tool.name") == _MERGED:
        return None
    if operation is None and "gen_ai.tool.name" in span.attributes:
        return SpanKind.TOOL
    return _KINDS.get(operation) if isinstance(operation, str) else None


def read(span: Span) -> Reading:
    """What this convention makes of a span."""
    attributes = span.attributes
    if not any(name.startswith("gen_ai.") for name in attributes):
        return NOTHING
    result = captured(attributes, "gen_ai.tool.call.result")
    return Reading(
        kind=kind_of(span),
        tool=text_of(attributes, "gen_ai.tool.name"),
        call_id=text_of(attributes, "gen_ai.tool.call.id"),
        args=captured(attributes, "gen_ai.tool.call.arguments"),
        result=NOT_CAPTURED if result is NOT_CAPTURED else result_of(result),
        failed=attributes.get("gen_ai.tool.status") == "error",
        heard=messages_of(captured(attributes, INPUT)),
        said=messages_of(captured(attributes, OUTPUT)),
        tools=frozenset(_names(structured(attributes.get("gen_ai.tool.definitions")))) or None,
        input_tokens=number_of(attributes, "gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"),
        output_tokens=number_of(attributes, "gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"),
    )


def _names(definitions: Json) -> Iterator[str]:
    for definition in definitions if isinstance(definitions, list) else ():
        if isinstance(definition, dict):
            function = definition.get("function")
            name = (function if isinstance(function, dict) else definition).get("name")
            if isinstance(name, str):
                yield name
