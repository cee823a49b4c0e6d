"""What came of recording one case?"""

from enum import StrEnum

from goldgate.model.frozen import frozen
from goldgate.model.judgement import Fault


class TakeState(StrEnum):
    """What happened to the cassette of a case."""

    WRITTEN = "written"
    KEPT = "kept"
    """It says the same as before."""
    NOTHING = "nothing"
    """The agent asks nothing, and nothing is recorded."""
    FAILED = "failed"
    """The trial can't be recorded; what was there before is there still."""


@frozen(kw_only=True)
class Take:
    """One case: how many exchanges are new, stay as they were, and were dropped.

    `fault` says why it could not be recorded; `raised` how the agent itself failed, whatever of it was recorded.
    """

    suite: str
    id: str
    new: int = 0
    kept: int = 0
    dropped: int = 0
    written: bool = False
    fault: Fault | None = None
    raised: str | None = None

    @property
    def state(self) -> TakeState:
        """What happened to the cassette."""
        if self.fault is not None:
            return TakeState.FAILED
        if self.written:
            return TakeState.WRITTEN
        return TakeState.KEPT if self.kept or self.new else TakeState.NOTHING
