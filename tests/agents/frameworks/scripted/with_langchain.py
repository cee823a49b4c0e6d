"""An agent of LangChain, which is a graph of LangGraph, whose model is scripted."""

import json
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.messages.tool import invalid_tool_call, tool_call
from langchain_core.outputs import ChatGeneration, ChatResult
from scripted_turns import ANSWER, pay, pay_later, turn, weather


class ScriptedModel(BaseChatModel):
    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, *_args: Any, **_kwargs: Any) -> "ScriptedModel":
        return self

    def _generate(self, messages: list[BaseMessage], *_args: Any, **_kwargs: Any) -> ChatResult:
        last = max(at for at, message in enumerate(messages) if isinstance(message, HumanMessage))
        number = sum(isinstance(message, AIMessage) for message in messages[last:])
        message = _message(turn(str(messages[last].content), number), number)
        return ChatResult(generations=[ChatGeneration(message=message)])


def _message(calls: list[tuple[str, str]] | None, number: int) -> AIMessage:
    usage = {"input_tokens": 10, "output_tokens": 2, "total_tokens": 12}
    if calls is None:
        return AIMessage(ANSWER, usage_metadata=usage)
    message = AIMessage("", usage_metadata=usage)
    for at, (name, text) in enumerate(calls):
        call_id = f"{number}-{at}"
        try:
            message.tool_calls.append(tool_call(name=name, args=json.loads(text), id=call_id))
        except ValueError as error:
            message.invalid_tool_calls.append(invalid_tool_call(name=name, args=text, id=call_id, error=str(error)))
    return message


agent = create_agent(ScriptedModel(), tools=[weather, pay, pay_later])
