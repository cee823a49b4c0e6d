"""What did the agent do? The plan, the steps in order, the answer, the overall status, what it used."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

TOOL: Final = "tool"
"""The kind of a step that is a call. Kinds are open (`message`, `handoff`, `memory_write`, `schedule` …)."""
SKILL: Final = "skill"
"""The kind of a step by which an agent says that it loaded the skill of that name."""
EXCEPTION: Final = "exception"
"""The kind of the step that stands for a fault of the agent itself: it raised, exited, crashed, hung."""

ERROR_WITHOUT_CODE: Final = "ERROR"
"""The code of a step error that carries none."""
BAD_ARGUMENTS: Final = "BAD_ARGUMENTS"
"""A call's arguments came as text that is no JSON object; the text is kept."""
INVALID_ARGUMENTS: Final = "INVALID_ARGUMENTS"
"""A call's arguments are an object that the tool's own schema refuses; the tool was not called."""
UNKNOWN_TOOL: Final = "UNKNOWN_TOOL"
"""The model called a tool that the agent does not have."""
NO_RESULT: Final = "NO_RESULT"
"""A call in a conversation or trace of others that nothing answers: it was not made, or its result is lost."""
NO_CALL: Final = "NO_CALL"
"""A result in a conversation or trace of others that answers no call."""
BAD_TRACE: Final = "BAD_TRACE"
"""The agent returned something that is no trace."""
NO_STUB: Final = "NO_STUB"
"""The agent called a tool that the case's world does not answer."""
NO_RESPONSE: Final = "NO_RESPONSE"
"""The service that is the agent did not answer."""
NO_SPANS: Final = "NO_SPANS"
"""Of an agent whose spans are its steps, no span came."""
UNFINISHED: Final = "UNFINISHED"
"""A recorded call that had not returned when the trial ended."""
AGENT_EXIT: Final = "AGENT_EXIT"
"""The agent left the interpreter (`sys.exit`, `os._exit`)."""
CRASH: Final = "CRASH"
"""The agent's process died of a signal."""
TIMEOUT: Final = "TIMEOUT"
"""The trial took longer than the case's timeout."""
STEP_LIMIT: Final = "STEP_LIMIT"
"""The loop of planner and executor reached its step limit."""
LOST_STEP: Final = "LOST_STEP"
"""A recorded step could not be attributed to a trial; the trial is ERROR."""


class StepStatus(StrEnum):
    """How one step ended."""

    OK = "ok"
    ERROR = "error"
    SKIPPED = "skipped"


class OverallStatus(StrEnum):
    """What the agent itself says of the whole; the steps may disagree, and then the steps win."""

    SUCCESS = "success"
    FAILURE = "failure"
    ERROR = "error"


@frozen(kw_only=True)
class Step:
    """One thing that the agent did.

    `name` is the tool of a call, and for other kinds what was written, scheduled, handed over to.
    `args` is an object; a text when it could not be read as one (then `error_code` is `BAD_ARGUMENTS`).
    Steps with the same `group` were made in one turn; their order among themselves means nothing.
    """

    kind: str = TOOL
    name: str | None = None
    args: Json | NotCaptured = attrs.field(factory=dict)
    status: StepStatus = StepStatus.OK
    error_code: str | None = None
    observation: Json | NotCaptured = NOT_CAPTURED
    group: str | int | None = None

    @property
    def is_call(self) -> bool:
        """Whether this is a step of kind `tool`."""
        return self.kind == TOOL

    @property
    def failure_code(self) -> str | None:
        """The error code of a step that failed, `ERROR` when it carries none; None for other steps."""
        if self.status is not StepStatus.ERROR:
            return None
        return self.error_code or ERROR_WITHOUT_CODE


@frozen(kw_only=True)
class PlannedStep:
    """One entry of the agent's plan: what it meant to do before it did anything."""

    name: str
    args: Json | NotCaptured = NOT_CAPTURED


@frozen(kw_only=True)
class Usage:
    """What a trial used. Unknown is None, never 0."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None

    @property
    def tokens(self) -> int | None:
        """Input and output tokens together; None unless both are known."""
        if self.input_tokens is None or self.output_tokens is None:
            return None
        return self.input_tokens + self.output_tokens


@frozen(kw_only=True)
class Trace:
    """Everything that was observed of one trial.

    `plan` is None when the agent has no plan of its own (an empty plan is `()`).
    `state` is what `world.state` held afterwards; NOT_CAPTURED when the case has none.
    `files` are the files of the trial's folder that differ from the case's world:
    path → text, `{"base64": …}` for other bytes, `{"$digest": …, "size": …}` for very long ones, None for gone;
    None (not a mapping) when the case has no files.
    """

    plan: tuple[PlannedStep, ...] | None = None
    steps: tuple[Step, ...] = ()
    answer: Json | NotCaptured = NOT_CAPTURED
    status: OverallStatus = OverallStatus.SUCCESS
    usage: Usage = Usage()
    state: Json | NotCaptured = NOT_CAPTURED
    files: Mapping[str, Json] | None = None

    @property
    def calls(self) -> tuple[Step, ...]:
        """The steps of kind `tool`, in order."""
        return tuple(step for step in self.steps if step.is_call)
