"""`goldgate report`: what is there to say of a run that has ended? As `compare` says it, where it can be compared."""

import datetime as dt

import attrs

from goldgate.commands import compare, paired
from goldgate.commands.answer import Answer
from goldgate.commands.holding import hold
from goldgate.commands.markers import markers_on
from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed, failures_of, windows_of
from goldgate.commands.run import answer_of
from goldgate.errors import GoldgateError, MissingBaseline, OutcomeSettingsChanged, OutdatedRun
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.reports.summarise import summarise
from goldgate.store.golden import golden_files, load_golden
from goldgate.store.pairing import pairing_of
from goldgate.store.runs import FinishedRun, all_results, judge_use_of, newest_finished, open_run
from goldgate.suite.select import Suites


def report(*, project: Project, run: str | None, every: bool, today: dt.date, variant: str | None = None) -> Answer:
    """Tell of a run, by default the newest that is complete, as `compare` does; runs nothing.

    Of a paired run it says what `pair` said. A run of other variants of which none is named, or one without a baseline,
    is told of as `run` did. So is one that can't be compared any more, which is no judgement of what is on disk now.
    """
    finished = newest_finished(project.root) if run is None else open_run(project.root, run)
    if variant is None and (pairing := pairing_of(finished.folder)) is not None:
        replayed = _replayed(project, finished, today=today)
        said = paired.paired_report(project, replayed, pairing)
        return paired.answer_of(project, replayed, said, every=every, today=today)
    if variant is None and finished.header.variants != (DEFAULT_VARIANT,):
        why = "the run measured other variants than the default one; --variant NAME holds one against its own baseline"
        return _alone(project, finished, why, outdated=False, today=today)
    try:
        held = hold(project, finished, today=today, every=every, variant=variant)
    except MissingBaseline as error:
        return _alone(project, finished, _first(error), outdated=False, today=today)
    except (OutdatedRun, OutcomeSettingsChanged) as error:
        return _alone(project, finished, _first(error), outdated=True, today=today)
    return compare.answer_of(project, held, every=every)


def _first(error: GoldgateError) -> str:
    return str(error.problems[0])


def _alone(project: Project, run: FinishedRun, why: str, *, outdated: bool, today: dt.date) -> Answer:
    """What the run says by itself."""
    replayed = _replayed(project, run, today=today)
    return answer_of(project, replayed, select_by=None, today=today, not_compared=why, outdated=outdated)


def _replayed(project: Project, run: FinishedRun, *, today: dt.date) -> Replayed:
    """The run as the command that made it had it, counted anew."""
    figures = {result.key: result.figures for result in all_results(run)}
    markers = markers_on(today, {suite: source.known_failures for suite, source in run.header.suites.items()})
    selected = _selected(project, run, today=today)
    summary = summarise(
        run.name,
        figures,
        known=frozenset(markers.live),
        windows=windows_of(selected),
        solved_score=project.settings.solved_score,
    )
    summary = attrs.evolve(summary, judge=judge_use_of(run))
    sources = run.header.suites.values()
    left_out = sum(len(source.cases) - len(source.ran) for source in sources)
    replayed = Replayed(run=run, summary=summary, figures=figures, selected=selected, not_selected=left_out)
    return attrs.evolve(replayed, failures=failures_of(replayed))


def _selected(project: Project, run: FinishedRun, *, today: dt.date) -> Suites:
    """The cases of the run that are still there."""
    there = golden_files(project.root, project.settings).keys() & run.header.suites.keys()
    goldens = load_golden(project.root, project.settings, names=there, today=today)
    ran = {suite: run.header.suites[suite].ran for suite in there}
    return {suite: tuple(case for case in goldens[suite].cases if case.id in ran[suite]) for suite in sorted(there)}
