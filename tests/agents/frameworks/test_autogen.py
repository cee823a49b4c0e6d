"""What agents and teams of autogen have that the scenario has not."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from goldgate.model.case import Stub, Turn
from goldgate.model.trace import Trace

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("autogen")


def member(home: ModuleType, name: str, **options: Any) -> Any:
    from autogen_agentchat.agents import AssistantAgent

    return AssistantAgent(name, home.ScriptedModel(), max_tool_iterations=5, **options)


def test_a_team_does_the_same_in_every_trial_even_after_one_that_raised(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from autogen_agentchat.conditions import MaxMessageTermination
    from autogen_agentchat.teams import RoundRobinGroupChat

    script("that is all")  # what the first member says is asked of the second
    team = RoundRobinGroupChat(
        [member(home, "a", tools=[home.weather]), member(home, "b", tools=[home.weather])],
        termination_condition=MaxMessageTermination(3),
    )
    first = observe(team, "two parallel calls")
    raised = observe(team, "a request that the script does not know")

    assert (len(first.steps), first.answer) == (2, "that is all")
    assert [step.error_code for step in raised.steps] == ["RuntimeError"]
    assert "Traceback" not in str(raised.steps[0].observation)
    assert observe(team, "two parallel calls") == first


def test_the_members_of_a_team_are_watched_and_answered_for(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from autogen_agentchat.conditions import MaxMessageTermination
    from autogen_agentchat.teams import RoundRobinGroupChat

    team = RoundRobinGroupChat(
        [member(home, "a", tools=[home.weather])], termination_condition=MaxMessageTermination(5)
    )
    turns = (Turn(role="user", content="no call"), Turn(role="user", content="two parallel calls"))
    trace = observe(team, turns, tools=[Stub(tool="weather", returns="snow")])

    assert [step.observation for step in trace.steps] == ["snow", "snow"]


def test_a_handoff_is_a_step_of_its_own_kind(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    script("hand over", [("transfer_to_payer", "{}")])
    trace = observe(member(home, "first", handoffs=["payer"]), "hand over")

    assert [(step.kind, step.name, step.error_code) for step in trace.steps] == [("handoff", "payer", None)]


def test_what_was_said_before_is_remembered_as_said_by_whoever_said_it(
    home: ModuleType, observe: Callable[..., Trace]
) -> None:
    heard: list[Any] = []

    class Hearing(home.ScriptedModel):  # type: ignore[name-defined] # known only where autogen is installed
        async def create(self, messages: Any, **options: Any) -> Any:
            heard[:] = [type(message).__name__ for message in messages]
            return await super().create(messages, **options)

    from autogen_agentchat.agents import AssistantAgent

    roles = ("system", "user", "assistant", "user")
    turns = tuple(Turn(role=role, content="no call") for role in roles)
    observe(AssistantAgent("a", Hearing(), system_message=None), turns)

    assert heard == ["SystemMessage", "UserMessage", "AssistantMessage", "UserMessage"]


def test_an_answer_in_a_structure_is_told_in_json(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from autogen_agentchat.agents import AssistantAgent
    from pydantic import BaseModel

    class Report(BaseModel):
        city: str

    class Reporting(home.ScriptedModel):  # type: ignore[name-defined] # as above
        async def create(self, messages: Any, **options: Any) -> Any:
            answer = await super().create(messages, **options)
            answer.content = '{"city": "Seoul"}'
            return answer

    agent = AssistantAgent("a", Reporting(), output_content_type=Report)

    assert observe(agent, "no call").answer == {"city": "Seoul"}


def test_outside_of_a_trial_tools_are_as_they_were(home: ModuleType, observe: Callable[..., Trace]) -> None:
    import asyncio

    from autogen_core import CancellationToken
    from autogen_core.tools import FunctionTool

    observe(home.agent, "two parallel calls", tools=[Stub(tool="weather", returns="snow")])
    tool = FunctionTool(home.weather, description="the weather")

    assert asyncio.run(tool.run_json({"city": "Seoul"}, CancellationToken())) == {"city": "Seoul", "celsius": 3}
