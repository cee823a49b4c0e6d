"""Who performs the trials of a command, and what is recorded for them? What `run`, `check` and `record` share."""

from collections.abc import Mapping
from typing import Final

from goldgate.commands.project import Project
from goldgate.formats.http import is_url
from goldgate.model.cassette import Mode
from goldgate.runner.pools import PoolName, pool_named
from goldgate.runner.pools.pool import Company, Pool
from goldgate.runner.purse import Purse
from goldgate.store.adapters import OpenAdapters
from goldgate.store.recordings import Recordings, open_recordings
from goldgate.suite.select import Suites

_ANSWERING: Final = (Mode.REPLAY, Mode.RECORD)


def recordings_of(project: Project, selected: Suites, *, mode: Mode) -> Recordings:
    """What is recorded for the selected cases, where the mode asks for it. Raises BadFile, UnreadableFile."""
    cases = {suite: [case.id for case in cases] for suite, cases in selected.items()}
    return open_recordings(project.root, project.settings, cases if mode in _ANSWERING else {})


def pool_of(
    project: Project,
    agents: Mapping[str, str],
    *,
    in_process: bool,
    mode: Mode,
    recordings: Recordings,
    adapters: OpenAdapters,
    purse: Purse,
) -> Pool:
    """A pool for the agents of some suites."""
    settings = project.settings
    company = Company(
        agents=agents,
        root=project.root,
        workers=settings.workers,
        import_timeout=settings.import_timeout,
        outside=(settings.golden, settings.baselines),
        guards=settings.guards,
        reachable={suite: settings.guards_of(suite).network_allow for suite in agents},
        http={suite: settings.http_of(suite) for suite, agent in agents.items() if is_url(agent)},
        mode=mode,
        recording={suite: settings.recording_of(suite) for suite in agents},
        recorded=recordings.lines,
        adapters=adapters.of_suites,
        taken_out=adapters.taken_out,
        purse=purse,
    )
    return pool_named(PoolName.IN_PROCESS if in_process else PoolName.PROCESSES, company)
