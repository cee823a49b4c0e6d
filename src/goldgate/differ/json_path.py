"""What stands at one place of a value? Paths of a small dialect: `$`, `.name`, `["any name"]`, `[0]`, `[-1]`."""

import json
import re
from typing import Final

from goldgate.errors import BadMatcher
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_STEP: Final = re.compile(r'\.(?P<name>[^.\[\]"\s]+)|\[(?P<index>-?\d{1,9})\]|\[(?P<text>"(?:[^"\\]|\\.)*")\]')


def json_path_problem(path: str) -> str | None:
    """Why this is no path that we read; None when it is one."""
    try:
        _steps(path)
    except BadMatcher as error:
        return error.problems[0].message
    return None


def value_at(path: str, value: Json) -> Json | NotCaptured:
    """What stands at the path; NOT_CAPTURED where nothing does. A negative index counts from the end of a list.

    Raises BadMatcher when the path is none.
    """
    found = value
    for step in _steps(path):
        match found, step:
            case dict(), str() if step in found:
                found = found[step]
            case list(), int() if -len(found) <= step < len(found):
                found = found[step]
            case _:
                return NOT_CAPTURED
    return found


def _steps(path: str) -> list[str | int]:
    """The keys and indexes of a path, in order."""
    if not path.startswith("$"):
        raise BadMatcher(f"a JSON path starts with $, as in $.items[0].name; got {path!r}")
    steps: list[str | int] = []
    place = 1
    while place < len(path):
        step = _STEP.match(path, place)
        if step is None:
            raise BadMatcher(f'a JSON path goes on with .name, ["any name"] or [0]; got {path[place:]!r} in {path!r}')
        steps.append(_key(step))
        place = step.end()
    return steps


def _key(step: re.Match[str]) -> str | int:
    if step["index"] is not None:
        return int(step["index"])
    if step["name"] is not None:
        return step["name"]
    try:
        name = json.loads(step["text"])
    except json.JSONDecodeError:
        raise BadMatcher(f"{step['text']} is no JSON text") from None
    return str(name)
