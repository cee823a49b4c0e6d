from collections.abc import Callable

import pytest

from goldgate.formats.spans.conventions import read_span
from goldgate.formats.spans.reading import Message, Reading, SpanKind
from goldgate.model.span import Span
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

Spans = Callable[..., Span]
JSON = "application/json"


def tool(span: Spans, **attributes: Json) -> Reading:
    named = {key.replace("__", "."): value for key, value in attributes.items()}
    return read_span(span("look", {"openinference.span.kind": "TOOL", **named}))


@pytest.mark.parametrize(
    ("given", "mime", "args"),
    [
        ('{"n": 1}', JSON, {"n": 1}),
        ('{"n": 1}', None, {"n": 1}),
        ('{"n": ', JSON, '{"n": '),
        ("Paris", None, NOT_CAPTURED),
        ("[1]", JSON, NOT_CAPTURED),
        ("{'n': 1}", "text/plain", NOT_CAPTURED),
        ({"n": 1}, None, {"n": 1}),
    ],
)
def test_arguments_are_an_object_or_what_was_to_be_json(
    given: Json, mime: str | None, args: Json | NotCaptured, span: Spans
) -> None:
    assert tool(span, input__value=given, input__mime_type=mime).args == args


@pytest.mark.parametrize(
    ("came", "mime", "result"),
    [
        ("5", JSON, 5),
        ("5", None, "5"),
        ('{"n": 1}', None, {"n": 1}),
        ("{cut off", JSON, "{cut off"),
    ],
)
def test_a_result_is_json_where_that_is_said(came: str, mime: str | None, result: Json, span: Spans) -> None:
    assert tool(span, output__value=came, output__mime_type=mime).result == result


def test_a_tool_that_is_not_named_has_the_name_of_its_span(span: Spans) -> None:
    found = tool(span)
    assert (found.kind, found.tool, found.args, found.result) == (SpanKind.TOOL, "look", NOT_CAPTURED, NOT_CAPTURED)


def test_more_places_than_parameters_are_not_named(span: Spans) -> None:
    given = '{"args": [1, 2], "sanitize_inputs_outputs": false, "kwargs": {}}'
    assert tool(span, input__value=given, tool__parameters='{"n": {}}').args is NOT_CAPTURED
    assert tool(span, input__value=given.replace("{}}", "5}")).args is NOT_CAPTURED


def test_messages_may_have_blocks_and_tools_a_function_around_their_name(span: Spans) -> None:
    found = read_span(
        span(
            "llm",
            {
                "openinference.span.kind": "LLM",
                "llm.input_messages.0.message.role": "user",
                "llm.input_messages.0.message.contents.0.message_content.type": "text",
                "llm.input_messages.0.message.contents.0.message_content.text": "hi",
                "llm.tools.0.tool.json_schema": '{"type": "function", "function": {"name": "look"}}',
                "llm.tools.1.tool.json_schema": '{"name": "hear"}',
                "llm.tools.2.tool.json_schema": "cut off",
                "llm.tools.3.other": "odd",
                "llm.tools.4.tool.json_schema": "{}",
                "llm.token_count.prompt": 3,
            },
        )
    )
    assert found.heard == (Message(role="user", text="hi"),)
    assert found.tools == frozenset({"look", "hear"})
    assert (found.input_tokens, found.output_tokens) == (3, None)


@pytest.mark.parametrize(
    ("given", "request_text"),
    [("hi", "hi"), ('{"task": "hi"}', "hi"), ('{"input": "hi"}', "hi"), ('{"other": "hi"}', None), ('["hi"]', None)],
)
def test_what_an_agent_is_asked_is_a_text_or_stands_under_a_usual_key(
    given: str, request_text: str | None, span: Spans
) -> None:
    assert read_span(span("a", {"openinference.span.kind": "AGENT", "input.value": given})).request == request_text
