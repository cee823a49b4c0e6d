"""`goldgate check`: is anything worse? Run and compare in one go."""

import datetime as dt
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.commands.compare import answer_of
from goldgate.commands.holding import Held, hold
from goldgate.commands.limits import WayOn, way_on
from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed, Watch, replay
from goldgate.commands.variants import require_own_baselines
from goldgate.errors import OutdatedRun, Problem
from goldgate.gate.sides import require_baselines
from goldgate.model.baseline import baseline_name
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.variant import variant_option
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
    variant: str = DEFAULT_VARIANT,
) -> Answer:
    """Run the selected cases and hold them against the baselines of a variant; writes nothing that is committed.

    Raises what `held_run` raises.
    """
    replayed, held = held_run(
        project=project,
        selection=selection,
        last_failed=last_failed,
        in_process=in_process,
        every=every,
        today=today,
        watch=watch,
        variant=variant,
    )
    return answer_of(project, held, every=every, summary=replayed.summary)


def held_run(
    *,
    project: Project,
    selection: Selection,
    last_failed: bool = False,
    in_process: bool = False,
    every: bool = False,
    today: dt.date,
    watch: Watch,
    kept_in: Path | None = None,
    variant: str = DEFAULT_VARIANT,
) -> tuple[Replayed, Held]:
    """Run the selected cases, and hold the run, which is kept as `replay` says, against the baselines of a variant.

    Raises MissingBaseline, and UsageError for a variant that can't have baselines and where a sampled suite needs
    scipy, before anything is run, and OutdatedRun, beside what `replay` and `hold` raise, when a baseline was changed
    meanwhile.
    """
    require_own_baselines(project, variant)
    before = baseline_digests(project.root, project.settings)
    replayed = replay(
        project=project,
        selection=selection,
        last_failed=last_failed,
        in_process=in_process,
        today=today,
        watch=watch,
        go_on=_way_on(project, in_process=in_process, kept=kept_in is None, variant=variant),
        require=partial(_require, project, before, variant),
        kept_in=kept_in,
        variants=(variant,),
    )
    held = hold(project, replayed.run, today=today, every=every, variant=variant)
    if changed := changed_baselines(project.root, project.settings, before):
        raise OutdatedRun(*map(_changed, changed))
    return replayed, held


def _way_on(project: Project, *, in_process: bool, kept: bool, variant: str) -> WayOn:
    """How a run that was stopped goes on; one that is not kept begins anew."""
    if not kept:
        return way_on(project, "check", live=False, in_process=in_process)
    then = f"goldgate compare{variant_option(variant)}"
    return way_on(project, "run", "--resume", live=False, in_process=in_process, then=then)


def _require(project: Project, baselines: Collection[str], variant: str, suites: Iterable[str]) -> None:
    """What must be there to hold the suites against something, before anything is run."""
    require_baselines([name for name in suites if baseline_name(name, variant) not in baselines], variant=variant)
    if any(project.settings.sampled_of(name, variant) for name in suites):
        require_scipy()


def _changed(path: Path) -> Problem:
    """An agent may have done this: it must not be the one to say what is accepted."""
    message = "the baseline was changed while the cases ran; look at it, then run goldgate check again"
    return Problem(code=OutdatedRun.code, message=message, file=shown(path))
