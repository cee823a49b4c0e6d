import asyncio

import pytest

from goldgate.agents.raised import Raised, agent_fault, attempt, attempt_awaited, bounded, code_of, message_of
from goldgate.model.trace import Step, StepStatus


class _Coded(Exception):
    def __init__(self, **fields: object) -> None:
        super().__init__("said")
        for name, value in fields.items():
            setattr(self, name, value)


class _Mute(Exception):
    @property
    def code(self) -> str:
        raise OSError

    def __str__(self) -> str:
        raise OSError


def test_what_is_returned_is_returned() -> None:
    assert attempt(lambda: 3) == 3


def test_what_is_raised_is_a_value() -> None:
    raised = attempt(lambda: 1 // 0)
    assert isinstance(raised, Raised)
    assert isinstance(raised.error, ZeroDivisionError)


def test_leaving_the_interpreter_passes_unless_it_is_asked_for() -> None:
    def leave() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        attempt(leave)
    assert isinstance(attempt(leave, exits=True), Raised)


def test_what_is_awaited_is_attempted_too() -> None:
    async def fail() -> None:
        raise ValueError

    async def fine() -> int:
        return 3

    assert asyncio.run(attempt_awaited(fine())) == 3
    assert isinstance(asyncio.run(attempt_awaited(fail())), Raised)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ValueError("x"), "ValueError"),
        (_Coded(code="RATE_LIMIT"), "RATE_LIMIT"),
        (_Coded(error_code="NOT_FOUND"), "NOT_FOUND"),
        (_Coded(code=404), "_Coded"),
        (_Coded(code=""), "_Coded"),
        (_Mute(), "_Mute"),
        (SystemExit("bye"), "AGENT_EXIT"),
        (asyncio.CancelledError(), "CancelledError"),
    ],
)
def test_the_code_is_the_exceptions_own_or_its_class(error: BaseException, code: str) -> None:
    assert code_of(error) == code


def test_addresses_are_left_out() -> None:
    assert message_of(ValueError("<object at 0x7f03b632fd80> has no 0x1f")) == "<object at 0x…> has no 0x1f"


def test_long_messages_are_bounded_and_say_so() -> None:
    assert bounded("x" * 1_500) == "x" * 1_000 + "… (500 more characters)"


def test_a_message_that_cannot_be_read_is_told_so() -> None:
    assert message_of(_Mute()) == "its message could not be read"


def test_a_recursion_is_told_without_the_place_where_it_broke() -> None:
    assert message_of(RecursionError("maximum recursion depth exceeded while calling")) == (
        "maximum recursion depth exceeded"
    )


@pytest.mark.parametrize(("code", "message"), [(None, "exit status 0"), (3, "exit status 3"), ("no key", "no key")])
def test_an_exit_is_told_by_its_status_or_its_text(code: int | str | None, message: str) -> None:
    assert message_of(SystemExit(code)) == message


def test_a_group_tells_what_is_in_it_in_a_fixed_order() -> None:
    inner = ExceptionGroup("inner", [KeyError("k")])
    group = BaseExceptionGroup("two failed", [ValueError("b"), inner, ValueError("a")])
    assert message_of(group) == "two failed: ExceptionGroup: inner: KeyError: 'k'; ValueError: a; ValueError: b"


def test_the_fault_of_an_agent_is_an_exception_step() -> None:
    assert agent_fault(_Coded(code="OWN")) == Step(
        kind="exception", status=StepStatus.ERROR, error_code="_Coded", observation="said"
    )
    assert agent_fault(SystemExit(3)).error_code == "AGENT_EXIT"
