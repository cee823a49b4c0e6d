"""What is a guard? Something that holds one thing around the agent still, as long as a trial lasts."""

from typing import Protocol


class Guard(Protocol):
    """One guard of a process. Between `begin` and `end` it holds, and outside of them nothing of it is left."""

    def open(self) -> None:
        """Get ready, once a process."""

    def begin(self, suite: str, case: str) -> None:
        """The agent of a suite comes now, to a case; the case is empty while the agent is loaded."""

    def end(self) -> None:
        """The agent is done."""

    def close(self) -> None:
        """Leave the process as it was before `open`."""
