"""May the agent start other programs? Where this guard is on, it may not: in a child no other guard holds."""

from collections.abc import Collection
from typing import Any, Final

from goldgate.agents.refused import ProcessRefused
from goldgate.runner.guards.hook import Heard, heard

_STARTING: Final = frozenset(
    {"subprocess.Popen", "os.system", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.startfile"}
)


class Processes:
    """What refuses children of this process. The agents of the suites in `elsewhere` are such, and goldgate's own."""

    def __init__(self, *, elsewhere: Collection[str] = frozenset()) -> None:
        self._elsewhere = elsewhere
        self._holds = False
        self._heard = Heard(events=_STARTING, hear=self._hear)

    def open(self) -> None:
        """Listen to what the interpreter says of processes."""
        heard(self._heard)

    def begin(self, suite: str, case: str) -> None:  # noqa: ARG002 - the same for all cases of a suite
        """Refuse."""
        self._holds = suite not in self._elsewhere

    def end(self) -> None:
        """Refuse nothing."""
        self._holds = False

    def close(self) -> None:
        """Listen no more."""
        self._heard.forget()

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:  # pragma: no cover - as `_hook`
        if self._holds:
            program = arguments[0] if event == "subprocess.Popen" else event
            raise ProcessRefused(str(program))
