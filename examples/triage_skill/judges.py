"""A judge without a model: it scores each reply by a rule that anybody can check."""

from typing import Any

LONGEST = 40
"""Words of a reply that is brief."""


def by_rule(question: dict[str, Any]) -> dict[str, Any]:
    """The scores of every condition, on a scale from 0 to 1."""
    return {"conditions": {letter: marks(shown["answer"]) for letter, shown in question["conditions"].items()}}


def marks(reply: str) -> dict[str, Any]:
    """Each criterion holds or doesn't, and why."""
    words = reply.split()
    found = {
        "greeting": words[:1] == ["Dear"],
        "next_step": "We will" in reply or "Please" in reply,
        "brevity": len(words) <= LONGEST,
    }
    missing = [name for name, holds in found.items() if not holds]
    return {
        "scores": {name: int(holds) for name, holds in found.items()},
        "explanation": f"missing: {', '.join(missing) or 'nothing'}",
    }
