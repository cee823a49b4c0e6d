"""What can be shaken in a worker, to see whether the agent depends on it? The literal registry."""

from collections.abc import Callable, Mapping
from typing import Final

from goldgate.model.determinism import Source
from goldgate.runner.guards.guard import Guard
from goldgate.runner.shaking.directories import ShakenDirectories
from goldgate.runner.shaking.threads import ShakenThreads

SHAKEN: Final[Mapping[Source, Callable[[], Guard]]] = {
    Source.DIRECTORY_ORDER: ShakenDirectories,
    Source.THREAD_TIMING: ShakenThreads,
}
