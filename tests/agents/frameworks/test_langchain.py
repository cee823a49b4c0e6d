"""What graphs of LangChain and LangGraph have that the scenario has not."""

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypedDict

import pytest

import goldgate
from goldgate.agents.accepted import accept
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView, Stub
from goldgate.model.trace import PlannedStep, Trace

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def home(scripted: Callable[[str], ModuleType]) -> ModuleType:
    return scripted("langchain")


def test_a_graph_that_remembers_starts_each_trial_with_nothing(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from langchain.agents import create_agent
    from langgraph.checkpoint.memory import InMemorySaver

    agent = create_agent(home.ScriptedModel(), tools=[home.weather], checkpointer=InMemorySaver())
    traces = [observe(agent, "two parallel calls") for _ in range(2)]

    assert traces[0] == traces[1]
    assert len(traces[0].steps) == 2


def test_tools_that_are_async_are_watched_and_answered_for(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from langchain.agents import create_agent
    from langchain_core.tools import tool

    @tool
    async def fetch(url: str) -> str:
        """Fetch."""
        raise TimeoutError(url)

    script("fetch", [("fetch", '{"url": "a"}')])
    agent = create_agent(home.ScriptedModel(), tools=[fetch])

    assert observe(agent, "fetch").steps[0].error_code == "TimeoutError"
    assert observe(agent, "fetch", tools=[Stub(tool="fetch", returns="page")]).steps[0].observation == "page"


def test_a_tool_with_content_and_artifact_can_be_answered_for(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from langchain.agents import create_agent
    from langchain_core.tools import tool

    @tool(response_format="content_and_artifact")
    def fetch(url: str) -> tuple[str, bytes]:
        """Fetch."""
        return f"text of {url}", b"..."

    script("fetch", [("fetch", '{"url": "a"}')])
    agent = create_agent(home.ScriptedModel(), tools=[fetch])

    assert observe(agent, "fetch").steps[0].observation == "text of a"
    assert observe(agent, "fetch", tools=[Stub(tool="fetch", returns="page")]).steps[0].observation == "page"


def test_a_plan_in_the_state_is_the_plan(observe: Callable[..., Trace], home: ModuleType) -> None:
    from langchain_core.messages import AIMessage
    from langgraph.graph import END, START, MessagesState, StateGraph

    class State(MessagesState):
        plan: list[Any]

    graph = StateGraph(State)
    graph.add_node("plan", lambda _state: {"plan": ["search", {"tool": "read", "args": {"path": "a"}}]})
    graph.add_node("act", lambda _state: {"plan": [], "messages": [AIMessage("done")]})
    for start, end in ((START, "plan"), ("plan", "act"), ("act", END)):
        graph.add_edge(start, end)
    trace = observe(graph.compile(), "anything")

    assert trace.plan == (PlannedStep(name="search"), PlannedStep(name="read", args={"path": "a"}))
    assert trace.answer == "done"


@pytest.mark.parametrize("plan", ["first search", [1], []])
def test_what_reads_as_no_plan_is_none(plan: object, observe: Callable[..., Trace], home: ModuleType) -> None:
    from langgraph.graph import END, START, MessagesState, StateGraph

    class State(MessagesState):
        plan: Any

    graph = StateGraph(State)
    graph.add_node("plan", lambda _state: {"plan": plan})
    graph.add_edge(START, "plan")
    graph.add_edge("plan", END)

    assert observe(graph.compile(), "anything").plan is None


def test_a_graph_without_messages_is_refused(home: ModuleType) -> None:
    from langgraph.graph import START, StateGraph

    class State(TypedDict):
        text: str

    graph = StateGraph(State)
    graph.add_node("shout", lambda state: {"text": state["text"].upper()})
    graph.add_edge(START, "shout")

    with pytest.raises(AgentNotLoadable, match="state has no `messages`: call it in a function"):
        accept(graph.compile())


def test_a_function_can_hand_over_more_than_the_request(observe: Callable[..., Trace], home: ModuleType) -> None:
    from langchain_core.messages import AIMessage
    from langchain_core.runnables import RunnableConfig
    from langgraph.graph import START, MessagesState, StateGraph

    class State(MessagesState):
        user: str

    def answer(state: State, config: RunnableConfig) -> dict[str, object]:
        return {"messages": [AIMessage(f"{state['user']} {config['configurable']['language']}")]}

    answer.__annotations__["config"] = RunnableConfig
    graph = StateGraph(State)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    compiled = graph.compile()

    def agent(case: CaseView, context: Any) -> Any:
        config = {"configurable": {"language": "ko"}}
        return goldgate.run_agent(compiled, case, context, input={"user": "Mina"}, config=config)

    assert observe(agent, "anything").answer == "Mina ko"


def test_a_structured_response_is_the_answer(
    home: ModuleType, script: Callable[..., None], observe: Callable[..., Trace]
) -> None:
    from langchain.agents import create_agent
    from langchain.agents.structured_output import ToolStrategy
    from pydantic import BaseModel

    class Report(BaseModel):
        city: str

    script("report", [("Report", '{"city": "Seoul"}')])
    agent = create_agent(home.ScriptedModel(), tools=[home.weather], response_format=ToolStrategy(Report))

    assert observe(agent, "report").answer == {"city": "Seoul"}


def test_outside_of_a_trial_tools_are_as_they_were(home: ModuleType, observe: Callable[..., Trace]) -> None:
    from langchain_core.tools import tool

    observe(home.agent, "two parallel calls", tools=[Stub(tool="weather", returns="snow")])

    assert tool(home.weather).invoke({"city": "Seoul"}) == {"city": "Seoul", "celsius": 3}
