from goldgate.judge.matched import Matched, match_trace
from goldgate.judge.steps_match import StepsMatch
from goldgate.model.case import Case, Expectation, ExpectedStep
from goldgate.model.trace import Step, StepStatus, Trace

FAILED = Step(name="a", status=StepStatus.ERROR, error_code="X")


def matched(expect: Expectation, *steps: Step) -> Matched:
    return match_trace(Case(id="case", request="do it", expect=expect), Trace(steps=steps))


def test_what_is_not_expected_is_not_matched() -> None:
    assert matched(Expectation(), Step(name="a")) == Matched(calls=None, steps=None, unexcused=[])


def test_without_an_expectation_no_failure_is_excused() -> None:
    assert matched(Expectation(allow_errors=("Y",)), Step(name="a"), FAILED).unexcused == [1]


def test_calls_are_matched_among_calls_and_steps_among_all() -> None:
    step = ExpectedStep(name="a", error_code="X")
    found = matched(Expectation(calls=(step,), steps=(step,)), Step(kind="message"), FAILED)
    assert found == Matched(calls=StepsMatch(partners={0: step}), steps=StepsMatch(partners={1: step}), unexcused=[])
