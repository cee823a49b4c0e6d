"""The same scenario through every framework that is installed."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from goldgate.agents.frameworks import Framework
from goldgate.agents.perform import perform
from goldgate.model.case import CaseView, Stub, Turn
from goldgate.model.trace import EXCEPTION, OverallStatus, Trace
from goldgate.model.value import Json, NotCaptured

pytestmark = pytest.mark.filterwarnings("default")  # what frameworks warn of is not ours

AGENTS: Final = Path(__file__).parent / "scripted"
Short: TypeAlias = tuple[str | None, Json | NotCaptured, str | None]
SEOUL: Final[Short] = ("weather", {"city": "Seoul"}, None)
BUSAN: Final[Short] = ("weather", {"city": "Busan"}, None)
CALLS: Final[dict[str, list[Short]]] = {
    "no call": [],
    "two parallel calls": [SEOUL, BUSAN],
    "one call after the other": [SEOUL, ("pay_later", {"amount": 3}, None)],
    "a missing argument": [("weather", {}, "INVALID_ARGUMENTS")],
    "invalid JSON": [("weather", '{"city": ', "BAD_ARGUMENTS")],
    "an unknown tool": [SEOUL, ("book_hotel", {"city": "Seoul"}, "UNKNOWN_TOOL")],
    "a tool that raises": [SEOUL, ("pay", {"amount": 3}, "DECLINED")],
}
LOST: Final[dict[tuple[str, str], list[Short]]] = {
    (file, request): [("weather", {"city": "Seoul"}, "NO_RESULT"), CALLS[request][1]]
    for file, request in (
        ("pydantic_ai", "a tool that raises"),
        ("langchain", "a tool that raises"),
        ("google_adk", "a tool that raises"),
        ("openai_agents", "an unknown tool"),
    )
}
"""Where another call of the same turn ends the run, it is chance whether a call came to its end, or it is not made."""
RAISES: Final = {
    ("pydantic_ai", "a tool that raises"): "Declined",
    ("langchain", "a tool that raises"): "Declined",
    ("google_adk", "a tool that raises"): "Declined",
    ("openai_agents", "an unknown tool"): "ModelBehaviorError",
}
"""Runs that end with an exception."""
SILENT: Final = {("langchain", "invalid JSON")}
"""Runs that end without an answer, as if all were well."""
IMPOSSIBLE: Final = {("google_adk", "invalid JSON")}
"""What the model can't do: its class hands over objects, never text."""


@pytest.fixture(params=CALLS)
def request_(request: pytest.FixtureRequest, framework: Framework) -> str:
    text: str = request.param
    if (framework.file, text) in IMPOSSIBLE:
        pytest.skip("the framework gets objects from its model, never text")
    return text


def test_each_call_is_a_step_with_its_arguments_and_its_error(
    framework: Framework, agent: Any, request_: str, observe: Callable[..., Trace], short: Callable[..., list[Short]]
) -> None:
    calls = [step for step in short(observe(agent, request_)) if step[0] is not None]

    assert calls == LOST.get((framework.file, request_), CALLS[request_])


def test_a_run_ends_as_it_does_without_goldgate(
    framework: Framework, agent: Any, request_: str, observe: Callable[..., Trace]
) -> None:
    trace = observe(agent, request_)
    raised = RAISES.get((framework.file, request_))
    silent = raised or (framework.file, request_) in SILENT

    assert [step.error_code for step in trace.steps if step.kind == EXCEPTION] == ([raised] if raised else [])
    assert trace.status is (OverallStatus.ERROR if raised else OverallStatus.SUCCESS)
    assert trace.answer == (None if silent else "that is all")


def test_it_is_told_where_a_tool_raised(agent: Any) -> None:
    detail = perform(agent, CaseView(id="case", request="a tool that raises"), root=AGENTS).detail

    assert detail.raised[0].startswith("DECLINED at ")
    assert {re.sub(r".* at (.*):\d+", r"\1", place) for place in detail.raised} == {"scripted_turns.py in pay"}


def test_calls_of_one_turn_are_a_group_and_others_are_none(agent: Any, observe: Callable[..., Trace]) -> None:
    parallel = [step.group for step in observe(agent, "two parallel calls").calls]
    apart = [step.group for step in observe(agent, "one call after the other").calls]

    assert parallel == ["message-1", "message-1"]
    assert apart == [None, None]


def test_results_are_joined_with_their_calls(agent: Any, observe: Callable[..., Trace]) -> None:
    observed = [str(step.observation) for step in observe(agent, "two parallel calls").calls]

    assert ["Seoul" in observed[0], "Busan" in observed[1]] == [True, True]


def test_tokens_are_counted(agent: Any, observe: Callable[..., Trace]) -> None:
    usage = observe(agent, "two parallel calls").usage

    assert usage.input_tokens
    assert usage.output_tokens


def test_a_stub_answers_in_the_place_of_the_tool(agent: Any, observe: Callable[..., Trace]) -> None:
    trace = observe(agent, "two parallel calls", tools=[Stub(tool="weather", returns="snow")])

    assert [step.observation for step in trace.calls] in (["snow"] * 2, [{"result": "snow"}] * 2)


def test_a_stub_that_refuses_is_an_error_that_the_agent_is_told_of(agent: Any, observe: Callable[..., Trace]) -> None:
    trace = observe(agent, "a tool that raises", tools=[Stub(tool="pay", error_code="BROKE", message="no money")])

    assert trace.calls[1].error_code == "BROKE"
    assert "no money" in str(trace.calls[1].observation)
    assert trace.answer == "that is all"


def test_where_a_tool_has_stubs_and_none_fits_the_tool_is_not_called(agent: Any, observe: Callable[..., Trace]) -> None:
    trace = observe(agent, "a tool that raises", tools=[Stub(tool="pay", args={"amount": 4}, returns="paid")])

    assert trace.calls[1].error_code == "NO_STUB"


def test_turns_before_the_last_are_what_was_said_before(agent: Any, observe: Callable[..., Trace]) -> None:
    turns = (
        Turn(role="user", content="no call"),
        Turn(role="assistant", content="that is all"),
        Turn(role="user", content="two parallel calls"),
    )

    assert observe(agent, turns).steps == observe(agent, "two parallel calls").steps


def test_a_trial_does_not_meet_what_an_earlier_one_left(
    agent: Any, observe: Callable[..., Trace], request_: str
) -> None:
    first = observe(agent, request_)
    observe(agent, "a tool that raises")

    assert observe(agent, request_) == first
