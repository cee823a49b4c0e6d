from collections.abc import Iterator, Mapping

import pytest

from goldgate.agents.calls import Call
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import NOT_CAPTURED


def call(*, args: object = None, name: str = "x") -> Call:
    return Call(kind="tool", name=name, args=args)


class _Broken(Mapping[str, object]):
    def __getitem__(self, key: str) -> object:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        raise OSError("gone")

    def __len__(self) -> int:
        return 1


def test_a_call_that_nothing_was_said_of_went_well() -> None:
    assert call(args={"n": 1}).step == Step(name="x", args={"n": 1})


def test_a_call_without_arguments_has_none() -> None:
    assert call().step.args == {}


def test_an_error_code_makes_an_error_even_of_a_status_ok() -> None:
    made = call()
    made.status, made.error_code = "ok", "DENIED"
    assert (made.step.status, made.step.error_code) == (StepStatus.ERROR, "DENIED")


def test_a_call_ends_once() -> None:
    made = call()
    made.observation = "first"
    made.close()
    made.observation = "second"
    made.fail(ValueError("third"))
    assert made.step == Step(name="x", observation="first")


def test_an_open_call_is_unfinished_when_it_is_abandoned() -> None:
    made = call().opened()
    made.observation = "half"
    made.abandon()
    assert made.step == Step(name="x", status=StepStatus.ERROR, error_code="UNFINISHED")


def test_a_call_that_was_never_opened_is_complete_when_it_is_abandoned() -> None:
    made = call()
    made.observation = "all"
    made.abandon()
    assert made.step == Step(name="x", observation="all")


def test_an_observation_that_says_no_more_than_the_code_is_left_out() -> None:
    made = call()
    made.refuse("DENIED", "DENIED")
    assert made.step.observation is NOT_CAPTURED


def test_a_call_can_turn_out_to_be_an_error() -> None:
    made = call()
    made.observation = "fine"
    made.amend(error_code="STALE")
    assert made.step == Step(name="x", status=StepStatus.ERROR, error_code="STALE", observation="fine")


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("status", "done", "status: 'done' is not a valid StepStatus"),
        ("error_code", 404, "error_code: expected a text, got int"),
        ("observation", b"x", "observation: "),
        ("observation", _Broken(), "observation: gone"),
        ("name", 3, "name: expected a text, got int"),
        ("kind", None, ""),
    ],
)
def test_a_field_that_is_not_what_it_should_be_is_a_fault(field: str, value: object, told: str) -> None:
    made = call()
    setattr(made, field, value)
    faults = [str(step.observation) for step in made.steps() if step.error_code == "BAD_TRACE"]
    assert [fault.partition(": ")[2].startswith(told) for fault in faults] == [True] * bool(told)


def test_arguments_that_are_no_object_are_a_fault() -> None:
    made = call(args=[1])
    assert made.has_faults
    _, fault = made.steps()
    assert fault.kind == "exception"
    assert str(fault.observation).startswith("x: arguments: expected an object")


def test_arguments_that_raise_are_a_fault() -> None:
    _, fault = call(args=_Broken()).steps()
    assert fault.observation == "x: arguments: gone"


def test_arguments_that_were_not_captured_stay_so() -> None:
    assert call(args=NOT_CAPTURED).step.args is NOT_CAPTURED
