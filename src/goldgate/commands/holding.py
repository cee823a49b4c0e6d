"""How does a finished run stand against the committed baselines? What `compare`, `check` and `show` share."""

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import partial

import attrs

from goldgate.commands.heading import suites_left_out
from goldgate.commands.markers import Markers, markers_on
from goldgate.commands.project import Project
from goldgate.commands.variants import require_default
from goldgate.gate.compare import combine, compare_suite, explain
from goldgate.gate.decide import decide
from goldgate.gate.sides import Sides, require_comparable, without_golden_file
from goldgate.model.comparison import Comparison, Decision
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
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


def hold(project: Project, run: FinishedRun, *, today: dt.date, every: bool = False) -> Held:
    """Compare a finished run with the baselines on disk.

    Raises OutdatedRun, MissingBaseline, OutcomeSettingsChanged, BadFile, UnreadableFile, and UsageError for a run of
    other variants than the default one.
    """
    require_default(run.header)
    known_failures = check_fresh(run, root=project.root, settings=project.settings, today=today)
    suites = list(sides_of_run(project, run, known_failures))
    require_comparable(*suites)
    compared = [compare_suite(sides, today=today, every=every) for sides in suites]
    comparison = attrs.evolve(combine(run.name, compared, today), shard=run.header.shard)
    listed = {(case.suite, case.id) for case in comparison.cases}
    if listed:
        comparison = explain(comparison, results_of(run, listed))
    return Held(
        run=run,
        comparison=comparison,
        decision=decide(comparison, stale=project.settings.gate.stale),
        markers=markers_on(today, known_failures),
        suites_left_out=suites_left_out(project, run.header),
    )


def sides_of_run(
    project: Project, run: FinishedRun, known_failures: Mapping[str, Mapping[str, KnownFailure]]
) -> Iterator[Sides]:
    """Both sides of every suite of a run; after a run of everything also of baselines whose golden file is gone."""
    for suite, header in run.header.suites.items():
        _, observed = open_proposed(run, suite)
        there = is_there(baseline_path(project.root, project.settings, suite))
        outcome, accepted = open_entries(project.root, project.settings, suite) if there else (None, iter(()))
        yield Sides(
            suite=suite,
            header=header,
            observed=observed,
            accepted=accepted,
            accepted_outcome=outcome,
            accepted_judge=judge_then(project.root, project.settings, suite),
            known_failures=known_failures.get(suite, {}),
            disagree=frozenset(run.end.disagree.get(suite, ())),
            weigh=partial(weigh, alpha=project.settings.gate.alpha),
        )
    if not run.header.selection:
        for suite in orphans(project.root, project.settings):
            outcome, accepted = open_entries(project.root, project.settings, suite)
            yield without_golden_file(suite, accepted=accepted, outcome=outcome)
