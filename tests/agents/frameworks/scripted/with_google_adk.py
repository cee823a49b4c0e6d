"""An agent of Google's ADK whose model is scripted. ADK gets objects of a model, never text: no invalid JSON."""

import json
from collections.abc import AsyncGenerator
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.genai import types
from scripted_turns import ANSWER, pay, pay_later, turn, weather


class ScriptedModel(BaseLlm):
    async def generate_content_async(
        self,
        llm_request: LlmRequest,
        stream: bool = False,  # noqa: FBT001, FBT002 - ADK's own signature
    ) -> AsyncGenerator[LlmResponse, None]:
        contents = llm_request.contents
        last = max(at for at, content in enumerate(contents) if content.role == "user" and content.parts[0].text)
        number = sum(content.role == "model" for content in contents[last:])
        calls = turn(contents[last].parts[0].text, number)
        parts = (
            [types.Part(text=ANSWER)] if calls is None else [_call(number, at, *call) for at, call in enumerate(calls)]
        )
        yield LlmResponse(
            content=types.Content(role="model", parts=parts),
            usage_metadata=types.GenerateContentResponseUsageMetadata(prompt_token_count=10, candidates_token_count=2),
        )


def _call(number: int, at: int, name: str, args: str) -> Any:
    return types.Part(function_call=types.FunctionCall(id=f"{number}-{at}", name=name, args=json.loads(args)))


agent = LlmAgent(name="assistant", model=ScriptedModel(model="scripted"), tools=[weather, pay, pay_later])
