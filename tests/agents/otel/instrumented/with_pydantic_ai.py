"""An agent of pydantic-ai, which traces itself; its model reads the same script."""

from typing import Any

from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from scripted_model import SCRIPTS, boom, pay_later, weather

from goldgate.model.case import CaseView


def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    turn = sum(isinstance(message, ModelResponse) for message in messages)
    asked: Any = messages[0].parts[-1]
    turns = SCRIPTS[asked.content]
    if turn == len(turns):
        return ModelResponse(parts=[TextPart("that is all")])
    return ModelResponse(
        parts=[
            ToolCallPart(name, args, tool_call_id=f"c{turn}-{place}") for place, (name, args) in enumerate(turns[turn])
        ]
    )


own = Agent(FunctionModel(model), tools=[weather, pay_later, boom], retries=5)
Agent.instrument_all()


async def agent(case: CaseView) -> str:
    return str((await own.run(case.request)).output)
