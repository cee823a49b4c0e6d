from collections.abc import Callable
from typing import Any

from goldgate.formats.spans.trace import SpanTrace, trace_of
from goldgate.model.span import Span


def test_numbered_prompts_and_completions_are_messages(
    span: Callable[..., Span], short: Callable[[SpanTrace], list[Any]]
) -> None:
    first = {
        "llm.request.type": "chat",
        "llm.request.functions.0.name": "look",
        "gen_ai.prompt.0.role": "system",
        "gen_ai.prompt.0.content": "be good",
        "gen_ai.prompt.1.role": "user",
        "gen_ai.prompt.1.content": "hi",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.finish_reason": "tool_calls",
        "gen_ai.completion.0.tool_calls.0.id": "1",
        "gen_ai.completion.0.tool_calls.0.name": "look",
        "gen_ai.completion.0.tool_calls.0.arguments": '{"n": 1}',
        "gen_ai.completion.0.tool_calls.1.id": "2",
        "gen_ai.completion.0.tool_calls.1.name": "hear",
        "gen_ai.completion.0.tool_calls.1.arguments": "{",
        "gen_ai.usage.prompt_tokens": 7,
        "gen_ai.usage.completion_tokens": 2,
    }
    second = {
        "gen_ai.prompt.0.role": "tool",
        "gen_ai.prompt.0.tool_call_id": "1",
        "gen_ai.prompt.0.content": '{"seen": true}',
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.content": "bye",
    }
    found = trace_of([span("openai.chat", first), span("openai.chat", second)])
    assert [step[:4] for step in short(found)] == [
        ("look", {"n": 1}, "ok", {"seen": True}),
        ("hear", "{", "BAD_ARGUMENTS", found.trace.steps[1].observation),
    ]
    assert (found.request, found.trace.answer) == ("hi", "bye")
    assert (found.trace.usage.input_tokens, found.trace.usage.output_tokens) == (7, 2)


def test_a_request_without_messages_is_one_all_the_same(span: Callable[..., Span]) -> None:
    found = trace_of([span("openai.chat", {"llm.request.type": "chat", "gen_ai.usage.prompt_tokens": 7})])
    assert (found.trace.usage.input_tokens, found.tells_calls) == (7, False)
