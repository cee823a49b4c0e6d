"""An agent of the OpenAI Agents SDK whose model is scripted."""

from collections.abc import AsyncIterator
from typing import Any

from agents import Agent, Model, ModelResponse, Usage, function_tool
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText
from scripted_turns import ANSWER, pay, pay_later, turn, weather


class ScriptedModel(Model):
    async def get_response(self, system_instructions: Any, input: Any, *_args: Any, **_kwargs: Any) -> ModelResponse:  # noqa: A002 - the SDK's name
        last = max(at for at, item in enumerate(input) if item.get("role") == "user")
        asked = [item["call_id"] for item in input[last:] if item.get("type") == "function_call"]
        number = len({call_id.partition("-")[0] for call_id in asked})
        calls = turn(input[last]["content"], number)
        return ModelResponse(
            output=[_answer()] if calls is None else [_call(number, at, *call) for at, call in enumerate(calls)],
            usage=Usage(requests=1, input_tokens=10, output_tokens=2, total_tokens=12),
            response_id=None,
        )

    def stream_response(self, *_args: Any, **_kwargs: Any) -> AsyncIterator[Any]:
        raise NotImplementedError


def _call(number: int, at: int, name: str, args: str) -> ResponseFunctionToolCall:
    return ResponseFunctionToolCall(type="function_call", call_id=f"{number}-{at}", name=name, arguments=args)


def _answer() -> ResponseOutputMessage:
    text = ResponseOutputText(type="output_text", text=ANSWER, annotations=[])
    return ResponseOutputMessage(id="answer", type="message", role="assistant", status="completed", content=[text])


agent = Agent(
    name="assistant",
    model=ScriptedModel(),
    tools=[function_tool(weather), function_tool(pay), function_tool(pay_later)],
)
