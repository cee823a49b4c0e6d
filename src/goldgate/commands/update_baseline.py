"""`goldgate update-baseline`: accept what a finished run observed. The only writer of baselines."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from goldgate.commands.answer import Answer
from goldgate.commands.holding import sides_of_run
from goldgate.commands.project import Project
from goldgate.commands.variants import held_variant
from goldgate.errors import UpdateRefused, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.baseline import write_baseline
from goldgate.gate.promote import promote_suites
from goldgate.gate.promotion import Promotion, needs_yes
from goldgate.gate.update_request import UpdateRequest
from goldgate.model.baseline import baseline_name
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
from goldgate.model.variant import variant_option
from goldgate.reports.line import Line
from goldgate.reports.next_step import Tracked
from goldgate.reports.update import update_document, update_lines
from goldgate.store.baselines import Rewrite, baseline_digest, baseline_path, orphans, write_baselines
from goldgate.store.files import shown
from goldgate.store.git import any_untracked, in_repository
from goldgate.store.outdated import check_fresh
from goldgate.store.runs import FinishedRun, open_run

_MACHINES: Final = ("CI", "PRE_COMMIT", "PYTEST_XDIST_WORKER")
"""Environment variables that say that no person is looking at what is accepted."""
_NOT_SET: Final = ("", "0", "false")


@frozen(kw_only=True)
class Update:
    """An update before anything is written: what becomes of each suite, and the digests of the files as they are.

    `compared` is by name of the baseline; they are those of `variant`.
    """

    project: Project
    run: FinishedRun
    promotions: tuple[Promotion, ...]
    compared: Mapping[str, str | None]
    variant: str


def update_baseline(
    *,
    project: Project,
    run: str | None,
    cases: Sequence[str],
    accept: Sequence[str],
    reason: str | None,
    prune: bool,
    recount: bool,
    accept_drop: Sequence[str],
    yes: int | None,
    dry_run: bool,
    today: dt.date,
    environ: Mapping[str, str],
    variant: str | None = None,
) -> Answer:
    """Write what a run observed of a variant, by default `default`, into its baselines; executes nothing.

    Raises UpdateRefused when the whole update is refused, UsageError, OutdatedRun, IncompleteRun, NoRun.
    """
    require_a_person(environ)
    request = UpdateRequest(
        only=frozenset(cases) if cases else None,
        accept=frozenset(accept),
        reason=reason,
        prune=prune,
        recount=recount,
        accept_drop=frozenset(accept_drop),
    )
    finished = open_run(project.root, run)
    held = held_variant(project, finished.header, variant)
    if prune and finished.header.selection:
        raise UsageError(f"--prune needs a run of everything; this one took {finished.header.selection}: {_run(held)}")
    known_failures = check_fresh(finished, root=project.root, settings=project.settings, today=today, variant=held)
    update = planned(project, finished, known_failures, today=today, request=request, variant=held)
    promotions = update.promotions
    confirm = needs_yes(promotions)
    tracked = Tracked.ALL
    if not dry_run:
        _require_confirmation(confirm, yes)
        write(update)
        tracked = _tracked(update)
    return Answer(
        exit_code=ExitCode.CLOSED if any(promotion.refuses for promotion in promotions) else ExitCode.OPEN,
        lines=lambda: _lines(update, dry_run=dry_run, confirm=confirm, tracked=tracked),
        document=lambda: update_document(promotions, dry_run=dry_run, confirm=confirm, variant=held),
    )


def planned(
    project: Project,
    run: FinishedRun,
    known_failures: Mapping[str, Mapping[str, KnownFailure]],
    *,
    today: dt.date,
    request: UpdateRequest,
    variant: str,
) -> Update:
    """What an update from this run would write, were these the markers. Raises as `promote_suites` does."""
    names = (
        *(baseline_name(suite, variant) for suite in run.header.suites),
        *orphans(project.root, project.settings, variant),
    )
    compared = {name: baseline_digest(project.root, project.settings, name) for name in names}
    sides = tuple(sides_of_run(project, run, known_failures, variant=variant))
    promotions = promote_suites(sides, today=today, request=request)
    return Update(project=project, run=run, promotions=promotions, compared=compared, variant=variant)


def write(update: Update) -> None:
    """Write the baselines that change. Raises UpdateRefused for one that was changed since it was compared."""
    project = update.project
    write_baselines(project.root, project.settings, _rewrites(update))


def written_lines(update: Update) -> Iterator[Line]:
    """What is said of an update that was written."""
    return _lines(update, dry_run=False, confirm=None, tracked=_tracked(update))


def _lines(update: Update, *, dry_run: bool, confirm: int | None, tracked: Tracked) -> Iterator[Line]:
    folder = shown(update.project.root / update.project.settings.baselines)
    return update_lines(
        update.promotions,
        dry_run=dry_run,
        confirm=confirm,
        baselines=folder,
        tracked=tracked,
        variant=update.variant,
    )


def _tracked(update: Update) -> Tracked:
    """What git knows of the baselines that were written."""
    root, settings = update.project.root, update.project.settings
    paths = [
        baseline_path(root, settings, baseline_name(one.suite, update.variant))
        for one in update.promotions
        if one.writes_file
    ]
    if not paths:
        return Tracked.ALL
    if not in_repository(root):
        return Tracked.NO_GIT
    return Tracked.NOT_YET if any_untracked(root, paths) else Tracked.ALL


def require_a_person(environ: Mapping[str, str]) -> None:
    """Raise UpdateRefused where the environment says that no person is looking at what is accepted."""
    for name in _MACHINES:
        if environ.get(name, "").lower() not in _NOT_SET:
            raise UpdateRefused(
                f"{name} is set: baselines are accepted by a person who looks at them; nothing was written"
            )


def _require_confirmation(confirm: int | None, yes: int | None) -> None:
    if confirm is not None and yes != confirm:
        given = "" if yes is None else f" (not {yes})"
        raise UpdateRefused(
            f"{confirm} existing lines would change; look at them with --dry-run, then confirm that very number: "
            f"--yes {confirm}{given}; nothing was written"
        )


def _rewrites(update: Update) -> list[Rewrite]:
    """What goes to the disk. A baseline without lines goes away when there is no golden file of its suite either."""
    named = {baseline_name(promotion.suite, update.variant): promotion for promotion in update.promotions}
    return [
        Rewrite(
            name=name,
            compared=update.compared[name],
            data=write_baseline(promotion.outcome, promotion.entries, judge=promotion.judge)
            if promotion.entries or promotion.suite in update.run.header.suites
            else None,
        )
        for name, promotion in named.items()
        if promotion.writes_file
    ]


def _run(variant: str) -> str:
    return f"goldgate run{variant_option(variant)}"
