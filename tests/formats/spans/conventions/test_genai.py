import pytest

from goldgate.formats.spans.conventions import read_span
from goldgate.formats.spans.reading import SpanKind
from goldgate.model.span import Span
from goldgate.model.value import Json


def kind(**attributes: Json) -> SpanKind | None:
    named = {key.replace("__", "."): value for key, value in attributes.items()}
    return read_span(Span(trace_id="a" * 32, span_id="b" * 16, name="s", started=1, ended=2, attributes=named)).kind


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("execute_tool", SpanKind.TOOL),
        ("chat", SpanKind.MODEL),
        ("generate_content", SpanKind.MODEL),
        ("invoke_agent", SpanKind.AGENT),
        ("create_agent", None),
        ("embeddings", None),
        (5, None),
    ],
)
def test_the_operation_tells_the_kind(operation: Json, expected: SpanKind | None) -> None:
    assert kind(gen_ai__operation__name=operation) == expected


def test_a_span_with_a_tool_and_no_operation_is_of_a_tool() -> None:
    assert kind(gen_ai__tool__name="look") is SpanKind.TOOL
    assert kind(gen_ai__tool__name="(merged tools)", gen_ai__operation__name="execute_tool") is None
    assert kind(http__method="GET") is None
