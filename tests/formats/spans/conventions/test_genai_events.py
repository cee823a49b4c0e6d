from collections.abc import Callable

from goldgate.formats.spans.conventions import read_span
from goldgate.formats.spans.reading import Answered, Asked, Message
from goldgate.model.span import Span, SpanEvent
from goldgate.model.value import Json

CHAT = {"gen_ai.operation.name": "chat"}


def event(name: str, body: Json = None, **attributes: Json) -> SpanEvent:
    return SpanEvent(name=name, body=body, attributes=attributes)


def test_an_event_for_a_message_has_it_in_its_body_or_its_attributes(span: Callable[..., Span]) -> None:
    found = read_span(
        span(
            "chat",
            CHAT,
            event("gen_ai.system.message", {"content": "be good"}),
            event("gen_ai.user.message", content="hi", role="user"),
            event("gen_ai.assistant.message", {"tool_calls": [{"id": "1", "function": {"name": "look"}}]}),
            event("gen_ai.tool.message", {"id": "1", "content": "seen"}),
            event("gen_ai.choice", {"index": 0, "message": {"role": "assistant", "content": "bye"}}),
            event("gen_ai.choice", message="bye again"),
            event("other", content="no message"),
        )
    )
    assert found.heard == (
        Message(role="system", text="be good"),
        Message(role="user", text="hi"),
        Message(role="assistant", asked=(Asked(name="look", call_id="1"),)),
        Message(role="tool", answered=(Answered(call_id="1", result="seen"),)),
    )
    assert found.said == (Message(role="assistant", text="bye"), Message(role="assistant", text="bye again"))


def test_the_oldest_events_hold_all_messages_as_text(span: Callable[..., Span]) -> None:
    prompt = {"gen_ai.prompt": '[{"role": "user", "content": "hi"}]'}
    completion = {"gen_ai.completion": '[{"role": "assistant", "content": "bye"}]'}
    found = read_span(
        span("chat", CHAT, event("gen_ai.content.prompt", **prompt), event("gen_ai.content.completion", **completion))
    )
    assert found.heard == (Message(role="user", text="hi"),)
    assert found.said == (Message(role="assistant", text="bye"),)


def test_attributes_of_the_span_win_over_its_events(span: Callable[..., Span]) -> None:
    said = {"gen_ai.output.messages": '[{"role": "assistant", "content": "of the span"}]'}
    found = read_span(span("chat", {**CHAT, **said}, event("gen_ai.choice", message="of the event")))
    assert found.said == (Message(role="assistant", text="of the span"),)
