"""How does a command perform cases as an agent? What becomes of its process is part of the trace."""

from typing import Final

import attrs

from goldgate.agents.accepted import AcceptedAgent
from goldgate.agents.commands.command import Command, read_command
from goldgate.agents.commands.conversation import Conversation, said_case
from goldgate.agents.commands.greeting import NotGreeted
from goldgate.agents.commands.kept import KeptProcess
from goldgate.agents.commands.messages import Hello, read_message
from goldgate.agents.commands.process import Ended
from goldgate.agents.context import Context
from goldgate.agents.exits import exit_step
from goldgate.agents.named import NamedAgent
from goldgate.agents.raised import exception_step
from goldgate.agents.recorder import Recorder
from goldgate.errors import AgentNotLoadable, BadTrace
from goldgate.model.case import CaseView
from goldgate.model.trace import BAD_TRACE, OverallStatus, Step
from goldgate.model.value import Json

_REMEMBERED: Final = 64
"""Of how many trials back it can still be told that a message came late."""
_LATE: Final = exception_step(BAD_TRACE, "a message of the agent's came after the end of its trial")
"""What is added to a trial that is over, which notices only that something was."""


def load_command(named: NamedAgent) -> AcceptedAgent:
    """The agent that `command: PROGRAM ARGUMENT…` names; its process runs. Raises AgentNotLoadable."""
    command = read_command(named.text, root=named.root)
    agent = CommandAgent(attrs.evolve(command, variables=named.environ()))
    agent.start()
    return AcceptedAgent(agent, files=command.files, close=agent.close)


class CommandAgent:
    """A command as an agent; called with one case at a time."""

    def __init__(self, command: Command) -> None:
        self._process = KeptProcess(command)
        self._recorders: dict[int, Recorder] = {}
        self._trial = 0

    def start(self) -> None:
        """Start the process. Raises AgentNotLoadable with what it printed, when it says no hello."""
        try:
            self._process.start()
        except NotGreeted as error:
            raise AgentNotLoadable(error.why) from None

    def close(self) -> None:
        """Let the process end by itself; of what it still had to say the trials learn that it came late."""
        _, leftover = self._process.end()
        for line in leftover:
            self._recorders.get(_trial_of(line) or self._trial, self._recorders[self._trial]).add(_LATE)

    def __call__(self, case: CaseView, context: Context) -> Json:
        """Have the process perform the case; that it ends, or can't be started again, is part of the trace.

        Raises BadTrace for a message that is none.
        """
        self._trial += 1
        self._remember(context.recorder)
        talk = Conversation(trial=self._trial, context=context, on_late=self._tell_late)
        try:
            return self._process.hold(talk, said_case(self._trial, case, context))
        except Ended as end:
            return _lost(context, exit_step(end.status))
        except NotGreeted as error:
            return _lost(context, error.step)

    def _remember(self, recorder: Recorder) -> None:
        self._recorders[self._trial] = recorder
        self._recorders.pop(self._trial - _REMEMBERED, None)

    def _tell_late(self, trial: int) -> None:
        """A message came for a trial that is over, which can't be trusted any more."""
        recorder = self._recorders.get(trial)
        if recorder is None:
            raise BadTrace(f"the agent sent a message of trial {trial}, which is none that it was given of late")
        recorder.add(_LATE)


def _trial_of(line: bytes) -> int | None:
    """The trial of a message; None for what is no message of one."""
    try:
        message = read_message(line)
    except BadTrace:
        return None
    return None if isinstance(message, Hello) else message.trial


def _lost(context: Context, step: Step) -> Json:
    context.recorder.add(step)
    context.status = OverallStatus.ERROR
    return {}
