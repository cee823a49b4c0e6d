"""An agent of pydantic-ai whose model is scripted."""

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from scripted_turns import ANSWER, pay, pay_later, turn, weather


def _model(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
    at, request = _request(messages)
    number = sum(isinstance(message, ModelResponse) for message in messages[at:])
    calls = turn(request, number)
    if calls is None:
        return ModelResponse(parts=[TextPart(ANSWER)])
    return ModelResponse(
        parts=[ToolCallPart(name, args, tool_call_id=f"{number}-{at}") for at, (name, args) in enumerate(calls)]
    )


def _request(messages: list[ModelMessage]) -> tuple[int, str]:
    """Where the last request stands, and what it says."""
    return max(
        (at, str(part.content))
        for at, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart)
    )


model = FunctionModel(_model)
agent = Agent(model, tools=[weather, pay, pay_later])
