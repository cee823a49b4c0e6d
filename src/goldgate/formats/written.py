"""What of a value of the model needs to be written down? What differs from the default."""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any

import attrs


def differing(value: attrs.AttrsInstance) -> dict[str, Any]:
    """The fields that differ from their defaults; words, tuples and mappings as JSON has them."""
    return {
        name: _plain(item)
        for name, default in _defaults(type(value)).items()
        if (item := getattr(value, name)) is not default and item != default
    }


@cache
def _defaults(kind: type[attrs.AttrsInstance]) -> Mapping[str, Any]:
    blank = kind()
    return {field.name: getattr(blank, field.name) for field in attrs.fields(kind)}


def _plain(item: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    match item:
        case Enum():
            return item.value
        case tuple():
            return list(item)
        case Mapping():
            return dict(item)
    return item
