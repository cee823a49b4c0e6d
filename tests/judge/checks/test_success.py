from collections.abc import Callable

import pytest

from goldgate.model.case import Expectation, ExpectedAnswer, ExpectedGroup, ExpectedStep, Match
from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace

READ = Step(name="read")
REFUSED = Step(name="read", args={"path": "key"}, status=StepStatus.ERROR, error_code="REFUSED")
NO_CODE = Step(name="read", status=StepStatus.ERROR)
ANY_ANSWER = ExpectedAnswer(equals={"$any": True})


def step_errors(reasons: Callable[..., dict[str, str]], expect: Expectation, *steps: Step, answer: str = "done") -> str:
    return reasons(expect, Trace(steps=steps, answer=answer))["step_errors"]


def test_a_step_error_fails_though_the_run_reports_success(reasons: Callable[..., dict[str, str]]) -> None:
    """The story of the read-only phase: the step wins over the overall status."""
    assert reasons(Expectation(answer=ANY_ANSWER), Trace(steps=(READ, REFUSED), answer="done")) == {
        "step_errors": 'step 2 read {"path":"key"} failed with REFUSED, which was not expected',
        "status": "",
        "answer.equals": "",
    }


def test_more_step_errors_are_counted(reasons: Callable[..., dict[str, str]]) -> None:
    assert step_errors(reasons, Expectation(answer=ANY_ANSWER), NO_CODE, REFUSED, NO_CODE) == (
        "step 1 read failed with ERROR, which was not expected; 2 more failed"
    )


def test_a_code_may_be_allowed(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(answer=ANY_ANSWER, allow_errors=("REFUSED",))
    assert step_errors(reasons, expect, REFUSED) == ""
    assert step_errors(reasons, expect, NO_CODE) != ""


def test_an_error_without_a_code_has_the_code_error(reasons: Callable[..., dict[str, str]]) -> None:
    assert step_errors(reasons, Expectation(answer=ANY_ANSWER, allow_errors=("ERROR",)), NO_CODE) == ""


def test_skipped_steps_are_no_errors(reasons: Callable[..., dict[str, str]]) -> None:
    skipped = Step(name="read", status=StepStatus.SKIPPED, error_code="REFUSED")
    assert step_errors(reasons, Expectation(answer=ANY_ANSWER), skipped) == ""


@pytest.mark.parametrize("match", list(Match))
@pytest.mark.parametrize(
    "expected",
    [
        ExpectedStep(name="read", status=StepStatus.ERROR),
        ExpectedStep(name="read", error_code="REFUSED"),
        ExpectedGroup(calls=(ExpectedStep(name="read", error_code="REFUSED"),)),
    ],
)
def test_a_call_may_be_expected_to_fail(
    expected: ExpectedStep | ExpectedGroup, match: Match, reasons: Callable[..., dict[str, str]]
) -> None:
    expect = Expectation(calls=(expected, ExpectedStep(name="read")), match=match)
    assert step_errors(reasons, expect, REFUSED, READ) == ""
    assert step_errors(reasons, expect, REFUSED, REFUSED) != ""


def test_a_call_of_which_no_end_was_expected_does_not_excuse_its_failure(
    reasons: Callable[..., dict[str, str]],
) -> None:
    found = reasons(Expectation(calls=(ExpectedStep(name="read"),)), Trace(steps=(REFUSED,)))
    assert found["calls"] == ""
    assert found["step_errors"] != ""


def test_a_step_of_any_kind_may_be_expected_to_fail(reasons: Callable[..., dict[str, str]]) -> None:
    failed = Step(kind="memory_write", name="notes", status=StepStatus.ERROR, error_code="FULL")
    expect = Expectation(steps=(ExpectedStep(kind="memory_write", error_code="FULL"),))
    assert step_errors(reasons, expect, READ, failed) == ""


def test_calls_and_steps_excuse_different_failures(reasons: Callable[..., dict[str, str]]) -> None:
    """Each expectation excuses one of two failures, never both the same one."""
    failing = ExpectedStep(name="read", status=StepStatus.ERROR)
    expect = Expectation(calls=(failing,), match=Match.SUPERSET, steps=(failing,))
    assert step_errors(reasons, expect, REFUSED, NO_CODE) == ""


def test_positions_of_calls_are_those_in_the_trace(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(calls=(ExpectedStep(name="read", error_code="REFUSED"),))
    assert step_errors(reasons, expect, Step(kind="message"), REFUSED) == ""


def test_where_the_calls_do_not_match_the_expected_failure_excuses_all_the_same(
    reasons: Callable[..., dict[str, str]],
) -> None:
    """One finding, not two: the order is wrong, the failure is the expected one."""
    expect = Expectation(calls=(ExpectedStep(name="read", error_code="REFUSED"), ExpectedStep(name="list")))
    found = reasons(expect, Trace(steps=(Step(name="list"), REFUSED)))
    assert found["calls"] != ""
    assert found["step_errors"] == ""


@pytest.mark.parametrize("status", [OverallStatus.FAILURE, OverallStatus.ERROR])
def test_the_overall_status_is_to_be_success(status: OverallStatus, reasons: Callable[..., dict[str, str]]) -> None:
    found = reasons(Expectation(answer=ANY_ANSWER), Trace(answer="x", status=status))
    assert found["status"] == f"expected overall status success, got {status}"


def test_another_overall_status_may_be_expected(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(status=OverallStatus.FAILURE)
    assert reasons(expect, Trace(status=OverallStatus.FAILURE)) == {"step_errors": "", "status": ""}
    assert reasons(expect, Trace())["status"] == "expected overall status failure, got success"
