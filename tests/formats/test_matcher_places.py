import pytest

from goldgate.formats.matcher_places import matcher_faults
from goldgate.model.value import Json

BAD: Json = {"$nothing": 1}


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ({"world": {"tools": [{"tool": "a", "args": {"x": BAD}}]}}, "$.world.tools[0].args.x"),
        ({"expect": {"calls": ["a", {"args": BAD}]}}, "$.expect.calls[1].args"),
        ({"expect": {"calls": [["a", {"args": BAD}]]}}, "$.expect.calls[0][1].args"),
        ({"expect": {"plan": [{"args": '{"x": {"$nothing": 1}}'}]}}, "$.expect.plan[0].args.x"),
        ({"expect": {"steps": [{"args": {"x": [BAD]}}]}}, "$.expect.steps[0].args.x[0]"),
        ({"expect": {"state": BAD}}, "$.expect.state"),
        ({"expect": {"files": {"a.md": BAD}}}, '$.expect.files["a.md"]'),
        ({"expect": {"answer": {"equals": BAD}}}, "$.expect.answer.equals"),
        ({"expect": {"answer": {"json_path": {"$.a": BAD}}}}, '$.expect.answer.json_path["$.a"]'),
    ],
)
def test_matchers_are_looked_for_wherever_something_is_expected(case: Json, place: str) -> None:
    assert [fault.pointer for fault in matcher_faults(case)] == [f'{place}["$nothing"]']


@pytest.mark.parametrize(
    "case",
    [
        {"world": {"state": BAD, "tools": [{"tool": "a", "returns": BAD}]}, "request": BAD},
        {"expect": {"answer": "$nothing", "forbid": ["$nothing"]}},
    ],
)
def test_what_is_given_as_it_is_holds_no_matchers(case: Json) -> None:
    assert list(matcher_faults(case)) == []


@pytest.mark.parametrize(
    "case",
    [
        None,
        [],
        {"expect": 3},
        {"expect": {"calls": 3, "files": [], "answer": []}},
        {"expect": {"calls": [{"args": "{"}, {"args": 3}]}},
        {"world": {"tools": [3]}},
    ],
)
def test_a_case_of_any_shape_can_be_looked_at(case: Json) -> None:
    assert list(matcher_faults(case)) == []
