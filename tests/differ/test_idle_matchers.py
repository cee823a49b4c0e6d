import pytest

from goldgate.differ.idle_matchers import IDLE, fits_all, fits_every_text, idle_matchers
from goldgate.differ.matcher_words import WORDS
from goldgate.model.value import Json


def test_every_word_of_a_matcher_has_its_rule() -> None:
    assert [*IDLE] == [*WORDS]


@pytest.mark.parametrize("pattern", ["", ".*", "a*", "^", "$", "(?s).*", "x|"])
def test_a_pattern_that_needs_nothing_is_found_in_every_text(pattern: str) -> None:
    assert fits_every_text(pattern)


@pytest.mark.parametrize("pattern", ["^$", ".", ".+", "^.*x", r"\S"])
def test_a_pattern_that_needs_something_is_not(pattern: str) -> None:
    assert not fits_every_text(pattern)


@pytest.mark.parametrize(
    "expected",
    [
        {"$any": True},
        {"$schema": {}},
        {"$schema": True},
        {"$in": ["a", {"$any": True}]},
        {"$optional": {"$any": True}},
    ],
)
def test_what_every_value_fits_is_known(expected: Json) -> None:
    assert fits_all(expected)


@pytest.mark.parametrize(
    "expected",
    [
        {"$schema": {"type": "string"}},
        {"$schema": False},
        {"$in": ["a"]},
        {"$type": "string"},
        {"a": {"$any": True}},
        "a",
    ],
)
def test_what_some_value_does_not_fit_is_known(expected: Json) -> None:
    assert not fits_all(expected)


@pytest.mark.parametrize(
    ("expected", "idle"),
    [
        ({"a": {"$regex": ""}}, [('.a["$regex"]', 'fits every text; {"$type": "string"} says that')]),
        ([{"$contains": ""}], [('[0]["$contains"]', "every text holds the empty one")]),
        ({"$in": []}, [('["$in"]', "never fits: the list is empty")]),
        ({"$in": [1, {"$any": True}]}, [('["$in"]', 'fits everything; {"$any": true} says that')]),
        ({"$schema": {}}, [('["$schema"]', 'fits everything; {"$any": true} says that')]),
        ({"$schema": False}, [('["$schema"]', "never fits: the schema allows nothing")]),
        ({"a": {"$optional": {"$in": []}}}, [('.a["$optional"]["$in"]', "never fits: the list is empty")]),
        ({"a": {"$literal": {"$regex": ""}}}, []),
        ({"a": {"$any": True}, "b": {"$contains": {"$any": True}}, "c": {"$unordered": []}}, []),
        ({"a": {"$approx": 1}, "b": {"$type": "null"}, "c": {"$schema": {"type": "null"}}}, []),
        ({"a": {"$in": [1]}, "b": {"$contains": "x"}, "c": {"$regex": "x"}}, []),
        ({"a": {"$nonsense": {"$in": []}}}, []),
    ],
)
def test_a_matcher_that_says_nothing_is_told_with_its_place(expected: Json, idle: list[tuple[str, str]]) -> None:
    assert [*idle_matchers(expected)] == idle
