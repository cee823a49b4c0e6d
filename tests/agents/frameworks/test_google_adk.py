"""What agents and apps of Google's ADK have that the scenario has not."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from goldgate.model.case import Stub
from goldgate.model.trace import Trace

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("google_adk")


def agent_of(home: ModuleType, name: str, **options: Any) -> Any:
    from google.adk.agents import LlmAgent

    return LlmAgent(name=name, model=home.ScriptedModel(model="scripted"), **options)


def test_one_agent_hands_over_to_another_whose_tools_are_answered_for_too(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from google.adk.agents import LlmAgent

    class Paying(home.ScriptedModel):  # type: ignore[name-defined] # known only where ADK is installed
        async def generate_content_async(self, llm_request: Any, stream: bool = False) -> Any:  # noqa: FBT001, FBT002
            paid = any(part.function_response for content in llm_request.contents for part in content.parts)
            llm_request.contents = [home.types.UserContent("no call" if paid else "pay now")]
            async for response in super().generate_content_async(llm_request):
                yield response

    script("hand over", [("transfer_to_agent", '{"agent_name": "payer"}')])
    script("pay now", [("pay", '{"amount": 3}')])
    payer = LlmAgent(name="payer", model=Paying(model="scripted"), tools=[home.pay])
    trace = observe(
        agent_of(home, "first", sub_agents=[payer]), "hand over", tools=[Stub(tool="pay", returns={"paid": 3})]
    )

    assert [(step.kind, step.name) for step in trace.steps] == [("handoff", "payer"), ("tool", "pay")]
    assert trace.steps[1].observation == {"paid": 3}


def test_the_state_of_the_world_is_that_of_the_session(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from google.adk.tools.tool_context import ToolContext

    def count(tool_context: Any) -> int:
        """Count."""
        tool_context.state["calls"] += 1
        return int(tool_context.state["calls"])

    count.__annotations__["tool_context"] = ToolContext
    script("count", [("count", "{}")])
    trace = observe(agent_of(home, "a", tools=[count]), "count", state={"calls": 2})

    assert (trace.steps[0].observation, trace.state) == ({"result": 3}, {"calls": 3})


def test_an_app_is_run_as_its_agent_is(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from google.adk.apps import App

    app = App(name="my_app", root_agent=agent_of(home, "a", tools=[home.weather]))

    assert len(observe(app, "two parallel calls").steps) == 2


def test_a_stub_for_a_tool_that_the_agent_lacks_answers_nothing(
    home: ModuleType, observe: Callable[..., Trace]
) -> None:
    trace = observe(home.agent, "an unknown tool", tools=[Stub(tool="book_hotel", returns="booked")])

    assert trace.steps[1].error_code == "UNKNOWN_TOOL"


def test_a_stub_answers_before_the_arguments_are_looked_at(home: ModuleType, observe: Callable[..., Trace]) -> None:
    trace = observe(home.agent, "a missing argument", tools=[Stub(tool="weather", returns={"celsius": 3})])

    assert trace.steps[0].observation == {"celsius": 3}
