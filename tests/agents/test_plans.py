from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace

import pytest

from goldgate.agents.calls import Call
from goldgate.agents.plans import items_of, planned_step, report
from goldgate.agents.raised import Raised
from goldgate.errors import BadTrace, NotJson
from goldgate.model.trace import PlannedStep, Step, StepStatus
from goldgate.model.value import NOT_CAPTURED


def reported(outcome: object) -> Step:
    call = Call(kind="tool", name="read", args={"path": "x"})
    report(call, outcome)
    return call.step


@pytest.mark.parametrize(
    "plan",
    [["a", "b"], ("a", "b"), iter(["a", "b"]), {"steps": ["a", "b"]}, SimpleNamespace(steps=["a", "b"])],
)
def test_a_plan_is_anything_that_holds_steps(plan: object) -> None:
    assert items_of(plan, limit=9) == ["a", "b"]


def test_a_plan_without_end_is_cut() -> None:
    assert items_of(count(), limit=3) == [0, 1, 2]


def test_a_plan_that_raises_passes_on_what_it_raises() -> None:
    def plan() -> Iterator[str]:
        yield "a"
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        items_of(plan(), limit=3)


@pytest.mark.parametrize("plan", [None, "read", b"read", 3, {"tool": "read"}])
def test_what_holds_no_steps_is_no_plan(plan: object) -> None:
    with pytest.raises(BadTrace, match=f"a plan is an iterable of steps, got {type(plan).__name__}"):
        items_of(plan, limit=9)


@pytest.mark.parametrize(
    "item",
    [
        {"tool": "read", "args": {"path": "x"}},
        {"tool": "read", "args": '{"path": "x"}'},
        PlannedStep(name="read", args={"path": "x"}),
        SimpleNamespace(tool="read", args={"path": "x"}),
        SimpleNamespace(name="read", arguments={"path": "x"}),
    ],
)
def test_a_planned_step_has_a_tool_and_arguments(item: object) -> None:
    assert planned_step(item) == PlannedStep(name="read", args={"path": "x"})


@pytest.mark.parametrize("item", ["read", {"tool": "read"}, SimpleNamespace(tool="read", args=None)])
def test_arguments_of_a_planned_step_may_be_left_out(item: object) -> None:
    assert planned_step(item) == PlannedStep(name="read", args=NOT_CAPTURED)


def test_no_arguments_are_not_the_same_as_none_told() -> None:
    assert planned_step(SimpleNamespace(tool="read", args={}, arguments={"n": 1})).args == {}


@pytest.mark.parametrize("item", [3, None, SimpleNamespace(tool=3), {"too": "read"}, {"tool": "read", "args": 3}])
def test_anything_else_is_no_planned_step(item: object) -> None:
    with pytest.raises(BadTrace):
        planned_step(item)


def test_planned_arguments_must_be_json() -> None:
    with pytest.raises(NotJson):
        planned_step({"tool": "read", "args": {"path": object()}})


@pytest.mark.parametrize("value", ["text", None, 3, ["a"], {"path": "x"}, {}, {"status": "ok", "more": 1}])
def test_a_value_is_the_observation_of_a_step_that_went_well(value: object) -> None:
    assert reported(value) == Step(name="read", args={"path": "x"}, observation=value)  # type: ignore[arg-type]


def test_a_mapping_of_the_three_keys_says_what_came_of_the_step() -> None:
    assert reported({"error_code": "DENIED"}) == Step(
        name="read", args={"path": "x"}, status=StepStatus.ERROR, error_code="DENIED"
    )
    assert reported({"status": "error", "observation": "no"}) == Step(
        name="read", args={"path": "x"}, status=StepStatus.ERROR, observation="no"
    )
    assert reported({"status": "skipped"}).status is StepStatus.SKIPPED


def test_a_step_stands_for_itself() -> None:
    step = Step(name="other", args={"n": 1}, observation=2)
    assert reported(step) == step


def test_an_exception_is_a_step_error() -> None:
    step = reported(Raised(ValueError("no")))
    assert (step.status, step.error_code, step.observation) == ("error", "ValueError", "no")
