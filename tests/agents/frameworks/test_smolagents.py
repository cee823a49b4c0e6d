"""What agents of smolagents have that the scenario has not."""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import pytest

from goldgate.model.case import Stub
from goldgate.model.trace import OverallStatus, Trace

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("smolagents")


def coder(home: ModuleType, pieces: Sequence[str], **options: Any) -> Any:
    """An agent that writes these pieces of code, one after the other."""
    from smolagents import ChatMessage, CodeAgent, tool
    from smolagents.models import MessageRole

    class Writing(home.ScriptedModel):  # type: ignore[name-defined] # known only where smolagents is installed
        def generate(self, messages: Any, **_options: Any) -> Any:
            number = sum(message.role == MessageRole.TOOL_RESPONSE for message in messages)
            return ChatMessage(role=MessageRole.ASSISTANT, content=f"<code>\n{pieces[number]}\n</code>")

    return CodeAgent(
        tools=[tool(home.weather), tool(home.pay)], model=Writing(), verbosity_level=0, max_steps=4, **options
    )


def test_code_is_a_step_and_the_tools_that_it_calls_are_calls(home: ModuleType, observe: Callable[..., Trace]) -> None:
    agent = coder(home, ["found = weather('Seoul')\nweather(city='Busan')", "pay(3)", "final_answer(found)"])
    trace = observe(agent, "whatever")

    assert [(step.kind, step.name, step.error_code) for step in trace.steps] == [
        ("code", None, None),
        ("tool", "weather", None),
        ("tool", "weather", None),
        ("code", None, "AgentExecutionError"),
        ("tool", "pay", "DECLINED"),
        ("code", None, None),
    ]
    assert [step.args for step in trace.calls] == [{"city": "Seoul"}, {"city": "Busan"}, {"amount": 3}]
    assert trace.answer == {"city": "Seoul", "celsius": 3}


def test_stubs_answer_code_too_though_it_runs_in_a_thread_without_the_context(
    home: ModuleType, observe: Callable[..., Trace]
) -> None:
    agent = coder(home, ["final_answer(weather('Seoul'))"])

    assert observe(agent, "whatever", tools=[Stub(tool="weather", returns="snow")]).answer == "snow"


def test_what_code_defined_is_gone_in_the_next_trial(home: ModuleType, observe: Callable[..., Trace]) -> None:
    agent = coder(home, ["try:\n    n = n + 1\nexcept Exception:\n    n = 1\nfinal_answer(n)"])

    assert [observe(agent, "whatever").answer for _ in range(2)] == [1, 1]


def test_too_many_steps_are_a_failure(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    script("for ever", *[[("weather", '{"city": "Seoul"}')]] * 9)
    trace = observe(home.agent, "for ever")

    assert (trace.status, len(trace.steps)) == (OverallStatus.FAILURE, 4)


def test_a_plan_is_a_step(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from smolagents import ToolCallingAgent, tool

    class Planning(home.ScriptedModel):  # type: ignore[name-defined] # as above
        def generate(self, messages: Any, **options: Any) -> Any:
            if options.get("tools_to_call_from"):
                return super().generate(messages, **options)
            from smolagents import ChatMessage

            return ChatMessage(role="assistant", content="1. Ask for the weather.")

    agent = ToolCallingAgent(tools=[tool(home.weather)], model=Planning(), verbosity_level=0, planning_interval=4)
    trace = observe(agent, "two parallel calls")

    assert trace.steps[0].kind == "plan"
    assert "1. Ask for the weather." in str(trace.steps[0].observation)


def test_an_agent_that_another_one_calls_is_a_call(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from smolagents import ToolCallingAgent

    class Helping(home.ScriptedModel):  # type: ignore[name-defined] # as above
        def generate(self, messages: Any, **options: Any) -> Any:
            return home.ScriptedModel.generate(self, [_request("no call")], **options)

    def _request(text: str) -> Any:
        from smolagents import ChatMessage

        return ChatMessage(role="user", content=[{"type": "text", "text": f"New task:\n{text}"}])

    helper = ToolCallingAgent(tools=[], model=Helping(), verbosity_level=0, name="helper", description="helps")
    agent = ToolCallingAgent(tools=[], managed_agents=[helper], model=home.ScriptedModel(), verbosity_level=0)
    script("ask for help", [("helper", '{"task": "help"}')])
    trace = observe(agent, "ask for help")

    assert [(step.name, step.error_code) for step in trace.steps] == [("helper", None)]
    assert "that is all" in str(trace.steps[0].observation)


def test_outside_of_a_trial_tools_are_as_they_were(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from smolagents import tool

    observe(home.agent, "two parallel calls", tools=[Stub(tool="weather", returns="snow")])

    assert tool(home.weather)(city="Seoul") == {"city": "Seoul", "celsius": 3}
