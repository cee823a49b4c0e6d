import pytest

from goldgate.differ.json_path import json_path_problem, value_at
from goldgate.errors import BadMatcher
from goldgate.model.value import NOT_CAPTURED, Json

DOCUMENT: Json = {"items": [{"name": "a"}, {"name": "b"}], "a b": {'"': 1}, "0": None, "이름": "x", "a-b": 2}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$", DOCUMENT),
        ("$.items[0].name", "a"),
        ("$.items[-1].name", "b"),
        ('$["a b"]["\\""]', 1),
        ("$.0", None),
        ('$["items"][1]', {"name": "b"}),
        ("$.이름", "x"),
        ("$.a-b", 2),
    ],
)
def test_a_path_leads_to_a_value(path: str, found: Json) -> None:
    assert value_at(path, DOCUMENT) == found


@pytest.mark.parametrize(
    "path", ["$.none", "$.items[2]", "$.items[-3]", "$.items.name", "$[0]", "$.0.x", '$.items["0"]', "$.items[0][0]"]
)
def test_nothing_is_not_null(path: str) -> None:
    assert value_at(path, DOCUMENT) is NOT_CAPTURED


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("", "a JSON path starts with $"),
        ("items", "a JSON path starts with $"),
        ("$items", "a JSON path goes on with"),
        ("$.items[*]", "a JSON path goes on with"),
        ("$..name", "a JSON path goes on with"),
        ("$.items[", "a JSON path goes on with"),
        ("$['items']", "a JSON path goes on with"),
        ("$.items[0] ", "a JSON path goes on with"),
        ('$["\\x"]', '"\\x" is no JSON text'),
    ],
)
def test_other_dialects_are_refused(path: str, problem: str) -> None:
    assert (json_path_problem(path) or "").startswith(problem)
    with pytest.raises(BadMatcher):
        value_at(path, DOCUMENT)


def test_a_path_that_can_be_read_has_no_problem() -> None:
    assert json_path_problem('$.items[0]["name"]') is None
