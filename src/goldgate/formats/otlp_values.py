"""How does OTLP/JSON write a value? Kinds of values, ids and statuses, in each of the forms that exporters use."""

import base64
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from goldgate.formats.converter import Misfit, text
from goldgate.formats.text import TextFault, described
from goldgate.model.span import SpanStatus
from goldgate.model.value import Json

T = TypeVar("T")

_STATUS: Final = {
    0: SpanStatus.UNSET,
    1: SpanStatus.OK,
    2: SpanStatus.ERROR,
    "STATUS_CODE_UNSET": SpanStatus.UNSET,
    "STATUS_CODE_OK": SpanStatus.OK,
    "STATUS_CODE_ERROR": SpanStatus.ERROR,
    "UNSET": SpanStatus.UNSET,
    "OK": SpanStatus.OK,
    "ERROR": SpanStatus.ERROR,
}
_HEX: Final = frozenset("0123456789abcdef")
_MOST_DIGITS: Final = 100
"""Of a whole number that stands in a text; OTLP has 64 bits for one."""


def object_of(value: object) -> dict[str, Any]:
    """An object. Raises Misfit."""
    if isinstance(value, dict):
        return value
    raise Misfit(f"expected an object, got {described(value)}")


def part_of(holder: dict[str, Any], key: str, read: Callable[[Any], T]) -> T:
    """What stands under a key. Raises Misfit, also when nothing does."""
    if key not in holder:
        raise Misfit(f"required key {key!r} is missing")
    try:
        return read(holder[key])
    except Misfit as misfit:
        raise Misfit(*misfit.at(f".{key}")) from None


def trace_id(value: object) -> str:
    """The id of a trace, in hexadecimal. Raises Misfit."""
    return _id(value, size=16)


def span_id(value: object) -> str:
    """The id of a span, in hexadecimal. Raises Misfit."""
    return _id(value, size=8)


def _id(value: object, *, size: int) -> str:
    said = text(value)
    if len(said) == 2 * size and set(said.lower()) <= _HEX:
        return said.lower()
    try:
        decoded = base64.b64decode(said, validate=True)
    except ValueError:
        decoded = b""
    if len(decoded) != size:
        raise Misfit(f"expected an id of {size} bytes, hexadecimal or in base64, got {described(value)}")
    return decoded.hex()


def whole(value: object) -> int:
    """A whole number, or the text of one. Raises Misfit."""
    if type(value) is int:
        return value
    if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) <= _MOST_DIGITS:
        return int(value)
    raise Misfit(f"expected a whole number, got {described(value)}")


def status(value: object) -> SpanStatus:
    """How a span ended. Raises Misfit."""
    code = object_of(value).get("code", 0)
    if isinstance(code, str | int) and code in _STATUS:
        return _STATUS[code]
    raise Misfit(TextFault(message=f"expected the code of a status, got {described(code)}", pointer=".code"))


def attributes_of(document: dict[str, Any]) -> dict[str, Json]:
    """The attributes of a span, an event or a log record. Raises Misfit."""
    return part_of(document, "attributes", _pairs) if "attributes" in document else {}


def _pairs(value: object) -> dict[str, Json]:
    if not isinstance(value, list):
        raise Misfit(f"expected a list, got {described(value)}")
    pairs: dict[str, Json] = {}
    for index, item in enumerate(value):
        try:
            pair = object_of(item)
            pairs[part_of(pair, "key", text)] = part_of(pair, "value", value_of) if "value" in pair else None
        except Misfit as misfit:
            raise Misfit(*misfit.at(f"[{index}]")) from None
    return pairs


def value_of(value: object) -> Json:
    """What an `AnyValue` stands for: an object with one key that tells the kind; none is null. Bytes stay base64."""
    held = object_of(value)
    if not held:
        return None
    kind = next(iter(held))
    if len(held) > 1 or kind not in _KINDS:
        raise Misfit(f"expected a value of OTLP/JSON ({', '.join(_KINDS)}), got {described(value)}")
    return part_of(held, kind, _KINDS[kind])


def _boolean(value: object) -> Json:
    if isinstance(value, bool):
        return value
    raise Misfit(f"expected true or false, got {described(value)}")


def _number(value: object) -> Json:
    """A number; what JSON has no number for, such as NaN, is a text."""
    if isinstance(value, int | float | str) and not isinstance(value, bool):
        return value
    raise Misfit(f"expected a number, got {described(value)}")


def _list(value: object) -> Json:
    items = object_of(value).get("values", [])
    if not isinstance(items, list):
        raise Misfit(f"expected a list, got {described(items)}")
    return [value_of(item) for item in items]


def _mapping(value: object) -> Json:
    return dict(_pairs(object_of(value).get("values", [])))


_KINDS: Final[Mapping[str, Callable[[object], Json]]] = {
    "stringValue": text,
    "boolValue": _boolean,
    "intValue": whole,
    "doubleValue": _number,
    "arrayValue": _list,
    "kvlistValue": _mapping,
    "bytesValue": text,
}
