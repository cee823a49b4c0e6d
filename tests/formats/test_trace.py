from collections import UserDict

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.canonical import spell
from goldgate.errors import BadTrace, NotJson
from goldgate.formats.text import loads
from goldgate.formats.trace import load_trace, read_args, read_plan, read_step, read_trace, write_trace
from goldgate.model.trace import BAD_ARGUMENTS, OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json


def problems_of(value: object) -> list[str]:
    with pytest.raises(BadTrace) as caught:
        read_trace(value)
    return [str(problem) for problem in caught.value.problems]


@given(st.from_type(Trace))
@settings(max_examples=60)
def test_a_trace_that_was_written_is_loaded_again(trace: Trace) -> None:
    text = spell(write_trace(trace))
    loaded = load_trace(loads(text))  # type: ignore[arg-type]
    assert loaded == trace
    assert spell(write_trace(loaded)) == text


@given(st.from_type(Trace))
@settings(max_examples=60)
def test_an_agent_may_return_a_trace_of_its_own_making(trace: Trace) -> None:
    assert read_trace(trace) == attrs.evolve(trace, state=NOT_CAPTURED, files=None)


def test_what_is_the_default_is_not_written() -> None:
    assert write_trace(Trace(steps=(Step(name="read"),))) == {"steps": [{"tool": "read"}]}


def test_a_mapping_of_the_form_is_a_trace() -> None:
    assert read_trace(
        {
            "plan": ["search", {"tool": "read", "args": {"path": "a"}}],
            "steps": [
                {"tool": "search", "args": {"pattern": "*"}, "observation": None, "group": 1},
                {"tool": "read", "error_code": "NOT_FOUND"},
                {"kind": "message", "observation": "hello", "status": "skipped"},
            ],
            "answer": None,
            "status": "failure",
            "usage": {"input_tokens": 3, "cost_usd": 0.5},
        }
    ) == Trace(
        plan=(PlannedStep(name="search"), PlannedStep(name="read", args={"path": "a"})),
        steps=(
            Step(name="search", args={"pattern": "*"}, observation=None, group=1),
            Step(name="read", status=StepStatus.ERROR, error_code="NOT_FOUND"),
            Step(kind="message", observation="hello", status=StepStatus.SKIPPED),
        ),
        answer=None,
        status=OverallStatus.FAILURE,
        usage=Usage(input_tokens=3, cost_usd=0.5),
    )


def test_an_empty_mapping_is_a_trace_in_which_nothing_happened() -> None:
    assert read_trace({}) == Trace()


def test_a_text_is_the_answer() -> None:
    assert read_trace("done") == Trace(answer="done")


def test_any_mapping_and_steps_of_the_model_inside_will_do() -> None:
    mapping = UserDict({"steps": (Step(name="read"), UserDict({"tool": "list"})), "usage": Usage(input_tokens=1)})
    assert read_trace(mapping) == Trace(steps=(Step(name="read"), Step(name="list")), usage=Usage(input_tokens=1))


def test_statuses_given_as_texts_in_the_models_own_classes_are_read() -> None:
    trace = Trace(steps=(Step(name="read", status="error"),), status="failure")  # type: ignore[arg-type]
    assert read_trace(trace) == Trace(steps=(Step(name="read", status=StepStatus.ERROR),), status=OverallStatus.FAILURE)


def test_a_null_says_nothing_where_it_is_no_value() -> None:
    step = {"tool": "read", "name": None, "error_code": None, "group": None}
    assert read_trace({"plan": None, "usage": None, "steps": [step]}) == Trace(steps=(Step(name="read"),))


def test_all_faults_of_a_trace_are_told_with_their_places() -> None:
    assert problems_of(
        {
            "stepz": [],
            "plan": [3, {"tol": "read"}],
            "steps": [{"tool": 3}, {}, {"tool": "a", "name": "a", "group": True, "args": []}, "read"],
            "status": "fine",
            "usage": {"input_tokens": -1, "output_tokens": 1.5, "cost_usd": "1", "tokens": 1},
        }
    ) == [
        "unknown key 'stepz', did you mean 'steps'?",
        "unknown word 'fine'; known are success, failure, error @ $.status",
        "expected a tool name or an object, got int 3 @ $.plan[0]",
        "unknown key 'tol', did you mean 'tool'? @ $.plan[1]",
        "required key 'tool' is missing @ $.plan[1]",
        "expected a text, got int 3 @ $.steps[0].tool",
        "required key 'tool' is missing @ $.steps[1]",
        "expected one of 'tool' and 'name', got both @ $.steps[2]",
        "expected an object or JSON text, got list @ $.steps[2].args",
        "expected a text or int, got bool true @ $.steps[2].group",
        "expected an object, got str 'read' @ $.steps[3]",
        "unknown key 'tokens', did you mean 'input_tokens'? @ $.usage",
        "expected int from 0 on, got int -1 @ $.usage.input_tokens",
        "expected int from 0 on, got float 1.5 @ $.usage.output_tokens",
        "expected int or float from 0 on, got str '1' @ $.usage.cost_usd",
    ]


@pytest.mark.parametrize("value", [None, 3, b"bytes", ["read"], object()])
def test_what_is_neither_trace_nor_mapping_nor_text_is_no_trace(value: object) -> None:
    got = type(value).__name__
    hint = 'if this is the answer, return {"answer": …}'
    assert problems_of(value) == [f"expected a Trace, a mapping of its form or a text, got {got}; {hint}"]


def test_a_mapping_of_another_form_is_taken_for_an_answer() -> None:
    assert problems_of({"queue": "billing", "priority": 1}) == [
        'expected a mapping with plan, steps, answer, status, usage; if this is the answer, return {"answer": …}'
    ]


def test_lists_must_be_lists() -> None:
    assert problems_of({"plan": "read", "steps": "read"}) == [
        "expected a list, got str 'read' @ $.steps",
        "expected a list, got str 'read' @ $.plan",
    ]


def test_a_step_with_a_code_can_not_be_well() -> None:
    assert problems_of({"steps": [{"tool": "read", "status": "ok", "error_code": "E"}]}) == [
        "a step with an error code can't have status ok @ $.steps[0].status"
    ]


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, {1: 2}, b"x"])
def test_values_that_json_can_not_say_are_told_by_their_place(value: object) -> None:
    with pytest.raises(NotJson) as caught:
        read_trace({"steps": [{"tool": "read", "observation": value}]})
    assert "/steps/0/observation" in str(caught.value)


@pytest.mark.parametrize(
    ("args", "read"),
    [
        (None, ({}, None)),
        ("", ({}, None)),
        (" \n", ({}, None)),
        ({"a": (1,)}, ({"a": [1]}, None)),
        ('{"a": [1]}', ({"a": [1]}, None)),
        ('{"a": ', ('{"a": ', BAD_ARGUMENTS)),
        ('{"a": 1, "a": 2}', ('{"a": 1, "a": 2}', BAD_ARGUMENTS)),
        ("[1]", ("[1]", BAD_ARGUMENTS)),
    ],
)
def test_arguments_may_come_as_json_text(args: object, read: tuple[Json, str | None]) -> None:
    assert read_args(args) == read


@pytest.mark.parametrize("args", [[1], 3, True])
def test_arguments_are_never_lists_or_numbers(args: object) -> None:
    with pytest.raises(BadTrace, match="expected an object or JSON text"):
        read_args(args)


def test_text_that_is_no_arguments_makes_the_step_an_error_and_is_kept() -> None:
    bad = Step(name="read", args="{", status=StepStatus.ERROR, error_code=BAD_ARGUMENTS)
    assert read_step({"tool": "read", "args": "{", "status": "ok"}) == bad
    assert read_step(bad) == bad


def test_arguments_that_were_not_captured_are_not_an_empty_object() -> None:
    assert read_step({"tool": "read", "args": {"$not_captured": True}}).args is NOT_CAPTURED
    assert read_step(Step(name="read", args=NOT_CAPTURED)).args is NOT_CAPTURED
    assert read_step({"tool": "read"}).args == {}


def test_a_plan_is_a_list_of_names_objects_and_planned_steps() -> None:
    planned = PlannedStep(name="c", args={"x": 1})
    assert read_plan(["a", {"tool": "b", "args": '{"x": 1}'}, {"tool": "b", "args": "{"}, planned]) == (
        PlannedStep(name="a"),
        PlannedStep(name="b", args={"x": 1}),
        PlannedStep(name="b", args="{"),
        planned,
    )


def test_a_plan_that_is_no_list_is_refused() -> None:
    with pytest.raises(BadTrace, match="expected a list, got str 'read'"):
        read_plan("read")
