"""An agent of smolagents whose model is scripted."""

import json
from typing import Any

from scripted_turns import ANSWER, pay, pay_later, turn, weather
from smolagents import ChatMessage, Model, ToolCallingAgent, tool
from smolagents.models import ChatMessageToolCall, ChatMessageToolCallFunction, MessageRole
from smolagents.monitoring import TokenUsage


class ScriptedModel(Model):
    """Every step of the agent, whether it went well or not, is one more pair of messages behind the task."""

    def generate(self, messages: list[ChatMessage], **_options: Any) -> ChatMessage:
        texts = [(message.role, _text(message)) for message in messages]
        last = max(at for at, (role, text) in enumerate(texts) if role == MessageRole.USER and "New task:" in text)
        number = sum(role == MessageRole.TOOL_RESPONSE for role, _ in texts[last + 1 :])
        calls = turn(texts[last][1].partition("New task:\n")[2], number)
        answer = [(_FINAL, json.dumps({"answer": ANSWER}))]
        return ChatMessage(
            role=MessageRole.ASSISTANT,
            content="",
            tool_calls=[_call(number, at, *call) for at, call in enumerate(answer if calls is None else calls)],
            token_usage=TokenUsage(input_tokens=10, output_tokens=2),
        )


_FINAL = "final_answer"


def _text(message: ChatMessage) -> str:
    return "".join(part.get("text", "") for part in message.content or ())


def _call(number: int, at: int, name: str, text: str) -> ChatMessageToolCall:
    try:
        args = json.loads(text)
    except ValueError:
        args = text  # smolagents leaves text that is no JSON as it is, too
    return ChatMessageToolCall(
        id=f"{number}-{at}", type="function", function=ChatMessageToolCallFunction(name=name, arguments=args)
    )


agent = ToolCallingAgent(
    tools=[tool(weather), tool(pay), tool(pay_later)], model=ScriptedModel(), verbosity_level=0, max_steps=4
)
