from collections.abc import Callable

import pytest

from goldgate.formats.spans.conventions import read_span
from goldgate.formats.spans.reading import Reading, SpanKind
from goldgate.model.span import Span
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

Spans = Callable[..., Span]


def tool(span: Spans, as_text: Callable[[Json], str], **parts: Json) -> Reading:
    entity = {f"traceloop.entity.{key}": as_text(value) for key, value in parts.items()}
    return read_span(span("look.tool", {"traceloop.span.kind": "tool", **entity}))


@pytest.mark.parametrize(
    ("given", "args"),
    [
        ({"args": [], "kwargs": {"n": 1}}, {"n": 1}),
        ({"args": [1], "kwargs": {}}, NOT_CAPTURED),
        ({"input_str": "1", "inputs": {"n": 1}, "kwargs": {}}, {"n": 1}),
        (["n"], NOT_CAPTURED),
    ],
)
def test_arguments_by_place_have_lost_their_names(
    given: Json, args: Json | NotCaptured, span: Spans, as_text: Callable[[Json], str]
) -> None:
    assert tool(span, as_text, input=given).args == args


@pytest.mark.parametrize(
    ("came", "result"),
    [
        ("seen", "seen"),
        ({"seen": 1}, {"seen": 1}),
        ({"output": "seen", "kwargs": {}}, "seen"),
        ({"output": {"lc": 1, "kwargs": {"content": "seen", "status": "success"}}, "kwargs": {}}, "seen"),
        (None, None),
    ],
)
def test_a_result_is_taken_out_of_what_langchain_puts_around_it(
    came: Json, result: Json, span: Spans, as_text: Callable[[Json], str]
) -> None:
    assert tool(span, as_text, output=came).result == result


def test_a_tool_without_a_name_has_that_of_its_span(span: Spans, as_text: Callable[[Json], str]) -> None:
    found = tool(span, as_text)
    assert (found.kind, found.tool, found.args, found.result) == (SpanKind.TOOL, "look", NOT_CAPTURED, NOT_CAPTURED)
    named = read_span(span("x.tool", {"traceloop.span.kind": "tool", "traceloop.entity.name": "hear"}))
    assert named.tool == "hear"


def test_what_a_workflow_returns_is_an_answer_when_it_is_a_text(span: Spans) -> None:
    def answer(output: str, kind: str = "workflow") -> Json | NotCaptured:
        return read_span(span("w", {"traceloop.span.kind": kind, "traceloop.entity.output": output})).answer

    assert answer('"done"') == "done"
    assert answer("not JSON") == "not JSON"
    assert answer('{"messages": []}') is NOT_CAPTURED
    assert answer('"done"', kind="task") is NOT_CAPTURED
