"""What changed inside two values that are already known to differ? The only door to deepdiff.

Equality is decided elsewhere, by canonical bytes; here a difference is put into words. deepdiff aligns lists better
than a walk does, but leaves out much by default and compares 1 with True by `==`. So it gets every leaf as the text of
its canonical spelling, where nothing but the same is equal, and a report that came out empty is made by our own walk.
"""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from goldgate.differ.canonical import canonical, same
from goldgate.differ.pointer import parts_of, pointer_of
from goldgate.differ.walk import ChangeKind, FieldChange, differences
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

if TYPE_CHECKING:
    from deepdiff.model import DiffLevel

__all__ = ["ChangeKind", "FieldChange", "FieldChanges", "field_changes"]

LIMIT: Final = 20
"""How many changes are reported."""
_MANY: Final = 250
"""With more parts than this in one value, deepdiff may take seconds: it aligns repeated items in cubic time."""
_DEEP: Final = 60
"""With more nesting than this, deepdiff comes near the limit of recursion."""

_KINDS: Final = {
    "values_changed": ChangeKind.CHANGED,
    "type_changes": ChangeKind.CHANGED,
    "dictionary_item_added": ChangeKind.ADDED,
    "iterable_item_added": ChangeKind.ADDED,
    "dictionary_item_removed": ChangeKind.REMOVED,
    "iterable_item_removed": ChangeKind.REMOVED,
}


@frozen(kw_only=True)
class FieldChanges:
    """The first changes in the order of the document, and how many more there are."""

    changes: tuple[FieldChange, ...] = ()
    left_out: int = 0


def field_changes(expected: Json, actual: Json, *, limit: int = LIMIT) -> FieldChanges:
    """The places where two values differ, at most `limit` of them; none for the same values.

    Pointers lead into the expected value, those of added parts into the actual one. Very big or deep values are
    compared position by position, without deepdiff.
    """
    if same(expected, actual):
        return FieldChanges()
    found = _by_deepdiff(expected, actual) if _is_small(expected) and _is_small(actual) else []
    changes = sorted(found, key=_place) or list(differences(expected, actual))
    return FieldChanges(changes=tuple(changes[:limit]), left_out=max(len(changes) - limit, 0))


def _by_deepdiff(expected: Json, actual: Json) -> list[FieldChange]:
    from deepdiff import DeepDiff  # noqa: PLC0415 - heavy, and only needed when there is a difference to show

    tree = DeepDiff(
        _spelled(expected),
        _spelled(actual),
        view="tree",
        ignore_private_variables=False,
        threshold_to_diff_deeper=0,
    )
    return [_change(kind, level) for report, kind in _KINDS.items() for level in tree.get(report, ())]


def _change(kind: ChangeKind, level: "DiffLevel") -> FieldChange:
    is_added, is_removed = kind is ChangeKind.ADDED, kind is ChangeKind.REMOVED
    return FieldChange(
        pointer=pointer_of(level.path(output_format="list", use_t2=is_added)),
        kind=kind,
        expected=None if is_added else _read(level.t1),
        actual=None if is_removed else _read(level.t2),
    )


def _spelled(value: Json) -> Json:
    """The value with each leaf as the text of its canonical spelling."""
    if isinstance(value, dict):
        return {key: _spelled(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_spelled(item) for item in value]
    return canonical(value)


def _read(spelled: Json) -> Json:
    """The value that was spelled so."""
    if isinstance(spelled, dict):
        return {key: _read(part) for key, part in spelled.items()}
    if isinstance(spelled, list):
        return [_read(item) for item in spelled]
    leaf: Json = json.loads(str(spelled))
    return leaf


def _place(change: FieldChange) -> tuple[list[str], bool]:
    """Where a change stands in the document: indexes in the order of numbers, removed before added."""
    parts = [part.zfill(10) if part.isdecimal() else part for part in parts_of(change.pointer)]
    return parts, change.kind is not ChangeKind.REMOVED


def _is_small(value: Json) -> bool:
    return _count(value) <= _MANY and _depth(value) <= _DEEP


def _count(value: Json) -> int:
    return 1 + sum(map(_count, _parts_of(value)))


def _depth(value: Json) -> int:
    return max(map(_depth, _parts_of(value)), default=0) + 1


def _parts_of(value: Json) -> Iterable[Json]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
