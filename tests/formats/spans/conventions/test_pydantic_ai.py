from collections.abc import Callable
from typing import Any

from goldgate.formats.spans.trace import SpanTrace, trace_of
from goldgate.model.span import Span

CHAT = {
    "gen_ai.operation.name": "chat",
    "gen_ai.output.messages": (
        '[{"role": "assistant", "parts": [{"type": "tool_call", "name": "look", "arguments": {}},'
        ' {"type": "tool_call", "name": "final_result", "arguments": {"n": 3}}]}]'
    ),
}


def test_an_output_tool_is_no_call_and_its_argument_is_the_answer(
    span: Callable[..., Span], short: Callable[[SpanTrace], list[Any]]
) -> None:
    agent = span("agent", {"gen_ai.operation.name": "invoke_agent", "final_result": '{"n":3}'})
    parameters = '{"function_tools": [{"name": "look"}], "output_tools": [{"name": "final_result"}, {}, "odd"]}'
    found = trace_of([agent, span("chat", {**CHAT, "model_request_parameters": parameters}, inside=agent)])
    assert ([step[0] for step in short(found)], found.trace.answer) == (["look"], {"n": 3})


def test_what_is_not_kept_of_output_tools_leaves_them_calls(
    span: Callable[..., Span], short: Callable[[SpanTrace], list[Any]]
) -> None:
    for parameters in ("{cut off", "{}"):
        found = trace_of([span("chat", {**CHAT, "model_request_parameters": parameters})])
        assert [step[0] for step in short(found)] == ["look", "final_result"]
