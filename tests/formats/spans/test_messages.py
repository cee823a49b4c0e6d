from typing import Any

import pytest

from goldgate.formats.spans.messages import message_of, messages_of
from goldgate.formats.spans.reading import Answered, Asked, Message
from goldgate.model.value import NOT_CAPTURED, Json

CALL = Asked(name="look", call_id="1", args={"n": 1})


@pytest.mark.parametrize(
    "document",
    [
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "1", "name": "look", "arguments": {"n": 1}}]},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "look", "input": {"n": 1}}]},
        {"role": "assistant", "content": '[{"toolUse": {"toolUseId": "1", "name": "look", "input": {"n": 1}}}]'},
        {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "look", "arguments": {"n": 1}}}]},
        {
            "role": "assistant",
            "tool_calls": [{"tool_call": {"id": "1", "function": {"name": "look", "arguments": {"n": 1}}}}],
        },
        {"type": "ai", "data": {"content": "", "tool_calls": [{"id": "1", "name": "look", "args": {"n": 1}}]}},
        {"role": "model", "invalid_tool_calls": [{"id": "1", "name": "look", "args": {"n": 1}}]},
    ],
)
def test_calls_are_read_in_each_of_their_forms(document: dict[str, Any]) -> None:
    assert message_of(document) == Message(role="assistant", asked=(CALL,))


@pytest.mark.parametrize(
    ("document", "role"),
    [
        ({"role": "tool", "parts": [{"type": "tool_call_response", "id": "1", "response": "ok"}]}, "tool"),
        ({"role": "user", "parts": [{"type": "tool_call_response", "id": "1", "result": "ok"}]}, "user"),
        ({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "ok"}]}, "user"),
        ({"role": "user", "content": '[{"toolResult": {"toolUseId": "1", "content": [{"text": "ok"}]}}]'}, "user"),
        ({"role": "tool", "tool_call_id": "1", "content": "ok"}, "tool"),
        ({"role": "tool", "id": "1", "content": [{"type": "text", "text": "ok"}]}, "tool"),
        ({"type": "tool", "data": {"tool_call_id": "1", "content": "ok", "status": "success"}}, "tool"),
    ],
)
def test_results_are_read_in_each_of_their_forms(document: dict[str, Any], role: str) -> None:
    assert message_of(document).answered == (Answered(call_id="1", result="ok"),)
    assert message_of(document).role == role


@pytest.mark.parametrize(
    "document",
    [
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "no", "is_error": True}]},
        {"role": "user", "content": [{"toolResult": {"toolUseId": "1", "content": "no", "status": "error"}}]},
        {"role": "tool", "tool_call_id": "1", "content": "no", "status": "error"},
    ],
)
def test_a_result_may_be_marked_as_an_error(document: dict[str, Any]) -> None:
    assert message_of(document).answered == (Answered(call_id="1", result="no", failed=True),)


def test_text_is_that_of_the_content_and_of_all_blocks_of_text() -> None:
    assert message_of({"role": "human", "content": "[hi"}) == Message(role="user", text="[hi")
    assert message_of({"role": "user", "content": '["hi"]'}).text == '["hi"]'
    blocks: list[Json] = [
        {"type": "text", "content": "a"},
        {"type": "image", "text": "no"},
        {"text": "b"},
        {"type": "text"},
    ]
    assert message_of({"role": "user", "parts": blocks}).text == "ab"
    assert message_of({"role": "user", "content": None}).text is None


def test_what_is_not_kept_is_not_captured() -> None:
    said = message_of({"parts": [{"type": "tool_call", "name": "look"}, {"type": "tool_call_response", "id": "1"}]})
    assert said.asked == (Asked(name="look"),)
    assert said.answered == (Answered(call_id="1"),)
    assert message_of({"role": "tool"}).answered == (Answered(call_id=None, result=NOT_CAPTURED),)
    assert (
        message_of({"role": "assistant", "tool_calls": [{"function": {}}, "look"], "parts": [{"toolUse": 1}]}).asked
        == ()
    )


def test_messages_are_a_list_one_of_them_or_json_text_of_either() -> None:
    one: dict[str, Json] = {"role": "user", "content": "hi"}
    expected = (Message(role="user", text="hi"),)
    assert messages_of([one, "no message"]) == expected
    assert messages_of('[{"role": "user", "content": "hi"}]') == expected
    assert messages_of(one) == expected
    assert messages_of([]) == ()
    assert messages_of("[cut off") is None
    assert messages_of(NOT_CAPTURED) is None
