"""What is the model asked? A request of the chat API, made of what the user said and of what the tools are."""

import json
from typing import Any, Final

from examples.local_planner.hints import ARGUMENTS, HINTS

MODEL: Final = "SmolLM2-135M-Instruct.Q4_1"

EXAMPLES: Final = (
    ("dinner with Lee today", "plan_day", {"day": "today", "title": "dinner with Lee"}),
    ("yoga on Sunday", "plan_day", {"day": "sunday", "title": "yoga"}),
    ("am I free on Sunday?", "show_day", {"day": "sunday"}),
    ("what is on today?", "show_day", {"day": "today"}),
    ("mail Kim that I am ill", "send_mail", {"to": "Kim", "text": "I am ill."}),
    ("tell Lee that the parcel came", "send_mail", {"to": "Lee", "text": "The parcel came."}),
    ("find the mail from Kim", "find_mail", {"words": "Kim"}),
    ("did Kim write about the tickets?", "find_mail", {"words": "Kim tickets"}),
    ("read plans/may.md", "read_file", {"path": "plans/may.md"}),
    ("show me ideas.txt", "read_file", {"path": "ideas.txt"}),
    ("find the file about taxes", "find_file", {"words": "taxes"}),
    ("where is the passport scan?", "find_file", {"words": "passport scan"}),
)
"""What people say, and the answer that would be right: two for each tool."""


def body_for(said: str) -> dict[str, Any]:
    """The body of the request; nothing in it depends on clock, chance or machine."""
    return {
        "model": MODEL,
        "messages": messages_for(said),
        "response_format": {"type": "json_object", "schema": SCHEMA},
        "temperature": 0,
        "seed": 1,
        "max_tokens": 96,
    }


def messages_for(said: str) -> list[dict[str, str]]:
    """The tools with their hints, the examples as turns that were, and what was said."""
    tools = "\n".join(f"{name}: {hint}" for name, hint in HINTS.items())
    messages = [{"role": "system", "content": f"Choose one tool for the user, as JSON.\n{tools}"}]
    for example, tool, args in EXAMPLES:
        messages.append({"role": "user", "content": example})
        messages.append({"role": "assistant", "content": json.dumps({"tool": tool, "args": args})})
    return [*messages, {"role": "user", "content": said}]


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


SCHEMA: Final = {"anyOf": [_object({"tool": {"const": name}, "args": _object({**ARGUMENTS[name]})}) for name in HINTS]}
"""A tool together with arguments that it takes: nothing else can be answered."""
