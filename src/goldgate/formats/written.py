"""What of a value of the model needs to be written down? What differs from the default."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

import attrs


def differing(value: attrs.AttrsInstance, default: attrs.AttrsInstance) -> dict[str, Any]:
    """The fields that differ from those of the default; words, tuples and mappings as JSON has them."""
    document: dict[str, Any] = {}
    for field in attrs.fields(type(value)):
        item = getattr(value, field.name)
        if item != getattr(default, field.name):
            document[field.name] = _plain(item)
    return document


def _plain(item: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    match item:
        case Enum():
            return item.value
        case tuple():
            return list(item)
        case Mapping():
            return dict(item)
    return item
