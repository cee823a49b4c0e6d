"""What of a value of the model needs to be written down? What differs from the default."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any

import attrs


def differing(value: attrs.AttrsInstance) -> dict[str, Any]:
    """The fields that differ from their defaults; words, tuples and mappings as JSON has them."""
    defaults, items_of = _fields(type(value))
    return {
        name: _plain(item)
        for (name, default), item in zip(defaults, items_of(value), strict=True)
        if item is not default and item != default
    }


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[tuple[tuple[str, Any], ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of the fields with their defaults, and what gives the items of a value in the same order."""
    blank = kind()
    names = [field.name for field in attrs.fields(kind)]
    return tuple((name, getattr(blank, name)) for name in names), attrgetter(*names)


def _plain(item: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    match item:
        case Enum():
            return item.value
        case tuple():
            return list(item)
        case Mapping():
            return dict(item)
    return item
