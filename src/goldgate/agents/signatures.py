"""Under which names were arguments passed? Those of the function's parameters."""

import functools
import inspect
from collections.abc import Callable
from typing import Any

from goldgate.model.value import NOT_CAPTURED


class Parameters:
    """The parameters of one function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @functools.cached_property
    def _signature(self) -> inspect.Signature | None:
        """Read at the first recorded call, since most processes never make one; None for what shows none."""
        try:
            return inspect.signature(self._function)
        except (TypeError, ValueError):
            return None

    def named(self, args: tuple[object, ...], kwargs: dict[str, object]) -> object:
        """The arguments as one mapping, `self` and `cls` left out.

        Those that don't fit the function are known by keyword only, and not at all (NOT_CAPTURED) where some have none.
        """
        if self._signature is not None:
            try:
                return _flat(self._signature.bind(*args, **kwargs))
            except TypeError:  # the function itself will raise it, too
                pass
        return NOT_CAPTURED if args else kwargs


def _flat(bound: inspect.BoundArguments) -> dict[str, object]:
    """The bound arguments, those of `**kwargs` among the others, `self` and `cls` left out."""
    flat: dict[str, object] = {}
    for index, (name, value) in enumerate(bound.arguments.items()):
        parameter = bound.signature.parameters[name]
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            flat.update(value)
        elif index or name not in ("self", "cls"):
            flat[name] = value
    return flat
