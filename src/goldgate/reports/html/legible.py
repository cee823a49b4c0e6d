"""How do texts and values that others wrote stand in a page? With their lines, and nothing invisible in them."""

import json
from typing import Final

from goldgate.differ.canonical import canonical
from goldgate.differ.show import inert
from goldgate.model.value import Json, NotCaptured

MOST: Final = 20_000
"""How many characters of one value a page holds."""
_ONE_LINE: Final = 72
"""A value whose spelling is no longer than this stands in one line."""


def legible(text: str) -> str:
    """A text with its lines and tabs; what can't be seen, or turns the direction of reading, is written as an escape.

    A very long one is cut in the middle, and what was left out is counted.
    """
    if text.isascii() and text.isprintable():
        return _cut(text)
    lines = _cut(text).replace("\r\n", "\n").split("\n")
    return "\n".join("\t".join(map(inert, line.split("\t"))) for line in lines)


def written(value: Json | NotCaptured) -> str:
    """A value: in one line of JSON where that is short, a longer text as text, all else as JSON in several lines."""
    if isinstance(value, NotCaptured):
        return "not captured"
    spelled = canonical(value)
    if len(spelled) <= _ONE_LINE:
        return inert(spelled)
    return legible(value if isinstance(value, str) else in_lines(value))


def in_lines(value: Json) -> str:
    """JSON over several lines, keys in their own order."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def _cut(text: str) -> str:
    if len(text) <= MOST:
        return text
    half = MOST // 2
    return f"{text[:half]}\n…[{len(text) - 2 * half} characters left out]…\n{text[-half:]}"
