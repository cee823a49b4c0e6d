from collections.abc import Callable

from goldgate.model.case import Expectation, ExpectedStep, Match
from goldgate.model.trace import Step, StepStatus, Trace

EXPECT = Expectation(forbid=("file_delete", "file_write"))


def test_other_tools_may_be_called(reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(EXPECT, Trace(steps=(Step(name="file_read"),)))["forbid"] == ""


def test_a_forbidden_call_is_told(reasons: Callable[..., dict[str, str]]) -> None:
    trace = Trace(steps=(Step(name="file_read"), Step(name="file_delete", args={"path": "a"}), Step(name="file_write")))
    assert reasons(EXPECT, trace)["forbid"] == 'called file_delete {"path":"a"}, which is forbidden'


def test_a_refused_call_was_made_all_the_same(reasons: Callable[..., dict[str, str]]) -> None:
    trace = Trace(steps=(Step(name="file_delete", status=StepStatus.ERROR, error_code="REFUSED"),))
    assert reasons(EXPECT, trace)["forbid"] == "called file_delete, which is forbidden"


def test_steps_of_other_kinds_call_no_tool(reasons: Callable[..., dict[str, str]]) -> None:
    assert reasons(EXPECT, Trace(steps=(Step(kind="message", name="file_delete"),)))["forbid"] == ""


def test_an_expected_call_is_forbidden_all_the_same(reasons: Callable[..., dict[str, str]]) -> None:
    expect = Expectation(calls=(ExpectedStep(name="a"),), match=Match.SUPERSET, forbid=("a",))
    assert reasons(expect, Trace(steps=(Step(name="a"),))) == {
        "calls": "",
        "forbid": "called a, which is forbidden",
        "step_errors": "",
        "status": "",
    }
