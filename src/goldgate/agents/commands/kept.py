"""Which process performs the next case? The one that performed the last, or a new one where that is gone."""

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.conversation import Conversation
from goldgate.agents.commands.greeting import greeted
from goldgate.agents.commands.process import Ended, Process
from goldgate.model.value import Json


class KeptProcess:
    """The process of a command, from case to case.

    `alone` and `patience` are those of Process. `replaced` counts the processes that were gone before a case.
    """

    def __init__(self, command: Command, *, alone: bool = False, patience: float | None = None) -> None:
        self.replaced = 0
        self._command = command
        self._alone = alone
        self._patience = patience
        self._process: Process | None = None
        self._had_a_case = False

    def start(self) -> None:
        """Have a process that said hello. Raises NotGreeted."""
        if self._process is None:
            self._process = greeted(self._command, alone=self._alone)
            self._process.patience = self._patience
            self._had_a_case = False

    def hold(self, talk: Conversation, case: bytes) -> Json:
        """Have the case performed; what the agent returns in the end.

        Whether a process that ends after a case is seen to be gone before the next one is sent depends on the moment;
        so one that has had a case, and says nothing of this one, counts as gone before.
        Raises Ended, NotGreeted, BadTrace, and TimeoutError when its patience is at an end; the process is then let go.
        """
        self.start()
        try:
            return self._held(talk, case)
        except BaseException:  # it is gone or said nonsense, or somebody pressed Ctrl-C: nobody knows where it stands
            self.kill()
            raise

    def _held(self, talk: Conversation, case: bytes) -> Json:
        process, had_a_case = self._process, self._had_a_case
        assert process is not None  # noqa: S101 - it was started
        self._had_a_case = True
        try:
            return talk.held_with(process, case)
        except Ended:
            if talk.heard or not had_a_case:
                raise
        self.kill()
        self.replaced += 1
        return self.hold(talk, case)

    def end(self) -> tuple[int, list[bytes]]:
        """Let it end by itself: its exit status, and what it had left to say. (0, []) when there is none."""
        if self._process is None:
            return 0, []
        process, self._process = self._process, None
        return process.end(), [*process.leftover()]

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
