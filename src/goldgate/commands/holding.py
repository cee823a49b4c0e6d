"""How does a finished run stand against the committed baselines? What `compare`, `check` and `show` share."""

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import partial

import attrs

from goldgate.commands.heading import suites_left_out
from goldgate.commands.markers import Markers, markers_on
from goldgate.commands.project import Project
from goldgate.commands.variants import held_variant
from goldgate.gate.compare import combine, compare_suite, explain
from goldgate.gate.decide import decide
from goldgate.gate.sides import Sides, require_comparable, without_golden_file
from goldgate.model.baseline import baseline_name, named_by
from goldgate.model.comparison import Comparison, Decision
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.statistics.sampled import weigh
from goldgate.store.baselines import baseline_path, judge_then, open_entries, orphans
from goldgate.store.files import is_there
from goldgate.store.outdated import check_fresh
from goldgate.store.runs import FinishedRun, open_proposed, results_of


@frozen(kw_only=True)
class Held:
    """A run, held against the baselines, and what the gate says of it."""

    run: FinishedRun
    comparison: Comparison
    decision: Decision
    markers: Markers
    suites_left_out: tuple[str, ...]


def hold(
    project: Project, run: FinishedRun, *, today: dt.date, every: bool = False, variant: str | None = None
) -> Held:
    """Compare what a finished run came to under a variant, by default `default`, with its baselines on disk.

    Raises OutdatedRun, MissingBaseline, OutcomeSettingsChanged, BadFile, UnreadableFile, and UsageError for a run that
    did not measure the variant.
    """
    held = held_variant(project, run.header, variant)
    known_failures = check_fresh(run, root=project.root, settings=project.settings, today=today, variant=held)
    suites = list(sides_of_run(project, run, known_failures, variant=held))
    require_comparable(*suites)
    compared = [compare_suite(sides, today=today, every=every) for sides in suites]
    comparison = attrs.evolve(combine(run.name, compared, today, variant=held), shard=run.header.shard)
    listed = {(case.suite, case.id) for case in comparison.cases}
    if listed:
        comparison = explain(comparison, results_of(run, listed, variant=held))
    return Held(
        run=run,
        comparison=comparison,
        decision=decide(comparison, stale=project.settings.gate.stale),
        markers=markers_on(today, known_failures),
        suites_left_out=suites_left_out(project, run.header),
    )


def sides_of_run(
    project: Project,
    run: FinishedRun,
    known_failures: Mapping[str, Mapping[str, KnownFailure]],
    *,
    variant: str = DEFAULT_VARIANT,
) -> Iterator[Sides]:
    """Both sides of every suite of a run under a variant; after a run of everything also of orphaned baselines."""
    for suite, header in run.header.suites.items():
        name = baseline_name(suite, variant)
        _, observed = open_proposed(run, name)
        there = is_there(baseline_path(project.root, project.settings, name))
        outcome, accepted = open_entries(project.root, project.settings, name) if there else (None, iter(()))
        yield Sides(
            suite=suite,
            header=header.of(variant),
            observed=observed,
            accepted=accepted,
            accepted_outcome=outcome,
            accepted_judge=judge_then(project.root, project.settings, name),
            known_failures=known_failures.get(suite, {}),
            disagree=frozenset(run.end.disagree.get(name, ())),
            weigh=partial(weigh, alpha=project.settings.gate.alpha),
            variant=variant,
        )
    if not run.header.selection:
        for name in orphans(project.root, project.settings, variant):
            outcome, accepted = open_entries(project.root, project.settings, name)
            suite = name if variant == DEFAULT_VARIANT else named_by(name)[0]
            yield without_golden_file(suite, accepted=accepted, outcome=outcome, variant=variant)
