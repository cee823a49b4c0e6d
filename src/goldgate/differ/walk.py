"""Where do two plain values differ? A type-exact walk in document order, without any library."""

from collections.abc import Iterator
from enum import StrEnum
from typing import TypeAlias

from goldgate.differ.canonical import same
from goldgate.differ.pointer import pointer_of
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

_Parts: TypeAlias = tuple[str | int, ...]


class ChangeKind(StrEnum):
    """What happened at a place."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@frozen(kw_only=True)
class FieldChange:
    """One place (a JSON pointer; the empty text is the whole value) where two values differ.

    `expected` is None where something was added, `actual` is None where something was removed.
    """

    pointer: str
    kind: ChangeKind
    expected: Json = None
    actual: Json = None


def differences(expected: Json, actual: Json) -> Iterator[FieldChange]:
    """The smallest parts that differ: keys in sorted order, items of lists position by position.

    None for equal values, at least one for all others.
    """
    yield from _walk(expected, actual, ())


def first_difference(expected: Json, actual: Json) -> FieldChange | None:
    """The first of the differences; None when the values are the same."""
    return next(differences(expected, actual), None)


def _walk(expected: Json, actual: Json, at: _Parts) -> Iterator[FieldChange]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        yield from _walk_objects(expected, actual, at)
    elif isinstance(expected, list) and isinstance(actual, list):
        yield from _walk_lists(expected, actual, at)
    elif not same(expected, actual):
        yield FieldChange(pointer=pointer_of(at), kind=ChangeKind.CHANGED, expected=expected, actual=actual)


def _walk_objects(expected: dict[str, Json], actual: dict[str, Json], at: _Parts) -> Iterator[FieldChange]:
    for key in sorted({*expected, *actual}):
        here = (*at, key)
        if key not in actual:
            yield FieldChange(pointer=pointer_of(here), kind=ChangeKind.REMOVED, expected=expected[key])
        elif key not in expected:
            yield FieldChange(pointer=pointer_of(here), kind=ChangeKind.ADDED, actual=actual[key])
        else:
            yield from _walk(expected[key], actual[key], here)


def _walk_lists(expected: list[Json], actual: list[Json], at: _Parts) -> Iterator[FieldChange]:
    for index, (item, other) in enumerate(zip(expected, actual, strict=False)):
        yield from _walk(item, other, (*at, index))
    for index in range(len(actual), len(expected)):
        yield FieldChange(pointer=pointer_of((*at, index)), kind=ChangeKind.REMOVED, expected=expected[index])
    for index in range(len(expected), len(actual)):
        yield FieldChange(pointer=pointer_of((*at, index)), kind=ChangeKind.ADDED, actual=actual[index])
