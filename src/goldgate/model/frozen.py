"""What is a value? A frozen attrs class; equality, hash and repr are written here once, for all of them.

attrs writes these three for each class, as source that is compiled whenever the class is made. With as many classes as
there are here that took a sixth of the start of every command; functions that ask attrs for the fields take nothing.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen"]

if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(cls: type | None = None, /, *, eq: bool = True, **options: object) -> object:
        """Make a class a value, as `attrs.frozen` does, with the same options; methods that it has of its own stay."""

        def value_of(bare: type) -> type:
            value = attrs.frozen(eq=False, repr=False, **options)(bare)
            if eq and "__eq__" not in vars(bare):
                value.__eq__, value.__hash__ = _is_equal, _hash
            if "__repr__" not in vars(bare):
                value.__repr__ = _repr
            return value

        return value_of if cls is None else value_of(cls)


@cache
def _compared(cls: Any) -> Callable[[object], object]:  # noqa: ANN401 - a class of attrs
    """What gives the fields of a value that take part in comparisons."""
    names = [field.name for field in attrs.fields(cls) if field.eq]
    return attrgetter(*names) if names else lambda _: ()


def _is_equal(self: Any, other: Any) -> Any:  # noqa: ANN401 - values of attrs; it may be NotImplemented
    if type(self) is not type(other):
        return NotImplemented
    compared = _compared(type(self))  # type: ignore[arg-type]  # every class is hashable
    return bool(compared(self) == compared(other))


def _hash(self: Any) -> int:  # noqa: ANN401 - a value of attrs
    return hash((type(self), _compared(type(self))(self)))  # type: ignore[arg-type]  # as above


def _repr(self: Any) -> str:  # noqa: ANN401 - a value of attrs
    fields = [f"{field.name}={getattr(self, field.name)!r}" for field in attrs.fields(type(self)) if field.repr]
    return f"{type(self).__name__}({', '.join(fields)})"
