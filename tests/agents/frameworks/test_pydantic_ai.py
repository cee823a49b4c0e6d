"""What agents of pydantic-ai have that the scenario has not."""

import datetime as dt
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

import goldgate
from goldgate.model.case import CaseView, Stub, Turn
from goldgate.model.trace import Trace

pytestmark = pytest.mark.filterwarnings("default")

WEATHER = [("weather", '{"city": "Seoul"}')]


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("pydantic_ai")


def codes(trace: Trace) -> list[tuple[str | None, str | None]]:
    return [(step.name, step.error_code) for step in trace.steps]


def test_what_a_tool_asks_to_try_again_or_gives_up_is_an_error_of_the_call(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from pydantic_ai import Agent, ModelRetry

    def look(city: str) -> str:
        raise ModelRetry(f"{city} is no city")

    script("look", [("look", '{"city": "x"}')])
    trace = observe(Agent(home.model, tools=[look]), "look")

    assert codes(trace) == [("look", "ModelRetry")]
    assert trace.steps[0].observation == "x is no city"


def test_after_too_many_tries_the_last_call_is_told_though_the_messages_lose_it(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from pydantic_ai import Agent

    def look(city: str) -> str:
        return city

    script("look", *[[("look", "{}")]] * 3)
    trace = observe(Agent(home.model, tools=[look], retries=1), "look")

    assert codes(trace)[:-1] == [("look", "INVALID_ARGUMENTS")] * 2
    assert trace.status == "error"


def test_a_tool_for_the_answer_is_no_call(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from pydantic import BaseModel
    from pydantic_ai import Agent, ToolOutput

    class Report(BaseModel):
        city: str

    script("report", [("report", "{}")], [("report", '{"city": "Seoul"}')])
    trace = observe(Agent(home.model, output_type=ToolOutput(Report, name="report")), "report")

    assert (trace.steps, trace.answer) == ((), {"city": "Seoul"})


def test_the_state_of_the_world_is_what_the_tools_depend_on(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from pydantic_ai import Agent, RunContext

    def count(context: RunContext[dict[str, int]]) -> int:
        context.deps["calls"] += 1
        return int(context.deps["calls"])

    script("count", [("count", "{}")])
    trace = observe(Agent(home.model, deps_type=dict, tools=[count]), "count", state={"calls": 2})

    assert (trace.steps[0].observation, trace.state) == (3, {"calls": 3})


@pytest.mark.parametrize("is_async", [False, True])
def test_a_function_can_hand_over_what_the_tools_depend_on(
    is_async: bool,  # noqa: FBT001 - a parameter of the test
    home: ModuleType,
    script: Callable[..., None],
    observe: Callable[..., Trace],
) -> None:
    from pydantic_ai import Agent, RunContext

    def greet(context: RunContext[str]) -> str:
        return f"hello {context.deps}"

    async def later(case: CaseView, context: Any) -> Any:
        return await goldgate.run_agent(agent, case, context, deps="Mina")

    script("greet", [("greet", "{}")])
    agent = Agent(home.model, deps_type=str, tools=[greet])
    trace = observe(
        later if is_async else lambda case, context: goldgate.run_agent(agent, case, context, deps="Mina"), "greet"
    )

    assert trace.steps[0].observation == "hello Mina"


def test_results_that_are_objects_are_told_in_json(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from pydantic import BaseModel
    from pydantic_ai import Agent

    class Day(BaseModel):
        day: dt.date

    def today() -> Day:
        return Day(day=dt.date(2026, 11, 30))

    script("today", [("today", "{}")])

    assert observe(Agent(home.model, tools=[today]), "today").steps[0].observation == {"day": "2026-11-30"}


def test_a_stub_sees_the_arguments_as_the_model_wrote_them(home: ModuleType, observe: Callable[..., Trace]) -> None:
    stubs = [Stub(tool="weather", args={"city": "Busan"}, returns="rain"), Stub(tool="weather", returns="snow")]

    assert [step.observation for step in observe(home.agent, "two parallel calls", tools=stubs).steps] == [
        "snow",
        "rain",
    ]


def test_a_system_turn_is_a_system_prompt(home: ModuleType, observe: Callable[..., Trace]) -> None:
    turns = (Turn(role="system", content="be brief"), Turn(role="user", content="two parallel calls"))

    assert len(observe(home.agent, turns).steps) == 2
