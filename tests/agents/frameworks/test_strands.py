"""What agents of strands have that the scenario has not."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from goldgate.model.case import Stub
from goldgate.model.trace import OverallStatus, Trace

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("strands")


def test_ids_that_are_used_again_lose_no_arguments(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from strands import Agent, tool

    class Repeating(home.ScriptedModel):  # type: ignore[name-defined] # known only where strands is installed
        async def stream(self, *args: Any, **options: Any) -> Any:
            async for event in super().stream(*args, **options):
                call = event.get("contentBlockStart", {}).get("start", {}).get("toolUse")
                if call:
                    call["toolUseId"] = call["name"]
                yield event

    script("again", [("weather", '{"city": ')], [("weather", '{"city": "Busan"}')])
    agent = Agent(model=Repeating(), tools=[tool(home.weather)], callback_handler=None)
    trace = observe(agent, "again")

    assert [step.args for step in trace.steps] == ['{"city": ', {"city": "Busan"}]
    assert [step.error_code for step in trace.steps] == ["BAD_ARGUMENTS", None]


def test_what_the_agent_remembered_before_the_first_trial_it_remembers_in_all(
    home: ModuleType, observe: Callable[..., Trace]
) -> None:
    from strands import Agent

    said = [{"role": "user", "content": [{"text": "no call"}]}, {"role": "assistant", "content": [{"text": "hi"}]}]
    agent = Agent(model=home.ScriptedModel(), messages=said, callback_handler=None)
    for _ in range(2):
        observe(agent, "no call")

        assert len(agent.messages) == 4


def test_a_run_that_stops_at_a_limit_has_failed(home: ModuleType, observe: Callable[..., Trace]) -> None:
    import goldgate

    trace = observe(
        lambda case, context: goldgate.run_agent(home.agent, case, context, limits={"turns": 1}), "two parallel calls"
    )

    assert trace.status is OverallStatus.FAILURE


def test_a_tool_that_returns_several_blocks_is_told_with_all(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from strands import Agent, tool

    def look() -> dict[str, Any]:
        """Look."""
        return {"status": "success", "content": [{"text": "a"}, {"json": {"b": 1}}]}

    script("look", [("look", "{}")])
    agent = Agent(model=home.ScriptedModel(), tools=[tool(look)], callback_handler=None)

    assert observe(agent, "look").steps[0].observation == ["a", {"b": 1}]


def test_a_stub_answers_before_the_arguments_are_looked_at(home: ModuleType, observe: Callable[..., Trace]) -> None:
    trace = observe(home.agent, "a missing argument", tools=[Stub(tool="weather", returns={"celsius": 3})])

    assert (trace.steps[0].error_code, trace.steps[0].observation) == (None, '{"celsius": 3}')


def test_outside_of_a_trial_the_agent_is_as_it_was(home: ModuleType, observe: Callable[..., Trace]) -> None:
    observe(home.agent, "two parallel calls", tools=[Stub(tool="weather", returns="snow")])

    assert str(home.agent("two parallel calls")) == "that is all\n"
    assert "celsius" in str(home.agent.messages)


def test_an_answer_in_a_structure_is_told_in_json(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from pydantic import BaseModel

    import goldgate

    class Report(BaseModel):
        city: str

    script("report", [("Report", '{"city": "Seoul"}')])
    trace = observe(
        lambda case, context: goldgate.run_agent(home.agent, case, context, structured_output_model=Report), "report"
    )

    assert trace.answer == {"city": "Seoul"}
