"""On which line of a TOML text does a key stand? Found by its look; no answer is better than a wrong one."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from goldgate.formats.text import member

_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?")
_KEY: Final = re.compile(r"""\s*((?:[\w-]+|"[^"\\]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"\\]*"|'[^']*'))*)\s*=""")
_NOWHERE: Final = "nowhere"
"""The path of what only looks like a key; nothing is looked for there."""


def line_of(pointer: str, text: str) -> int | None:
    """The line (from 1) of the key at a JSON path, or of the innermost key around it; None when none is found."""
    lines = _lines_of_places(text)
    ends = [len(pointer), *(end for end in range(len(pointer) - 1, 0, -1) if pointer[end] in ".[")]
    return next((lines[pointer[:end]] for end in ends if pointer[:end] in lines), None)


@lru_cache(maxsize=1)
def _lines_of_places(text: str) -> Mapping[str, int]:
    """JSON path → the last line that gives it; kept, since a file has as many faults as it likes."""
    return {place: number for number, place in _places(text)}


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
