"""How does a TOML text become values, and what is wrong with them a problem with its line?"""

import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

from goldgate.errors import BadFile, Problem
from goldgate.formats.text import TextFault, member
from goldgate.formats.toml_lines import line_of

_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def parsed(text: str, *, file: str, parse_float: Callable[[str], object] = float) -> dict[str, Any]:
    """The values of a TOML text, its floats read by `parse_float`. Raises BadFile for what is no TOML."""
    try:
        return tomllib.loads(text, parse_float=parse_float)
    except (ValueError, RecursionError) as error:
        raise BadFile(_syntax_problem(str(error), text=text, file=file)) from None


def _syntax_problem(message: str, *, text: str, file: str) -> Problem:
    place = _PLACE.search(message)
    said = _PLACE.sub("", message)
    said = f"not valid TOML: {said[:1].lower()}{said[1:]}"
    if place is None:
        return Problem(code=BadFile.code, message=said, file=file)
    if place[1] is None:
        return Problem(code=BadFile.code, message=said, file=file, line=text.count("\n") + 1)
    return Problem(code=BadFile.code, message=f"{said} (column {place[2]})", file=file, line=int(place[1]))


def toml_problem(fault: TextFault, *, text: str, file: str) -> Problem:
    """What is wrong with a value, with the line of its key where that can be found."""
    pointer = fault.pointer or "$"
    place = pointer if fault.key is None else member(pointer, fault.key)
    return Problem(code=BadFile.code, message=str(fault), file=file, line=line_of(place, text), pointer=fault.pointer)
