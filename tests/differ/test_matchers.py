import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.differ.canonical import same
from goldgate.differ.matchers import Mismatch, matcher_problems, matches, mismatch, object_mismatch
from goldgate.errors import BadMatcher
from goldgate.model.case import ArgsMatch
from goldgate.model.value import NOT_CAPTURED, Json

scalars = (
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, -0.0, 1.0, 0.5]) | st.text("ab$", max_size=2)
)
names = st.text("abc", max_size=2)
values: st.SearchStrategy[Json] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3), max_leaves=8
)


def nested(value: Json, depth: int, wrap: str | None = None) -> Json:
    for _ in range(depth):
        value = {wrap: value} if wrap else [value]
    return value


# Without matchers.


def test_values_of_different_types_never_match() -> None:
    every: list[Json] = [True, 1, 1.0, "1", [1], {"1": 1}, None, False, 0, 0.0, "", [], {}]
    assert [pair for pair in itertools.permutations(every, 2) if matches(*pair)] == []


@given(values, values)
def test_without_a_matcher_only_the_same_value_matches(expected: Json, actual: Json) -> None:
    assert matches(expected, actual) == same(expected, actual)


@given(values)
def test_every_value_matches_itself(value: Json) -> None:
    assert mismatch(value, value) is None


def test_a_mismatch_names_the_first_place_in_the_order_of_the_expectation() -> None:
    found = mismatch({"b": [1, {"c/d": 2}], "a": 1}, {"a": 9, "b": [1, {"c/d": 3}]})
    assert found == Mismatch(pointer="/b/1/c~1d", expected=2, actual=3)


def test_a_missing_key_is_told() -> None:
    found = mismatch({"a": {"b": 1}}, {"a": {}})
    assert found == Mismatch(pointer="/a/b", expected=1, actual=NOT_CAPTURED)
    assert found.why == "expected 1, but it is missing"


def test_a_key_too_many_is_told_after_all_that_was_expected() -> None:
    found = mismatch({"a": 1}, {"x": 0, "a": 1})
    assert found == Mismatch(pointer="/x", expected=NOT_CAPTURED, actual=0)
    assert found.why == "unexpected 0"


def test_a_list_that_is_too_short_lacks_its_next_item() -> None:
    assert mismatch([1, 2], [1]) == Mismatch(pointer="/1", expected=2, actual=NOT_CAPTURED)


def test_a_list_that_is_too_long_has_an_item_too_many() -> None:
    assert mismatch([1], [1, 2]) == Mismatch(pointer="/1", expected=NOT_CAPTURED, actual=2)


def test_the_reason_tells_types_apart() -> None:
    found = mismatch([1], [True])
    assert found is not None
    assert found.why == "expected 1 (integer), got true (boolean)"


def test_a_long_value_is_cut_in_the_reason() -> None:
    found = mismatch("a" * 10_000, "b" * 10_000)
    assert found is not None
    assert len(found.why) < 500


@pytest.mark.parametrize("wrap", [None, "key", "$optional", "$contains"])
def test_the_deepest_values_are_walked(wrap: str | None) -> None:
    around = {"$optional": 0, "$contains": 200}.get(wrap or "", 200)
    actual = nested(1, around, None if wrap == "$contains" else wrap)
    assert matches(nested(1, 200, wrap), actual)
    assert not matches(nested(2, 200, wrap), actual)


# Matchers.


@pytest.mark.parametrize("actual", [None, 0, "", [], {"a": 1}])
def test_any_matches_every_value(actual: Json) -> None:
    assert matches({"$any": True}, actual)


def test_any_does_not_match_a_missing_key() -> None:
    assert not matches({"a": {"$any": True}}, {})


@pytest.mark.parametrize(
    ("word", "fitting"),
    [
        ("string", [""]),
        ("integer", [0, 10**40]),
        ("number", [0, 10**40, 1.0, 0.5]),
        ("boolean", [True, False]),
        ("array", [[]]),
        ("object", [{}]),
        ("null", [None]),
    ],
)
def test_type_says_the_words_of_json_schema_but_takes_types_strictly(word: str, fitting: list[Json]) -> None:
    """True is no integer and no number; 1.0 is a number but, other than in JSON Schema, no integer."""
    everything: list[Json] = ["", 0, 10**40, 1.0, 0.5, True, False, [], {}, None]
    assert [value for value in everything if matches({"$type": word}, value)] == [
        value for value in everything if any(same(value, one) for one in fitting)
    ]


@pytest.mark.parametrize(("actual", "fits"), [("notes.md", True), ("a.md.txt", False), (5, False), (None, False)])
def test_regex_is_searched_in_texts(actual: Json, fits: bool) -> None:  # noqa: FBT001
    assert matches({"$regex": r"\.md$"}, actual) is fits


@pytest.mark.parametrize(
    ("matcher", "actual", "fits"),
    [
        ({"$approx": 0.3}, 0.1 + 0.2, True),
        ({"$approx": 0.3}, 0.3000004, False),
        ({"$approx": 1_000_000}, 1_000_001, True),
        ({"$approx": 1_000_000}, 1_000_001.5, False),
        ({"$approx": -1_000_000}, -1_000_001, True),
        ({"$approx": 0}, 1e-9, True),
        ({"$approx": 0}, 2e-9, False),
        ({"$approx": 1}, True, False),
        ({"$approx": 1}, "1", False),
        ({"$approx": 1}, None, False),
        ({"$approx": 1.0}, 1, True),
        ({"$approx": 10**400}, 10**400 + 1, True),
        ({"$approx": 10**400, "abs": 1}, 10**400 + 2, False),
        ({"$approx": 10**400}, 0.5, False),
        ({"$approx": 1e308}, -1e308, False),
        ({"$approx": 5e-324, "abs": 0}, 5e-324, True),
        ({"$approx": 0.3, "abs": 0.01}, 0.31, True),
        ({"$approx": 0.3, "abs": 0.01}, 0.3100001, False),
        ({"$approx": 1_000_000, "abs": 0}, 1_000_000.5, False),
        ({"$approx": 4.2, "abs": 0}, 4.2, True),
    ],
)
def test_approx(matcher: Json, actual: Json, fits: bool) -> None:  # noqa: FBT001
    """A millionth of the expected number, or a billionth; with `abs` that alone. Decimals, as people write them."""
    assert matches(matcher, actual) is fits


@pytest.mark.parametrize(("actual", "fits"), [(1, True), (True, False), ("axb", True), ([1, 2], True), ([2, 1], False)])
def test_in_takes_values_and_matchers(actual: Json, fits: bool) -> None:  # noqa: FBT001
    assert matches({"$in": [1, {"$regex": "x"}, [1, 2]]}, actual) is fits


@pytest.mark.parametrize(
    ("expected", "actual", "fits"),
    [
        ("b", "abc", True),
        ("B", "abc", False),
        ("b", ["abc"], False),
        ("abc", ["x", "abc"], True),
        ({"$regex": "b"}, ["x", "abc"], True),
        ({"id": {"$any": True}}, [{"id": 1}], True),
        (1, [True, 1.0], False),
        (1, "1", False),
        ({"$regex": "b"}, "abc", False),
        ("a", {"a": 1}, False),
        (None, None, False),
    ],
)
def test_contains_is_a_member_of_a_list_or_a_part_of_a_text(
    expected: Json,
    actual: Json,
    fits: bool,  # noqa: FBT001
) -> None:
    assert matches({"$contains": expected}, actual) is fits


@pytest.mark.parametrize(
    ("expected", "actual", "fits"),
    [
        ([1, 2, 2], [2, 1, 2], True),
        ([1, 2, 2], [2, 1, 1], False),
        ([1, 2], [1, 2, 2], False),
        ([1, 1.0], [1.0, 1], True),
        ([1], [True], False),
        ([{"$any": True}, 1], [1, 2], True),
        ([{"$any": True}, 1], [2, 3], False),
        ([{"$in": [1, 2]}, {"$in": [1]}], [1, 2], True),
        ([{"$in": [1, 2]}, {"$in": [1]}, {"$in": [1]}], [1, 2, 2], False),
        ([], [], True),
        ([], {}, False),
    ],
)
def test_unordered_is_the_same_multiset(expected: Json, actual: Json, fits: bool) -> None:  # noqa: FBT001
    assert matches({"$unordered": expected}, actual) is fits


@given(st.lists(values, max_size=4), st.data())
def test_unordered_does_not_depend_on_any_order(items: list[Json], data: st.DataObject) -> None:
    expected: list[Json] = [{"$any": True}, *items]
    actual: list[Json] = [*items, 7]
    assert matches({"$unordered": data.draw(st.permutations(expected))}, data.draw(st.permutations(actual)))


def test_an_optional_key_may_be_missing_but_not_wrong() -> None:
    expected: Json = {"a": {"$optional": {"$type": "integer"}}}
    assert matches(expected, {})
    assert matches(expected, {"a": 1})
    assert mismatch(expected, {"a": "1"}) == Mismatch(pointer="/a", expected={"$type": "integer"}, actual="1")


def test_beside_an_optional_key_others_are_still_too_many() -> None:
    assert mismatch({"a": {"$optional": 1}}, {"b": 1}) == Mismatch(pointer="/b", expected=NOT_CAPTURED, actual=1)


@pytest.mark.parametrize("value", [{"$regex": "x"}, {"$any": True, "b": [1]}, {"$literal": 1}, 5])
def test_literal_is_the_value_as_it_is(value: Json) -> None:
    assert matches({"$literal": value}, value)
    assert not matches({"$literal": value}, "x")


def test_schema_matches_what_satisfies_it() -> None:
    assert matches({"a": {"$schema": {"type": "integer"}}}, {"a": 1})


def test_schema_tells_the_place_and_the_rule() -> None:
    found = mismatch({"a": {"$schema": {"properties": {"n": {"minimum": 3}}}}}, {"a": {"n": 2}})
    assert found == Mismatch(pointer="/a/n", expected={"$schema": {"minimum": 3}}, actual=2)


def test_matchers_hold_at_any_depth() -> None:
    expected: Json = {"list": [{"$in": [{"deep": [{"$type": "string"}]}]}, {"$any": True}]}
    assert matches(expected, {"list": [{"deep": ["x"]}, None]})
    assert not matches(expected, {"list": [{"deep": [1]}, None]})


def test_a_matcher_that_does_not_fit_is_shown_as_it_was_written() -> None:
    found = mismatch({"a": {"$regex": "^x"}}, {"a": "abc"})
    assert found is not None
    assert (found.pointer, found.why) == ("/a", 'expected {"$regex":"^x"}, got "abc"')


def test_keys_of_the_actual_value_are_never_matchers() -> None:
    assert not matches({"a": 1}, {"$any": True})
    assert matches({"a": {"$type": "object"}}, {"a": {"$any": True}})


def test_an_unknown_matcher_is_refused_where_no_reader_found_it() -> None:
    with pytest.raises(BadMatcher, match=r"unknown matcher '\$regx', did you mean '\$regex'\?"):
        matches({"$regx": "x"}, "x")


# The top level of arguments.

ACTUAL: Json = {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("expected", "fitting"),
    [
        ({"a": 1, "b": 2}, {"exact", "superset", "subset", "ignore"}),
        ({"a": 1}, {"superset", "ignore"}),
        ({"a": 1, "b": 2, "c": 3}, {"subset", "ignore"}),
        ({"a": 1, "c": 3}, {"ignore"}),
        ({"a": 9, "b": 2}, {"ignore"}),
        ({"a": 1, "b": 2, "c": {"$optional": 3}}, {"exact", "superset", "subset", "ignore"}),
        ({}, {"superset", "ignore"}),
        ({"$type": "object"}, {"exact", "superset", "subset", "ignore"}),
        ("text", {"ignore"}),
    ],
)
def test_the_top_level_is_matched_in_four_ways(expected: Json, fitting: set[str]) -> None:
    assert {how.value for how in ArgsMatch if object_mismatch(expected, ACTUAL, how) is None} == fitting


def test_below_the_top_level_every_way_is_exact() -> None:
    assert object_mismatch({"o": {"a": 1}}, {"o": ACTUAL}, ArgsMatch.SUPERSET) == Mismatch(
        pointer="/o/b", expected=NOT_CAPTURED, actual=2
    )


def test_the_first_key_beyond_a_subset_is_told() -> None:
    assert object_mismatch({"a": 1}, ACTUAL, ArgsMatch.SUBSET) == Mismatch(
        pointer="/b", expected=NOT_CAPTURED, actual=2
    )


# What can't be used.


@given(values)
def test_plain_values_have_no_problems(value: Json) -> None:
    assert matcher_problems(value) == []


@pytest.mark.parametrize(
    "matcher",
    [
        {"$any": True},
        {"$type": "null"},
        {"$regex": "a|b"},
        {"$approx": 0.3},
        {"$approx": 3, "abs": 0},
        {"$in": []},
        {"$contains": {"$regex": "x"}},
        {"$unordered": [{"a": {"$optional": 1}}]},
        {"a": {"$optional": {"$type": "string"}}},
        {"$schema": {"type": "object"}},
        {"$literal": {"$regx": "["}},
    ],
)
def test_these_can_be_used(matcher: Json) -> None:
    assert matcher_problems([{"deep": matcher}]) == []


@pytest.mark.parametrize(
    ("expected", "place", "message"),
    [
        ({"$regx": "x"}, '["$regx"]', "unknown matcher '$regx', did you mean '$regex'?"),
        ({"$zzzzzz": 1}, '["$zzzzzz"]', "unknown matcher '$zzzzzz'; known are $any, $type"),
        ({"$": 1}, '["$"]', "unknown matcher '$'"),
        ({"$any": 1}, '["$any"]', "$any takes true"),
        ({"$type": "int"}, '["$type"]', "$type takes one of string, integer"),
        ({"$type": ["string"]}, '["$type"]', "$type takes one of"),
        ({"$regex": "["}, '["$regex"]', 'no valid regular expression "[": unterminated character set'),
        ({"$regex": 5}, '["$regex"]', "a regular expression is a text"),
        ({"$approx": "1"}, '["$approx"]', "$approx takes a number"),
        ({"$approx": True}, '["$approx"]', "$approx takes a number"),
        ({"$approx": 1, "abs": -1}, '["$approx"]', "abs takes a number that is not negative"),
        ({"$approx": 1, "abs": True}, '["$approx"]', "abs takes a number that is not negative"),
        ({"$approx": 1, "rel": 1}, '["$approx"]', '$approx can\'t stand beside "rel"'),
        ({"$in": "abc"}, '["$in"]', "$in takes a list"),
        ({"$unordered": {}}, '["$unordered"]', "$unordered takes a list"),
        ({"$schema": 1}, '["$schema"]', "$schema takes a JSON Schema"),
        ({"$schema": {"type": "strng"}}, '["$schema"]', "no valid JSON Schema: 'strng'"),
        ({"$regex": "x", "path": 1}, '["$regex"]', '$regex can\'t stand beside "path"'),
        ({"path": 1, "$regex": "x"}, '["$regex"]', '$regex can\'t stand beside "path"'),
        ({"$any": True, "$regex": "x"}, '["$any"]', '$any can\'t stand beside "$regex"'),
        ({"$optional": 1}, '["$optional"]', "$optional can only be the value of a key"),
        ([{"$optional": 1}], '[0]["$optional"]', "$optional can only be the value of a key"),
        ({"a": {"$optional": {"$optional": 1}}}, '.a["$optional"]["$optional"]', "$optional can only be the value"),
        ({"a b": [0, {"c": {"$regex": "["}}]}, '["a b"][1].c["$regex"]', "no valid regular expression"),
        ({"$in": [1, {"$regex": "["}]}, '["$in"][1]["$regex"]', "no valid regular expression"),
        ({"$contains": {"a": {"$type": 1}}}, '["$contains"].a["$type"]', "$type takes one of"),
    ],
)
def test_what_can_not_be_used_is_told_with_its_place(expected: Json, place: str, message: str) -> None:
    [(found_place, found)] = matcher_problems(expected)
    assert found_place == place
    assert found.startswith(message)


def test_all_problems_are_told_in_the_order_of_the_value() -> None:
    problems = matcher_problems({"b": {"$regex": "["}, "a": [{"$in": [{"$typ": 1}]}, {"$any": 0}]})
    assert [place for place, _ in problems] == ['.b["$regex"]', '.a[0]["$in"][0]["$typ"]', '.a[1]["$any"]']


def test_the_deepest_values_are_looked_through() -> None:
    [(place, _)] = matcher_problems(nested({"$regex": "["}, 199))
    assert place == "[0]" * 199 + '["$regex"]'
