import pytest

from goldgate.formats.shape import Rule, Shape, rule_fault, shape_faults

STEP = Shape(keys={"tool": str, "status": ("ok", "error"), "args": None}, required=("tool",))


def test_an_object_of_the_shape_has_no_faults() -> None:
    assert list(shape_faults({"tool": "read", "args": [1]}, STEP)) == []


def test_all_faults_of_an_object_are_told_with_their_places() -> None:
    faults = shape_faults({"tol": "read", "status": "okk", "tool": 3}, STEP, pointer="$.steps[0]")
    assert [(fault.pointer, fault.message) for fault in faults] == [
        ("$.steps[0]", "unknown key 'tol', did you mean 'tool'?"),
        ("$.steps[0].status", "unknown word 'okk', did you mean 'ok'?"),
        ("$.steps[0].tool", "expected a text, got int 3"),
    ]


def test_a_required_key_that_is_missing_is_told_at_the_object() -> None:
    assert [str(fault) for fault in shape_faults({}, STEP)] == ["required key 'tool' is missing"]


def test_what_is_no_object_has_no_shape() -> None:
    assert [str(fault) for fault in shape_faults(["tool"], STEP)] == ["expected an object, got list"]


@pytest.mark.parametrize(
    ("value", "rule", "fault"),
    [
        (True, int, "expected int, got bool true"),
        ("[]", list, "expected a list, got str '[]'"),
        (None, dict, "expected an object, got null"),
        (3, ("ok", "error"), "expected one of ok, error, got int 3"),
        (True, None, None),
    ],
)
def test_types_are_taken_exactly(value: object, rule: Rule, fault: str | None) -> None:
    assert rule_fault(value, rule) == fault
