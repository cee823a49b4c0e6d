"""What is a plain value? JSON, and the third state beside a value and null: not captured."""

from enum import Enum
from typing import Final, TypeAlias, Union

Json: TypeAlias = Union[bool, int, float, str, list["Json"], dict[str, "Json"], None]  # noqa: UP007 - a recursive union


class NotCaptured(Enum):
    """The type of `NOT_CAPTURED`; an enum so that `is` narrows it for type checkers."""

    NOT_CAPTURED = "not captured"

    def __repr__(self) -> str:
        return "NOT_CAPTURED"


NOT_CAPTURED: Final = NotCaptured.NOT_CAPTURED
"""Whoever recorded the trace did not keep this field. Never the same as null, `{}` or an empty text."""
