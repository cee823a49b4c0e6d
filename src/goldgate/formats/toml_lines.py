"""On which line of a TOML text does a key stand? Found by its look; no answer is better than a wrong one."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from goldgate.formats.text import member

_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?")
_KEY: Final = re.compile(r"""\s*((?:[\w-]+|"[^"\\]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"\\]*"|'[^']*'))*)\s*=""")
_NOWHERE: Final = "nowhere"
"""The path of what only looks like a key; nothing is looked for there."""


def line_of(pointer: str, text: str) -> int | None:
    """The line (from 1) of the key at a JSON path, or of the innermost key around it; None when none is found."""
    best, found = "", None
    for number, place in _places(text):
        if _is_within(pointer, place) and len(place) >= len(best):
            best, found = place, number
    return found


def _is_within(pointer: str, place: str) -> bool:
    return pointer == place or pointer.startswith((f"{place}.", f"{place}["))


def _places(text: str) -> Iterator[tuple[int, str]]:
    """Every line that gives a table or a key, with its JSON path."""
    table = "$"
    tables: Counter[str] = Counter()
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.fullmatch(line):
            table = _path("$", header[2])
            if header[1] == "[[":
                tables[table] += 1
                table = f"{table}[{tables[table] - 1}]"
            yield number, table
        elif key := _KEY.match(line):
            yield number, _path(table, key[1])


def _path(table: str, dotted: str) -> str:
    """The JSON path of a key as TOML writes it, `a."b c"`, inside a table."""
    try:
        value: Any = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return _NOWHERE
    while isinstance(value, dict):
        ((key, value),) = value.items()
        table = member(table, key)
    return table
