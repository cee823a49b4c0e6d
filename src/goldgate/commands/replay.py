"""How do golden cases become a finished run? What `run` and `check` share."""

import datetime as dt
import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Protocol

import attrs

from goldgate.commands.company import pool_of, recordings_of
from goldgate.commands.heading import agents_of, make_header
from goldgate.commands.judging import Court, open_court
from goldgate.commands.limits import WayOn, open_budget, require_metered, within
from goldgate.commands.markers import markers_on
from goldgate.commands.project import Project
from goldgate.commands.variants import variants_of
from goldgate.errors import UsageError
from goldgate.formats.golden import Golden
from goldgate.model.baseline import baseline_name
from goldgate.model.case import Case
from goldgate.model.case_key import CaseKey
from goldgate.model.cassette import Mode
from goldgate.model.determinism import Unsteady
from goldgate.model.event import TrialsFinished
from goldgate.model.frozen import frozen
from goldgate.model.grading import JudgeUse
from goldgate.model.judgement import ADAPTER_CHANGED, Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.pairing import Order
from goldgate.model.plan import Plan, TrialKey
from goldgate.model.result import Figures, Result, RunHeader, Summary
from goldgate.model.settings import Settings
from goldgate.model.variant import Variant
from goldgate.reports.summarise import summarise
from goldgate.runner.executor import execute, require_all
from goldgate.runner.pools.pool import Company, Pool
from goldgate.store.adapters import OpenAdapters, open_adapters
from goldgate.store.files import shown
from goldgate.store.finish import finish
from goldgate.store.golden import load_golden
from goldgate.store.journal import Journal, begin_run
from goldgate.store.made_by import command_on
from goldgate.store.project_files import matching_files
from goldgate.store.prune import prune_runs
from goldgate.store.resume import interrupted_run, resume_run
from goldgate.store.runs import FinishedRun, failed_last, results_of
from goldgate.suite.expand import expand
from goldgate.suite.order import ordered
from goldgate.suite.select import Selection, Suites, select

Watch = Callable[[TrialsFinished], None]


class Repeating(Protocol):
    """What does every trial again, to see whether it repeats: `commands.repetition`."""

    def saw(self, results: Iterable[Result]) -> None:
        """Results of first trials."""

    def unsteady(self, plan: Plan, company: Company) -> tuple[Unsteady, ...]:
        """The cases that do something else."""


@frozen(kw_only=True)
class Replayed:
    """A finished run, its figures, and the trials that did not pass.

    `figures` are those of each trial, `selected` the cases.
    `unsteady` are the cases that do not repeat; None where nobody looked.
    """

    run: FinishedRun
    summary: Summary
    figures: Mapping[TrialKey, Figures]
    selected: Suites
    failures: tuple[Result, ...] = ()
    not_selected: int = 0
    unsteady: tuple[Unsteady, ...] | None = None


def replay(
    *,
    project: Project,
    selection: Selection,
    last_failed: bool,
    in_process: bool,
    today: dt.date,
    watch: Watch,
    go_on: WayOn,
    require: Callable[[Suites], None] = lambda _: None,
    resume: bool = False,
    variants: Sequence[str] = (),
    halves: Sequence[Variant] = (),
    order: Order | None = None,
    repetition: Repeating | None = None,
    mode: Mode = Mode.REPLAY,
    kept_in: Path | None = None,
) -> Replayed:
    """Load, select, run, judge, and finish; `mode` is REPLAY, or LIVE to ask the outside world for real.

    `require` looks at what is selected before anything is loaded or run, and raises where that is not worth it.
    `repetition` does every trial again. `variants` are names or selectors, none for the default one; a paired run says
    instead which `halves` it has, and in which `order`. `kept_in` is a folder for the run that is not the project's, so
    that it is no run to go on from. Raises BadFile, UsageError, SettingsError, AgentNotLoadable, JudgeNotLoadable,
    NoAdapter, ResumeRefused, UnreadableFile: then no run was begun; RunStopped, Interrupted: `go_on` is how it goes on.
    """
    budget = open_budget(project)
    begun = _begun(project, selection, last_failed=last_failed) if resume else None
    measured = halves or _unpaired(project, variants, begun=begun)
    names = [variant.name for variant in measured]
    goldens = _goldens(project, _names(selection, begun), today=today)
    selection = _narrowed(project, selection, last_failed=last_failed)
    selected = _selected(goldens, selection, begun)
    _require(project, selected, require)
    plan = _plan(selected, project.settings, of=goldens, variants=names, order=order)
    named = matching_files(project.root, _patterns(project, selected))
    recordings = recordings_of(project, selected, mode=mode)
    enter = partial(pool_of, project, agents_of(project, selected), in_process=in_process, mode=mode)
    with (
        open_court(project, selected, purse=budget) as court,
        open_adapters(project.root, project.settings, selected, measured) as adapters,
        enter(adapters=adapters, recordings=recordings, purse=budget) as pool,
    ):
        root, now = kept_in or project.root, dt.datetime.now(tz=dt.UTC)
        header = make_header(
            project,
            goldens,
            selected,
            plan=plan,
            agents=pool.company.agents,
            variants=names,
            adapters=adapters.of_suites,
            project_files={**named, **pool.imported},
            recordings=recordings,
            selection=str(selection) if begun is None else begun.selection,
            shard=selection.shard if begun is None else begun.shard,
            mode=mode,
            guards_off=pool.guards_off,
            now=now,
        )
        with _journal(root, court.named_in(header), settings=project.settings, now=now, resume=resume) as journal:
            with within(budget, journal, project, go_on=go_on):
                unsteady = _perform(plan, pool, journal, watch=watch, repetition=repetition)
                use = _judged(court, journal, adapters, watch=watch)
            known = live_in(goldens, today)
            replayed = finished(journal, project.settings, selected=selected, known=known, unsteady=unsteady, judge=use)
    prune_runs(root, keep=project.settings.keep_runs, made=replayed.run.folder)
    return attrs.evolve(replayed, failures=failures_of(replayed), not_selected=plan.not_selected)


def _begun(project: Project, selection: Selection, *, last_failed: bool) -> RunHeader:
    """The header of the run to go on with. Raises UsageError, NoRun, ResumeRefused."""
    if last_failed or str(selection):
        raise UsageError("--resume goes on with the cases that the interrupted run selected; leave the selection out")
    return interrupted_run(project.root)


def _unpaired(project: Project, named: Sequence[str], *, begun: RunHeader | None) -> Sequence[Variant]:
    """The variants of a run without halves; only whoever says which skills are linked can go on with a paired one."""
    if begun and begun.is_paired:
        raise UsageError(f"the run {begun.run} is a paired one; go on with it: {command_on(begun)}")
    return variants_of(project, named, begun=begun)


def _goldens(project: Project, names: Iterable[str] | None, *, today: dt.date) -> Mapping[str, Golden]:
    """The golden files. Their cases stay to the end: Python need not search them for garbage, not even once."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        return load_golden(project.root, project.settings, names=names, today=today)
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def _names(selection: Selection, begun: RunHeader | None) -> Iterable[str] | None:
    """The suites that have to be read; None for all."""
    return begun.suites if begun else selection.suites or None


def _selected(goldens: Mapping[str, Golden], selection: Selection, begun: RunHeader | None) -> Suites:
    cases = {suite: golden.cases for suite, golden in goldens.items()}
    return select(cases, selection) if begun is None else _selected_before(cases, begun)


def _selected_before(suites: Suites, begun: RunHeader) -> Suites:
    """The cases that the interrupted run was to run; what else differs by now, whoever resumes it finds out."""
    return {
        suite: tuple(case for case in cases if header.selected is None or case.id in header.selected)
        for suite, cases in suites.items()
        if (header := begun.suites.get(suite))
    }


def _plan(
    selected: Suites,
    settings: Settings,
    *,
    of: Mapping[str, Golden],
    variants: Sequence[str],
    order: Order | None,
) -> Plan:
    not_selected = sum(len(golden.cases) for golden in of.values()) - sum(map(len, selected.values()))
    plan = expand(selected, settings, not_selected=not_selected, variants=variants)
    return plan if order is None else ordered(plan, order, variants=variants)


def _patterns(project: Project, suites: Iterable[str]) -> Iterator[str]:
    for suite in suites:
        yield from project.settings.agent_files_of(suite)


def _narrowed(project: Project, selection: Selection, *, last_failed: bool) -> Selection:
    if not last_failed:
        return selection
    if selection.shard is not None:
        raise UsageError("where the other shards run nobody knows what failed here; leave out --last-failed or --shard")
    return attrs.evolve(selection, last_failed=failed_last(project.root))


def _require(project: Project, selected: Suites, require: Callable[[Suites], None]) -> None:
    """Raise where it is not worth, or not allowed, to begin."""
    require(selected)
    judged = [suite for suite, cases in selected.items() if any(case.expect.rubric is not None for case in cases)]
    require_metered(project, agents=selected, judges=judged)


def _journal(
    root: Path, header: RunHeader, *, settings: Settings, now: dt.datetime, resume: bool
) -> AbstractContextManager[Journal]:
    if resume:
        return resume_run(root, header, settings=settings)
    return begin_run(root, header, settings=settings, now=now)


def _perform(
    plan: Plan, pool: Pool, journal: Journal, *, watch: Watch, repetition: Repeating | None
) -> tuple[Unsteady, ...] | None:
    """Do what is left of the plan, and keep every result as it comes; then again, where somebody repeats it."""
    left = journal.left_of(plan)

    def keep(results: Iterable[Result]) -> None:
        journal.add(*results)
        if repetition is not None:
            repetition.saw(results)
        watch(TrialsFinished(done=len(journal.finished), total=len(plan.trials)))

    execute(left, pool, on_results=keep, on_project_files=journal.saw)
    pool.company.purse.require_open()
    require_all(plan, journal.finished)
    return None if repetition is None else repetition.unsteady(plan, pool.company)


def finished(
    journal: Journal,
    settings: Settings,
    *,
    selected: Suites,
    known: Collection[CaseKey],
    unsteady: tuple[Unsteady, ...] | None = None,
    judge: JudgeUse | None = None,
    unstable: Iterable[CaseKey] = (),
) -> Replayed:
    """Count what came of the run, and complete it; `unstable` are cases that are known not to repeat as well.

    Those are told by the name of the baseline and the id.
    """
    summary = summarise(
        journal.header.run,
        journal.figures,
        known=known,
        windows=windows_of(selected),
        solved_score=settings.solved_score,
    )
    summary = attrs.evolve(summary, judge=judge)
    variants = journal.header.variants
    again = [(baseline_name(one.suite, name), one.case) for one in unsteady or () for name in variants]
    unstable = [*unstable, *again]
    run = finish(journal, summary=summary, finished=_now(), unstable=unstable, solved_score=settings.solved_score)
    return Replayed(run=run, summary=summary, figures=journal.figures, selected=selected, unsteady=unsteady)


def _judged(court: Court, journal: Journal, adapters: OpenAdapters, *, watch: Watch) -> JudgeUse | None:
    _void_changed(journal, adapters)
    return court.judge(journal, watch=watch)


def _void_changed(journal: Journal, adapters: OpenAdapters) -> None:
    """What was measured is not what the run's header says, where the agent, or somebody else, wrote into an adapter."""
    for (suite, name), variant in adapters.changed().items():
        where = "what it is handed" if variant.folder is None else shown(variant.folder)
        message = f"{where} was changed while it was measured, so nobody can say what the trials of {name!r} saw"
        journal.void(suite, name, Fault(code=ADAPTER_CHANGED, message=message))


def windows_of(selected: Suites) -> dict[CaseKey, str]:
    """What the cases of streams are there for."""
    cases = ((suite, case) for suite, of_suite in selected.items() for case in of_suite)
    return {(suite, case.id): case.window.value for suite, case in cases if case.window is not None}


def failures_of(replayed: Replayed) -> tuple[Result, ...]:
    """The trials that did not pass, in plan order; of the others nothing is read."""
    cases = {
        (suite, case) for (suite, case, *_), figures in replayed.figures.items() if figures.verdict is not Verdict.PASS
    }
    if not cases:
        return ()
    results = results_of(replayed.run, cases).values()
    return tuple(result for of_case in results for result in of_case if result.verdict is not Verdict.PASS)


def live_in(goldens: Mapping[str, Golden], today: dt.date) -> frozenset[CaseKey]:
    """The cases with a marker that is not expired."""
    suites = {suite: _marked(golden.cases) for suite, golden in goldens.items()}
    return frozenset(markers_on(today, suites).live)


def _marked(cases: Iterable[Case]) -> dict[str, KnownFailure]:
    return {case.id: case.known_failure for case in cases if case.known_failure is not None}


def _now() -> str:
    return dt.datetime.now(tz=dt.UTC).isoformat(timespec="seconds")
