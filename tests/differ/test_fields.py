import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.canonical import same
from goldgate.differ.fields import ChangeKind, FieldChange, FieldChanges, field_changes
from goldgate.differ.pointer import parts_of
from goldgate.model.value import Json

keys = st.sampled_from(["a", "__a", "a/b", "~", "0", "한글", "", "a'b", "root['a']"])
leaves: st.SearchStrategy[Json] = st.sampled_from(
    [None, True, False, 0, 1, 1.0, 0.0, -0.0, "1", "true", "", "[]", "a\nb", "a\nc", "\ud800", 10**30]
)
values: st.SearchStrategy[Json] = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3), max_leaves=10
)


def told(expected: Json, actual: Json) -> list[str]:
    """`~/a` changed, `+/a` was added, `-/a` was removed."""
    signs = {ChangeKind.CHANGED: "~", ChangeKind.ADDED: "+", ChangeKind.REMOVED: "-"}
    return [signs[change.kind] + change.pointer for change in field_changes(expected, actual).changes]


def nested(depth: int, leaf: Json) -> Json:
    for level in range(depth):
        leaf = [leaf] if level % 2 else {"a": leaf}
    return leaf


def at(value: Json, pointer: str) -> Json:
    for part in parts_of(pointer):
        if isinstance(value, list):
            value = value[int(part)]
        else:
            assert isinstance(value, dict)
            value = value[part]
    return value


@pytest.mark.parametrize(
    ("expected", "actual", "changes"),
    [
        (1, True, ["~"]),
        ([1], [1.0], ["~/0"]),
        ({"n": 1}, {"n": "1"}, ["~/n"]),
        (0.0, -0.0, ["~"]),
        ([1, 2], [True, 2.0], ["~/0", "~/1"]),
        ({"__private": 1}, {"__private": 2}, ["~/__private"]),
        ({"__private": 1}, {}, ["-/__private"]),
        ([1, 1, 2], [1, 2], ["-/0"]),
        ([1, 2], [2, 1], ["~/0", "~/1"]),
        ({"a": None}, {}, ["-/a"]),
        ({"a": [], "b": {}}, {"a": {}, "b": []}, ["~/a", "~/b"]),
        ({"a/b": {"~": [1]}}, {"a/b": {"~": [2]}}, ["~/a~1b/~0/0"]),
        ({"a": 1, "b": 2, "c": 3}, {"d": 4}, ["-/a", "-/b", "-/c", "+/d"]),
        ([*range(12)], [*range(2), 0, *range(3, 10), 0, 0], ["~/2", "~/10", "~/11"]),
        ("a\nb", "a\nc", ["~"]),
    ],
)
def test_nothing_is_silently_equal(expected: Json, actual: Json, changes: list[str]) -> None:
    assert told(expected, actual) == changes


def test_an_inserted_item_is_told_instead_of_all_that_it_shifts() -> None:
    assert told(["b", "c", "d"], ["a", "b", "c", "d"]) == ["+/0"]


def test_a_change_holds_the_values_of_both_sides() -> None:
    assert field_changes({"a": [1, {"b": "x"}], "c": None}, {"a": [1, {"b": True}], "d": {"e": 1.5}}) == FieldChanges(
        changes=(
            FieldChange(pointer="/a/1/b", kind=ChangeKind.CHANGED, expected="x", actual=True),
            FieldChange(pointer="/c", kind=ChangeKind.REMOVED, expected=None),
            FieldChange(pointer="/d", kind=ChangeKind.ADDED, actual={"e": 1.5}),
        )
    )


def test_changes_beyond_the_limit_are_counted() -> None:
    expected: Json = {str(n): n for n in range(50)}
    actual: Json = {str(n): n + 1 for n in range(50)}
    found = field_changes(expected, actual, limit=3)
    assert [change.pointer for change in found.changes] == ["/0", "/1", "/2"]
    assert found.left_out == 47


@pytest.mark.parametrize("depth", [20, 59, 60, 61, 199])
def test_no_depth_hides_a_change(depth: int) -> None:
    found = field_changes(nested(depth, 1), nested(depth, 2))
    assert [(change.kind, change.expected, change.actual) for change in found.changes] == [(ChangeKind.CHANGED, 1, 2)]


def test_thousands_of_equal_items_and_one_other() -> None:
    expected: Json = ["a"] * 5000
    actual: Json = [*["a"] * 2500, "b", *["a"] * 2499]
    assert told(expected, actual) == ["~/2500"]


def test_the_same_values_have_no_changes() -> None:
    assert field_changes({"a": [1]}, {"a": [1]}) == FieldChanges()


@settings(deadline=None)
@given(values, values)
def test_changes_are_told_exactly_when_values_are_not_the_same(expected: Json, actual: Json) -> None:
    assert bool(field_changes(expected, actual).changes) == (not same(expected, actual))


@settings(deadline=None)
@given(values, values)
def test_every_change_is_true(expected: Json, actual: Json) -> None:
    for change in field_changes(expected, actual, limit=1000).changes:
        if change.kind is not ChangeKind.ADDED:
            assert same(at(expected, change.pointer), change.expected)
        if change.kind is not ChangeKind.REMOVED:
            assert not same(change.expected, change.actual) or change.kind is ChangeKind.ADDED
        if change.kind is ChangeKind.ADDED:
            assert same(at(actual, change.pointer), change.actual)


@settings(deadline=None)
@given(st.dictionaries(keys, leaves), st.dictionaries(keys, leaves))
def test_no_key_is_left_out(expected: dict[str, Json], actual: dict[str, Json]) -> None:
    differing = {
        key
        for key in {*expected, *actual}
        if key not in expected or key not in actual or not same(expected[key], actual[key])
    }
    pointers = [change.pointer for change in field_changes(expected, actual).changes]
    assert {parts_of(pointer)[0] for pointer in pointers} == differing
    assert len(pointers) == len(differing)


@settings(deadline=None)
@given(st.lists(leaves, max_size=6), st.lists(leaves, max_size=6))
def test_no_item_is_left_out(expected: list[Json], actual: list[Json]) -> None:
    """What neither changed nor was removed, together with what came, is all there is now."""
    changes = field_changes(expected, actual).changes
    kinds = [change.kind for change in changes]
    grown = kinds.count(ChangeKind.ADDED) - kinds.count(ChangeKind.REMOVED)
    assert grown == len(actual) - len(expected)
    gone = {int(change.pointer[1:]) for change in changes if change.kind is not ChangeKind.ADDED}
    kept = [repr(item) for place, item in enumerate(expected) if place not in gone]
    come = [repr(change.actual) for change in changes if change.kind is not ChangeKind.REMOVED]
    assert sorted(kept + come) == sorted(map(repr, actual))


def test_deepdiff_is_loaded_only_when_there_is_something_to_show() -> None:
    code = """
import sys
from goldgate.differ.fields import field_changes
field_changes({"a": [1]}, {"a": [1]})
assert "deepdiff" not in sys.modules
field_changes(1, 2)
assert "deepdiff" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
