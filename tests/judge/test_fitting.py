import pytest

from goldgate.judge.fitting import expects_failure, fits, misfit, same_name
from goldgate.model.case import ArgsMatch, ExpectedStep
from goldgate.model.trace import Step, StepStatus
from goldgate.model.value import NOT_CAPTURED

READ = Step(name="file_read", args={"path": "a", "limit": 1})
REFUSED = Step(name="file_read", args={"path": "a"}, status=StepStatus.ERROR, error_code="REFUSED")
NO_CODE = Step(name="file_read", status=StepStatus.ERROR)


def step(**said: object) -> ExpectedStep:
    return ExpectedStep(**{"name": "file_read", **said})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        (step(), READ),
        (step(), REFUSED),
        (step(name=None), READ),
        (step(args={"path": "a", "limit": 1}), READ),
        (step(args={"path": {"$regex": "^a"}, "limit": {"$type": "integer"}}), READ),
        (step(args={"path": "a"}, args_match=ArgsMatch.SUPERSET), READ),
        (step(args={"path": "a", "limit": 1, "x": 1}, args_match=ArgsMatch.SUBSET), READ),
        (step(args={"path": "b"}, args_match=ArgsMatch.IGNORE), READ),
        (step(status=StepStatus.OK), READ),
        (step(status=StepStatus.ERROR), REFUSED),
        (step(status=StepStatus.ERROR), NO_CODE),
        (step(error_code="REFUSED"), REFUSED),
        (step(status=StepStatus.ERROR, error_code="REFUSED"), REFUSED),
        (step(error_code="ERROR"), NO_CODE),
        (step(), Step(name="file_read", args=NOT_CAPTURED)),
        (step(kind="memory_write", name="notes"), Step(kind="memory_write", name="notes")),
        (step(kind="message", name=None), Step(kind="message")),
    ],
)
def test_these_fit(expected: ExpectedStep, actual: Step) -> None:
    assert fits(expected, actual, args_match=ArgsMatch.EXACT)


@pytest.mark.parametrize(
    ("expected", "actual", "why"),
    [
        (step(name="file_list"), READ, 'expected file_list, got file_read {"limit":1,"path":"a"}'),
        (step(kind="schedule"), READ, 'expected schedule file_read, got file_read {"limit":1,"path":"a"}'),
        (step(args={"path": "a"}), READ, "unexpected 1 at /args/limit"),
        (step(args={"path": "b", "limit": 1}), READ, 'expected "b", got "a" at /args/path'),
        (step(status=StepStatus.OK), REFUSED, "expected status ok, got error REFUSED"),
        (step(status=StepStatus.SKIPPED), READ, "expected status skipped, got status ok"),
        (step(error_code="REFUSED"), READ, "expected error REFUSED, got status ok"),
        (step(error_code="REFUSED"), NO_CODE, "expected error REFUSED, got error ERROR"),
        (step(status=StepStatus.OK, error_code="REFUSED"), REFUSED, "expected status ok, got error REFUSED"),
        (
            step(args={}),
            Step(name="file_read", args=NOT_CAPTURED),
            "expected file_read {}, but the arguments were not captured",
        ),
        (step(args={}), Step(name="file_read", args="{bad"), 'expected {}, got "{bad" at /args'),
    ],
)
def test_these_do_not_fit_and_it_is_told_why(expected: ExpectedStep, actual: Step, why: str) -> None:
    assert not fits(expected, actual, args_match=ArgsMatch.EXACT)
    assert misfit(expected, actual, args_match=ArgsMatch.EXACT) == why


def test_the_way_of_the_list_holds_where_the_item_has_none() -> None:
    expected = step(args={"path": "a"})
    assert fits(expected, READ, args_match=ArgsMatch.SUPERSET)
    assert not fits(expected, READ, args_match=ArgsMatch.EXACT)


def test_a_name_is_the_same_when_none_is_expected() -> None:
    assert same_name(step(name=None), READ)
    assert not same_name(step(name=None, kind="message"), READ)


def test_a_failure_is_expected_by_status_or_code() -> None:
    assert expects_failure(step(status=StepStatus.ERROR))
    assert expects_failure(step(error_code="X"))
    assert not expects_failure(step(status=StepStatus.OK))
    assert not expects_failure(step())
