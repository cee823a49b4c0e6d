"""What does pydantic-ai say beyond the GenAI conventions, or said before them?"""

from typing import Final

from goldgate.formats.spans.conventions.genai import kind_of
from goldgate.formats.spans.reading import NOTHING, Reading, SpanKind
from goldgate.formats.spans.values import captured, result_of, structured
from goldgate.model.span import Span
from goldgate.model.trace import INVALID_ARGUMENTS
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_INVALID: Final = "INVALID_JSON"
"""The only key of the object that stands for arguments which are no JSON; under it they are as they came."""


def read(span: Span) -> Reading:
    """What this convention makes of a span."""
    match kind_of(span):
        case SpanKind.TOOL:
            return _of_tool(span)
        case SpanKind.MODEL:
            return _of_model(structured(span.attributes.get("model_request_parameters")))
        case SpanKind.AGENT if "final_result" in span.attributes:
            return Reading(answer=structured(span.attributes["final_result"]))
    return NOTHING


def _of_model(parameters: Json) -> Reading:
    tools = parameters.get("output_tools") if isinstance(parameters, dict) else None
    named = (tool.get("name") for tool in (tools if isinstance(tools, list) else ()) if isinstance(tool, dict))
    answering = frozenset(name for name in named if isinstance(name, str))
    return Reading(answering=answering) if answering else NOTHING


def _of_tool(span: Span) -> Reading:
    result = captured(span.attributes, "tool_response")
    refused = span.attributes.get("pydantic_ai.tool.failure_stage") == "validation"
    reading = Reading(
        args=_args(captured(span.attributes, "tool_arguments", "gen_ai.tool.call.arguments")),
        result=NOT_CAPTURED if result is NOT_CAPTURED else result_of(result),
        error_code=INVALID_ARGUMENTS if refused else None,
    )
    return NOTHING if reading == NOTHING else reading


def _args(args: Json | NotCaptured) -> Json | NotCaptured:
    if args is NOT_CAPTURED:
        return args
    read = structured(args)
    return read[_INVALID] if isinstance(read, dict) and set(read) == {_INVALID} else args
