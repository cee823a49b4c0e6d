import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs
import pytest

from goldgate.agents.context import Context, ToolError
from goldgate.agents.perform import perform
from goldgate.agents.planned import PlannerExecutor
from goldgate.agents.recording import tool
from goldgate.model.case import CaseView, Stub, Turn
from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace
from goldgate.model.value import NOT_CAPTURED

FAILED = {"error_code": "NOT_FOUND"}


@attrs.frozen
class _Planner:
    steps: object

    def plan(self, _request: object, _context: Context) -> object:
        return self.steps


@attrs.frozen
class _Replanner(_Planner):
    plans: Iterator[object]

    def replan(self, _request: object, _context: Context, failure: Step) -> object:
        assert failure.status is StepStatus.ERROR
        return next(self.plans, None)


@attrs.frozen
class _Executor:
    """Does what the function given says."""

    do: Callable[[Any, Context], object]

    def execute(self, step: object, context: Context) -> object:
        return self.do(step, context)


def told(trace: Trace) -> list[tuple[str | None, str | None]]:
    return [(step.name, step.error_code) for step in trace.steps]


def joined(plan: object, do: Callable[[Any, Context], object] = lambda step, _context: f"did {step}") -> object:
    return PlannerExecutor(_Planner(plan), _Executor(do))


def test_a_plan_is_executed_to_its_end(observe: Callable[..., Trace]) -> None:
    assert observe(joined(["search", {"tool": "read", "args": {"path": "x"}}])) == Trace(
        plan=(PlannedStep(name="search"), PlannedStep(name="read", args={"path": "x"})),
        steps=(
            Step(name="search", observation="did search"),
            Step(name="read", args={"path": "x"}, observation="did {'tool': 'read', 'args': {'path': 'x'}}"),
        ),
    )


def test_an_empty_plan_is_a_plan(observe: Callable[..., Trace]) -> None:
    assert observe(joined([])) == Trace(plan=())


def test_the_executor_gets_the_object_that_the_planner_made(observe: Callable[..., Trace]) -> None:
    @attrs.frozen
    class Own:
        tool: str
        why: str

    trace = observe(joined([Own("read", "because")], lambda step, _context: step.why))
    assert trace.steps == (Step(name="read", observation="because"),)


def test_planner_and_executor_may_be_async(observe: Callable[..., Trace]) -> None:
    class Planner:
        async def plan(self, request: str, _context: Context) -> Sequence[str]:
            await asyncio.sleep(0)
            return [request, "fail"]

        async def replan(self, _request: str, _context: Context, failure: Step) -> Sequence[str]:
            return [f"after {failure.error_code}"]

        async def answer(self, _request: str, _context: Context, outcomes: Sequence[Step]) -> str:
            return f"{len(outcomes)} done"

    class Executor:
        async def execute(self, step: str, _context: Context) -> str:
            await asyncio.sleep(0)
            if step == "fail":
                raise KeyError(step)
            return step

    trace = observe(PlannerExecutor(Planner(), Executor()))
    assert told(trace) == [("do it", None), ("fail", "KeyError"), ("after KeyError", None)]
    assert (trace.answer, trace.status) == ("3 done", "success")


def test_only_one_of_the_two_may_be_async(observe: Callable[..., Trace]) -> None:
    class Executor:
        async def execute(self, step: str, context: Context) -> object:
            await asyncio.sleep(0)
            return context.tools.call(step)

    agent = PlannerExecutor(_Planner(["a", "b"]), Executor())
    trace = observe(agent, tools=[Stub(tool="a", returns=1), Stub(tool="b", returns=2)])
    assert trace.steps == (Step(name="a", observation=1), Step(name="b", observation=2))


def test_a_failure_that_is_not_replanned_stops_the_agent(observe: Callable[..., Trace]) -> None:
    trace = observe(joined(["a", "b"], lambda _step, _context: FAILED))
    assert told(trace) == [("a", "NOT_FOUND")]
    assert (trace.status, len(trace.plan or ())) == (OverallStatus.FAILURE, 2)


def test_a_new_plan_replaces_the_rest_and_the_trace_keeps_the_first(observe: Callable[..., Trace]) -> None:
    planner = _Replanner(["a", "b"], iter([["c", "d"]]))
    trace = observe((planner, _Executor(lambda step, _context: FAILED if step == "a" else step)))
    assert told(trace) == [("a", "NOT_FOUND"), ("c", None), ("d", None)]
    assert (trace.plan, trace.status) == ((PlannedStep(name="a"), PlannedStep(name="b")), OverallStatus.SUCCESS)


def test_a_planner_that_knows_no_new_plan_gives_up(observe: Callable[..., Trace]) -> None:
    trace = observe((_Replanner(["a", "b"], iter([])), _Executor(lambda _step, _context: FAILED)))
    assert (told(trace), trace.status) == ([("a", "NOT_FOUND")], OverallStatus.FAILURE)


def test_an_empty_new_plan_means_that_all_is_done(observe: Callable[..., Trace]) -> None:
    trace = observe((_Replanner(["a", "b"], iter([[]])), _Executor(lambda _step, _context: FAILED)))
    assert (told(trace), trace.status) == ([("a", "NOT_FOUND")], OverallStatus.SUCCESS)


def test_the_loop_stops_at_the_step_limit(observe: Callable[..., Trace]) -> None:
    def for_ever() -> Iterator[str]:
        while True:
            yield "again"

    agent = PlannerExecutor(_Planner(for_ever()), _Executor(lambda step, _context: step), step_limit=2)
    trace = observe(agent)
    assert [(step.kind, step.error_code) for step in trace.steps] == [
        ("tool", None),
        ("tool", None),
        ("exception", "STEP_LIMIT"),
    ]
    assert (trace.status, len(trace.plan or ())) == (OverallStatus.ERROR, 3)


def test_replanning_for_ever_stops_at_the_step_limit(observe: Callable[..., Trace]) -> None:
    planner = _Replanner(["a"], iter(lambda: ["a"], None))
    trace = observe(PlannerExecutor(planner, _Executor(lambda _step, _context: FAILED), 3))
    assert told(trace) == [("a", "NOT_FOUND")] * 3 + [(None, "STEP_LIMIT")]


def test_a_plan_of_exactly_the_limit_is_no_fault(observe: Callable[..., Trace]) -> None:
    trace = observe(PlannerExecutor(_Planner(["a", "a"]), _Executor(lambda step, _context: step), 2))
    assert trace.status is OverallStatus.SUCCESS


def test_a_status_that_the_executor_sets_wins(observe: Callable[..., Trace]) -> None:
    def do(_step: str, context: Context) -> object:
        context.status = OverallStatus.SUCCESS
        return {"error_code": "DENIED"}

    trace = observe(joined(["read"], do))
    assert (told(trace), trace.status) == ([("read", "DENIED")], OverallStatus.SUCCESS)


def test_an_exception_of_the_planner_is_a_fault_of_the_agent(observe: Callable[..., Trace]) -> None:
    class Planner:
        def plan(self, _request: str, _context: Context) -> Sequence[str]:
            raise LookupError("no idea")

    trace = observe((Planner(), _Executor(lambda step, _context: step)))
    assert [(step.kind, step.error_code, step.observation) for step in trace.steps] == [
        ("exception", "LookupError", "no idea")
    ]
    assert (trace.status, trace.plan) == (OverallStatus.ERROR, None)


@pytest.mark.parametrize("plan", [None, "read", [3]])
def test_something_else_than_a_plan_is_a_fault_of_the_agent(observe: Callable[..., Trace], plan: object) -> None:
    assert told(observe(joined(plan))) == [(None, "BAD_TRACE")]


def test_an_outcome_that_json_cannot_say_is_a_fault_of_the_agent(observe: Callable[..., Trace]) -> None:
    trace = observe(joined(["read"], lambda _step, _context: object()))
    assert told(trace) == [("read", None), (None, "BAD_TRACE")]
    assert (trace.status, trace.steps[0].observation) == (OverallStatus.ERROR, NOT_CAPTURED)


def test_a_call_of_a_tool_is_not_recorded_twice(observe: Callable[..., Trace]) -> None:
    trace = observe(
        joined(["read"], lambda step, context: context.tools.call(step)), tools=[Stub(tool="read", returns=1)]
    )
    assert trace.steps == (Step(name="read", observation=1),)


def test_a_refused_call_is_not_recorded_twice(observe: Callable[..., Trace]) -> None:
    trace = observe(joined(["read"], lambda step, context: context.tools.call(step)))
    assert (told(trace), trace.status) == ([("read", "NO_STUB")], OverallStatus.FAILURE)


def test_a_decorated_tool_under_another_name_is_not_recorded_twice(observe: Callable[..., Trace]) -> None:
    @tool
    def file_read(path: str) -> str:
        return path

    assert told(observe(joined(["read"], lambda step, _context: file_read(step)))) == [("file_read", None)]


def noting(_step: object, context: Context) -> None:
    """An executor that records nothing but a note."""
    context.step("log", kind="memory_write")


def test_a_step_of_another_kind_does_not_stand_for_a_tool(observe: Callable[..., Trace]) -> None:
    """Else a planner that takes another tool goes unseen, when all that the executor records is the same note."""
    trace = observe(joined(["delete"], noting))
    assert told(trace) == [("delete", None), ("log", None)]


def test_a_step_of_another_kind_with_the_name_stands_for_it(observe: Callable[..., Trace]) -> None:
    trace = observe(joined(["log"], noting))
    assert [step.kind for step in trace.steps] == ["memory_write"]


def test_an_outcome_that_is_no_json_is_no_fault_when_the_executor_recorded(observe: Callable[..., Trace]) -> None:
    @tool
    def read() -> None: ...

    trace = observe(joined(["read"], lambda _step, _context: (read(), object())))
    assert (told(trace), trace.status) == ([("read", None)], OverallStatus.SUCCESS)


def test_an_error_that_the_executor_tells_completes_the_step_that_it_recorded(observe: Callable[..., Trace]) -> None:
    def do(step: str, context: Context) -> object:
        value = context.tools.call(step)
        return {"error_code": "SENSITIVE", "observation": value}

    trace = observe(joined(["read"], do), tools=[Stub(tool="read", returns="secret")])
    assert trace.steps == (Step(name="read", status=StepStatus.ERROR, error_code="SENSITIVE", observation="secret"),)


def test_an_error_that_is_recorded_already_completes_nothing(observe: Callable[..., Trace]) -> None:
    def do(_step: str, context: Context) -> object:
        context.tools.call("read")
        return context.tools.call("list")

    trace = observe(joined(["read"], do), tools=[Stub(tool="read", returns=1)])
    assert told(trace) == [("read", None), ("list", "NO_STUB")]


def test_an_error_that_no_record_tells_is_a_step_of_its_own_before_them(observe: Callable[..., Trace]) -> None:
    def do(_step: str, context: Context) -> object:
        context.tools.call("list")
        return {"error_code": "TOO_MANY"}

    trace = observe(joined(["move"], do), tools=[Stub(tool="list", returns=1)])
    assert told(trace) == [("move", "TOO_MANY"), ("list", None)]


def test_another_error_than_the_recorded_one_is_not_added(observe: Callable[..., Trace]) -> None:
    def do(_step: str, context: Context) -> object:
        try:
            return context.tools.call("list")
        except ToolError as error:
            raise LookupError("nothing there") from error

    trace = observe(joined(["move"], do))
    assert (told(trace), trace.status) == ([("list", "NO_STUB")], OverallStatus.FAILURE)


def test_a_retry_inside_the_executor_is_no_failure(observe: Callable[..., Trace]) -> None:
    def do(step: str, context: Context) -> object:
        try:
            return context.tools.call(step)
        except ToolError:
            return context.tools.call(step)

    stubs = [Stub(tool="read", error_code="BUSY", times=1), Stub(tool="read", returns=1)]
    trace = observe(joined(["read"], do), tools=stubs)
    assert (told(trace), trace.status) == ([("read", "BUSY"), ("read", None)], OverallStatus.SUCCESS)


def test_what_means_to_end_the_process_ends_the_trial(observe: Callable[..., Trace]) -> None:
    def do(_step: str, _context: Context) -> object:
        raise SystemExit(3)

    assert told(observe(joined(["a", "b"], do))) == [("a", "UNFINISHED"), (None, "AGENT_EXIT")]


def test_a_conversation_is_handed_on_as_it_is() -> None:
    turns = (Turn(role="user", content="hello"),)

    class Planner:
        def plan(self, request: object, _context: Context) -> Sequence[str]:
            return [str(request == turns)]

    agent = PlannerExecutor(Planner(), _Executor(lambda step, _context: step))
    assert told(perform(agent, CaseView(id="case", request=turns)).trace) == [("True", None)]
