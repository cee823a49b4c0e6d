"""What is there to report of a finished run? Gathered from golden files, run and baselines, one case at a time."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, Final, TypeAlias

import attrs

from goldgate.commands.holding import Held, sides_of_run
from goldgate.commands.markers import Markers
from goldgate.commands.project import Project
from goldgate.formats.baseline import Entry
from goldgate.formats.golden import case_digest
from goldgate.gate.classify import classify
from goldgate.gate.facts import Examiner
from goldgate.gate.known_failures import age_days, marker_of
from goldgate.gate.sampled import examiner_of
from goldgate.model.case import Case
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass, CaseComparison, Decision, Facts
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result, SuiteHeader, Summary
from goldgate.reports.halves import contests_of
from goldgate.reports.material import Material, ReportedCase
from goldgate.reports.next_step import after_compare
from goldgate.reports.pair import PairReport, pair_document
from goldgate.reports.summarise import summarise
from goldgate.store.files import shown
from goldgate.store.golden import golden_files, read_golden_file
from goldgate.store.history import runs_like
from goldgate.store.runs import FinishedRun, all_results, told_results

Document: TypeAlias = Callable[[], Mapping[str, Any]]
_Trials: TypeAlias = Iterator[tuple[CaseKey, tuple[Result, ...]]]
_AS_ACCEPTED: Final = Facts(
    baseline=Verdict.PASS, current=Verdict.PASS, same_outcome=True, same_failure=True, same_definition=True
)
_OK: Final = classify(_AS_ACCEPTED)
_NONE_LEFT: Final[tuple[CaseKey | None, tuple[Result, ...]]] = (None, ())


@frozen(kw_only=True)
class Written:
    """A golden case as the file has it now, and where."""

    case: Case | None = None
    file: str | None = None
    line: int | None = None


def material_of_comparison(project: Project, held: Held, *, summary: Summary | None, document: Document) -> Material:
    """What `compare` and `check` have to report; without a `summary` the trials are counted anew."""
    return Material(
        header=held.run.header,
        finished=held.run.end.finished,
        summary=summary or _counted(project, held),
        decision=held.decision,
        today=held.comparison.today,
        next_step=after_compare(held.comparison, held.decision),
        cases=lambda: _compared_cases(project, held),
        document=document,
        comparison=held.comparison,
        stale=project.settings.gate.stale,
        known=held.comparison.counts.get(CaseClass.KNOWN, 0),
        expiring=len(held.markers.expiring),
        expired=len(held.markers.expired),
        not_selected=held.comparison.not_selected,
        suites_left_out=held.suites_left_out,
        history=partial(runs_like, project.root, held.run.header),
    )


def material_of_run(
    project: Project,
    run: FinishedRun,
    *,
    summary: Summary,
    decision: Decision,
    markers: Markers,
    today: dt.date,
    next_step: str,
    not_selected: int,
    suites_left_out: tuple[str, ...],
    document: Document,
    not_compared: str | None = None,
) -> Material:
    """What `run` has to report: no baseline is read."""
    return Material(
        header=run.header,
        finished=run.end.finished,
        summary=summary,
        decision=decision,
        today=today,
        next_step=next_step,
        cases=lambda: _judged_cases(project, run, markers, today=today),
        document=document,
        not_compared=not_compared,
        known=summary.overall.known,
        expiring=len(markers.expiring),
        expired=len(markers.expired),
        not_selected=not_selected,
        suites_left_out=suites_left_out,
        history=partial(runs_like, project.root, run.header),
    )


def material_of_pair(
    project: Project,
    run: FinishedRun,
    report: PairReport,
    *,
    summary: Summary,
    markers: Markers,
    today: dt.date,
    next_step: str,
    not_selected: int,
    suites_left_out: tuple[str, ...],
) -> Material:
    """What a paired run has to report: how each case went in both halves, and what these show of skills."""
    material = material_of_run(
        project,
        run,
        summary=summary,
        decision=report.decision,
        markers=markers,
        today=today,
        next_step=next_step,
        not_selected=not_selected,
        suites_left_out=suites_left_out,
        document=partial(pair_document, report),
    )
    contests = contests_of(one.contrast for one in report.contributions)

    def cases() -> Iterator[ReportedCase]:
        for case in _judged_cases(project, run, markers, today=today):
            yield attrs.evolve(case, contest=contests.get((case.suite, case.id)))

    return attrs.evolve(material, paired=report, cases=cases)


def _counted(project: Project, held: Held) -> Summary:
    variant = held.comparison.variant
    figures = {result.key: result.figures for result in all_results(held.run) if result.variant == variant}
    return summarise(
        held.run.name, figures, known=frozenset(held.markers.live), solved_score=project.settings.solved_score
    )


def _compared_cases(project: Project, held: Held) -> Iterator[ReportedCase]:
    """Every case that was selected or removed, in order; one suite's definitions at a time."""
    listed = {(case.suite, case.id): case for case in held.comparison.cases}
    markers = _by_suite(held.markers)
    variant = held.comparison.variant
    trials = _trials(held.run, variant=variant)
    key, results = next(trials, _NONE_LEFT)
    every = sides_of_run(project, held.run, markers, variant=variant)
    for sides in sorted(every, key=lambda sides: sides.suite):
        examiner = examiner_of(sides, today=held.comparison.today)
        written = _written(project, sides.suite, sides.header)
        for case_id, now, then in examiner.cases():
            if not sides.selects(case_id) and case_id in sides.header.cases:
                continue
            of_case: tuple[Result, ...] = ()
            if key == (sides.suite, case_id):
                of_case, (key, results) = results, next(trials, _NONE_LEFT)
            comparison = listed.get((sides.suite, case_id)) or _unlisted(examiner, case_id, now, then)
            where = written.get(case_id, Written())
            yield _reported(where, comparison, of_case, observed=now, accepted=then, today=examiner.today)


def _unlisted(examiner: Examiner, case_id: str, now: Entry | None, then: Entry | None) -> CaseComparison:
    """A case that the comparison only counted: it is as accepted, which most are, and can be told by equal lines."""
    if examiner.at_a_glance(case_id, now, then) is not CaseClass.OK:
        return examiner.examine(case_id, now, then)
    facts = attrs.evolve(_AS_ACCEPTED, has_expectations=case_id not in examiner.sides.header.unexpecting)
    return CaseComparison(suite=examiner.sides.suite, id=case_id, ruling=_OK, facts=facts)


def _reported(
    where: Written,
    comparison: CaseComparison,
    results: tuple[Result, ...],
    *,
    observed: Entry | None,
    accepted: Entry | None,
    today: dt.date,
) -> ReportedCase:
    is_same = observed is not None and accepted is not None and observed.text == accepted.text
    now = None if observed is None else observed.line()
    return ReportedCase(
        suite=comparison.suite,
        id=comparison.id,
        case=where.case,
        file=where.file,
        line=where.line,
        results=results,
        accepted=now if is_same else None if accepted is None else accepted.line(),
        observed=now,
        comparison=comparison,
        known_failure=comparison.known_failure,
        marker=marker_of(comparison.known_failure, today),
        age_days=None if comparison.known_failure is None else age_days(comparison.known_failure, today),
    )


def _judged_cases(project: Project, run: FinishedRun, markers: Markers, *, today: dt.date) -> Iterator[ReportedCase]:
    every = {**markers.live, **markers.expired}
    for suite, of_suite in groupby(_trials(run), key=lambda trials: trials[0][0]):
        header = run.header.suites[suite]
        written = _written(project, suite, header)
        sampled = frozenset(variant for variant in run.header.variants if header.of(variant).sampled)
        for (_, case_id), results in of_suite:
            where = written.get(case_id, Written())
            known_failure = every.get((suite, case_id))
            yield ReportedCase(
                suite=suite,
                id=case_id,
                case=where.case,
                file=where.file,
                line=where.line,
                results=results,
                known_failure=known_failure,
                marker=marker_of(known_failure, today),
                sampled=sampled,
                age_days=None if known_failure is None else age_days(known_failure, today),
            )


def _trials(run: FinishedRun, *, variant: str | None = None) -> _Trials:
    """The trials of each case together, of one variant where it is named, in plan order."""
    told = (result for result in told_results(run) if variant in {None, result.variant})
    for key, results in groupby(told, key=lambda result: (result.suite, result.id)):
        yield key, tuple(results)


def _by_suite(markers: Markers) -> dict[str, dict[str, KnownFailure]]:
    suites: dict[str, dict[str, KnownFailure]] = {}
    for (suite, case_id), known_failure in {**markers.live, **markers.expired}.items():
        suites.setdefault(suite, {})[case_id] = known_failure
    return suites


def _written(project: Project, suite: str, header: SuiteHeader) -> Mapping[str, Written]:
    """The cases of a golden file by id; what was edited since the run has a place, and no definition."""
    path = golden_files(project.root, project.settings).get(suite)
    if path is None:
        return {}
    golden = read_golden_file(path, project.settings, today=None)
    is_same = golden.digest == header.golden
    return {
        case.id: Written(
            case=case if is_same or case_digest(case) == header.cases.get(case.id) else None,
            file=shown(path),
            line=case.line,
        )
        for case in golden.cases
    }
