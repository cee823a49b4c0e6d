import subprocess
import sys

import pytest

from goldgate.differ.json_schema import Violation, first_violation, schema_problem
from goldgate.errors import BadMatcher
from goldgate.model.value import Json

POINT: Json = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}


def test_a_value_that_satisfies_the_schema_violates_nothing() -> None:
    assert first_violation(POINT, {"x": 1}) is None


def test_the_words_of_json_schema_hold() -> None:
    """Other than for `$type`, 1.0 is an integer."""
    assert first_violation(POINT, {"x": 1.0}) is None
    assert first_violation(POINT, {"x": True}) is not None


def test_a_violation_tells_path_rule_and_part() -> None:
    schema: Json = {"items": POINT}
    assert first_violation(schema, [{"x": 1}, {"x": "1"}]) == Violation(
        path=[1, "x"], rule={"type": "integer"}, found="1"
    )


def test_what_is_missing_is_a_violation_of_the_whole() -> None:
    assert first_violation(POINT, {}) == Violation(path=[], rule={"required": ["x"]}, found={})


def test_the_schema_false_allows_nothing() -> None:
    violation = first_violation({"properties": {"x": False}}, {"x": 1})
    assert violation is not None
    assert (violation.rule, violation.found) == (False, 1)


def test_references_inside_the_schema_are_followed() -> None:
    schema: Json = {"$defs": {"n": {"type": "integer"}}, "items": {"$ref": "#/$defs/n"}}
    assert first_violation(schema, [1]) is None
    assert first_violation(schema, ["1"]) is not None


def test_references_to_elsewhere_are_never_fetched() -> None:
    with pytest.raises(Exception, match="Unresolvable"):
        first_violation({"$ref": "http://127.0.0.1:1/schema.json"}, 1)


def test_a_schema_may_name_an_older_draft() -> None:
    """`items` as a list is a word of draft 7, not of 2020-12."""
    schema: Json = {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}]}
    assert schema_problem(schema) is None
    assert first_violation(schema, ["x"]) is not None


@pytest.mark.parametrize("schema", [{}, POINT, {"$ref": "#/$defs/n", "$defs": {"n": True}}])
def test_these_are_schemas(schema: Json) -> None:
    assert schema_problem(schema) is None


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        (5, "$schema takes a JSON Schema, an object"),
        (True, "$schema takes a JSON Schema, an object"),
        ({"type": "strng"}, "no valid JSON Schema: 'strng' is not valid"),
        ({"minimum": "3"}, "no valid JSON Schema: '3' is not of type"),
        ({"pattern": "["}, "no valid JSON Schema: '[' is not a 'regex'"),
    ],
)
def test_these_are_none(schema: Json, problem: str) -> None:
    assert (schema_problem(schema) or "").startswith(problem)


def test_no_value_is_held_against_what_is_no_schema() -> None:
    with pytest.raises(BadMatcher, match="takes a JSON Schema"):
        first_violation([], 1)


def test_without_jsonschema_the_way_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    assert "pip install 'goldgate[schema]'" in (schema_problem({}) or "")
    with pytest.raises(BadMatcher, match=r"pip install 'goldgate\[schema\]'"):
        first_violation({}, 1)


def test_jsonschema_is_loaded_only_when_a_schema_is_met() -> None:
    code = "import sys, goldgate.differ.matchers as m; m.matches({'$any': True}, 1); print('jsonschema' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
