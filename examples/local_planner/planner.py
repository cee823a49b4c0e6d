"""Which tool does a request need? A small model is asked, once."""

import json
from collections.abc import Sequence
from typing import Any, Final

import httpx

from examples.local_planner.prompt import body_for
from goldgate import Context, Step, Turn

URL: Final = "http://127.0.0.1:8080/v1/chat/completions"
"""Where `serve.py` answers. Of an address on this machine only the path counts, so a replay knows it by any port."""
PATIENCE: Final = 30.0
"""Seconds."""


class Planner:
    """Leaves the choice to the model, and believes it."""

    def plan(self, request: str | tuple[Turn, ...], context: Context) -> list[dict[str, Any]]:
        """The one step that the model chose; none when its answer was cut off before it was whole."""
        said = request if isinstance(request, str) else request[-1].content
        response = httpx.post(URL, json=body_for(said), timeout=PATIENCE).raise_for_status().json()
        usage = response["usage"]
        context.usage(input_tokens=usage["prompt_tokens"], output_tokens=usage["completion_tokens"])
        choice = response["choices"][0]
        if choice["finish_reason"] == "length":
            context.status = "failure"
            return []
        return [json.loads(choice["message"]["content"])]

    def answer(self, request: str | tuple[Turn, ...], context: Context, outcomes: Sequence[Step]) -> str:
        """What the tool brought, one thing a line."""
        return "\n".join(line for outcome in outcomes for line in _lines(outcome.observation))


def _lines(observation: object) -> list[str]:
    return [str(item) for item in (observation if isinstance(observation, list) else [observation])]
