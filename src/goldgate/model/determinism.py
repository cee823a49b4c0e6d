"""What makes an agent do something else when it is asked the same again?"""

from enum import StrEnum

from goldgate.model.comparison import Divergence
from goldgate.model.frozen import frozen


class Source(StrEnum):
    """What a difference between two trials comes from."""

    TIME = "time"
    """The time of day."""
    TIMEZONE = "timezone"
    CHANCE = "chance"
    SET_ORDER = "set order"
    """The order of sets, which follows PYTHONHASHSEED."""
    DIRECTORY_ORDER = "directory order"
    """The order in which files are listed."""
    THREAD_TIMING = "thread timing"
    """Which of several threads comes first."""
    NETWORK = "network"
    """What another program answers."""
    CASE_ORDER = "order of cases"
    """What earlier cases left in the process."""
    UNKNOWN = "unknown"
    """Something that differs though nothing was varied, and that no guard reaches."""


@frozen(kw_only=True)
class Unsteady:
    """A case whose two trials differ: where first (None: in verdict or fault alone), and the probable sources."""

    suite: str
    case: str
    sources: tuple[Source, ...]
    divergence: Divergence | None = None
