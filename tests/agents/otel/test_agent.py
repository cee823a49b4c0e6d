import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

import goldgate
from goldgate.agents.accepted import accept
from goldgate.agents.load import load_agent
from goldgate.agents.perform import perform
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView
from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED

Observe = Callable[..., Trace]
ELSEWHERE: Final = (
    "agent otel: command: node agent.mjs: spans are captured in the agent's own process: "
    "otel: module:function, got 'command: node agent.mjs'"
)


def tool(tracer: Any, name: str, args: str | None = None, **other: Any) -> Any:
    attributes = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, **other}
    if args is not None:
        attributes["gen_ai.tool.call.arguments"] = args
    return tracer.start_as_current_span(f"execute_tool {name}", attributes=attributes)


def short(trace: Trace) -> list[tuple[Any, ...]]:
    return [(step.name, step.args, step.error_code or step.status.value, step.observation) for step in trace.steps]


# Steps


def test_spans_are_steps_in_the_order_of_their_start(observe: Observe, tracer: Any) -> None:
    def agent(case: CaseView) -> str:
        with tool(tracer, "outer", '{"n": 1}') as span:
            with tool(tracer, "inner"):
                pass
            span.set_attribute("gen_ai.tool.call.result", "done")
        return "bye"

    trace = observe(agent)
    assert short(trace) == [("outer", {"n": 1}, "ok", "done"), ("inner", NOT_CAPTURED, "ok", NOT_CAPTURED)]
    assert (trace.answer, trace.status) == ("bye", OverallStatus.SUCCESS)


def test_agents_may_be_async_and_work_in_tasks_and_threads(observe: Observe, tracer: Any) -> None:
    def work(name: str) -> None:
        with tool(tracer, name):
            pass

    async def agent(case: CaseView) -> None:
        with tracer.start_as_current_span("agent"):
            await asyncio.create_task(asyncio.to_thread(work, "task"))
            with ThreadPoolExecutor() as pool:
                pool.submit(work, "pool").result()

    assert [step.name for step in observe(agent).steps] == ["task", "pool"]


def test_tools_that_run_at_once_are_a_group_in_an_order_of_their_own(observe: Observe, tracer: Any) -> None:
    async def look(name: str) -> None:
        with tool(tracer, name):
            await asyncio.sleep(0.001)

    async def agent(case: CaseView) -> None:
        with tracer.start_as_current_span("agent"):
            await asyncio.gather(look("b"), look("a"))
            await look("c")

    assert [(step.name, step.group) for step in observe(agent).steps] == [
        ("a", "parallel-1"),
        ("b", "parallel-1"),
        ("c", None),
    ]


def test_errors_are_those_of_the_spans_the_same_in_every_run(observe: Observe, tracer: Any) -> None:
    def look() -> None:
        raise LookupError(f"no {object()}")

    def agent(case: CaseView) -> str:
        with suppress(LookupError), tool(tracer, "look"):
            look()
        return "not found"

    assert short(observe(agent)) == [("look", NOT_CAPTURED, "LookupError", "no <object object at 0x…>")]


def test_a_span_that_is_open_at_the_end_is_unfinished(observe: Observe, tracer: Any) -> None:
    left_open: list[object] = []

    def agent(case: CaseView) -> None:
        span = tracer.start_span("look", attributes={"gen_ai.tool.name": "look"})
        left_open.append(span)

    assert short(observe(agent)) == [("look", NOT_CAPTURED, "UNFINISHED", NOT_CAPTURED)]


def test_log_records_belong_to_the_span_that_they_name(observe: Observe, tracer: Any) -> None:
    from opentelemetry import _logs

    def agent(case: CaseView) -> None:
        with tracer.start_as_current_span("chat", attributes={"gen_ai.operation.name": "chat"}):
            message = {"content": "bye", "tool_calls": [{"id": "1", "function": {"name": "look", "arguments": "{}"}}]}
            record = _logs.LogRecord(event_name="gen_ai.choice", body={"message": message})
            _logs.get_logger("tests").emit(record)

    assert short(observe(agent)) == [("look", {}, "ok", NOT_CAPTURED)]


def test_attributes_that_json_can_not_say_are_not_captured(observe: Observe, tracer: Any) -> None:
    def agent(case: CaseView) -> None:
        with tool(tracer, "look") as span:
            span.set_attribute("gen_ai.tool.call.result", float("nan"))

    assert short(observe(agent)) == [("look", NOT_CAPTURED, "ok", NOT_CAPTURED)]


# What the agent returns, raises and records itself


def test_the_answer_is_what_the_agent_returns_else_what_its_model_said_last(observe: Observe, tracer: Any) -> None:
    said = '[{"role": "assistant", "parts": [{"type": "text", "content": "said"}]}]'
    attributes = {"gen_ai.operation.name": "chat", "gen_ai.output.messages": said, "gen_ai.usage.input_tokens": 3}

    def answering(returned: object) -> Trace:
        def agent(case: CaseView) -> object:
            with tracer.start_as_current_span("chat", attributes=attributes):
                return returned

        return observe(agent)

    assert answering("returned").answer == "returned"
    assert (answering(None).answer, answering(None).usage) == ("said", Usage(input_tokens=3))
    told = answering({"status": "failure", "plan": ["look"], "usage": {"output_tokens": 4}})
    assert (told.answer, told.status, told.usage) == ("said", OverallStatus.FAILURE, Usage(output_tokens=4))
    assert told.plan is not None


def test_a_call_that_was_recorded_or_returned_too_is_one_step(observe: Observe, tracer: Any) -> None:
    def agent(case: CaseView, context: goldgate.Context) -> dict[str, Any]:
        for name in ("look", "hear"):
            context.step(name)
        context.step("look", kind="note")
        with tool(tracer, "look", "{}"):
            pass
        return {"steps": [{"tool": "look"}, {"tool": "feel"}, {"kind": "note", "name": "look"}]}

    assert [(step.kind, step.name) for step in observe(agent).steps] == [
        ("tool", "hear"),
        ("note", "look"),
        ("tool", "look"),
        ("tool", "feel"),
        ("note", "look"),
    ]


def test_what_the_agent_raises_stands_behind_its_steps(observe: Observe, tracer: Any) -> None:
    def raising(error: BaseException) -> Trace:
        def agent(case: CaseView, context: goldgate.Context) -> None:
            context.status = "success"
            with tool(tracer, "look"):
                pass
            raise error

        return observe(agent)

    for error, code in ((ValueError("no"), "ValueError"), (SystemExit(3), "AGENT_EXIT")):
        trace = raising(error)
        assert [(step.kind, step.error_code) for step in trace.steps] == [("tool", None), ("exception", code)]
        assert trace.status is OverallStatus.ERROR


def test_where_the_agent_raised_is_told(tracer: Any) -> None:
    from goldgate.agents.otel import sdk
    from goldgate.agents.otel.agent import OtelAgent

    def agent(case: CaseView) -> None:
        with tool(tracer, "look"):
            raise LookupError("no")

    observed = accept(OtelAgent(inner=accept(agent), sdk=sdk))
    detail = perform(observed, CaseView(id="case", request="hi"), root=Path(__file__).parent).detail

    assert [re.sub(r":\d+ ", ":N ", place) for place in detail.raised] == [
        "LookupError at test_agent.py:N in test_where_the_agent_raised_is_told.<locals>.agent"
    ]


def test_something_else_than_a_trace_is_the_agents_fault(observe: Observe, tracer: Any) -> None:
    def agent(case: CaseView) -> object:
        with tool(tracer, "look"):
            return object()

    assert [step.error_code for step in observe(agent).steps] == [None, "BAD_TRACE"]


def test_steps_may_be_yielded_as_by_any_agent(observe: Observe, tracer: Any) -> None:
    async def agent(case: CaseView) -> AsyncIterator[dict[str, str]]:
        yield {"kind": "note", "name": "first"}
        with tool(tracer, "look"):
            pass

    assert [step.name for step in observe(agent).steps] == ["first", "look"]


def test_a_status_that_was_set_counts_unless_another_is_returned(observe: Observe, tracer: Any) -> None:
    def agent(case: CaseView, context: goldgate.Context) -> object:
        with tool(tracer, "look"):
            context.status = "failure"
        return {"status": "success"} if case.request == "return" else None

    assert observe(agent).status is OverallStatus.FAILURE
    assert observe(agent, "return").status is OverallStatus.SUCCESS


def test_an_agent_of_which_no_span_comes_fails(observe: Observe) -> None:
    trace = observe(lambda case: "bye")
    assert trace.steps == (
        Step(
            kind="exception",
            status=StepStatus.ERROR,
            error_code="NO_SPANS",
            observation="no span came: is the agent instrumented, and does it use the global tracer provider?",
        ),
    )
    assert trace.status is OverallStatus.ERROR


# By name


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "otel_agent.py").write_text(
        "from opentelemetry import trace\n"
        "def agent(case):\n"
        "    with trace.get_tracer('t').start_as_current_span('t', attributes={'gen_ai.tool.name': case.request}):\n"
        "        return 'bye'\n",
        encoding="utf-8",
    )
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    return tmp_path


@pytest.fixture
def clean_path() -> Any:
    path, modules = sys.path[:], set(sys.modules)
    yield
    sys.path[:] = path
    for name in {"otel_agent", "broken"} - modules:
        sys.modules.pop(name, None)


@pytest.mark.usefixtures("tracer", "clean_path")
def test_an_agent_is_named_as_others_are(project: Path) -> None:
    agent = load_agent("otel: otel_agent:agent", root=project)
    trace = perform(agent, CaseView(id="case", request="look")).trace
    assert (short(trace), trace.answer) == ([("look", NOT_CAPTURED, "ok", NOT_CAPTURED)], "bye")


@pytest.mark.usefixtures("tracer", "clean_path")
@pytest.mark.parametrize(
    ("name", "message", "line"),
    [
        (
            "otel: otel_agents:agent",
            "agent otel: otel_agents:agent: no module 'otel_agents' in {root}; did you mean 'otel_agent'?",
            None,
        ),
        (
            "otel:broken:agent",
            "agent otel:broken:agent: importing broken raised ZeroDivisionError: division by zero",
            1,
        ),
        (
            "otel: command: node agent.mjs",
            ELSEWHERE,
            None,
        ),
    ],
)
def test_what_can_not_be_loaded_is_told_with_the_whole_name(
    name: str, message: str, line: int | None, project: Path
) -> None:
    with pytest.raises(AgentNotLoadable) as caught:
        load_agent(name, root=project)
    (problem,) = caught.value.problems
    assert problem.message.split("\n")[0] == message.format(root=project)
    assert problem.line == line


def test_a_provider_that_hands_over_no_spans_is_refused(tracer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from opentelemetry import trace

    from goldgate.agents.otel.sdk import connect

    monkeypatch.setattr(trace, "get_tracer_provider", trace.NoOpTracerProvider)
    with pytest.raises(AgentNotLoadable) as caught:
        connect()
    assert str(caught.value) == (
        "its tracer provider, a NoOpTracerProvider, is none of OpenTelemetry's SDK and hands over no spans"
    )


@pytest.mark.skipif(find_spec("opentelemetry") is not None, reason="the SDK is installed")
@pytest.mark.usefixtures("clean_path")
def test_without_the_sdk_the_remedy_is_told(tmp_path: Path) -> None:
    (tmp_path / "otel_agent.py").write_text("def agent(case): ...\n", encoding="utf-8")
    with pytest.raises(AgentNotLoadable) as caught:
        load_agent("otel: otel_agent:agent", root=tmp_path)
    assert str(caught.value) == (
        "agent otel: otel_agent:agent: reading spans needs OpenTelemetry's SDK: pip install 'goldgate[otel]'"
    )
