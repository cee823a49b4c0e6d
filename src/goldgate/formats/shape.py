"""Does a JSON object have the keys and types that it should? For machine-written lines and agents' mappings.

What people write (golden cases, settings) goes through `converter`, which builds values while it checks.
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from goldgate.differ.nearest import unknown
from goldgate.formats.text import TextFault, described, member
from goldgate.model.frozen import frozen

Rule: TypeAlias = type[object] | tuple[str, ...] | None
"""What a key may hold: a value of exactly this type, one of these words, or (None) any JSON."""

_CALLED: Final = {dict: "an object", list: "a list", str: "a text", int: "int"}


@frozen(kw_only=True)
class Shape:
    """The keys of an object: what each may hold, and which must be there."""

    keys: Mapping[str, Rule]
    required: tuple[str, ...] = ()


def shape_faults(value: object, shape: Shape, *, pointer: str = "$") -> Iterator[TextFault]:
    """Everything by which a value misses the shape: wrong type, unknown, missing and ill-typed keys."""
    if type(value) is not dict:
        yield TextFault(message=f"expected an object, got {described(value)}", pointer=pointer)
        return
    for key, item in value.items():
        if key not in shape.keys:
            yield TextFault(message=unknown("key", key, shape.keys), pointer=pointer)
        elif message := rule_fault(item, shape.keys[key]):
            yield TextFault(message=message, pointer=member(pointer, key))
    for key in shape.required:
        if key not in value:
            yield TextFault(message=f"required key {key!r} is missing", pointer=pointer)


def rule_fault(value: object, rule: Rule) -> str | None:
    """Why a value breaks a rule; None when it keeps it."""
    if rule is None or type(value) is rule:
        return None
    if isinstance(rule, tuple):
        if type(value) is not str:
            return f"expected one of {', '.join(rule)}, got {described(value)}"
        return None if value in rule else unknown("word", value, rule)
    return f"expected {_CALLED[rule]}, got {described(value)}"
