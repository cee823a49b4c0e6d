"""How does a file of JSON lines read when each value has room? For `git diff`, which calls this a textconv."""

from collections.abc import Iterator
from typing import Final

from goldgate.differ.canonical import spell
from goldgate.formats.text import MACHINE_DEPTH, JsonTextError, loads
from goldgate.model.value import Json

_ROOM: Final = 100
"""Characters that a value may have to stand on one line."""


def readable(data: bytes) -> Iterator[str]:
    """The lines to show for a file: each object under its id, with its values below each other.

    Whatever is no JSON object, such as the marker of a conflict, stands as it is: a diff is no place for complaints.
    """
    for text in _lines(data.decode(errors="replace").removeprefix("\ufeff")):
        try:
            value = loads(text, depth=MACHINE_DEPTH)
        except JsonTextError:
            value = None
        if not isinstance(value, dict):
            yield text
        elif "id" in value:
            yield _short(value["id"])
            yield from _members({key: part for key, part in value.items() if key != "id"}, indent="  ")
        else:
            yield from _members(value, indent="")


def _lines(text: str) -> Iterator[str]:
    """The lines as JSON lines have them: a text in one may hold what elsewhere ends a line."""
    *lines, last = text.split("\n")
    for one in (*lines, last) if last else lines:
        yield one.removesuffix("\r")


def _members(value: dict[str, Json], *, indent: str) -> Iterator[str]:
    for key, part in value.items():
        yield from _labelled(f"{indent}{_short(key)}:", part, indent=indent)


def _labelled(label: str, value: Json, *, indent: str) -> Iterator[str]:
    """A value behind its label, or below it when it is long or a list of steps."""
    inner = f"{indent}  "
    if isinstance(value, dict) and not _fits(value):
        yield label
        yield from _members(value, indent=inner)
    elif isinstance(value, list) and (not _fits(value) or any(isinstance(item, dict) for item in value)):
        yield label
        for item in value:
            yield from _item(item, indent=inner)
    else:
        yield f"{label} {spell(value)}"


def _item(value: Json, *, indent: str) -> Iterator[str]:
    """One thing of a list behind its dash."""
    if isinstance(value, dict) and not _fits(value):
        for number, text in enumerate(_members(value, indent=f"{indent}  ")):
            yield text if number else f"{indent}- {text.lstrip()}"
    else:
        yield from _labelled(f"{indent}-", value, indent=indent)


def _fits(value: Json) -> bool:
    return len(spell(value)) <= _ROOM


def _short(value: Json) -> str:
    """A name without quotation marks, as long as nothing in it needs them."""
    spelled = spell(value)
    return (
        spelled[1:-1]
        if isinstance(value, str) and value and spelled == f'"{value}"' and value.strip() == value
        else spelled
    )
