"""What does the world hand to the agent? Tools, state and folder of the case, and ways to say what it did."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import fsum, inf
from pathlib import Path
from typing import Any, Final

from goldgate.agents.calls import Call
from goldgate.agents.recorded import asked, asked_async
from goldgate.agents.recorder import Recorder
from goldgate.agents.recording import OpenStep
from goldgate.agents.stubs import Refusal, Stubs
from goldgate.differ.canonical import plain
from goldgate.errors import UsageError
from goldgate.model.case import CaseView
from goldgate.model.trace import BAD_ARGUMENTS, BAD_TRACE, TOOL, OverallStatus, Usage
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.model.variant import PLAIN, ResolvedVariant

NOTHING_TOLD: Final = Usage()


class ToolError(Exception):
    """A tool of the world refused a call: `code` is the error code of the step, `message` may be empty."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"{code}: {message}" if message else code)
        self.code = code
        self.message = message


class Tools:
    """The tools of the case's world; no call of one has a real effect. Threads may call at once.

    `stubs` is for goldgate's own parts.
    """

    def __init__(self, recorder: Recorder, stubs: Stubs) -> None:
        self.stubs: Final = stubs
        self._recorder = recorder

    def call(self, name: str, args: Mapping[str, object] | str | None = None) -> Json:
        """Call a tool; `args` may be JSON text. The call is recorded as a step.

        Returns the value that the world has for it, which is the caller's to change. Raises ToolError with the code of
        the stub, `NO_STUB` where none answers, `BAD_ARGUMENTS` for a text that is no JSON object, `BAD_TRACE` for
        arguments that JSON can't say.
        """
        call = self._recorder.begin(kind=TOOL, name=name, args=args).opened()
        answer = self._answer(call, name)
        if isinstance(answer, Refusal):
            call.refuse(answer.code, answer.message)
            raise ToolError(answer.code, answer.message)
        call.observation = answer
        call.close()
        return answer

    def _answer(self, call: Call, name: str) -> Json | Refusal:
        if call.has_faults:
            return Refusal(code=BAD_TRACE, message="the call can't be said in JSON")
        if isinstance(call.arguments, str):
            return Refusal(code=BAD_ARGUMENTS, message="the arguments are a text that is no JSON object")
        return self.stubs.answer(name, call.arguments)


class Context:
    """What an agent finds in one trial.

    `tools` calls the world's tools. `state` is the agent's own copy of the world's state (None without one); what it
    holds at the end is the state afterwards. `folder` is the private folder with the world's files, the current
    directory of the trial; None for a case without files. `plan` takes the steps that the agent means to do: tool
    names, `{"tool", "args"}`, or objects with such attributes. `variant` is the name of the configuration that is
    measured, and `adapter` the folder that goes with it, for reading; None: there is none. `skills` are the skills that
    are linked in this trial, each with its `name` and its `folder`, for reading.
    `replay_env` are variables for programs that it starts.
    `recorder` is for goldgate's own parts.
    """

    def __init__(
        self, view: CaseView, *, folder: Path | None, recorder: Recorder, variant: ResolvedVariant = PLAIN
    ) -> None:
        self.tools: Final = Tools(recorder, Stubs(view.world.tools))
        self.state: object = None if view.world.state is NOT_CAPTURED else plain(view.world.state)
        self.folder: Final = folder
        self.variant: Final = variant.name
        self.adapter: Final = variant.folder
        self.skills: Final = variant.skills
        self.plan: object = None
        self.recorder: Final = recorder
        self._has_state = view.world.state is not NOT_CAPTURED
        self._status: OverallStatus | None = None
        self._used: list[Usage] = []

    @property
    def status(self) -> OverallStatus | None:
        """What the agent says of the whole: `success`, `failure` or `error`; None until it has said so."""
        return self._status

    @status.setter
    def status(self, status: OverallStatus | str | None) -> None:
        self._status = None if status is None else OverallStatus(status)

    @property
    def replay_env(self) -> dict[str, str]:
        """Environment variables for a program that the agent starts, beside those that there are.

        With them the program's SDKs find the recorded answers of this trial; so does whoever asks below
        `GOLDGATE_REPLAY_URL`, in this process too.
        """
        return {} if self.recorder.tape is None else self.recorder.tape.environ()

    @property
    def replay_url(self) -> str | None:
        """Below which URL the recorded answers of this trial are found; None where there is no endpoint."""
        return self.replay_env.get("GOLDGATE_REPLAY_URL")

    def step(self, name: str, args: Mapping[str, object] | str | None = None, *, kind: str = TOOL) -> OpenStep:
        """Record a step of this trial, from any thread; otherwise as `goldgate.trace.step`."""
        return self.recorder.begin(kind=kind, name=name, args=args)

    def model(self, request: object, *, ask: Callable[[Any], object] | None = None) -> Any:  # noqa: ANN401 - any JSON
        """What the model answers to a request; both are JSON. Recorded once, and then answered by the recording.

        `ask` is called with the request to ask the model for real; where it is a coroutine function, the answer is
        awaited. Without it nothing new can be recorded.
        """
        make: Callable[[], Any] = partial(ask or _nobody, request)
        if self.recorder.tape is None:
            return make()
        question = self.recorder.tape.call("model", "model", request)
        return asked_async(question, make) if inspect.iscoroutinefunction(ask) else asked(question, make)

    def usage(
        self, *, input_tokens: int | None = None, output_tokens: int | None = None, cost_usd: float | None = None
    ) -> None:
        """Add to what the trial has used; what is never told stays unknown. Raises ValueError for less than nothing."""
        for number in (input_tokens, output_tokens, cost_usd):
            if number is not None and not 0 <= number < inf:
                raise ValueError(f"expected a number from 0 on, got {number}")
        self._used.append(Usage(input_tokens=input_tokens, output_tokens=output_tokens, cost_usd=cost_usd))

    @property
    def used(self) -> Usage:
        """All that was told to `usage`, in whichever order."""
        if not self._used:
            return NOTHING_TOLD
        costs = [used.cost_usd for used in self._used if used.cost_usd is not None]
        return Usage(
            input_tokens=_total(used.input_tokens for used in self._used),
            output_tokens=_total(used.output_tokens for used in self._used),
            cost_usd=fsum(costs) if costs else None,
        )

    def state_afterwards(self) -> Json | NotCaptured:
        """What `state` holds now; NOT_CAPTURED when there is none. Raises NotJson."""
        if self.state is None and not self._has_state:
            return NOT_CAPTURED
        return plain(self.state)


def _nobody(_: object) -> object:
    raise UsageError("this request to context.model is not recorded, and no `ask` was given to ask the model for real")


def _total(numbers: Iterable[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None
