"""Which functions ask the outside world? `@goldgate.recorded`: called once for real, answered by its recording then.

Like `recording`, this file is imported by agents in production: it needs the standard library alone, costs nothing
outside a run, and changes nothing there.
"""

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast, overload

from goldgate.agents.recording import current_sink
from goldgate.agents.signatures import Parameters
from goldgate.agents.tapes import Question, Tape
from goldgate.model.value import NOT_CAPTURED

_Function = TypeVar("_Function")
_Conversion = Callable[[Any], object]


def current_tape() -> Tape | None:
    """What answers the running code's calls of the outside world; None outside a trial."""
    sink = current_sink()
    return None if sink is None else sink.tape_at_hand()


def _as_it_is(value: object) -> object:
    return value


@overload
def recorded(function: _Function, /) -> _Function: ...
@overload
def recorded(
    *, name: str | None = None, write: _Conversion | None = None, read: _Conversion | None = None
) -> Callable[[_Function], _Function]: ...
def recorded(
    function: object = None,
    /,
    *,
    name: str | None = None,
    write: _Conversion | None = None,
    read: _Conversion | None = None,
) -> object:
    """Record what a function or method, sync or async, returns, and answer later calls from the recording.

    `@recorded` or `@recorded(name="ask_model", write=Reply.model_dump, read=Reply.model_validate)`: `write` makes JSON
    of what the function returns, `read` makes the same of it again; without them it must be JSON. So must the
    arguments, which say which call it is, under the names of the parameters, `self` and `cls` left out. What the
    function raises is not recorded. Outside a run the function does what it did before. Raises TypeError for
    generators, which have no one answer.
    """
    if function is None:
        return functools.partial(recorded, name=name, write=write, read=read)
    if isinstance(function, staticmethod | classmethod):
        return type(function)(recorded(name=name, write=write, read=read)(function.__func__))
    if not callable(function) or inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise TypeError(f"goldgate.recorded takes functions that return one answer, got {_described(function)}")
    own_name = str(getattr(function, "__qualname__", type(function).__name__)).replace(".<locals>", "")
    calls = _Calls(function, name=name or own_name, write=write or _as_it_is, read=read or _as_it_is)
    return calls.answered_async() if inspect.iscoroutinefunction(function) else calls.answered()


def _described(function: object) -> str:
    return f"the generator {getattr(function, '__qualname__', function)}" if callable(function) else repr(function)


def asked(question: Question, make: Callable[[], object]) -> Any:  # noqa: ANN401 - any JSON
    """What was recorded; else the call is made, and what it returns is recorded."""
    if not question.is_open:
        return question.value
    with question:
        return question.tell(make())


async def asked_async(question: Question, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - as `asked`
    """The same for a call that has to be awaited."""
    if not question.is_open:
        return question.value
    with question:
        return question.tell(await make())


class _Calls:
    """What is known of one decorated function."""

    def __init__(self, function: Callable[..., Any], *, name: str, write: _Conversion, read: _Conversion) -> None:
        self._function = function
        self._parameters = Parameters(function)
        self._name = name
        self._write = write
        self._read = read

    def _question(self, tape: Tape, args: tuple[object, ...], kwargs: dict[str, object]) -> Question:
        named = self._parameters.named(args, kwargs)
        return tape.call("function", self._name, [list(args), kwargs] if named is NOT_CAPTURED else named)

    def answered(self) -> Callable[..., object]:
        """The function, answered by the tape of the trial at hand."""
        function = self._function

        @functools.wraps(function)
        def answered(*args: Any, **kwargs: Any) -> object:
            tape = current_tape()
            if tape is None:
                return function(*args, **kwargs)
            question = self._question(tape, args, kwargs)
            return self._read(asked(question, lambda: self._write(function(*args, **kwargs))))

        return answered

    def answered_async(self) -> Callable[..., object]:
        """The same for a coroutine function."""
        function = cast("Callable[..., Awaitable[object]]", self._function)

        @functools.wraps(function)
        async def answered(*args: Any, **kwargs: Any) -> object:
            tape = current_tape()
            if tape is None:
                return await function(*args, **kwargs)

            async def made() -> object:
                return self._write(await function(*args, **kwargs))

            return self._read(await asked_async(self._question(tape, args, kwargs), made))

        return answered
