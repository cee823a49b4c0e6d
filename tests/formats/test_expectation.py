from typing import Any

import pytest

from goldgate.formats.converter import Misfit
from goldgate.formats.expectation import EXPECTATION, write_expectation
from goldgate.model.case import (
    ArgsMatch,
    Expectation,
    ExpectedAnswer,
    ExpectedGroup,
    ExpectedStep,
    Limits,
    Match,
)
from goldgate.model.trace import OverallStatus, StepStatus
from goldgate.model.value import NOT_CAPTURED


def faults_of(**expect: Any) -> list[tuple[str | None, str]]:
    with pytest.raises(Misfit) as caught:
        EXPECTATION(expect)
    return [(fault.pointer, str(fault)) for fault in caught.value.faults]


def test_an_empty_object_expects_nothing() -> None:
    assert EXPECTATION({}) == Expectation()
    assert not EXPECTATION({}).decides


def test_an_empty_list_of_calls_is_an_expectation() -> None:
    assert EXPECTATION({"calls": []}) == Expectation(calls=())
    assert EXPECTATION({"calls": []}).decides


def test_null_is_never_taken_for_nothing() -> None:
    assert faults_of(calls=None) == [(".calls", "expected a list, got null")]


def test_an_item_of_calls_is_a_name_an_object_or_a_group() -> None:
    item = {"tool": "b", "args": {"x": {"$any": True}}, "args_match": "superset", "error_code": "E", "times": 2}
    assert EXPECTATION({"calls": ["a", item, ["a", {"tool": "c", "status": "error"}]]}).calls == (
        ExpectedStep(name="a"),
        ExpectedStep(name="b", args={"x": {"$any": True}}, args_match=ArgsMatch.SUPERSET, error_code="E", times=2),
        ExpectedGroup(calls=(ExpectedStep(name="a"), ExpectedStep(name="c", status=StepStatus.ERROR))),
    )


def test_expected_arguments_are_not_captured_when_any_will_do() -> None:
    assert EXPECTATION({"calls": ["a", {"tool": "a", "args": {}}]}).calls == (
        ExpectedStep(name="a", args=NOT_CAPTURED),
        ExpectedStep(name="a", args={}),
    )


def test_all_faults_of_calls_are_told() -> None:
    assert faults_of(
        calls=[{}, 3, [], [[]], {"tool": "a", "times": 0, "args": "[1]"}, {"tool": "a", "args": "{"}, ""]
    ) == [
        (".calls[0]", "required key 'tool' is missing"),
        (".calls[1]", "expected a tool name or an object, got int 3"),
        (".calls[2]", "expected at least one call in a group"),
        (".calls[3][0]", "expected a tool name or an object, got list"),
        (".calls[4].args", "expected an object or JSON text of one, got text of list"),
        (".calls[4].times", "expected int from 1 on, got int 0"),
        (".calls[5].args", "expected an object or JSON text of one: not valid JSON: it ends too early (column 2)"),
        (".calls[6]", "expected a text that says something, got str ''"),
    ]


def test_a_call_is_always_of_kind_tool() -> None:
    assert faults_of(calls=[{"tool": "a", "kind": "message"}])[0][1].startswith("unknown key 'kind'")


def test_a_step_can_not_be_well_and_have_an_error_code() -> None:
    fault = "a step with an error code can't have status ok"
    item = {"tool": "a", "status": "ok", "error_code": "E"}
    assert faults_of(calls=[item], steps=[item]) == [(".calls[0].status", fault), (".steps[0].status", fault)]


def test_steps_are_of_any_kind_and_matched_as_superset() -> None:
    steps = ["a", {"kind": "memory_write", "name": "n", "args": {"x": 1}}, {"kind": "message"}, {"tool": "b"}]
    assert EXPECTATION({"steps": steps}) == Expectation(
        steps=(
            ExpectedStep(name="a"),
            ExpectedStep(kind="memory_write", name="n", args={"x": 1}),
            ExpectedStep(kind="message"),
            ExpectedStep(name="b"),
        ),
        steps_match=Match.SUPERSET,
    )


def test_a_step_says_what_it_is_once() -> None:
    assert faults_of(steps=[{"tool": "a", "name": "a"}, {}, {"kid": "x"}]) == [
        (".steps[0]", "expected one of 'tool' and 'name', got both"),
        (".steps[1]", "expected at least one of 'kind', 'tool' and 'name'"),
        (".steps[2]", "expected at least one of 'kind', 'tool' and 'name'"),
    ]


def test_an_item_of_a_plan_has_a_tool_and_arguments_alone() -> None:
    assert EXPECTATION({"plan": ["a", {"tool": "b", "args": {}}], "plan_match": "in_order"}) == Expectation(
        plan=(ExpectedStep(name="a"), ExpectedStep(name="b", args={})), plan_match=Match.IN_ORDER
    )
    assert faults_of(plan=[{"tool": "a", "times": 2}, ["a"]]) == [
        (".plan[0]", "unknown key 'times'; known are tool, args"),
        (".plan[1]", "expected a tool name or an object, got list"),
    ]


def test_a_text_as_answer_is_what_the_answer_equals() -> None:
    assert EXPECTATION({"answer": "x"}).answer == ExpectedAnswer(equals="x")


def test_the_parts_of_an_answer() -> None:
    answer = {
        "equals": None,
        "contains": "a",
        "not_contains": ["b", "c"],
        "matches": "^a",
        "json_path": {"$.a[0]": {"$any": True}},
    }
    assert EXPECTATION({"answer": answer}).answer == ExpectedAnswer(
        equals=None, contains=("a",), not_contains=("b", "c"), matches="^a", json_path={"$.a[0]": {"$any": True}}
    )


@pytest.mark.parametrize(
    ("answer", "pointer", "fault"),
    [
        (None, "", "expected a text or an object, got null"),
        ({}, "", "expected at least one of equals, contains, not_contains, matches, json_path"),
        ({"contains": ""}, ".contains", "expected a text that is not empty"),
        ({"not_contains": ["a", ""]}, ".not_contains[1]", "expected a text that is not empty"),
        ({"contains": 3}, ".contains", "expected a text or a list of texts, got int 3"),
        (
            {"matches": "("},
            ".matches",
            'no valid regular expression "(": missing ), unterminated subpattern at position 0',
        ),
        ({"json_path": {"a": 1}}, ".json_path.a", "a JSON path starts with $, as in $.items[0].name; got 'a'"),
        ({"contain": "a"}, "", "unknown key 'contain', did you mean 'contains'?"),
    ],
)
def test_what_says_nothing_of_an_answer_is_refused(answer: object, pointer: str, fault: str) -> None:
    assert faults_of(answer=answer) == [(f".answer{pointer}", fault)]


def test_files_are_texts_matchers_or_gone() -> None:
    files = {"a": "x", "b": {"$contains": "x"}, "c": None}
    assert EXPECTATION({"files": files}).files == files
    assert faults_of(files={"a": 3, "../b": None}) == [
        ('.files["../b"]', "a path must not leave the folder with '..', got '../b'"),
        (".files.a", "expected a text, a matcher or null (gone), got int 3"),
    ]


def test_null_is_a_state_that_can_be_expected() -> None:
    assert EXPECTATION({"state": None}) == Expectation(state=None)
    assert EXPECTATION({"state": None}).decides


def test_limits_are_from_zero_on() -> None:
    assert EXPECTATION({"limits": {"steps": 0, "cost_usd": 0.5}}).limits == Limits(steps=0, cost_usd=0.5)
    assert faults_of(limits={"steps": -1, "calls": 1.0, "tokens": True, "cost_usd": "1"}) == [
        (".limits.steps", "expected int from 0 on, got int -1"),
        (".limits.calls", "expected int, got float 1.0"),
        (".limits.tokens", "expected int, got bool true"),
        (".limits.cost_usd", "expected a number from 0 on, got str '1'"),
    ]


def test_words_come_with_the_nearest_known_one() -> None:
    assert faults_of(match="anyorder", args_match="supersets", status="sucess", forbid="a", allow_errors=[""]) == [
        (".match", "unknown word 'anyorder', did you mean 'any_order'?"),
        (".args_match", "unknown word 'supersets', did you mean 'superset'?"),
        (".forbid", "expected a list, got str 'a'"),
        (".status", "unknown word 'sucess', did you mean 'success'?"),
        (".allow_errors[0]", "expected a text that says something, got str ''"),
    ]


def test_it_is_written_in_the_shortest_way() -> None:
    assert write_expectation(
        Expectation(
            calls=(ExpectedStep(name="a"), ExpectedGroup(calls=(ExpectedStep(name="b", times=2),))),
            match=Match.IN_ORDER,
            steps=(ExpectedStep(kind="message"), ExpectedStep(kind="memory_write", name="n")),
            status=OverallStatus.FAILURE,
            answer=ExpectedAnswer(contains=("x",)),
            limits=Limits(calls=0),
            forbid=("c",),
        )
    ) == {
        "calls": ["a", [{"tool": "b", "times": 2}]],
        "match": "in_order",
        "steps": [{"kind": "message"}, {"kind": "memory_write", "name": "n"}],
        "status": "failure",
        "answer": {"contains": ["x"]},
        "limits": {"calls": 0},
        "forbid": ["c"],
    }
