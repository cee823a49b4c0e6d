"""`goldgate judge`: what do the trials of an old run come to when they are judged again?

They become a run of their own, so that nothing that was judged before is overwritten, and all that reads runs reads it.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import attrs

from goldgate import __version__
from goldgate.commands import paired
from goldgate.commands.answer import Answer
from goldgate.commands.limits import WayOn, open_budget, require_metered, way_on, within
from goldgate.commands.project import Project
from goldgate.commands.replay import Watch, failures_of, finished, live_in
from goldgate.commands.run import answer_of
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import OutdatedRun, UsageError
from goldgate.formats.golden import Golden, case_digest
from goldgate.judge.grading import without_marks
from goldgate.model.baseline import named_by
from goldgate.model.case import Case
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.grading import Question, Reply
from goldgate.model.result import RunHeader
from goldgate.model.rubric import Rubric
from goldgate.model.settings import JudgeSettings
from goldgate.runner.judging import Ask, items_of, judge_trials, require_recorded, seated
from goldgate.runner.purse import UNLIMITED, Purse
from goldgate.store.benches import Bench, named_in, open_benches, read_rubric_file, read_rubrics, with_rubrics
from goldgate.store.golden import load_golden
from goldgate.store.journal import Journal, begin_run
from goldgate.store.judgements import Evidence, read_evidence
from goldgate.store.pairing import keep_pairing, pairing_of
from goldgate.store.prune import prune_runs
from goldgate.store.resume import interrupted_run, resume_run
from goldgate.store.runs import FinishedRun, all_results, keyed_timings, open_run
from goldgate.suite.select import Suites


def judge(
    *,
    project: Project,
    run: str | None,
    fresh: bool,
    resume: bool = False,
    rubric: Path | None,
    today: dt.date,
    watch: Watch,
) -> Answer:
    """Judge a run, the newest by default, from the answers that it holds, or with `fresh` by asking the judge anew.

    `rubric` takes the place of the one that the cases name. `resume` goes on with asking anew, where that was stopped.
    Raises UsageError where no case expects a rubric, OutdatedRun for cases that are others now, NotRecorded for what
    was not asked then, ResumeRefused, and with `fresh` what `run` raises of judges; then no run was begun. Raises
    RunStopped, or Interrupted, when the limits stop it.
    """
    if resume and not fresh:
        raise UsageError("--resume goes on with asking a judge: goldgate judge --fresh --resume")
    budget = open_budget(project) if fresh else None
    old = open_run(project.root, _judged_again(project, run) if resume else run)
    goldens = load_golden(project.root, project.settings, names=old.header.suites, today=today)
    suites = _cases(old, goldens)
    _require_same(project, old, suites)
    benches = _benches(project, old, suites, fresh=fresh, rubric=rubric)
    evidence = {} if fresh else read_evidence(old.folder)
    if fresh:
        require_metered(project, agents=(), judges=benches)
    else:
        _require_recorded(old, suites, benches, evidence)
    now = dt.datetime.now(tz=dt.UTC)
    header = _header(old, benches, now)
    purse = UNLIMITED if budget is None else budget
    with (
        _asking(project, benches, purse=purse, fresh=fresh) as ask,
        _journal(project, header, now=now, resume=resume) as journal,
    ):
        with nullcontext() if budget is None else within(budget, journal, project, go_on=_way_on(project, rubric)):
            _take_over(old, journal)
            use = judge_trials(journal, suites, benches, ask=ask, evidence=evidence, watch=watch, purse=purse)
        replayed = finished(
            journal,
            project.settings,
            selected=suites,
            known=live_in(goldens, today),
            judge=use,
            unstable=_unsteady_cases(old, suites),
        )
    prune_runs(project.root, keep=project.settings.keep_runs, made=replayed.run.folder)
    replayed = attrs.evolve(replayed, failures=failures_of(replayed), not_selected=_not_selected(old.header))
    if (pairing := pairing_of(old.folder)) is not None:
        keep_pairing(replayed.run.folder, pairing)
        report = paired.paired_report(project, replayed, pairing)
        return paired.answer_of(project, replayed, report, every=False, today=today)
    return answer_of(project, replayed, select_by=None, today=today)


def _judged_again(project: Project, run: str | None) -> str:
    """The run whose trials are judged again by the newest run, which was stopped; `run` has to name it, if anything."""
    begun = interrupted_run(project.root, judging=True)
    judged = begun.trials_of or ""
    if run not in {None, judged}:
        raise UsageError(f"the run {begun.run} judges the trials of {judged} again, not those of {run}")
    return judged


def _way_on(project: Project, rubric: Path | None) -> WayOn:
    other = () if rubric is None else ("--rubric", str(rubric))
    return way_on(project, "judge", "--fresh", *other, "--resume", live=False, in_process=False)


def _journal(project: Project, header: RunHeader, *, now: dt.datetime, resume: bool) -> AbstractContextManager[Journal]:
    if resume:
        return resume_run(project.root, header, settings=project.settings)
    return begin_run(project.root, header, settings=project.settings, now=now)


def _cases(old: FinishedRun, goldens: Mapping[str, Golden]) -> Suites:
    """The cases that the run has, as the golden files have them now."""
    return {
        suite: tuple(case for case in goldens[suite].cases if _ran(case, source.selected, source.cases))
        for suite, source in old.header.suites.items()
    }


def _ran(case: Case, selected: frozenset[str] | None, cases: Mapping[str, str]) -> bool:
    return case.id in cases and (selected is None or case.id in selected)


def _not_selected(header: RunHeader) -> int:
    return sum(len(source.cases) - len(source.ran) for source in header.suites.values())


def _expecting(suites: Suites) -> Iterator[tuple[str, Case]]:
    return ((suite, case) for suite, cases in suites.items() for case in cases if case.expect.rubric is not None)


def _require_same(project: Project, old: FinishedRun, suites: Suites) -> None:
    """The request is taken from the golden file, and what was observed is written as the settings say."""
    if not any(source.judge for source in old.header.suites.values()):
        raise UsageError(f"no case of the run {old.name} expects a rubric, so there is nothing to judge again")
    problems = [
        f"the outcome settings of suite {suite!r} are others than those of the run"
        for suite, source in old.header.suites.items()
        if outcome_digest(project.settings.outcome_of(suite)) != source.outcome
    ]
    problems += [
        f"the case {case_name(suite, case.id)} was edited since; take the edit back, or run it anew"
        for suite, case in _expecting(suites)
        if old.header.suites[suite].cases[case.id] != case_digest(case)
    ]
    if problems:
        raise OutdatedRun(f"the run {old.name} can't be judged again", *problems)


def _benches(
    project: Project, old: FinishedRun, suites: Suites, *, fresh: bool, rubric: Path | None
) -> Mapping[str, Bench]:
    """Who judges now: the judge of the settings, or the one whose answers the run holds."""
    instead = None if rubric is None else _only_rubric(suites, rubric)
    if fresh:
        return open_benches(project.root, project.settings, suites, instead=instead)
    benches: dict[str, Bench] = {}
    for suite, source in old.header.suites.items():
        if source.judge is not None:
            rubrics = read_rubrics(project.root, project.settings, suite, suites[suite], instead=instead)
            identity = with_rubrics(source.judge, rubrics)
            benches[suite] = Bench(settings=JudgeSettings(), identity=identity, rubrics=rubrics)
    return benches


def _only_rubric(suites: Suites, path: Path) -> Rubric:
    """The rubric of a file, for cases that all name the same one. Raises UsageError, BadFile, UnreadableFile."""
    names = sorted({case.expect.rubric.name for _, case in _expecting(suites) if case.expect.rubric is not None})
    if len(names) > 1:
        raise UsageError(f"--rubric takes the place of one rubric, and the cases name {', '.join(map(repr, names))}")
    return read_rubric_file(path)


def _require_recorded(old: FinishedRun, suites: Suites, benches: Mapping[str, Bench], evidence: Evidence) -> None:
    digests = {suite: source.cases for suite, source in old.header.suites.items()}
    items = items_of(all_results(old), suites, benches, digests=digests)
    require_recorded(items, evidence, run=old.name, remedy="ask it with --fresh")


def _asking(
    project: Project, benches: Mapping[str, Bench], *, purse: Purse, fresh: bool
) -> AbstractContextManager[Ask]:
    return seated(benches, root=project.root, purse=purse) if fresh else nullcontext(_nobody)


def _nobody(_suite: str, _question: Question) -> Iterable[Reply]:
    """All that could be asked was looked up before."""
    return ()


def _take_over(old: FinishedRun, journal: Journal) -> None:
    """The trials of the run as they were before anybody judged them, and all that was seen of them."""
    for result in all_results(old):
        journal.judge_anew(without_marks(result))
    journal.timings.add([(key, line.decode(errors="replace").removesuffix("\n")) for key, line in keyed_timings(old)])
    journal.saw({**dict.fromkeys(old.end.written), **old.end.project_files})


def _unsteady_cases(old: FinishedRun, suites: Suites) -> Iterator[CaseKey]:
    """The cases that are known not to repeat, however they are judged now."""
    judged = {(suite, case.id) for suite, case in _expecting(suites)}
    for name, cases in old.end.disagree.items():
        yield from ((name, case) for case in cases if (named_by(name)[0], case) not in judged)


def _header(old: FinishedRun, benches: Mapping[str, Bench], now: dt.datetime) -> RunHeader:
    return attrs.evolve(
        named_in(old.header, benches),
        run="",
        goldgate=__version__,
        started=now.isoformat(timespec="seconds"),
        trials_of=old.header.trials_of or old.name,
    )
