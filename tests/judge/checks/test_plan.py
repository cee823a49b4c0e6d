from collections.abc import Callable

from goldgate.model.case import Expectation, ExpectedStep, Match
from goldgate.model.trace import PlannedStep, Trace

PLANNED = Trace(plan=(PlannedStep(name="file_search", args={"pattern": "*"}), PlannedStep(name="file_read")))


def test_the_plan_is_matched_like_calls(reasons: Callable[..., dict[str, str]]) -> None:
    plan = (ExpectedStep(name="file_search", args={"pattern": "*"}), ExpectedStep(name="file_read"))
    assert reasons(Expectation(plan=plan), PLANNED)["plan"] == ""
    assert reasons(Expectation(plan=plan[:1]), PLANNED)["plan"] == (
        "unexpected planned step 2 file_read, expected only 1 planned step"
    )


def test_the_plan_has_its_own_way_of_matching(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(plan=(ExpectedStep(name="file_read"),), plan_match=Match.SUPERSET, match=Match.EXACT)
    assert reasons(expect, PLANNED)["plan"] == ""


def test_expected_arguments_that_the_plan_does_not_tell_are_not_met(reasons: Callable[..., dict[str, str]]) -> None:
    plan = (ExpectedStep(name="file_search"), ExpectedStep(name="file_read", args={"path": "a"}))
    assert reasons(Expectation(plan=plan), PLANNED)["plan"] == (
        'planned step 2 file_read: expected file_read {"path":"a"}, but the arguments were not captured'
    )


def test_an_agent_without_a_plan_meets_no_expected_plan(reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(Expectation(plan=()), Trace())["plan"] == "expected a plan, the agent gave none"
    assert reasons(Expectation(plan=()), Trace(plan=()))["plan"] == ""
