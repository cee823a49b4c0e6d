from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from goldgate.agents.context import Context, ToolError
from goldgate.agents.perform import perform
from goldgate.model.case import CaseView, Stub
from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED

Answers: TypeAlias = Any  # the class of conftest.py, which tests can't import


def test_a_tool_of_the_world_answers_and_the_call_is_a_step(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> str:
        return str(context.tools.call("search", {"pattern": "*.md"}))

    trace = observe(agent, tools=[Stub(tool="search", returns=["a.md"])])
    assert trace.answer == "['a.md']"
    assert trace.steps == (Step(name="search", args={"pattern": "*.md"}, observation=["a.md"]),)


def test_what_the_agent_does_with_a_value_changes_neither_trace_nor_world(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        for _ in range(2):
            value = context.tools.call("search")
            assert isinstance(value, list)
            value.append("mine")

    trace = observe(agent, tools=[Stub(tool="search", returns=[])])
    assert [step.observation for step in trace.steps] == [[], []]


def test_a_refusal_raises_its_code_and_is_a_step_error(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        with pytest.raises(ToolError) as caught:
            context.tools.call("read", {"path": "x"})
        assert (caught.value.code, caught.value.message) == ("NOT_FOUND", "no such file")
        assert str(caught.value) == "NOT_FOUND: no such file"

    trace = observe(agent, tools=[Stub(tool="read", error_code="NOT_FOUND", message="no such file")])
    assert trace.steps == (
        Step(
            name="read",
            args={"path": "x"},
            status=StepStatus.ERROR,
            error_code="NOT_FOUND",
            observation="no such file",
        ),
    )


def test_a_call_that_no_stub_answers_has_no_effect_and_a_code(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        with pytest.raises(ToolError, match=r"^NO_STUB$"):
            context.tools.call("delete", {"path": "/"})

    assert observe(agent).steps == (
        Step(name="delete", args={"path": "/"}, status=StepStatus.ERROR, error_code="NO_STUB"),
    )


def test_arguments_may_be_json_text(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.tools.call("read", '{"path": "x"}')

    trace = observe(agent, tools=[Stub(tool="read", args={"path": "x"}, returns="text")])
    assert trace.steps == (Step(name="read", args={"path": "x"}, observation="text"),)


def test_broken_json_text_reaches_no_stub(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        with pytest.raises(ToolError, match="BAD_ARGUMENTS"):
            context.tools.call("read", '{"path": ')

    (step,) = observe(agent, tools=[Stub(tool="read", returns="text")]).steps
    assert (step.args, step.error_code) == ('{"path": ', "BAD_ARGUMENTS")


def test_arguments_that_json_cannot_say_reach_no_stub(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        with pytest.raises(ToolError, match="BAD_TRACE"):
            context.tools.call("read", {"path": Path("x")})

    trace = observe(agent, tools=[Stub(tool="read", returns="text")])
    assert [(step.kind, step.error_code) for step in trace.steps] == [("tool", "BAD_TRACE"), ("exception", "BAD_TRACE")]
    assert trace.status is OverallStatus.ERROR


def test_threads_may_call_tools_at_once(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda number: context.tools.call("read", {"n": number}), range(20)))

    trace = observe(agent, tools=[Stub(tool="read", returns="text")])
    assert len(trace.steps) == 20
    assert {step.group for step in trace.steps} == {"turn-1"}


def test_a_step_can_be_recorded_through_the_context(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        with context.step("save", {"key": "k"}, kind="memory_write") as step:
            step.observation = True

    assert observe(agent).steps == (Step(kind="memory_write", name="save", args={"key": "k"}, observation=True),)


def test_the_state_afterwards_is_part_of_the_trace(observe: Callable[..., Trace]) -> None:
    state = {"inbox": ["a"]}

    def agent(_case: object, context: Context) -> None:
        assert isinstance(context.state, dict)
        context.state["inbox"].clear()

    assert observe(agent, state=state).state == {"inbox": []}
    assert state == {"inbox": ["a"]}


def test_a_case_without_state_has_none_afterwards(observe: Callable[..., Trace]) -> None:
    assert observe(lambda _case: None).state is NOT_CAPTURED


def test_a_state_of_null_is_a_state(observe: Callable[..., Trace]) -> None:
    assert observe(lambda _case: None, state=None).state is None


def test_an_agent_may_make_state_where_there_was_none(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.state = ["made"]

    assert observe(agent).state == ["made"]


def test_a_state_that_json_cannot_say_is_a_fault_of_the_agent(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> str:
        context.state = {"when": object()}
        return "done"

    trace = observe(agent, state={})
    assert (trace.status, trace.state, trace.answer) == ("error", NOT_CAPTURED, "done")
    assert [step.error_code for step in trace.steps] == ["BAD_TRACE"]
    assert "/when" in str(trace.steps[0].observation)


def test_the_folder_is_handed_on(observe: Callable[..., Trace], tmp_path: Path) -> None:
    assert observe(lambda _case, context: str(context.folder)).answer == "None"
    assert observe(lambda _case, context: str(context.folder == tmp_path), folder=tmp_path).answer == "True"


def test_a_plan_can_be_told(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.plan = ["search", {"tool": "read", "args": {"path": "x"}}]

    assert observe(agent).plan == (PlannedStep(name="search"), PlannedStep(name="read", args={"path": "x"}))


def test_a_plan_that_is_none_is_a_fault_of_the_agent(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.plan = 3

    trace = observe(agent)
    assert [(step.error_code, step.observation) for step in trace.steps] == [
        ("BAD_TRACE", "a plan is an iterable of steps, got int")
    ]


def test_a_status_can_be_told(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.status = "failure"

    assert observe(agent).status is OverallStatus.FAILURE


def test_a_status_can_be_taken_back(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.status = OverallStatus.FAILURE
        context.status = None

    assert observe(agent).status is OverallStatus.SUCCESS


def test_a_status_that_is_none_raises_where_it_is_set(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.status = "done"

    (step,) = observe(agent).steps
    assert (step.error_code, step.observation) == ("ValueError", "'done' is not a valid OverallStatus")


def test_usage_adds_up_and_stays_unknown_where_nothing_was_told(observe: Callable[..., Trace]) -> None:
    def agent(_case: object, context: Context) -> None:
        context.usage(input_tokens=10, cost_usd=0.1)
        context.usage(input_tokens=5, cost_usd=0.2)
        context.usage(cost_usd=0.3)

    assert observe(agent).usage == Usage(input_tokens=15, cost_usd=0.6)


def test_usage_can_not_be_negative(observe: Callable[..., Trace]) -> None:
    (step,) = observe(lambda _case, context: context.usage(input_tokens=-1)).steps
    assert (step.error_code, step.observation) == ("ValueError", "expected a number from 0 on, got -1")


def test_programs_that_an_agent_starts_find_recorded_answers_by_their_environment(tape: Answers) -> None:
    def agent(_case: object, context: Context) -> str:
        return f"{context.replay_url} {sorted(context.replay_env)}"

    view = CaseView(id="a", request="hi")

    assert perform(agent, view, tape=tape).trace.answer == (
        "http://127.0.0.1:4000/9 ['GOLDGATE_REPLAY_URL', 'OPENAI_BASE_URL']"
    )
    assert perform(agent, view).trace.answer == "None []"
