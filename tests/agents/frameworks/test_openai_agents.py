"""What agents of the OpenAI Agents SDK have that the scenario has not."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

import goldgate
from goldgate.model.case import CaseView, Stub
from goldgate.model.trace import Trace

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("openai_agents")


def codes(trace: Trace) -> list[tuple[str | None, str | None]]:
    return [(step.name, step.error_code) for step in trace.steps]


def test_one_agent_hands_over_to_another_whose_tools_are_watched_too(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from agents import Agent, function_tool

    script("hand over", [("transfer_to_payer", "{}")], [("pay", '{"amount": 3}')])
    payer = Agent(name="payer", model=home.ScriptedModel(), tools=[function_tool(home.pay)])
    trace = observe(
        Agent(name="first", model=home.ScriptedModel(), handoffs=[payer]),
        "hand over",
        tools=[Stub(tool="pay", returns="paid")],
    )

    assert [(step.kind, step.name) for step in trace.steps] == [("handoff", "payer"), ("tool", "pay")]
    assert trace.steps[1].observation == "paid"


def test_a_tool_with_its_own_way_to_tell_of_errors_is_an_error_all_the_same(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from agents import Agent, function_tool

    tool = function_tool(home.pay, failure_error_function=lambda _context, _error: "try later")
    trace = observe(
        Agent(name="a", model=home.ScriptedModel(), tools=[tool, function_tool(home.weather)]), "a tool that raises"
    )

    assert codes(trace) == [("weather", None), ("pay", "DECLINED")]
    assert trace.steps[1].observation == "try later"


def test_a_tool_whose_errors_end_the_run_is_told_with_its_error(
    home: ModuleType, observe: Callable[..., Trace]
) -> None:
    from agents import Agent, function_tool

    tools = [function_tool(home.pay, failure_error_function=None), function_tool(home.weather)]
    trace = observe(Agent(name="a", model=home.ScriptedModel(), tools=tools), "a tool that raises")

    assert ("pay", "DECLINED") in codes(trace)
    assert codes(trace)[-1] == (None, "UserError")


def test_the_error_formatter_of_a_run_still_formats(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from agents import RunConfig

    def agent(case: CaseView, context: Any) -> Any:
        config = RunConfig(tool_error_formatter=lambda failure: f"{failure.tool_name} is not for you")
        return goldgate.run_agent(home.agent, case, context, run_config=config)

    trace = observe(agent, "a tool that raises")

    assert (trace.steps[1].error_code, trace.steps[1].observation) == ("DECLINED", "pay is not for you")


def test_the_hooks_of_a_run_are_goldgates(home: ModuleType, observe: Callable[..., Trace]) -> None:
    trace = observe(lambda case, context: goldgate.run_agent(home.agent, case, context, hooks=object()), "no call")

    assert [step.error_code for step in trace.steps] == ["UsageError"]


def test_the_state_of_the_world_is_the_context_of_the_run(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from agents import Agent, RunContextWrapper, function_tool

    def count(context: Any) -> int:
        context.context["calls"] += 1
        return int(context.context["calls"])

    count.__annotations__["context"] = RunContextWrapper[Any]
    script("count", [("count", "{}")])
    agent = Agent(name="a", model=home.ScriptedModel(), tools=[function_tool(count)])
    trace = observe(agent, "count", state={"calls": 2})

    assert (trace.steps[0].observation, trace.state) == (3, {"calls": 3})


def test_a_call_that_the_provider_made_holds_its_result(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from agents import Agent, ModelResponse, Usage
    from openai.types.responses import ResponseFunctionWebSearch

    class Searching(home.ScriptedModel):  # type: ignore[name-defined] # known only where the SDK is installed
        async def get_response(self, *args: Any, **kwargs: Any) -> Any:
            answer = await super().get_response(*args, **kwargs)
            found = ResponseFunctionWebSearch(
                id="1", type="web_search_call", status="completed", action={"type": "search", "query": "a"}
            )
            return ModelResponse(output=[found, *answer.output], usage=Usage(), response_id=None)

    trace = observe(Agent(name="a", model=Searching()), "no call")

    assert codes(trace) == [("web_search", None)]
    assert trace.usage.tokens is None


def test_an_answer_in_a_structure_is_told_in_json(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from agents import Agent
    from openai.types.responses import ResponseOutputText
    from pydantic import BaseModel

    class Report(BaseModel):
        city: str

    class Reporting(home.ScriptedModel):  # type: ignore[name-defined] # as above
        async def get_response(self, *args: Any, **kwargs: Any) -> Any:
            answer = await super().get_response(*args, **kwargs)
            answer.output[0].content = [
                ResponseOutputText(type="output_text", text='{"city": "Seoul"}', annotations=[])
            ]
            return answer

    assert observe(Agent(name="a", model=Reporting(), output_type=Report), "no call").answer == {"city": "Seoul"}
