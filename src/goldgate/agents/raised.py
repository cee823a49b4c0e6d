"""What did the agent's own code raise? The one place where its exceptions are caught, and how they are told.

Frames, paths of the trial's folder and addresses differ from run to run, so they are never part of what is told.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from goldgate.agents.refused import NetworkRefused, ProcessRefused, behind
from goldgate.differ.canonical import plain
from goldgate.model.frozen import frozen
from goldgate.model.trace import AGENT_EXIT, EXCEPTION, Step, StepStatus

LONGEST_MESSAGE: Final = 1_000
"""Characters of an exception's message that are kept."""

_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{6,}")
_Value = TypeVar("_Value")


@frozen
class Raised:
    """Stands in the place of a value: the agent's code raised this instead."""

    error: BaseException


def attempt(call: Callable[[], _Value], *, exits: bool = False) -> _Value | Raised:
    """Call code of the agent's; what it raises is a value.

    With `exits` that includes what is no `Exception`: that it leaves the interpreter, or cancels a task. Ctrl-C is the
    user's, and passes.
    """
    try:
        return call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if exits or isinstance(error, Exception):
            return Raised(error)
        raise


async def attempt_awaited(awaitable: Awaitable[_Value]) -> _Value | Raised:
    """The same for what is awaited."""
    try:
        return await awaitable
    except Exception as error:  # noqa: BLE001 - as in `attempt`
        return Raised(error)


def code_of(error: BaseException) -> str:
    """The code of a step that raised: the exception's `code` or `error_code` if that is a text, else its class."""
    if isinstance(error, SystemExit):
        return AGENT_EXIT
    error = behind(error)
    for attribute in ("code", "error_code"):
        code = attempt(lambda: getattr(error, attribute, None))  # noqa: B023 - called at once
        if isinstance(code, str) and code:
            return str(code)
    return type(error).__name__


def message_of(error: BaseException) -> str:
    """The message of an exception, bounded and without addresses; of a group also what is in it, sorted."""
    if isinstance(error, RecursionError):
        return "maximum recursion depth exceeded"  # Python adds in what, which differs from run to run
    error = behind(error)
    text = attempt(lambda: str(error))
    if isinstance(text, Raised):
        return "its message could not be read"
    if isinstance(error, BaseExceptionGroup):
        text = f"{error.message}: {'; '.join(sorted(map(_member, error.exceptions)))}"
    elif isinstance(error, SystemExit) and not isinstance(error.code, str):
        text = f"exit status {0 if error.code is None else text}"
    return bounded(text)


def _member(error: BaseException) -> str:
    return f"{type(error).__name__}: {message_of(error)}"


def bounded(text: str) -> str:
    """A message that is the same in every run, and not too long for a trace."""
    if "0x" in text:
        text = _ADDRESS.sub("0x…", text)
    if len(text) > LONGEST_MESSAGE:
        return f"{text[:LONGEST_MESSAGE]}… ({len(text) - LONGEST_MESSAGE} more characters)"
    return text


def exception_step(code: str, message: str) -> Step:
    """The step that stands for a fault of the agent itself."""
    return Step(kind=EXCEPTION, status=StepStatus.ERROR, error_code=code, observation=plain(bounded(message)))


def agent_fault(error: BaseException) -> Step:
    """The step for an exception that left the agent: the class's name as code, `AGENT_EXIT` for `sys.exit`."""
    error = behind(error)
    match error:
        case SystemExit():
            code = AGENT_EXIT
        case NetworkRefused() | ProcessRefused():
            code = error.code
        case _:
            code = type(error).__name__
    return exception_step(code, message_of(error))
