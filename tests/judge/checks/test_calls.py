from collections.abc import Callable

from goldgate.model.case import ArgsMatch, Expectation, ExpectedStep, Match
from goldgate.model.trace import Step, StepStatus, Trace

TRACE = Trace(
    steps=(
        Step(kind="message", name="hello"),
        Step(name="file_search", args={"pattern": "*.md", "deep": True}),
        Step(kind="memory_write", name="notes", args={"text": "x"}),
        Step(name="file_read", status=StepStatus.SKIPPED),
    )
)


def test_only_tool_steps_are_calls(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(calls=(ExpectedStep(name="file_search"), ExpectedStep(name="file_read")))
    assert reasons(expect, TRACE)["calls"] == ""


def test_calls_are_counted_among_calls(reasons: Callable[..., dict[str, str]]) -> None:
    found = reasons(Expectation(calls=(ExpectedStep(name="file_search"), ExpectedStep(name="x"))), TRACE)
    assert found["calls"] == "expected call 2 x, got file_read"


def test_a_skipped_step_is_a_step(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(
        calls=(ExpectedStep(name="file_search"), ExpectedStep(name="file_read", status=StepStatus.SKIPPED))
    )
    assert reasons(expect, TRACE)["calls"] == ""


def test_an_empty_list_says_that_no_tool_may_be_called(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(calls=())
    assert reasons(expect, TRACE)["calls"] == (
        'expected no call, got file_search {"deep":true,"pattern":"*.md"}, file_read'
    )
    assert reasons(expect, Trace(steps=(Step(kind="message"),)))["calls"] == ""


def test_at_least_nothing_says_nothing(reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(Expectation(calls=(), match=Match.SUPERSET), TRACE)["calls"] == ""


def test_the_way_of_matching_arguments_holds_for_all_calls(reasons: Callable[..., dict[str, str]]) -> None:
    calls = (ExpectedStep(name="file_search", args={"pattern": "*.md"}), ExpectedStep(name="file_read"))
    assert reasons(Expectation(calls=calls, args_match=ArgsMatch.SUPERSET), TRACE)["calls"] == ""
    assert reasons(Expectation(calls=calls), TRACE)["calls"] == "call 1 file_search: unexpected true at /args/deep"


def test_steps_of_all_kinds_are_at_least_the_expected_ones(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(
        steps=(
            ExpectedStep(kind="memory_write", name="notes", args={"text": {"$regex": "x"}}),
            ExpectedStep(kind="message"),
            ExpectedStep(name="file_read"),
        )
    )
    assert reasons(expect, TRACE)["steps"] == ""


def test_a_missing_step_is_told(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(steps=(ExpectedStep(kind="schedule", name="daily"),))
    assert reasons(expect, TRACE)["steps"] == (
        "missing step schedule daily, got message hello, "
        'file_search {"deep":true,"pattern":"*.md"}, memory_write notes {"text":"x"} and 1 more'
    )


def test_steps_may_be_matched_in_other_ways(reasons: Callable[..., dict[str, str]]) -> None:
    steps = (ExpectedStep(name="file_read"), ExpectedStep(kind="message"))
    assert reasons(Expectation(steps=steps, steps_match=Match.IN_ORDER), TRACE)["steps"] == (
        "expected step any message after step 4 file_read, but it came before, as step 1"
    )
