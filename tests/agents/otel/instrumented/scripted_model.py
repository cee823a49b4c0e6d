"""A model that answers from a script, asked by the SDK of OpenAI, and an agent around it that knows no tracing."""

import json
from collections.abc import Callable
from typing import Any, Final

import httpx2
import openai

SCRIPTS: Final[dict[str, list[list[tuple[str, str]]]]] = {
    "parallel": [[("weather", '{"city": "Seoul"}'), ("weather", '{"city": "Busan"}')]],
    "sequence": [[("weather", '{"city": "Seoul"}')], [("pay_later", '{"amount": 5}')]],
    "faults": [[("weather", '{"city": ')], [("nope", "{}")], [("boom", "{}")]],
}
"""What is asked → the turns of the model, each with calls; then it is done."""


def weather(city: str) -> dict[str, str]:
    return {"sky": f"blue over {city}"}


def pay_later(amount: int) -> str:
    return f"{amount} noted"


def boom() -> str:
    raise LookupError("hard failure")


TOOLS: Final[dict[str, Callable[..., object]]] = {"weather": weather, "pay_later": pay_later, "boom": boom}


def answer(request: httpx2.Request) -> httpx2.Response:
    asked = json.loads(request.content)["messages"]
    turns = SCRIPTS[asked[0]["content"]]
    turn = sum(message["role"] == "assistant" for message in asked)
    message: dict[str, Any] = {"role": "assistant", "content": "that is all"}
    if turn < len(turns):
        calls = [
            {"id": f"c{turn}-{place}", "type": "function", "function": {"name": name, "arguments": args}}
            for place, (name, args) in enumerate(turns[turn])
        ]
        message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}
    body = {"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return httpx2.Response(200, json=body)


def called(name: str, arguments: str) -> str:
    try:
        return json.dumps(TOOLS[name](**json.loads(arguments)))
    except (LookupError, TypeError, ValueError) as error:
        return f"failed: {type(error).__name__}"


def run(request: str) -> str:
    """Ask the model and call its tools, until it is done."""
    client = openai.OpenAI(
        api_key="none", base_url="http://model", http_client=httpx2.Client(transport=httpx2.MockTransport(answer))
    )
    messages: list[Any] = [{"role": "user", "content": request}]
    tools: Any = [{"type": "function", "function": {"name": name, "parameters": {}}} for name in TOOLS]
    while True:
        said = client.chat.completions.create(model="m", messages=messages, tools=tools).choices[0].message
        if not said.tool_calls:
            return str(said.content)
        messages.append(said.model_dump(exclude_none=True))
        for call in said.tool_calls:
            result = called(call.function.name, call.function.arguments)
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
