"""What is a pool? Something that performs planned trials, in any order, and hands over what came of each."""

from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Final, Protocol, Self

import attrs

from goldgate.model.cassette import Mode
from goldgate.model.detail import NO_DETAIL, Detail
from goldgate.model.determinism import Source
from goldgate.model.frozen import frozen
from goldgate.model.guards import GuardSettings
from goldgate.model.http import HttpSettings
from goldgate.model.judgement import Fault
from goldgate.model.plan import PlannedTrial
from goldgate.model.settings import RecordingSettings, Settings
from goldgate.model.trace import Trace
from goldgate.model.variant import ResolvedVariant
from goldgate.runner.endings import NO_TRACE
from goldgate.runner.purse import UNLIMITED, Purse

HASH_SEED: Final = "0"
"""PYTHONHASHSEED of all workers, so that sets iterate the same in every run."""


def _resolved(folder: Path) -> Path:
    return folder.resolve()


def _nothing(_suite: str, _case_id: str) -> Sequence[str]:
    """Nothing is recorded."""
    return ()


@frozen(kw_only=True)
class Company:
    """Who performs, and where: the agent of each suite (`module:object`), the project's folder, how many at once.

    `outside` are folders below the root, relative to it, that hold no project files (golden and baselines).
    `http` says for suites whose agent is behind a URL how it is asked.
    `mode` says what happens when an agent asks the outside world, `recording` how, for each suite; `recorded` gives
    the lines of a case's cassette (suite, id), as `exchange_lines` has it. Drivers call it from their own threads.
    `guards` says what is held still around the agents, `reachable` which addresses the agent of a suite may reach.
    `import_timeout` is seconds that all agents together may take to be loaded.
    `adapters` says what the variants of each suite came to, `taken_out` where those of them lie that go with the run.
    `shaken` is what is disturbed on purpose, to see whether the agents depend on it; only processes of their own are.
    `purse` is asked before each trial; what it refuses is left undone.
    """

    agents: Mapping[str, str]
    http: Mapping[str, HttpSettings] = attrs.field(factory=dict)
    mode: Mode = Mode.REPLAY
    recording: Mapping[str, RecordingSettings] = attrs.field(factory=dict)
    recorded: Callable[[str, str], Sequence[str]] = _nothing
    guards: GuardSettings = attrs.field(factory=GuardSettings)
    hash_seed: str = HASH_SEED
    shaken: tuple[Source, ...] = ()
    reachable: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    adapters: Mapping[str, Mapping[str, ResolvedVariant]] = attrs.field(factory=dict)
    taken_out: Path | None = None
    root: Path = attrs.field(converter=_resolved)
    workers: int = 1
    outside: tuple[str, ...] = ()
    import_timeout: float = Settings().import_timeout
    purse: Purse = UNLIMITED


@frozen(kw_only=True)
class Performed:
    """One trial that is over. With a `fault` no judgement is possible.

    `seconds` is None when the process did not live to tell. A second one for a trial takes the place of the first.
    `project_files` are those that this trial was the first to read (name → digest), or to write (None).
    `unused` are the lines of the case's cassette whose recordings nothing used, `made` the lines of new ones.
    """

    planned: PlannedTrial
    trace: Trace = NO_TRACE
    fault: Fault | None = None
    seconds: float | None = None
    project_files: Mapping[str, str | None] = attrs.field(factory=dict)
    unused: Sequence[int] = ()
    made: Sequence[str] = ()
    detail: Detail = NO_DETAIL


class Pool(Protocol):
    """Loads the agents when it is entered (raises AgentNotLoadable), and leaves nothing running when it is left."""

    @property
    def company(self) -> Company:
        """Who performs here."""
        ...

    @property
    def guards_off(self) -> tuple[str, ...]:
        """What does not hold in this pool, in words for the user; empty when everything does."""
        ...

    @property
    def imported(self) -> Mapping[str, str]:
        """The project files that were read until the agents were loaded: name → digest."""
        ...

    @property
    def late(self) -> Mapping[str, str | None]:
        """The project files that came, or changed, later; None for what the agents write."""
        ...

    def run(self, trials: Sequence[PlannedTrial]) -> Generator[Sequence[Performed]]:
        """Perform them once, as many as the purse lets; what came of each, as it comes: in handfuls, where quick."""
        ...

    def __enter__(self) -> Self:
        """Load the agents."""
        ...

    def __exit__(self, *_: object) -> None:
        """End everything, at once."""
        ...
