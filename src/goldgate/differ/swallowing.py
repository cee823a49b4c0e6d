"""Does a redaction leave anything to compare? It is tried on two traces that have nothing in common."""

from typing import Final

from goldgate.differ.idle_matchers import fits_every_text
from goldgate.differ.redact import Observed, redact
from goldgate.model.settings import Redaction
from goldgate.model.value import Json


def _trace(text: str) -> Observed:
    step: dict[str, Json] = {
        "kind": "tool",
        "tool": text,
        "args": {text: text},
        "status": "ok",
        "observation": {text: text},
    }
    return {"steps": [step], "answer": text, "status": "success"}


_ONE: Final = _trace("search")
_OTHER: Final = _trace("2 Ünlike\nlines.")
_DECIDING: Final = ("tool", "args")
"""Of these a step is made; one that keeps neither can be any step."""


def swallowing(redaction: Redaction) -> str | None:
    """Why a redaction, which has no problems, leaves too little; None when it leaves something to compare."""
    steps = [redact(trace, (redaction,))["steps"][0] for trace in (_ONE, _OTHER)]
    if all(key not in step for key in _DECIDING for step in steps):
        return "drops what steps are made of: no trace differs from another any more but in the number of its steps"
    for word, pattern in (("replace", redaction.replace), ("pattern", redaction.pattern)):
        if pattern is not None and fits_every_text(pattern):
            return f"{word} {pattern!r} fits every text: what it stands for can't be told apart any more"
    return None
