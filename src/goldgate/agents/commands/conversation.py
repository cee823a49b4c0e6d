"""What does that which an agent says about a case do to the trial? Calls are answered, steps kept, until it is done."""

from collections.abc import Callable
from functools import partial
from typing import Final

import attrs

from goldgate.agents.commands.messages import (
    Call,
    Did,
    Failure,
    Hello,
    Result,
    read_message,
    say_case,
    say_refused,
    say_returned,
)
from goldgate.agents.commands.process import Process
from goldgate.agents.context import Context, ToolError
from goldgate.agents.raised import exception_step
from goldgate.errors import BadTrace
from goldgate.model.case import CaseView
from goldgate.model.trace import OverallStatus
from goldgate.model.value import NOT_CAPTURED, Json

SILENCE: Final = 2.0
"""Seconds that an agent may say nothing in, once its trial can't be judged any more."""


def said_case(trial: int, case: CaseView, context: Context) -> bytes:
    """The message that asks for a case in its world."""
    folder, adapter = (None if path is None else str(path) for path in (context.folder, context.adapter))
    return say_case(
        trial,
        case,
        folder=folder,
        replay_url=context.replay_url,
        variant=context.variant,
        adapter=adapter,
        skills=context.skills,
    )


@attrs.define(kw_only=True)
class Conversation:
    """One trial of a process. `heard` says whether it has said anything of this trial, `called` which tools it called.

    `on_late` is told the number of another trial of which it still speaks; raises BadTrace where there was none.
    """

    trial: int
    context: Context
    on_late: Callable[[int], None]
    heard: bool = False
    called: list[str] = attrs.field(factory=list)
    _group: str | int | None = attrs.field(default=None, init=False)

    def held_with(self, process: Process, case: bytes) -> Json:
        """Have the case performed; what the agent returns in the end, for `read_trace`.

        Raises Ended when the process is gone, BadTrace for what is no message.
        """
        process.send(case)
        while True:
            message = read_message(self._next(process))
            if isinstance(message, Hello):
                raise BadTrace("the agent said hello in the middle of a case")
            if message.trial != self.trial:
                self.on_late(message.trial)
                continue
            self.heard = True
            match message:
                case Call():
                    self._in_turn(message.group, partial(self._answer, message, process))
                case Did(step=step):
                    self._in_turn(step.group, partial(self.context.recorder.add, step))
                case Result():
                    return self._result(message)
                case Failure():
                    return self._failure(message)

    def _next(self, process: Process) -> bytes:
        """The next line. A process that was refused an answer, and then is silent for so long, is ended.

        It may be trying again and again, and nothing that it does can be judged any more.
        """
        while True:
            try:
                return process.receive(within=process.patience or SILENCE)
            except TimeoutError:
                if process.patience is not None:
                    raise
                tape = self.context.recorder.tape
                if tape is not None and tape.has_refused:
                    self.heard = True  # it is not to be asked the same once more
                    process.kill()

    def _in_turn(self, group: str | int | None, act: Callable[[], None]) -> None:
        """Things done one after the other in the same group are one turn; other things are not concurrent."""
        recorder = self.context.recorder
        if group is None or group != self._group:
            recorder.waited()
        self._group = group
        (act if group is None else recorder.carried(act))()

    def _answer(self, call: Call, process: Process) -> None:
        self.called.append(call.tool)
        try:
            value = self.context.tools.call(call.tool, call.args)
        except ToolError as error:
            process.send(say_refused(call, error_code=error.code, message=error.message))
        else:
            process.send(say_returned(call, value))

    def _result(self, result: Result) -> Json:
        if result.state is not NOT_CAPTURED:
            self.context.state = result.state
        return result.trace

    def _failure(self, failure: Failure) -> Json:
        step = exception_step(failure.error_code, failure.message)
        self.context.recorder.add(step if failure.message else attrs.evolve(step, observation=NOT_CAPTURED))
        self.context.status = OverallStatus.ERROR
        return {}
