from collections.abc import Callable

import pytest

from goldgate.model.case import Expectation, ExpectedAnswer, ExpectedStep
from goldgate.model.trace import EXCEPTION, OverallStatus, Step, StepStatus, Trace

NO_EXPECTATION = Expectation()


def faulty(code: str | None) -> Trace:
    step = Step(kind=EXCEPTION, name="agent", status=StepStatus.ERROR, error_code=code)
    return Trace(steps=(step,), status=OverallStatus.ERROR)


def test_an_agent_that_gets_through_passes(reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(NO_EXPECTATION, Trace(answer="x")) == {"agent": ""}


@pytest.mark.parametrize("code", ["ValueError", "AGENT_EXIT", "CRASH", "TIMEOUT", "BAD_TRACE"])
def test_a_fault_of_the_agent_is_told_by_its_code(code: str, reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(NO_EXPECTATION, faulty(code)) == {"agent": f"the agent ended with {code}"}


def test_a_fault_without_a_code_is_a_fault(reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(NO_EXPECTATION, faulty(None)) == {"agent": "the agent ended with ERROR"}


def test_what_an_exception_said_is_told(reasons: Callable[..., dict[str, str]]) -> None:
    step = Step(kind=EXCEPTION, status=StepStatus.ERROR, error_code="ValueError", observation="no \x1b[31m folder")
    trace = Trace(steps=(step,), status=OverallStatus.ERROR)

    assert reasons(NO_EXPECTATION, trace) == {"agent": r'the agent ended with ValueError: "no \u001b[31m folder"'}
    assert reasons(Expectation(calls=()), trace)["step_errors"] == (
        r'step 1 exception failed with ValueError: "no \u001b[31m folder", which was not expected'
    )


def test_what_else_happens_without_expectations_is_the_business_of_the_baseline(
    reasons: Callable[..., dict[str, str]],
) -> None:
    refused = Step(name="file_read", status=StepStatus.ERROR, error_code="REFUSED")
    assert reasons(NO_EXPECTATION, Trace(steps=(refused,), status=OverallStatus.FAILURE)) == {"agent": ""}


def test_allowed_errors_are_no_expectation_and_excuse_no_fault(reasons: Callable[..., dict[str, str]]) -> None:
    found = reasons(Expectation(allow_errors=("CRASH",)), faulty("CRASH"))
    assert found == {"agent": "the agent ended with CRASH"}


def test_with_expectations_a_fault_is_a_step_error(reasons: Callable[..., dict[str, str]]) -> None:
    found = reasons(Expectation(answer=ExpectedAnswer(equals="x")), faulty("CRASH"))
    assert found == {
        "step_errors": "step 1 exception agent failed with CRASH, which was not expected",
        "status": "expected overall status success, got error",
        "answer.equals": 'expected "x", got no answer',
    }


def test_with_expectations_a_fault_may_be_expected(reasons: Callable[..., dict[str, str]]) -> None:
    fault = ExpectedStep(kind=EXCEPTION, error_code="CRASH")
    found = reasons(Expectation(steps=(fault,), status=OverallStatus.ERROR), faulty("CRASH"))
    assert found == {"steps": "", "step_errors": "", "status": ""}
