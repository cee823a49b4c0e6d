"""What does the value of an attribute stand for? Objects and lists are JSON text there, since spans have none."""

from collections.abc import Mapping
from typing import Final

from goldgate.formats.text import JsonTextError, loads
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_TEXT_BLOCK: Final = ({"text"}, {"type", "text"}, {"type", "content"})
"""The keys of a block of a message that is nothing but text."""


def parsed(text: str) -> Json | NotCaptured:
    """What a JSON text says; NOT_CAPTURED for a text that is none."""
    try:
        return loads(text)
    except JsonTextError:
        return NOT_CAPTURED


def structured(value: Json) -> Json:
    """The object or list that a value is, or is the JSON text of; any other value as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        read = parsed(value)
        return value if read is NOT_CAPTURED else read
    return value


def result_of(value: Json) -> Json:
    """What a tool returned: without the message around it, where that holds one block of text."""
    inner = structured(value)
    while isinstance(inner, list) and len(inner) == 1 and (text := block_text(inner[0])) is not None:
        inner = structured(text)
    return inner


def block_text(block: Json) -> str | None:
    """The text of a block that is nothing else."""
    if not isinstance(block, dict) or set(block) not in _TEXT_BLOCK or block.get("type", "text") != "text":
        return None
    text = block.get("text", block.get("content"))
    return text if isinstance(text, str) else None


def text_of(attributes: Mapping[str, Json], *names: str) -> str | None:
    """The first of these attributes that is a text with something in it."""
    return next((value for name in names if isinstance(value := attributes.get(name), str) and value), None)


def number_of(attributes: Mapping[str, Json], *names: str) -> int | None:
    """The first of these attributes that is a whole number."""
    return next((value for name in names if type(value := attributes.get(name)) is int), None)


def captured(attributes: Mapping[str, Json], *names: str) -> Json | NotCaptured:
    """The first of these attributes that is there."""
    return next((attributes[name] for name in names if name in attributes), NOT_CAPTURED)


def nested(attributes: Mapping[str, Json], prefix: str) -> list[dict[str, Json]]:
    """The list that attributes spell as `PREFIX.0.key.inner`, in the order of the numbers; numbers inside are lists.

    Tracers write so what has no other place in a span. An empty list where there is none.
    """
    tree: dict[str, Json] = {}
    for name, value in attributes.items():
        if name.startswith(prefix):
            _plant(tree, name[len(prefix) :].lstrip(".").split("."), value)
    grown = _grown(tree)
    return [item for item in grown if isinstance(item, dict)] if isinstance(grown, list) else []


def _plant(tree: dict[str, Json], path: list[str], value: Json) -> None:
    for part in path[:-1]:
        inner = tree.setdefault(part, {})
        if not isinstance(inner, dict):
            return  # a value and values inside of it: what came first stays
        tree = inner
    tree.setdefault(path[-1], value)


def _grown(value: Json) -> Json:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdecimal() for key in value):
        return [_grown(value[key]) for key in sorted(value, key=int)]
    return {key: _grown(inner) for key, inner in value.items()}
