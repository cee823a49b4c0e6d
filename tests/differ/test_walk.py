import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import same
from goldgate.differ.walk import ChangeKind, FieldChange, differences, first_difference
from goldgate.model.value import Json

leaves: st.SearchStrategy[Json] = st.sampled_from([None, True, 1, 1.0, "1", 0, 0.0, -0.0, "", "a/b"])
values: st.SearchStrategy[Json] = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab/"), inner), max_leaves=8
)


def changed(pointer: str, expected: Json, actual: Json) -> FieldChange:
    return FieldChange(pointer=pointer, kind=ChangeKind.CHANGED, expected=expected, actual=actual)


def added(pointer: str, actual: Json) -> FieldChange:
    return FieldChange(pointer=pointer, kind=ChangeKind.ADDED, actual=actual)


def removed(pointer: str, expected: Json) -> FieldChange:
    return FieldChange(pointer=pointer, kind=ChangeKind.REMOVED, expected=expected)


@pytest.mark.parametrize(
    ("expected", "actual", "found"),
    [
        (1, True, [changed("", 1, actual=True)]),
        ({"n": 1}, {"n": 1.0}, [changed("/n", 1, 1.0)]),
        ({"a": None}, {}, [removed("/a", None)]),
        ({}, {"a": None}, [added("/a", None)]),
        ({"a": 1, "c": 1}, {"b": 1, "c": 2}, [removed("/a", 1), added("/b", 1), changed("/c", 1, 2)]),
        ([1, 2, 3], [1, 3], [changed("/1", 2, 3), removed("/2", 3)]),
        ([1], [1, 2, 3], [added("/1", 2), added("/2", 3)]),
        ({"a/b": [{"~": 1}]}, {"a/b": [{"~": 2}]}, [changed("/a~1b/0/~0", 1, 2)]),
        ([], {}, [changed("", [], {})]),
    ],
)
def test_differences_are_told_part_by_part(expected: Json, actual: Json, found: list[FieldChange]) -> None:
    assert list(differences(expected, actual)) == found


def test_the_first_difference_is_the_first_in_the_document() -> None:
    assert first_difference({"b": 1, "a": [0, 1]}, {"b": 2, "a": [0, 2]}) == changed("/a/1", 1, 2)


@given(values, values)
def test_there_is_a_difference_exactly_when_values_are_not_the_same(expected: Json, actual: Json) -> None:
    assert (first_difference(expected, actual) is None) == same(expected, actual)


@given(values)
def test_equal_values_have_no_difference(value: Json) -> None:
    assert list(differences(value, value)) == []


@given(values, values)
def test_the_other_way_round_what_was_added_is_removed(expected: Json, actual: Json) -> None:
    there = [(change.pointer, change.expected, change.actual) for change in differences(expected, actual)]
    back = [(change.pointer, change.actual, change.expected) for change in differences(actual, expected)]
    assert there == back
