from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldgate.agents.context import Context
from goldgate.agents.frameworks.conversation import HANDOFF, Asked, Conversation
from goldgate.agents.raised import Raised
from goldgate.agents.recorder import Recorder
from goldgate.model.case import CaseView, Stub, World
from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace
from goldgate.model.value import NOT_CAPTURED


def conversation(*stubs: Stub, folder: Path | None = None) -> Conversation:
    view = CaseView(id="case", request="do it", world=World(tools=stubs))
    return Conversation(Context(view, folder=folder, recorder=Recorder(on_late=lambda: None)))


def asked(call_id: str | None, name: str = "search", args: object = None) -> Asked:
    return Asked(call_id=call_id, name=name, args=args)


def steps(told: Conversation) -> tuple[Step, ...]:
    return told.trace(None).steps


def test_results_are_joined_by_id_in_whichever_order_they_come() -> None:
    told = conversation()
    told.turn([asked("a"), asked("b")])
    told.answered("b", "second")
    told.answered("a", "first")

    assert [step.observation for step in steps(told)] == ["first", "second"]


def test_an_id_that_is_used_again_joins_the_oldest_open_call() -> None:
    told = conversation()
    for result in ("first", "second"):
        told.turn([asked("0")])
        told.answered("0", result)

    assert [step.observation for step in steps(told)] == ["first", "second"]


def test_without_ids_results_are_joined_by_name() -> None:
    told = conversation()
    told.turn([asked(None, "search"), asked(None, "read")])
    told.answered(None, "text", name="read")
    told.answered(None, ["hit"], name="search")

    assert [step.observation for step in steps(told)] == [["hit"], "text"]


def test_only_calls_of_one_message_are_a_group() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.turn([asked("b"), asked("c")])
    told.turn([asked("d"), asked("e")])

    assert [step.group for step in steps(told)] == [None, "message-2", "message-2", "message-3", "message-3"]


@pytest.mark.parametrize(
    ("args", "read", "code"),
    [
        (None, {}, None),
        ("", {}, None),
        ('{"a": 1}', {"a": 1}, None),
        ({"a": 1}, {"a": 1}, None),
        ('{"a": ', '{"a": ', "BAD_ARGUMENTS"),
        ("[1]", "[1]", "BAD_ARGUMENTS"),
    ],
)
def test_arguments_are_read_and_never_repaired(args: object, read: object, code: str | None) -> None:
    told = conversation()
    told.turn([asked("a", args=args)])
    told.answered("a", "whatever")

    assert [(step.args, step.error_code) for step in steps(told)] == [(read, code)]


def test_a_call_without_a_result_is_an_error() -> None:
    told = conversation()
    told.turn([asked("a")])

    assert [(step.error_code, step.observation) for step in steps(told)] == [("NO_RESULT", NOT_CAPTURED)]


def test_a_result_without_a_call_is_an_error() -> None:
    told = conversation()
    told.answered("a", "hit", name="search")

    assert steps(told) == (
        Step(name="search", args=NOT_CAPTURED, status=StepStatus.ERROR, error_code="NO_CALL", observation="hit"),
    )


def test_a_second_result_of_one_call_answers_none() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.answered("a", "first")
    told.answered("a", "second")

    assert [step.error_code for step in steps(told)] == [None, "NO_CALL"]


def test_an_error_mark_without_a_code_is_an_error_without_one() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.answered("a", "it went wrong", failed=True)

    assert [(step.status, step.error_code) for step in steps(told)] == [(StepStatus.ERROR, None)]


def test_what_was_raised_gives_the_code_and_the_message_what_was_told() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.watch.raised("a", KeyError("path"))
    told.answered("a", "an error occurred")

    assert [(step.error_code, step.observation) for step in steps(told)] == [("KeyError", "an error occurred")]


def test_of_calls_whose_results_were_lost_only_an_exception_is_told_since_the_rest_is_chance() -> None:
    told = conversation()
    told.turn([asked("a"), asked("b"), asked("c")])
    told.watch.returned("a", ["hit"])
    told.watch.raised("b", ValueError("no"))

    assert [(step.error_code, step.observation) for step in steps(told)] == [
        ("NO_RESULT", NOT_CAPTURED),
        ("ValueError", "no"),
        ("NO_RESULT", NOT_CAPTURED),
    ]


def test_where_a_call_ended_the_run_others_of_its_turn_that_were_answered_in_time_are_chance_too() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.answered("a", "before")
    told.turn([asked("b"), asked("c")])
    told.answered("b", "in time")
    told.watch.raised("c", ValueError("no"))

    assert [(step.error_code, step.observation) for step in told.trace(Raised(ValueError("no"))).calls] == [
        (None, "before"),
        ("NO_RESULT", NOT_CAPTURED),
        ("ValueError", "no"),
    ]


def test_where_something_else_ended_the_run_results_stay() -> None:
    told = conversation()
    told.turn([asked("a"), asked("b")])
    told.watch.raised("b", ValueError("no"))
    told.answered("a", "hit")
    told.answered("b", "it failed")

    assert [step.error_code for step in told.trace(Raised(RuntimeError("no model"))).calls] == [None, "ValueError"]


def test_a_call_that_was_tried_again_came_to_its_last_try() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.watch.raised("a", TimeoutError("slow"))
    told.watch.returned("a", "hit")
    told.answered("a", "hit")

    assert [step.error_code for step in steps(told)] == [None]


def test_calls_that_share_an_id_are_told_apart_by_order() -> None:
    told = conversation()
    for _ in range(2):
        told.turn([asked("0")])
        told.answered("0", "told")
    told.watch.raised("0", ValueError("no"))
    told.watch.returned("0", "hit")

    assert [step.error_code for step in steps(told)] == ["ValueError", None]


def test_calls_that_share_an_id_and_were_tried_again_say_no_more_than_the_messages() -> None:
    told = conversation()
    for _ in range(2):
        told.turn([asked("0")])
        told.answered("0", "told", failed=True)
    for _ in range(3):
        told.watch.raised("0", ValueError("no"))

    assert [step.error_code for step in steps(told)] == [None, None]


@pytest.mark.parametrize("answered", [True, False])
def test_a_tool_that_the_agent_lacks_is_unknown_where_its_tools_are_known(answered: bool) -> None:  # noqa: FBT001
    told = conversation()
    told.watch.knows(["search"])
    told.watch.knows(["read"])
    told.turn([asked("a", "write")])
    if answered:
        told.answered("a", "there is no such tool", failed=True)

    assert [step.error_code for step in steps(told)] == ["UNKNOWN_TOOL"]


def test_steps_of_other_kinds_stand_between_the_calls() -> None:
    told = conversation()
    told.said(kind="plan", observation="first search")
    told.turn([Asked(call_id="a", name="writer", args={}, kind=HANDOFF)])
    told.answered("a")

    assert [(step.kind, step.name, step.observation) for step in steps(told)] == [
        ("plan", None, "first search"),
        ("handoff", "writer", NOT_CAPTURED),
    ]


def test_a_run_that_raised_ends_with_the_exception() -> None:
    trace = conversation().trace(Raised(ValueError("no")), answer="half")

    assert (trace.status, trace.answer) == (OverallStatus.ERROR, "half")
    assert [(step.kind, step.error_code, step.observation) for step in trace.steps] == [
        ("exception", "ValueError", "no")
    ]


def raised(error: Exception) -> Exception:
    """The exception as it is once it was raised."""
    try:
        raise error
    except type(error) as caught:
        return caught


def test_it_is_told_where_tools_and_the_run_raised() -> None:
    told = conversation()
    told.turn([asked("a"), asked("b")])
    told.watch.raised("a", raised(KeyError("path")))
    told.watch.raised("b", raised(TypeError("no city")), code="INVALID_ARGUMENTS")
    told.trace(Raised(raised(ValueError("no"))))

    places = [(code, origin.function) for code, origin in told.recorder.raised()]
    assert places == [("KeyError", "raised"), ("ValueError", "raised")]


def test_what_json_cannot_say_is_a_fault_of_the_agent() -> None:
    told = conversation()
    told.turn([asked("a")])
    told.answered("a", float("nan"))

    assert [(step.kind, step.error_code) for step in steps(told)] == [("tool", None), ("exception", "BAD_TRACE")]


def test_a_decorated_tool_is_not_recorded_twice_and_what_it_calls_is(observe: Any) -> None:
    import goldgate

    @goldgate.tool
    def fetch() -> str:
        return "page"

    @goldgate.tool
    def search() -> str:
        return fetch()

    def agent(_case: CaseView, context: Context) -> Trace:
        told = Conversation(context)
        told.turn([asked("a")])
        told.answered("a", search())
        return told.trace(None)

    assert [step.name for step in observe(agent, "do it").steps] == ["fetch", "search"]


@given(st.permutations(range(6)), st.lists(st.booleans(), min_size=6, max_size=6))
def test_no_order_of_results_and_no_lost_result_moves_a_step(order: list[int], lost: list[bool]) -> None:
    told = conversation()
    told.turn([asked(str(number), args={"number": number}) for number in range(6)])
    for number in order:
        if not lost[number]:
            told.answered(str(number), number)

    assert [(step.args, step.observation, step.error_code) for step in steps(told)] == [
        ({"number": number}, NOT_CAPTURED if lost[number] else number, "NO_RESULT" if lost[number] else None)
        for number in range(6)
    ]
