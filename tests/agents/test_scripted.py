import pytest

import goldgate
from goldgate.agents.scripted import ScriptedAgent, answer, call

STUBS = (goldgate.Stub(tool="search", returns=["a.md"]), goldgate.Stub(tool="read", error_code="NOT_FOUND"))


def case(case_id: str = "a") -> goldgate.Case:
    return goldgate.Case(id=case_id, request="find it", world=goldgate.World(tools=STUBS))


def trace_of(agent: ScriptedAgent, case_id: str = "a") -> goldgate.Trace:
    (result,) = goldgate.run([case(case_id)], agent).results
    return result.trace


def test_a_script_is_done_in_order_and_ends_with_its_answer() -> None:
    trace = trace_of(ScriptedAgent([call("search", pattern="*.md"), call("search", {"in": "notes"}), answer("a.md")]))

    assert trace == goldgate.Trace(
        steps=(
            goldgate.Step(name="search", args={"pattern": "*.md"}, observation=["a.md"]),
            goldgate.Step(name="search", args={"in": "notes"}, observation=["a.md"]),
        ),
        answer="a.md",
    )


def test_a_call_that_is_refused_is_an_error_and_the_script_goes_on() -> None:
    trace = trace_of(ScriptedAgent([call("read"), call("search"), answer("no", status="failure")]))

    assert [(step.name, step.error_code) for step in trace.steps] == [("read", "NOT_FOUND"), ("search", None)]
    assert (trace.answer, trace.status) == ("no", goldgate.OverallStatus.FAILURE)


def test_a_script_needs_no_answer() -> None:
    assert trace_of(ScriptedAgent([])) == goldgate.Trace()


def test_a_plan_is_what_it_says_it_means_to_do() -> None:
    trace = trace_of(ScriptedAgent([answer("done")], plan=["search", {"tool": "read", "args": {"file": "a.md"}}]))

    assert trace.plan == (
        goldgate.PlannedStep(name="search"),
        goldgate.PlannedStep(name="read", args={"file": "a.md"}),
    )


def test_each_case_may_have_a_script_of_its_own() -> None:
    agent = ScriptedAgent({"a": [answer("one")], "b": [answer("two")]})

    assert [trace_of(agent, name).answer for name in "ab"] == ["one", "two"]


def test_a_case_without_a_script_is_a_fault_that_names_the_nearest() -> None:
    trace = trace_of(ScriptedAgent({"search-by-name": [answer("one")]}), "search-by-nam")

    (step,) = trace.steps
    assert step.error_code == "UsageError"
    assert step.observation == "unknown script 'search-by-nam', did you mean 'search-by-name'?"


def test_what_comes_after_an_answer_is_refused() -> None:
    with pytest.raises(goldgate.GoldgateError, match="an answer ends a script"):
        ScriptedAgent({"a": [answer("one"), call("search")]})
