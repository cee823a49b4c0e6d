"""An agent of autogen whose model is scripted."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any

from autogen_agentchat.agents import AssistantAgent
from autogen_core import FunctionCall
from autogen_core.models import (
    AssistantMessage,
    ChatCompletionClient,
    CreateResult,
    LLMMessage,
    ModelInfo,
    RequestUsage,
    UserMessage,
)
from scripted_turns import ANSWER, pay, pay_later, turn, weather


class ScriptedModel(ChatCompletionClient):
    async def create(self, messages: Sequence[LLMMessage], **_options: Any) -> CreateResult:
        last = max(at for at, message in enumerate(messages) if isinstance(message, UserMessage))
        number = sum(isinstance(message, AssistantMessage) for message in messages[last:])
        calls = turn(str(messages[last].content), number)
        return CreateResult(
            content=ANSWER if calls is None else [_call(number, at, *call) for at, call in enumerate(calls)],
            finish_reason="stop",
            usage=RequestUsage(prompt_tokens=10, completion_tokens=2),
            cached=False,
        )

    async def create_stream(self, *_args: Any, **_options: Any) -> AsyncGenerator[str | CreateResult, None]:
        raise NotImplementedError
        yield ""

    async def close(self) -> None:
        pass

    def actual_usage(self) -> RequestUsage:
        return RequestUsage(0, 0)

    def total_usage(self) -> RequestUsage:
        return RequestUsage(0, 0)

    def count_tokens(self, *_args: Any, **_options: Any) -> int:
        return 0

    def remaining_tokens(self, *_args: Any, **_options: Any) -> int:
        return 0

    @property
    def capabilities(self) -> ModelInfo:
        return self.model_info

    @property
    def model_info(self) -> ModelInfo:
        return ModelInfo(
            vision=False, function_calling=True, json_output=False, family="unknown", structured_output=False
        )


def _call(number: int, at: int, name: str, args: str) -> FunctionCall:
    return FunctionCall(id=f"{number}-{at}", name=name, arguments=args)


agent = AssistantAgent("assistant", ScriptedModel(), tools=[weather, pay, pay_later], max_tool_iterations=5)
