from collections.abc import Callable
from typing import Any, Final

import pytest

from goldgate.formats.spans.trace import SpanTrace, trace_of
from goldgate.model.case import Turn
from goldgate.model.span import Span, SpanEvent, SpanStatus
from goldgate.model.trace import OverallStatus, Usage
from goldgate.model.value import NOT_CAPTURED

PARIS: Final = ("get_weather", {"city": "Paris"})
ZURICH: Final = ("get_weather", {"city": "Zürich"})
SUNNY: Final = ("Paris: sunny", "Zürich: sunny")
REFUSED: Final = (
    "Error invoking tool 'get_weather' with kwargs {'cty': 'Rome'} with error:\n city: Field required\n"
    " Please fix the error and try again."
)
FIXED: Final = "An error occurred while running the tool. Please try again."


def without_results(steps: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [(*step[:3], step[4]) for step in steps]


# What real tracers keep


@pytest.mark.parametrize("name", ["pydantic-ai-v2", "pydantic-ai-v5"])
def test_pydantic_ai_keeps_everything(
    name: str, traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    (found,) = traces(name)
    steps = short(found)
    assert without_results(steps) == [
        (*PARIS, "ok", "message-1"),
        (*ZURICH, "ok", "message-1"),
        ("get_weather", {"cty": "Rome"}, "INVALID_ARGUMENTS", None),
        ("get_weather", '{"city": ', "BAD_ARGUMENTS", None),
        ("nope", {}, "UNKNOWN_TOOL", None),
        ("boom", {"x": 1.5}, "ToolRetryError", None),
    ]
    assert tuple(step[3] for step in steps[:2]) == SUNNY
    assert [step[3] for step in steps[4:]] == [
        "Unknown tool name: 'nope'. Available tools: 'boom', 'get_weather'",
        "try again",
    ]
    assert (found.request, found.trace.answer) == ("weather?", "done")
    assert found.trace.usage == Usage(input_tokens=557, output_tokens=126)


@pytest.mark.parametrize("name", ["strands-latest", "strands-legacy"])
def test_strands_keeps_everything_but_arguments_that_are_no_json(
    name: str, traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    (found,) = traces(name)
    steps = short(found)
    assert without_results(steps) == [
        (*PARIS, "ok", "message-1"),
        (*ZURICH, "ok", "message-1"),
        ("get_weather", {"cty": "Rome"}, "ValueError", None),
        ("get_weather", {}, "ValueError", None),
        ("nope", {}, "Exception", None),
        ("boom", {"x": 1.5}, "ValueError", None),
    ]
    assert tuple(step[3] for step in steps[:2]) == SUNNY
    assert [step[3] for step in steps[4:]] == ["Unknown tool: nope", "Error: hard failure"]
    assert (found.request, found.trace.answer) == ("weather?", "done")


@pytest.mark.parametrize(
    "names",
    [
        ["openai-v2-latest-span_only"],
        ["openai-v2-latest-span_only.base64ids"],
        ["openai-v2-latest-event_only", "openai-v2-latest-event_only.logs"],
        ["openai-v2-legacy", "openai-v2-legacy.logs"],
    ],
    ids=lambda names: str(names[0]),
)
def test_calls_that_only_messages_tell_have_the_results_that_later_messages_tell(
    names: list[str], traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    (found,) = traces(*names)
    both = [{"city": "Zürich", "days": 3, "temp": 0.1}, {"city": "東京 🗼"}]
    result = {"temp": 0.1, "sky": "ü"}
    assert short(found) == [
        ("get_weather", both[0], "ok", result, "message-1"),
        ("get_weather", both[1], "ok", result, "message-1"),
        ("get_weather", both[0], "ok", NOT_CAPTURED, "message-3"),
        ("get_weather", both[1], "ok", NOT_CAPTURED, "message-3"),
    ]
    assert (found.request, found.trace.answer) == ("weather", NOT_CAPTURED)
    assert found.trace.usage == Usage(input_tokens=2, output_tokens=2)


def test_without_its_log_records_a_tracer_that_writes_events_tells_nothing(
    traces: Callable[..., list[SpanTrace]],
) -> None:
    (found,) = traces("openai-v2-latest-event_only")
    assert (found.trace.steps, found.request, found.tells_calls) == ((), None, False)


@pytest.mark.parametrize("name", ["openai-agents-openinference", "openai-agents-otelv2"])
def test_openai_agents_keep_calls_but_no_messages(
    name: str, traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    (found,) = traces(name)
    assert short(found) == [
        (*PARIS, "ok", SUNNY[0], "parallel-1"),
        (*ZURICH, "ok", SUNNY[1], "parallel-1"),
        ("get_weather", {"cty": "Rome"}, "error", FIXED, None),
        ("get_weather", '{"city": ', "BAD_ARGUMENTS", FIXED, None),
        ("boom", {"x": 1.5}, "error", FIXED, None),
    ]
    assert (found.request, found.trace.answer) == (None, NOT_CAPTURED)


@pytest.mark.parametrize(
    ("name", "failures"),
    [
        (
            "autogen-native",
            [("get_weather", "ValidationError"), ("boom", "ValueError")],
        ),
        (
            "google-adk-native",
            [("get_weather", "TOOL_ERROR"), ("nope", "ValueError")],
        ),
    ],
)
def test_native_tracers_keep_neither_arguments_nor_results(
    name: str,
    failures: list[tuple[str, str]],
    traces: Callable[..., list[SpanTrace]],
    short: Callable[[SpanTrace], list[Any]],
) -> None:
    found = traces(name)[-1]
    steps = short(found)
    assert without_results(steps) == [
        ("get_weather", NOT_CAPTURED, "ok", None),
        ("get_weather", NOT_CAPTURED, "ok", None),
        *[(tool, NOT_CAPTURED, code, None) for tool, code in failures],
    ]
    assert [step[3] for step in steps[:2]] == [NOT_CAPTURED, NOT_CAPTURED]


def test_what_langchains_tool_spans_lose_is_in_the_messages(
    traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    (found,) = traces("langgraph-openinference")
    assert short(found) == [
        (*PARIS, "ok", SUNNY[0], "message-1"),
        (*ZURICH, "ok", SUNNY[1], "message-1"),
        (
            "get_weather",
            {"cty": "Rome"},
            "ValidationError",
            REFUSED,
            None,
        ),
        ("nope", {}, "error", "Error: nope is not a valid tool, try one of [get_weather, boom].", None),
    ]
    assert (found.request, found.trace.answer) == ("weather?", "done")


def test_a_models_span_around_tools_is_not_taken_for_one_turn(
    traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    """The tracer writes each request over the one before: arguments of one call stand beside the name of another."""
    (found,) = traces("google-adk-oi")
    steps = short(found)
    assert without_results(steps) == [
        (*PARIS, "ok", None),
        (*ZURICH, "ok", None),
        ("get_weather", {"cty": "Rome"}, "TOOL_ERROR", None),
        ("nope", NOT_CAPTURED, "ValueError", None),
    ]
    assert [step[3] for step in steps[:2]] == [{"result": SUNNY[0]}, {"result": SUNNY[1]}]
    assert (found.request, found.trace.answer) == ("weather?", "done")


def test_smolagents_name_arguments_given_by_place_and_answer_by_a_tool(
    traces: Callable[..., list[SpanTrace]], short: Callable[[SpanTrace], list[Any]]
) -> None:
    calling, coding = traces("smolagents-openinference")
    assert short(calling) == [
        (*PARIS, "ok", SUNNY[0], None),
        (*ZURICH, "ok", SUNNY[1], None),
        ("boom", {"x": 1.5}, "ValueError", "hard failure", None),
    ]
    assert short(coding) == [(*PARIS, "ok", SUNNY[0], None)]
    assert [(found.request, found.trace.answer) for found in (calling, coding)] == [
        ("weather?", "done"),
        ("q", SUNNY[0]),
    ]


# Answer, status, request, usage


def said(text: str) -> dict[str, Any]:
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.output.messages": [{"role": "assistant", "parts": [{"type": "text", "content": text}]}],
    }


def heard(*messages: tuple[str, str]) -> dict[str, Any]:
    parts = [{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in messages]
    return {"gen_ai.operation.name": "chat", "gen_ai.input.messages": parts}


def test_spans_may_come_in_any_order(span: Callable[..., Span]) -> None:
    spans = [span("chat", said(text)) for text in ("one", "two", "three")]
    assert trace_of([spans[2], spans[0], spans[1]]).trace.answer == "three"


def test_the_answer_of_an_agent_that_is_a_tool_is_not_that_of_the_whole(span: Callable[..., Span]) -> None:
    first = span("chat", said("ask the other one"))
    tool = span("other", {"gen_ai.operation.name": "execute_tool"})
    inner = span("chat", said("I am the other one"), inside=tool)
    assert trace_of([first, tool, inner]).trace.answer == "ask the other one"


def test_a_last_message_that_asks_for_a_call_is_no_answer(span: Callable[..., Span]) -> None:
    asking = said("let me see")
    asking["gen_ai.output.messages"][0]["parts"].append({"type": "tool_call", "id": "1", "name": "look"})
    assert trace_of([span("chat", said("hm")), span("chat", asking)]).trace.answer is NOT_CAPTURED


def test_what_an_agent_says_counts_where_its_model_says_nothing(span: Callable[..., Span]) -> None:
    agent = span("agent", {**said("so it is"), "gen_ai.operation.name": "invoke_agent"})
    assert trace_of([agent, span("chat", {"gen_ai.operation.name": "chat"}, inside=agent)]).trace.answer == "so it is"


def test_the_output_of_a_chain_at_the_top_is_the_answer_where_nothing_else_is(span: Callable[..., Span]) -> None:
    outer = span("chain", {"openinference.span.kind": "CHAIN", "output.value": "outer"})
    inner = span("step", {"openinference.span.kind": "CHAIN", "output.value": "inner"}, inside=outer)
    assert trace_of([outer, inner]).trace.answer == "outer"


def test_work_that_fails_at_the_top_is_an_error_and_a_request_that_does_is_none(span: Callable[..., Span]) -> None:
    agent = span("agent", {"gen_ai.operation.name": "invoke_agent"})
    failed = span("chat", {"gen_ai.operation.name": "chat"}, inside=agent, status=SpanStatus.ERROR)
    alone = span("chat", {"gen_ai.operation.name": "chat"}, status=SpanStatus.ERROR)
    worker = span("work", {}, SpanEvent(name="exception", attributes={"exception.type": "OSError"}))
    assert [trace_of(spans).trace.status for spans in ([agent, failed], [alone], [worker])] == [
        OverallStatus.SUCCESS,
        OverallStatus.SUCCESS,
        OverallStatus.ERROR,
    ]


def test_a_request_is_a_text_or_the_turns_of_a_conversation_without_instructions(span: Callable[..., Span]) -> None:
    one = span("chat", heard(("system", "be good"), ("user", "hi")))
    several = span("chat", heard(("user", "hi"), ("assistant", "hello"), ("user", "bye")))
    assert trace_of([one]).request == "hi"
    assert trace_of([several]).request == (
        Turn(role="user", content="hi"),
        Turn(role="assistant", content="hello"),
        Turn(role="user", content="bye"),
    )


def test_the_request_is_that_of_the_agent_rather_than_what_its_model_was_given(span: Callable[..., Span]) -> None:
    agent = span("agent", {"openinference.span.kind": "AGENT", "input.value": '{"task": "hi"}'})
    model = span("chat", heard(("user", "You are asked: hi")), inside=agent)
    assert trace_of([agent, model]).request == "hi"
    assert trace_of([model]).request == "You are asked: hi"


def test_what_a_tool_was_asked_is_no_request(span: Callable[..., Span]) -> None:
    tool = span("other", {"gen_ai.operation.name": "execute_tool"})
    assert trace_of([tool, span("chat", heard(("user", "inner")), inside=tool)]).request is None


def test_usage_that_nobody_tells_is_unknown(span: Callable[..., Span]) -> None:
    used = {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 3}
    assert trace_of([span("chat", used), span("chat", used)]).trace.usage == Usage(input_tokens=6)
