"""How is a value spelled so that equal values have equal bytes for ever?

The spelling is that of the standard library's `json`, whatever else is installed: keys sorted, compact, no NaN.
Text stays readable (Korean is Korean), except for characters that could hide something or act on a terminal:
control and bidirectional characters, U+2028 and U+2029, and lone surrogates are escaped.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from types import NoneType
from typing import Final, TypeAlias

from goldgate.differ.json_encoder import Encode, kept
from goldgate.differ.pointer import pointer_of
from goldgate.errors import NotJson, Problem
from goldgate.model.value import Json

DEEPEST: Final = 200
"""How many lists and objects may stand inside each other."""
LONGEST_INT: Final = 4300
"""How many digits an integer may have; Python itself reads no longer ones from text."""

_DIGEST_LENGTH = 16
_TOO_LONG_INT = 10**LONGEST_INT
_SHORT_INT = 10**18

_CANONICAL = kept(
    json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
)
_SPELL = kept(json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":")))
_SPACED = kept(json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False))
_LEGIBLE = kept(json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, indent=2))

_PAIR = "[\ud800-\udbff][\udc00-\udfff]"
_SURROGATE_PAIR = re.compile(_PAIR)
_ESCAPED = re.compile(f"{_PAIR}|[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_Trail: TypeAlias = list[tuple[object, str | int]]
"""The way from the root to the value at hand: each list or object passed, and the index or key taken in it."""


def canonical(value: Json) -> str:
    """The one spelling of a value, without line breaks; raises NotJson when the value is none after all."""
    return _spelled(value, _CANONICAL)


def spell(value: Json) -> str:
    """The same spelling with keys in the order given, for lines whose order of keys a format fixes."""
    return _spelled(value, _SPELL)


def spaced(value: Json) -> str:
    """The same with a blank after every comma and colon, for lines that people go on with."""
    return _spelled(value, _SPACED)


def with_keys_sorted(value: Json) -> Json:
    """The same value with the keys of all its objects sorted, for `spell`, which keeps the order that it finds."""
    if isinstance(value, dict):
        return {key: with_keys_sorted(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [with_keys_sorted(item) for item in value]
    return value


def legible(value: Json) -> str:
    """The same again, indented on many lines, for documents that people may look at."""
    return _spelled(value, _LEGIBLE)


def digest(value: Json) -> str:
    """16 hexadecimal characters of the SHA-256 over the canonical spelling in UTF-8."""
    return digest_bytes(canonical(value).encode())


def digest_bytes(data: bytes) -> str:
    """16 hexadecimal characters of the SHA-256 over the bytes."""
    return sha256(data).hexdigest()[:_DIGEST_LENGTH]


def same(a: Json, b: Json) -> bool:
    """Whether two values are equal, types included: True, 1, 1.0 and "1" differ, and so do 0.0 and -0.0."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(map(same, a.values(), map(b.__getitem__, a)))
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return repr(a) == repr(b)
    return a == b


def plain(value: object) -> Json:
    """A value of the agent's as JSON: a copy made of exact dicts, lists, texts, numbers, True, False and None.

    Subclasses and enums of text and number become what they are underneath, tuples become lists, mappings become
    objects. No method that such a class overrides is called, and nobody's `repr`; only mappings that are no dicts
    must be asked for their keys and values, and what they raise passes through.

    Raises NotJson, which names place and type, for everything else: NaN and Infinity, bytes, other objects, keys
    that are no text, values that hold themselves, nesting deeper than 200, integers of more than 4300 digits.
    """
    try:
        return _copied(value, DEEPEST)
    except _NeedsCare:
        trail: _Trail = []
        return _converter(value, trail)(value, trail)


class _NeedsCare(Exception):
    """Something in a value is not of the few classes that nearly all values are made of."""


def _copied(value: object, room: int) -> Json:
    """What `plain` gives, for a value that is plain already; as deep as there is room. Raises _NeedsCare."""
    if type(value) is str:
        return _copied_text(value)
    if type(value) is dict and room:
        return {_copied_text(key): _copied(item, room - 1) for key, item in [*value.items()]}
    if type(value) is list and room:
        return [_copied(item, room - 1) for item in [*value]]
    if value is None or type(value) is bool:
        return value
    if type(value) is int and -_SHORT_INT < value < _SHORT_INT:
        return value
    raise _NeedsCare


def _copied_text(value: object) -> str:
    if type(value) is str and value.isascii():
        return value
    raise _NeedsCare


def _spelled(value: Json, encode: Encode) -> str:
    try:
        text = encode(value)
    except (TypeError, ValueError, RecursionError):
        text = encode(plain(value))  # tells what is no JSON, and where
    if text.isascii() and "\x7f" not in text:
        return text
    return _ESCAPED.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    found = match.group()
    return f"\\u{ord(found):04x}" if len(found) == 1 else _with_pairs_joined(found)


def _with_pairs_joined(text: str) -> str:
    """Two surrogates that stand for one character become that character, as they do for every reader of JSON."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _converter(value: object, trail: _Trail) -> Callable[..., Json]:
    """What makes JSON of this value; asks its class, since `__class__` can lie."""
    kind = type(value)
    if kind in _CONVERTERS:
        return _CONVERTERS[kind]
    for base, convert in _CONVERTERS.items():
        if issubclass(kind, base):
            return convert
    raise _refusal(f"a value of type {_type_name(value)} can't be said in JSON", trail)


def _plain_constant(value: bool | None, _trail: _Trail) -> Json:  # noqa: FBT001 - the value itself
    return value


def _plain_text(value: str, _trail: _Trail) -> str:
    text = str.__str__(value)
    return text if text.isascii() or not _SURROGATE_PAIR.search(text) else _with_pairs_joined(text)


def _plain_int(value: int, trail: _Trail) -> int:
    number = int.__int__(value)
    if not -_TOO_LONG_INT < number < _TOO_LONG_INT:
        raise _refusal(f"an integer of more than {LONGEST_INT} digits can't be kept", trail)
    return number


def _plain_float(value: float, trail: _Trail) -> float:
    number = float.__float__(value)
    if not math.isfinite(number):
        raise _refusal(f"{number!r} of type {_type_name(value)} can't be said in JSON", trail)
    return number


def _plain_list(value: list[object], trail: _Trail) -> list[Json]:
    return _plain_parts(value, enumerate(list.copy(value)), trail)


def _plain_tuple(value: tuple[object, ...], trail: _Trail) -> list[Json]:
    return _plain_parts(value, enumerate(tuple.__iter__(value)), trail)


def _plain_dict(value: dict[object, object], trail: _Trail) -> dict[str, Json]:
    named = _named(list(dict.items(value)), trail)
    return dict(zip(named, _plain_parts(value, named.items(), trail), strict=True))


def _plain_mapping(value: Mapping[object, object], trail: _Trail) -> dict[str, Json]:
    named = _named([(key, value[key]) for key in value], trail)
    return dict(zip(named, _plain_parts(value, named.items(), trail), strict=True))


_CONVERTERS: Final[dict[type, Callable[..., Json]]] = {
    NoneType: _plain_constant,
    bool: _plain_constant,
    str: _plain_text,
    int: _plain_int,
    float: _plain_float,
    list: _plain_list,
    tuple: _plain_tuple,
    dict: _plain_dict,
    Mapping: _plain_mapping,
}
"""In this order: a bool is an int as well, a dict is a mapping as well."""


def _plain_parts(holder: object, parts: Iterable[tuple[str | int, object]], trail: _Trail) -> list[Json]:
    """The parts of one list or object, converted in order."""
    if len(trail) == DEEPEST:
        raise _too_deep(trail)
    made: list[Json] = []
    for key, part in parts:
        trail.append((holder, key))
        made.append(_converter(part, trail)(part, trail))
        trail.pop()
    return made


def _named(items: list[tuple[object, object]], trail: _Trail) -> dict[str, object]:
    named = {_plain_key(key, trail): item for key, item in items}
    if len(named) < len(items):
        raise _refusal("two keys are the same text", trail)
    return named


def _plain_key(key: object, trail: _Trail) -> str:
    name = _converter(key, trail)(key, trail)
    if not isinstance(name, str):
        raise _refusal(f"a key must be text, got one of type {_type_name(key)}", trail)
    return name


def _too_deep(trail: _Trail) -> NotJson:
    """Why there is no end: some list or object holds itself, or the value is merely deep."""
    seen: set[int] = set()
    for depth, (holder, _) in enumerate(trail):
        if id(holder) in seen:
            return _refusal("a list or object that holds itself can't be said in JSON", trail[:depth])
        seen.add(id(holder))
    return _refusal(f"nested deeper than {DEEPEST}", trail)


def _refusal(message: str, trail: _Trail) -> NotJson:
    pointer = pointer_of(key for _, key in trail)
    return NotJson(Problem(code=NotJson.code, message=message, pointer=pointer or None))


def _type_name(value: object) -> str:
    """`int`, `numpy.int64`; read past the class, whose own `__module__` and `__repr__` may be anything."""
    shown = type.__repr__(type(value)).removeprefix("<class '").removesuffix("'>")
    return canonical(shown)[1:-1]
