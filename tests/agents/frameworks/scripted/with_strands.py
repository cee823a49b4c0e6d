"""An agent of strands whose model is scripted."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from scripted_turns import ANSWER, pay, pay_later, turn, weather
from strands import Agent, tool
from strands.models import Model


class ScriptedModel(Model):
    def update_config(self, **_config: Any) -> None:
        pass

    def get_config(self) -> dict[str, Any]:
        return {}

    async def structured_output(self, *_args: Any, **_options: Any) -> AsyncIterator[Any]:
        raise NotImplementedError
        yield

    async def stream(self, messages: Any, *_args: Any, **_options: Any) -> AsyncIterator[Any]:
        last = max(at for at, message in enumerate(messages) if _is_request(message))
        number = sum(message["role"] == "assistant" for message in messages[last:])
        calls = turn(messages[last]["content"][0]["text"], number)
        yield {"messageStart": {"role": "assistant"}}
        for event in _blocks(calls, number):
            yield event
        yield {"messageStop": {"stopReason": "end_turn" if calls is None else "tool_use"}}
        usage = {"inputTokens": 10, "outputTokens": 2, "totalTokens": 12}
        yield {"metadata": {"usage": usage, "metrics": {"latencyMs": 1}}}


def _is_request(message: Any) -> bool:
    return message["role"] == "user" and "text" in message["content"][0]


def _blocks(calls: list[tuple[str, str]] | None, number: int) -> Iterator[Any]:
    if calls is None:
        yield from _block({}, {"text": ANSWER})
    for at, (name, args) in enumerate(calls or ()):
        yield from _block({"toolUse": {"name": name, "toolUseId": f"{number}-{at}"}}, {"toolUse": {"input": args}})


def _block(start: Any, delta: Any) -> Iterator[Any]:
    yield {"contentBlockStart": {"start": start}}
    yield {"contentBlockDelta": {"delta": delta}}
    yield {"contentBlockStop": {}}


agent = Agent(model=ScriptedModel(), tools=[tool(weather), tool(pay), tool(pay_later)], callback_handler=None)
