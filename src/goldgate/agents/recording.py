"""How does ordinary code say what it does? `@goldgate.tool` and `trace.step(...)`, which cost nothing outside a run.

This file is imported by agents in production: it needs the standard library alone, and all that records is behind
`Sink`, which only a trial provides.
"""

import functools
import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeVar, cast, overload

from goldgate.agents.signatures import Parameters
from goldgate.agents.tapes import Tape
from goldgate.model.value import NOT_CAPTURED

_Function = TypeVar("_Function")


class OpenStep:
    """A step that is being done; what it came to is set on it: `observation`, `error_code`, `status`.

    `with` tells its end; an exception that leaves the block makes the step an error and passes on unchanged.
    This class keeps nothing; the steps of a trial are a subclass that does.
    """

    __slots__ = ("args", "error_code", "kind", "name", "observation", "status")

    def __init__(self, *, kind: str, name: str | None, args: object) -> None:
        self.kind = kind
        self.name = name
        self.args = args
        self.status: str | None = None
        self.error_code: str | None = None
        self.observation: object = NOT_CAPTURED

    def opened(self) -> Self:
        """The step itself, which is under way from now on until it is told to end."""
        return self

    def __enter__(self) -> Self:
        return self.opened()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None, /
    ) -> None:
        if error is None:
            self.close()
        else:
            self.fail(error)

    def close(self) -> None:
        """The step is done, and came to what was set on it."""

    def fail(self, error: BaseException) -> None:
        """The step ended with this exception."""


class Sink(Protocol):
    """Where steps go while a trial runs."""

    def record(self, *, kind: str, name: str | None, args: object) -> OpenStep:
        """Begin a step: its place in the trace is taken now. `args` may be anything; what is no JSON is a fault."""

    def tape_at_hand(self) -> Tape | None:
        """What answers the calls of the outside world that the running code makes; None where nothing does."""


PLACE: Final[ContextVar[Sink | None]] = ContextVar("goldgate_place", default=None)
"""Where the running code stands in its trial; None outside, and in threads that know nothing of the trial."""
ACTIVE: Final[list[Sink]] = []
"""The trials that run in this process now; they are asked where PLACE says nothing."""


def current_sink() -> Sink | None:
    """The trial that the running code belongs to; None outside a run."""
    sink = PLACE.get()
    if sink is None and ACTIVE:
        return next(iter(ACTIVE), None)  # another thread may end the last trial just now
    return sink


class _Trace:
    """Records steps that are no calls of a decorated function; `trace` is the only one."""

    def step(self, name: str, args: Mapping[str, object] | str | None = None, *, kind: str = "tool") -> OpenStep:
        """Record a step that begins now.

        `with trace.step("send_mail", {"to": to}) as step: step.observation = send(to)` records a call with its result
        or exception; `trace.step("note", {"text": text}, kind="memory_write")` alone a step that is done.
        """
        sink = current_sink()
        if sink is None:
            return OpenStep(kind=kind, name=name, args=args)
        return sink.record(kind=kind, name=name, args=args)


trace: Final = _Trace()


@overload
def tool(function: _Function, /, *, name: str | None = None, kind: str = "tool") -> _Function: ...
@overload
def tool(*, name: str | None = None, kind: str = "tool") -> Callable[[_Function], _Function]: ...
def tool(function: object = None, /, *, name: str | None = None, kind: str = "tool") -> object:
    """Record every call of a function or method, sync or async: arguments, result, exception.

    `@tool` or `@tool(name="search", kind="tool")`; the name is the function's own by default. Arguments are recorded as
    they were passed, under the names of the parameters, `self` and `cls` left out. Arguments and results must be JSON;
    for others (`BAD_TRACE`) `trace.step` can say what of them counts. Outside a run the function does what it did
    before. Raises TypeError for generators, which have no one result; use `trace.step` inside of them.
    """
    if function is None:
        return functools.partial(tool, name=name, kind=kind)
    if isinstance(function, staticmethod | classmethod):
        return type(function)(tool(function.__func__, name=name, kind=kind))
    if not callable(function) or inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise TypeError(f"goldgate.tool records functions and methods, got {_described(function)}")
    own_name = str(getattr(function, "__name__", type(function).__name__))
    calls = _Calls(function, name=name or own_name, kind=kind)
    return calls.recorded_async() if inspect.iscoroutinefunction(function) else calls.recorded()


def _described(function: object) -> str:
    if callable(function):
        return f"the generator {getattr(function, '__qualname__', function)}: record what it does with trace.step"
    return type(function).__name__


class _Calls:
    """What is known of one decorated function."""

    def __init__(self, function: Callable[..., Any], *, name: str, kind: str) -> None:
        self._function = function
        self._parameters = Parameters(function)
        self._name = name
        self._kind = kind

    def _begin(self, sink: Sink, args: tuple[object, ...], kwargs: dict[str, object]) -> OpenStep:
        return sink.record(kind=self._kind, name=self._name, args=self._parameters.named(args, kwargs)).opened()

    def recorded(self) -> Callable[..., object]:
        """The function with its calls recorded; an awaitable that it returns ends its step when it was awaited."""
        function = self._function

        @functools.wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> object:
            sink = current_sink()
            if sink is None:
                return function(*args, **kwargs)
            step = self._begin(sink, args, kwargs)
            try:
                result = function(*args, **kwargs)
            except BaseException as error:
                step.fail(error)
                raise
            if inspect.isawaitable(result):
                return _awaited(step, result)
            step.observation = result
            step.close()
            return result

        return recorded

    def recorded_async(self) -> Callable[..., object]:
        """The coroutine function with its calls recorded; a call begins when it is awaited."""
        function = cast("Callable[..., Awaitable[object]]", self._function)

        @functools.wraps(function)
        async def recorded(*args: Any, **kwargs: Any) -> object:
            sink = current_sink()
            if sink is None:
                return await function(*args, **kwargs)
            with self._begin(sink, args, kwargs) as step:
                result = step.observation = await function(*args, **kwargs)
            return result

        return recorded


async def _awaited(step: OpenStep, awaitable: Awaitable[object]) -> object:
    with step:
        result = step.observation = await awaitable
    return result
