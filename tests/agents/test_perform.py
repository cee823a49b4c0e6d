import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Mapping
from pathlib import Path

import pytest

from goldgate.agents.context import Context
from goldgate.agents.perform import Performance, perform
from goldgate.agents.recording import tool, trace
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView, Stub, World
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.judgement import SKILL_NOT_GIVEN
from goldgate.model.trace import OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED
from goldgate.model.variant import ResolvedVariant, Skill

VIEW = CaseView(id="case", request="do it")


@tool
def work(name: str) -> str:
    return name


def fault_of(trace: Trace) -> tuple[str, str | None, object]:
    """Kind, code and observation of the last step of an agent that went wrong."""
    assert trace.status is OverallStatus.ERROR
    return trace.steps[-1].kind, trace.steps[-1].error_code, trace.steps[-1].observation


def raising(error: BaseException) -> Callable[[CaseView], object]:
    def agent(_case: CaseView) -> object:
        work("before")
        raise error

    return agent


def test_an_agent_that_returns_nothing_has_no_answer() -> None:
    """Null, not `NOT_CAPTURED`: an agent that stops answering must not look like a tracer that keeps no answers."""
    assert perform(lambda _case: None, VIEW) == Performance(trace=Trace(answer=None))


def test_a_text_is_the_answer(observe: Callable[..., Trace]) -> None:
    assert observe(lambda case: f"{case.request}!") == Trace(answer="do it!")


def test_a_mapping_is_a_trace(observe: Callable[..., Trace]) -> None:
    returned = {"plan": ["read"], "steps": [{"tool": "read"}], "answer": None, "status": "failure"}
    assert observe(lambda _case: returned) == Trace(
        plan=(PlannedStep(name="read"),), steps=(Step(name="read"),), answer=None, status=OverallStatus.FAILURE
    )


def test_a_trace_is_a_trace(observe: Callable[..., Trace]) -> None:
    returned = Trace(plan=(), steps=(Step(name="read", observation=[1]),), answer="x", usage=Usage(input_tokens=3))
    assert observe(lambda _case: returned) == returned


def test_recorded_steps_come_first_and_returned_ones_after(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView) -> object:
        work("recorded")
        return {"steps": [{"tool": "returned"}]}

    assert [step.name for step in observe(agent).steps] == ["work", "returned"]


@pytest.mark.parametrize("returned", [3, ["read"], object(), {"stps": []}, {"answer": {1}}, Trace(answer=b"")])  # type: ignore[arg-type]
def test_something_else_is_a_fault_of_the_agent(observe: Callable[..., Trace], returned: object) -> None:
    assert fault_of(observe(lambda _case: returned))[:2] == ("exception", "BAD_TRACE")


def test_a_mapping_that_raises_is_a_fault_of_the_agent(observe: Callable[..., Trace]) -> None:
    class Broken(Mapping[str, object]):
        def __getitem__(self, key: str) -> object:
            raise KeyError(key)

        def __iter__(self) -> Iterator[str]:
            raise OSError("gone")

        def __len__(self) -> int:
            return 1

    assert fault_of(observe(lambda _case: Broken())) == ("exception", "OSError", "gone")


def test_async_agents_are_awaited(observe: Callable[..., Trace]) -> None:
    async def agent(_case: CaseView) -> str:
        await asyncio.sleep(0)
        return "awaited"

    assert observe(agent).answer == "awaited"


def test_an_agent_may_return_something_to_await(observe: Callable[..., Trace]) -> None:
    async def later() -> str:
        return "awaited"

    assert observe(lambda _case: later()).answer == "awaited"


def test_steps_that_are_yielded_stand_where_they_were_yielded(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView) -> Iterator[object]:
        work("first")
        yield {"tool": "second"}
        work("third")
        yield Step(kind="message", name="fourth")

    assert [step.name for step in observe(agent).steps] == ["work", "second", "work", "fourth"]


def test_a_generator_may_return_the_rest(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView) -> Generator[object, None, object]:
        yield {"tool": "read"}
        return {"answer": "done", "steps": [{"tool": "last"}]}

    observed = observe(agent)
    assert ([step.name for step in observed.steps], observed.answer) == (["read", "last"], "done")


def test_async_generators_yield_steps_too(observe: Callable[..., Trace]) -> None:
    async def agent(_case: CaseView) -> AsyncIterator[object]:
        yield {"tool": "first"}
        await asyncio.sleep(0)
        yield {"tool": "second", "error_code": "DENIED"}

    assert observe(agent).steps == (
        Step(name="first"),
        Step(name="second", status=StepStatus.ERROR, error_code="DENIED"),
    )


def test_something_else_than_a_step_ends_what_is_yielded(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView) -> Iterator[object]:
        yield {"tool": "first"}
        yield 3
        yield {"tool": "never"}

    observed = observe(agent)
    assert fault_of(observed)[1] == "BAD_TRACE"
    assert [step.name for step in observed.steps] == ["first", None]


@pytest.mark.parametrize(
    ("error", "code", "observation"),
    [
        (ValueError("bad"), "ValueError", "bad"),
        (SystemExit(3), "AGENT_EXIT", "exit status 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt", ""),
        (MemoryError(), "MemoryError", ""),
        (GeneratorExit("x"), "GeneratorExit", "x"),
        (BaseExceptionGroup("two", [ValueError("a"), KeyboardInterrupt()]), "BaseExceptionGroup", "two: "),
        (asyncio.CancelledError(), "CancelledError", ""),
    ],
)
@pytest.mark.parametrize("is_async", [False, True])
def test_whatever_the_agent_raises_ends_its_trial_and_nothing_else(
    observe: Callable[..., Trace], error: BaseException, code: str, observation: str, *, is_async: bool
) -> None:
    sync_agent = raising(error)

    async def async_agent(case: CaseView) -> object:
        await asyncio.sleep(0)
        return sync_agent(case)

    observed = observe(async_agent if is_async else sync_agent)
    kind, told, message = fault_of(observed)
    assert (kind, told, str(message).startswith(observation)) == ("exception", code, True)
    assert observed.steps[0] == Step(name="work", args={"name": "before"}, observation="before")


def test_an_endless_recursion_ends_its_trial(observe: Callable[..., Trace]) -> None:
    def agent(case: CaseView) -> object:
        return agent(case)

    assert fault_of(observe(agent)) == ("exception", "RecursionError", "maximum recursion depth exceeded")


def test_an_endless_recursion_of_a_tool_ends_its_trial(observe: Callable[..., Trace]) -> None:
    @tool
    def again() -> None:
        again()

    observed = observe(lambda _case: again())
    assert fault_of(observed)[1] == "RecursionError"
    assert {step.name for step in observed.steps[:-1]} == {"again"}


def test_what_goes_wrong_on_the_way_keeps_the_plan_and_the_state(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView, context: Context) -> object:
        context.plan = ["read"]
        context.state = {"half": True}
        raise ValueError("bad")

    observed = observe(agent, state={})
    assert (observed.plan, observed.state) == ((PlannedStep(name="read"),), {"half": True})


def test_a_plan_that_is_returned_wins_over_the_one_told(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView, context: Context) -> object:
        context.plan = ["told"]
        return {"plan": ["returned"]}

    assert observe(agent).plan == (PlannedStep(name="returned"),)


def test_a_status_that_is_returned_wins_over_the_one_told(observe: Callable[..., Trace]) -> None:
    def agent(returned: object) -> Callable[[CaseView, Context], object]:
        def told(_case: CaseView, context: Context) -> object:
            context.status = OverallStatus.FAILURE
            return returned

        return told

    assert observe(agent({"status": "success"})).status is OverallStatus.SUCCESS
    assert observe(agent({"answer": "x"})).status is OverallStatus.FAILURE
    assert observe(agent("x")).status is OverallStatus.FAILURE
    assert observe(agent(Trace())).status is OverallStatus.FAILURE


def test_usage_is_what_was_returned_and_for_the_rest_what_was_told(observe: Callable[..., Trace]) -> None:
    def agent(_case: CaseView, context: Context) -> object:
        context.usage(input_tokens=1, output_tokens=2)
        return {"usage": {"input_tokens": 10, "cost_usd": 0.5}}

    assert observe(agent).usage == Usage(input_tokens=10, output_tokens=2, cost_usd=0.5)


def test_stubs_begin_anew_in_every_trial(observe: Callable[..., Trace]) -> None:
    stubs = [Stub(tool="read", returns_each=("first",))]
    for _ in range(2):
        assert observe(lambda _case, context: context.tools.call("read"), tools=stubs).answer == "first"


def test_an_agent_that_prints_is_not_disturbed(
    observe: Callable[..., Trace], capsys: pytest.CaptureFixture[str]
) -> None:
    assert observe(lambda _case: print("hello")) == Trace(answer=None)  # noqa: T201 - what agents do
    assert capsys.readouterr().out == "hello\n"


def test_context_variables_of_one_trial_are_gone_in_the_next(observe: Callable[..., Trace]) -> None:
    from contextvars import ContextVar  # noqa: PLC0415

    variable = ContextVar("variable", default="unset")

    def agent(_case: CaseView) -> str:
        before = variable.get()
        variable.set("set")
        return before

    assert [observe(agent).answer for _ in range(2)] == ["unset", "unset"]


def test_paths_of_the_private_folder_are_told_relative_to_it(observe: Callable[..., Trace], tmp_path: Path) -> None:
    def agent(_case: CaseView, context: Context) -> object:
        assert context.folder is not None
        work(str(context.folder / "a.md"))
        raise FileNotFoundError(2, os.strerror(2), str(context.folder / "b.md"))

    observed = observe(agent, folder=tmp_path)
    assert observed.steps[0].args == {"name": "a.md"}
    assert str(observed.steps[1].observation).endswith("'b.md'")


def test_after_a_trial_nothing_is_recorded(observe: Callable[..., Trace]) -> None:
    observe(lambda _case: work("x"))
    assert work("y") == "y"
    assert type(trace.step("z")).__name__ == "OpenStep"


def test_no_agent_is_refused() -> None:
    with pytest.raises(AgentNotLoadable):
        perform(3, VIEW)


def test_an_answer_of_null_is_an_answer(observe: Callable[..., Trace]) -> None:
    assert observe(lambda _case: {"answer": None}).answer is None
    assert observe(lambda _case: {}).answer is NOT_CAPTURED


HERE = Path(__file__).parent


def test_where_an_exception_left_the_agent_is_a_detail() -> None:
    performance = perform(raising(KeyError("x")), CaseView(id="a", request="x"), root=HERE)
    (place,) = performance.detail.raised
    assert re.fullmatch(r"KeyError at test_perform\.py:\d+ in raising\.<locals>\.agent", place)
    assert "test_perform" not in repr(performance.trace)


def test_where_a_tool_raised_is_told_once_however_far_the_exception_goes() -> None:
    @tool
    def broken() -> None:
        raise ValueError("no")

    def agent(_: CaseView) -> None:
        with contextlib.suppress(ValueError):
            broken()
        broken()

    raised = perform(agent, CaseView(id="a", request="x"), root=HERE).detail.raised
    assert [place.split(" at ")[0] for place in raised] == ["ValueError"]


def test_a_stub_that_a_recorded_function_stood_in_for_is_a_detail() -> None:
    world = World(tools=(Stub(tool="work", returns="stub"), Stub(tool="rest", returns=1)))
    performance = perform(lambda _: work("x"), CaseView(id="a", request="x", world=world))
    assert performance.detail == Detail(idle_stubs=(0, 1), bypassed=("work",))


def test_where_all_stubs_answer_there_is_no_detail() -> None:
    world = World(tools=(Stub(tool="work", returns="stub"),))
    agent = lambda _, context: context.tools.call("work")  # noqa: E731 - one line
    assert perform(agent, CaseView(id="a", request="x", world=world)).detail is NO_DETAIL


def test_the_agent_is_given_the_variant_and_its_adapter(tmp_path: Path) -> None:
    def agent(_case: CaseView, context: Context) -> str:
        assert context.adapter is not None
        return f"{context.variant} {context.adapter / 'SKILL.md'}"

    given = ResolvedVariant(name="git:v1", folder=tmp_path)
    assert perform(agent, VIEW, variant=given).trace.answer == "git:v1 adapter/SKILL.md"


def test_without_a_variant_there_is_a_genuine_none() -> None:
    def agent(_case: CaseView, context: Context) -> str:
        return f"{context.variant} {context.adapter is None}"

    assert perform(agent, VIEW).trace.answer == "default True"


def test_the_agent_is_handed_the_linked_skills(tmp_path: Path) -> None:
    def agent(_case: CaseView, context: Context) -> str:
        return " ".join(f"{skill.name}: {skill.folder / 'SKILL.md'}" for skill in context.skills)

    given = ResolvedVariant(name="with", skills=(Skill(name="triage", folder=tmp_path),))
    assert perform(agent, VIEW, variant=given).trace.answer == "triage: skills/triage/SKILL.md"
    assert perform(agent, VIEW).trace.answer == ""


def test_skills_that_an_agent_does_not_take_are_no_judgement_and_it_is_not_called() -> None:
    """What would be measured is an agent without them, under the name of one with them."""
    called: list[object] = []
    skills = ResolvedVariant(skills=(Skill(name="triage"),))

    def agent(case: CaseView) -> None:
        called.append(case)

    performance = perform(agent, VIEW, variant=skills)

    assert performance.fault is not None
    assert (performance.fault.code, called) == (SKILL_NOT_GIVEN, [])
    assert perform(lambda case, context: "well", VIEW, variant=skills).fault is None
    assert perform(lambda case: "well", VIEW).fault is None
