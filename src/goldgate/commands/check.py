"""`goldgate check`: is anything worse? Run and compare in one go."""

import datetime as dt
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.commands.compare import answer_of
from goldgate.commands.holding import hold
from goldgate.commands.limits import way_on
from goldgate.commands.project import Project
from goldgate.commands.replay import Watch, replay
from goldgate.errors import OutdatedRun, Problem
from goldgate.gate.sides import require_baselines
from goldgate.statistics.scipy_ import require_scipy
from goldgate.store.baselines import baseline_digests, changed_baselines
from goldgate.store.files import shown
from goldgate.suite.select import Selection


def check(
    *,
    project: Project,
    selection: Selection,
    last_failed: bool,
    in_process: bool,
    every: bool,
    today: dt.date,
    watch: Watch,
) -> Answer:
    """Run the selected cases and hold them against the baselines; writes nothing that is committed.

    Raises MissingBaseline, and UsageError where a sampled suite needs scipy, before anything is run, and OutdatedRun,
    beside what `replay` and `hold` raise, when a baseline was changed meanwhile.
    """
    before = baseline_digests(project.root, project.settings)
    replayed = replay(
        project=project,
        selection=selection,
        last_failed=last_failed,
        in_process=in_process,
        today=today,
        watch=watch,
        go_on=way_on(project, "run", "--resume", live=False, in_process=in_process, then="goldgate compare"),
        require=partial(_require, project, before),
    )
    held = hold(project, replayed.run, today=today, every=every)
    if changed := changed_baselines(project.root, project.settings, before):
        raise OutdatedRun(*map(_changed, changed))
    return answer_of(project, held, every=every, summary=replayed.summary)


def _require(project: Project, baselines: Collection[str], suites: Iterable[str]) -> None:
    """What must be there to hold the suites against something, before anything is run."""
    require_baselines(name for name in suites if name not in baselines)
    if any(project.settings.sampled_of(name) for name in suites):
        require_scipy()


def _changed(path: Path) -> Problem:
    """An agent may have done this: it must not be the one to say what is accepted."""
    message = "the baseline was changed while the cases ran; look at it, then run goldgate check again"
    return Problem(code=OutdatedRun.code, message=message, file=shown(path))
