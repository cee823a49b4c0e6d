from collections.abc import Callable
from typing import Any

from goldgate.formats.spans.trace import SpanTrace, trace_of
from goldgate.model.span import Span, SpanEvent, SpanStatus
from goldgate.model.value import NOT_CAPTURED, Json

Short = Callable[[SpanTrace], list[Any]]


def call(name: str, args: Json = None, **other: Json) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, **({} if args is None else {"arguments": args}), **other}


def asking(*calls: dict[str, Any], **attributes: Any) -> dict[str, Any]:
    said = [{"role": "assistant", "parts": list(calls)}]
    return {"gen_ai.operation.name": "chat", "gen_ai.output.messages": said, **attributes}


def answering(*results: tuple[str, Any]) -> dict[str, Any]:
    parts = [{"type": "tool_call_response", "id": call_id, "response": result} for call_id, result in results]
    return {"gen_ai.operation.name": "chat", "gen_ai.input.messages": [{"role": "tool", "parts": parts}]}


def watched(name: str, **attributes: Any) -> dict[str, Any]:
    keys = {"args": "gen_ai.tool.call.arguments", "result": "gen_ai.tool.call.result", "id": "gen_ai.tool.call.id"}
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": name,
        **{keys.get(key, key): value for key, value in attributes.items()},
    }


# One call, told twice


def test_a_call_with_a_span_is_one_step_in_the_place_of_its_message(span: Callable[..., Span], short: Short) -> None:
    spans = [
        span("chat", asking(call("a", {"n": 1}, id="1"), call("b", {"n": 2}, id="2"))),
        span("b", watched("b", id="2", args='{"n": 2}', result="two")),
        span("a", watched("a", id="1", args='{"n": 1}', result="one")),
    ]
    assert short(trace_of(spans)) == [
        ("a", {"n": 1}, "ok", "one", "message-1"),
        ("b", {"n": 2}, "ok", "two", "message-1"),
    ]


def test_a_span_without_an_id_is_of_the_call_with_its_arguments_in_the_last_turn(
    span: Callable[..., Span], short: Short
) -> None:
    spans = [
        span("chat", asking(call("a", {"n": 1}, id="1"))),
        span("chat", asking(call("a", {"n": 1}, id="2"), call("a", {"n": 2}, id="3"))),
        span("a", watched("a", args={"n": 2}, result="for 3")),
        span("a", watched("a", result="for 2")),
    ]
    assert short(trace_of(spans)) == [
        ("a", {"n": 1}, "ok", NOT_CAPTURED, None),
        ("a", {"n": 1}, "ok", "for 2", "message-2"),
        ("a", {"n": 2}, "ok", "for 3", "message-2"),
    ]


def test_a_span_with_another_id_is_another_call(span: Callable[..., Span], short: Short) -> None:
    spans = [span("chat", asking(call("a", id="1"))), span("a", watched("a", id="2"))]
    assert short(trace_of(spans)) == [
        ("a", NOT_CAPTURED, "ok", NOT_CAPTURED, None),
        ("a", NOT_CAPTURED, "ok", NOT_CAPTURED, None),
    ]


def test_arguments_are_those_of_the_span_unless_only_the_message_has_an_object(
    span: Callable[..., Span], short: Short
) -> None:
    spans = [
        span("chat", asking(call("a", {"n": 1}, id="1"), call("b", {"n": 2}, id="2"), call("c", "{", id="3"))),
        span("a", watched("a", id="1", args={"n": 10})),
        span("b", watched("b", id="2", args="two")),
        span("c", watched("c", id="3", args=[3])),
    ]
    assert [step[1:3] for step in short(trace_of(spans))] == [
        ({"n": 10}, "ok"),
        ({"n": 2}, "ok"),
        ("[3]", "BAD_ARGUMENTS"),
    ]


def test_results_in_messages_are_joined_by_id_and_order(span: Callable[..., Span], short: Short) -> None:
    spans = [
        span("chat", asking(call("a", id="1"))),
        span("chat", asking(call("b", id="1"))),
        span("chat", answering(("1", "first"), ("1", "second"), ("1", "nobody asked"), ("9", "nor for this"))),
        span("chat", answering(("1", "told before"))),
    ]
    assert [step[3] for step in short(trace_of(spans))] == ["first", "second"]


def test_a_later_message_tells_arguments_that_were_not_kept_before(span: Callable[..., Span], short: Short) -> None:
    again = {"role": "assistant", "parts": [call("a", {"n": 1}, id="1")]}
    later = {"gen_ai.operation.name": "chat", "gen_ai.input.messages": [again]}
    assert [step[1] for step in short(trace_of([span("chat", asking(call("a", id="1"))), span("chat", later)]))] == [
        {"n": 1}
    ]


def test_two_tracers_that_watch_the_same_tell_it_once(span: Callable[..., Span], short: Short) -> None:
    model = span("outer", asking(call("a", id="1")))
    again = span("inner", asking(call("a", {"n": 1}, id="1"), **{"gen_ai.usage.input_tokens": 3}), inside=model)
    tool = span("outer", watched("a", id="1"))
    inner = span("inner", watched("a", args={"n": 1}, result="one"), inside=tool)
    found = trace_of([model, again, tool, inner])
    assert short(found) == [("a", {"n": 1}, "ok", "one", None)]
    assert found.trace.usage.input_tokens == 3


def test_a_span_around_several_requests_is_none_of_them(span: Callable[..., Span], short: Short) -> None:
    used = {"gen_ai.usage.input_tokens": 3}
    loop = span("loop", asking(call("a", id="1"), **used))
    first = span("chat", asking(call("a", id="1"), **used), inside=loop)
    tool = span("a", watched("a", id="1"), inside=loop)
    second = span("chat", asking(call("b", id="2"), **used), inside=loop)
    for spans in ([loop, first, second], [loop, first, tool], [loop, first, tool, second]):
        found = trace_of(spans)
        assert [step[0] for step in short(found)] == (["a", "b"] if second in spans else ["a"])
        assert found.trace.usage.input_tokens == (6 if second in spans else 3)


def test_the_same_may_be_watched_more_than_twice(span: Callable[..., Span], short: Short) -> None:
    outer = span("outer", watched("a"))
    middle = span("middle", watched("a", args={"n": 1}), inside=outer)
    unknown = span("between", {}, inside=middle)
    inner = span("inner", watched("a", result="one"), inside=unknown)
    assert short(trace_of([outer, middle, unknown, inner])) == [("a", {"n": 1}, "ok", "one", None)]


def test_a_tool_inside_of_another_tool_is_a_call_of_its_own(span: Callable[..., Span], short: Short) -> None:
    outer = span("outer", watched("a"))
    assert [step[0] for step in short(trace_of([outer, span("inner", watched("b"), inside=outer)]))] == ["a", "b"]


# How it ended


def failed(span: Callable[..., Span], short: Short, *events: SpanEvent, **other: Any) -> tuple[Any, ...]:
    """Code or status, and result, of a call whose span is like this."""
    attributes = other.pop("attributes", {})
    ((_, _, code, result, _),) = short(trace_of([span("a", {**watched("a"), **attributes}, *events, **other)]))
    return code, result


def test_errors_have_the_type_that_is_told_else_the_class_of_the_exception(
    span: Callable[..., Span], short: Short
) -> None:
    raised = SpanEvent(name="exception", attributes={"exception.type": "my.app.Gone", "exception.message": "gone"})
    error: dict[str, Any] = {"status": SpanStatus.ERROR}
    assert failed(span, short, **error) == ("error", NOT_CAPTURED)
    assert failed(span, short, raised, **error) == ("Gone", "gone")
    assert failed(span, short, raised, attributes={"error.type": "not found"}, **error) == ("not found", "gone")
    assert failed(span, short, raised, attributes={"error.type": "_OTHER"}, **error) == ("Gone", "gone")
    assert failed(span, short, raised) == ("Gone", "gone")
    assert failed(span, short, raised, status=SpanStatus.OK) == ("ok", "gone")


def test_a_span_that_has_not_ended_is_unfinished(span: Callable[..., Span], short: Short) -> None:
    assert failed(span, short, ended=None) == ("UNFINISHED", NOT_CAPTURED)


def test_a_call_of_a_tool_that_the_model_was_not_told_of_is_of_none(span: Callable[..., Span], short: Short) -> None:
    tools = {"gen_ai.tool.definitions": [{"name": "a"}, {"type": "function", "function": {"name": "b"}}, {}, "odd"]}
    spans = [span("chat", asking(call("a"), call("b"), call("c"), call("d"), **tools)), span("d", watched("d"))]
    assert [step[2] for step in short(trace_of(spans))] == ["ok", "ok", "UNKNOWN_TOOL", "ok"]


# What ran at once


def test_calls_that_no_message_asked_for_are_a_group_when_they_overlap(span: Callable[..., Span], short: Short) -> None:
    agent = span("agent")
    second = span("b", watched("b"), inside=agent, ended=1_000)
    first = span("a", watched("a", args={"n": 2}), inside=agent)
    third = span("a", watched("a", args={"n": 1}), inside=agent, ended=1_000)
    elsewhere = span("c", watched("c"))
    later = span("d", watched("d"), inside=agent, started=2_000)
    last = span("e", watched("e"), inside=agent, started=3_000, ended=None)
    open_yet = span("f", watched("f"), inside=agent, started=4_000)
    found = trace_of([agent, second, first, third, elsewhere, later, last, open_yet])
    assert [(step[0], step[1], step[4]) for step in short(found)] == [
        ("a", {"n": 1}, "parallel-1"),
        ("a", {"n": 2}, "parallel-1"),
        ("b", NOT_CAPTURED, "parallel-1"),
        ("c", NOT_CAPTURED, None),
        ("d", NOT_CAPTURED, None),
        ("e", NOT_CAPTURED, "parallel-4"),
        ("f", NOT_CAPTURED, "parallel-4"),
    ]
