"""What came of one recorded step? Its fields in JSON, and what of it could not be said in JSON."""

from collections.abc import Iterator
from typing import Self

import attrs

from goldgate.agents.frames import Origin, origin_of
from goldgate.agents.raised import Raised, attempt, code_of, exception_step, message_of
from goldgate.agents.recording import OpenStep
from goldgate.differ.canonical import plain
from goldgate.formats.trace import read_args
from goldgate.model.trace import BAD_TRACE, UNFINISHED, Step, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


class Call(OpenStep):
    """A step of a trial while it is being done: a tool call, or a step of another kind.

    Its arguments are read when it begins and what it came to when it ends, so that later changes don't matter. It ends
    once: what a thread that was left behind reports after the trial is not heard.
    `origin` is where an exception was raised that ended it. `turn` names the turn that it shares with others; `dropped`
    leaves it out, since another step says the same thing.
    """

    __slots__ = ("_bad_arguments", "_faults", "_open", "_read", "_step", "dropped", "origin", "turn")

    def __init__(self, *, kind: str, name: str | None, args: object) -> None:
        super().__init__(kind=kind, name=name, args=args)
        self.turn: str | None = None
        self.dropped = False
        self.origin: Origin | None = None
        self._faults: list[str] = []
        self._open = False
        self._step: Step | None = None
        self._bad_arguments: str | None = None
        self._read = self._read_args()

    @classmethod
    def of(cls, step: Step) -> Self:
        """A step that is complete already."""
        call = cls(kind=step.kind, name=step.name, args=None)
        call.complete(step)
        return call

    def complete(self, step: Step) -> None:
        """The step is done, and came to this."""
        self._step = step

    def opened(self) -> Self:
        """The step itself, which is under way from now on until it is told to end."""
        self._open = True
        return self

    def close(self) -> None:
        """The step is done, and came to what was set on it."""
        if self._step is None:
            self._step = self._finished()

    def fail(self, error: BaseException) -> None:
        """The step ended with this exception; a code and an observation that were set before stay."""
        self.origin = origin_of(error)
        code = self.error_code or code_of(error)
        self.refuse(code, message_of(error) if self.observation is NOT_CAPTURED else self.observation)

    def refuse(self, code: str, observation: object) -> None:
        """The step ended with an error; an observation that says no more than the code is left out."""
        self.error_code = code
        says_more = not isinstance(observation, str) or observation not in ("", code)
        self.observation = observation if says_more else NOT_CAPTURED
        self.close()

    def abandon(self) -> None:
        """The agent is done; a step that is not has the code `UNFINISHED`."""
        if self._open and self._step is None:
            self.error_code = UNFINISHED
            self.observation = NOT_CAPTURED
        self.close()

    def amend(self, *, error_code: str | None) -> None:
        """The step, which ended well, is an error after all: its caller says so."""
        self.close()
        self._step = attrs.evolve(self.step, status=StepStatus.ERROR, error_code=error_code)

    @property
    def step(self) -> Step:
        """The step as it ended; ends it when that has not been said."""
        self.close()
        assert self._step is not None  # noqa: S101 - close has just set it
        return self._step

    def steps(self) -> Iterator[Step]:
        """The step, and a fault of the agent's for each value in it that JSON can't say."""
        yield self.step if self.turn is None else attrs.evolve(self.step, group=self.turn)
        for fault in self._faults:
            yield exception_step(BAD_TRACE, f"{self.step.name}: {fault}")

    @property
    def has_faults(self) -> bool:
        """Whether something of it could not be said in JSON."""
        return bool(self._faults)

    @property
    def failed(self) -> bool:
        """Whether it has ended as an error."""
        return self._step is not None and self._step.status is StepStatus.ERROR

    @property
    def arguments(self) -> Json | NotCaptured:
        """The arguments as they were read when it began."""
        return self._read

    def _read_args(self) -> Json | NotCaptured:
        if self.args is NOT_CAPTURED:
            return NOT_CAPTURED
        read = attempt(lambda: read_args(self.args))
        if isinstance(read, Raised):
            return self._fault("arguments", read.error)
        args, self._bad_arguments = read
        return args

    def _finished(self) -> Step:
        code = self._bad_arguments or self._text("error_code", self.error_code)
        return Step(
            kind=self._text("kind", self.kind) or "",
            name=self._text("name", self.name),
            args=self._read,
            status=self._status(code),
            error_code=code,
            observation=self._observed(),
        )

    def _status(self, code: str | None) -> StepStatus:
        if code is not None:
            return StepStatus.ERROR
        if self.status is None:
            return StepStatus.OK
        status = attempt(lambda: StepStatus(self.status or StepStatus.OK))
        if isinstance(status, Raised):
            self._fault("status", status.error)
            return StepStatus.ERROR
        return status

    def _observed(self) -> Json | NotCaptured:
        if self.observation is NOT_CAPTURED:
            return NOT_CAPTURED
        observed = attempt(lambda: plain(self.observation))
        return self._fault("observation", observed.error) if isinstance(observed, Raised) else observed

    def _text(self, field: str, value: object) -> str | None:
        if value is None or isinstance(value, str):
            return None if value is None else str(value)
        self._faults.append(f"{field}: expected a text, got {type(value).__name__}")
        return None

    def _fault(self, field: str, error: BaseException) -> NotCaptured:
        if isinstance(error, RecursionError):
            raise error  # the agent has used up the stack; that is no fault of the value
        self._faults.append(f"{field}: {message_of(error)}")
        return NOT_CAPTURED
