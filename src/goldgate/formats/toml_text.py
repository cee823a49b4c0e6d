"""How does a TOML text become values, and what is wrong with them a problem with its line?"""

import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

from goldgate.errors import BadFile, Problem
from goldgate.formats.text import MAX_DEPTH, TextFault, conflict_marker, member
from goldgate.formats.toml_lines import line_of

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_DEEP_KEY: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MAX_DEPTH}}}")
"""A dotted key that nests too deep, at which tomllib would take for ever."""
_TOO_DEEP: Final = f"nested deeper than {MAX_DEPTH} levels"
_LONGEST_INT: Final = 4300
_LONG_INT: Final = re.compile(rf"[0-9][0-9_]{{{_LONGEST_INT},}}")
_TOKENS: Final = (
    r'"{3}(?:[^"\\]|\\.|"(?!""))*+"{3}',
    r"'{3}.*?'{3}",
    r'"(?:[^"\\\n]++|\\.)*+"',
    r"'[^'\n]*+'",
    r"#[^\n]*+",
    r"[\[\]{}]",
)
_TOKEN: Final = re.compile("|".join(_TOKENS), re.DOTALL)


def parsed(text: str, *, file: str, parse_float: Callable[[str], object] = float) -> dict[str, Any]:
    """The values of a TOML text, its floats read by `parse_float`. Raises BadFile for what is no TOML."""
    if text.count(".") >= MAX_DEPTH and (found := _DEEP_KEY.search(text)):
        raise BadFile(_problem_at(found.start(), _TOO_DEEP, text=text, file=file))
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except RecursionError:
        problem = _problem_at(_too_deep(text), _TOO_DEEP, text=text, file=file)
    except ValueError as error:
        problem = _problem_of(error, text=text, file=file)
    raise BadFile(problem)


def _too_deep(text: str) -> int | None:
    """Where the nesting of lists and inline tables passes what is allowed."""
    level = 0
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            level += 1
        elif token[0] in ("]", "}"):
            level -= 1
        if level > MAX_DEPTH:
            return token.start()
    return None


def _problem_at(place: int | None, message: str, *, text: str, file: str) -> Problem:
    line = None if place is None else text.count("\n", 0, place) + 1
    return Problem(code=BadFile.code, message=message, file=file, line=line)


def _problem_of(error: ValueError, *, text: str, file: str) -> Problem:
    """What tomllib says, or what reads the numbers, which does not know where they stand."""
    message = str(error)
    if isinstance(error, tomllib.TOMLDecodeError):
        return _syntax_problem(message, text=text, file=file)
    if long := _LONG_INT.search(text):
        said = f"an integer of more than {_LONGEST_INT} digits is too long"
        return _problem_at(long.start(), said, text=text, file=file)
    literal = message.partition(" ")[0].partition("…")[0]
    place = text.find(literal)
    return _problem_at(None if place < 0 else place, f"not valid TOML: {message}", text=text, file=file)


def _syntax_problem(message: str, *, text: str, file: str) -> Problem:
    place = _PLACE.search(message)
    said = _PLACE.sub("", message)
    said = f"not valid TOML: {said[:1].lower()}{said[1:]}"
    if place is None:
        return Problem(code=BadFile.code, message=said, file=file)
    if place[1] is None:
        return Problem(code=BadFile.code, message=said, file=file, line=text.count("\n") + 1)
    line = int(place[1])
    if marker := conflict_marker(text.split("\n")[line - 1]):
        said = f"conflict marker {marker!r} of an unfinished merge"
    return Problem(code=BadFile.code, message=f"{said} (column {place[2]})", file=file, line=line)


def toml_problem(fault: TextFault, *, text: str, file: str) -> Problem:
    """What is wrong with a value, with the line of its key where that can be found."""
    pointer = fault.pointer or "$"
    place = pointer if fault.key is None else member(pointer, fault.key)
    return Problem(code=BadFile.code, message=str(fault), file=file, line=line_of(place, text), pointer=fault.pointer)
