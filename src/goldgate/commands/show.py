"""`goldgate show`: what is there to know about one case?"""

import datetime as dt
from collections.abc import Iterator, Sequence

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.holding import sides_of_run
from goldgate.commands.named_case import find_case
from goldgate.commands.project import Project
from goldgate.commands.variants import held_variant
from goldgate.differ.divergence import first_divergence
from goldgate.differ.outcome import observe
from goldgate.errors import IncompleteRun, NoRun, OutdatedRun, UsageError
from goldgate.exit_codes import ExitCode
from goldgate.gate.compare import explained
from goldgate.gate.sampled import examiner_of
from goldgate.gate.sides import Sides
from goldgate.model.comparison import Divergence
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result
from goldgate.model.settings import OutcomeSettings
from goldgate.reports.case import CaseReport, case_document, case_lines
from goldgate.reports.recordings import weaker_proofs
from goldgate.store.outdated import check_fresh
from goldgate.store.runs import FinishedRun, open_run, results_of


def show(*, project: Project, case: str, run: str | None, today: dt.date, variant: str | None = None) -> Answer:
    """Everything about one case, of one variant where it is named: as far as there is a run and a baseline.

    Raises UsageError when no case, or more than one, has that name.
    """
    found = find_case(project, case, today=today)
    report = CaseReport(suite=found.suite, case=found.case, file=found.file)
    report = _with_run(report, project, run=run, today=today, variant=variant)
    return Answer(exit_code=ExitCode.OPEN, lines=lambda: case_lines(report), document=lambda: case_document(report))


def _with_run(
    report: CaseReport, project: Project, *, run: str | None, today: dt.date, variant: str | None
) -> CaseReport:
    """Add the last trace, the baseline and the ruling; where there are none, why not."""
    try:
        finished = open_run(project.root, run)
    except (NoRun, IncompleteRun) as error:
        return attrs.evolve(report, notices=(str(error),))
    key = (report.suite, report.case.id)
    report = attrs.evolve(
        report,
        run=finished.name,
        results=results_of(finished, {key}, variant=variant).get(key, ()),
        notices=tuple(weaker_proofs(finished.header, report.suite)),
    )
    held, problem = _held(project, finished, variant)
    try:
        check_fresh(
            finished, root=project.root, settings=project.settings, today=today, variant=held or DEFAULT_VARIANT
        )
    except OutdatedRun as error:
        report = attrs.evolve(report, notices=(*report.notices, *map(str, error.problems)))
    if held is None:
        return attrs.evolve(report, notices=(*report.notices, *problem))
    if not report.results:
        return attrs.evolve(report, notices=(*report.notices, f"the case is not part of the run {finished.name}"))
    return _with_ruling(report, project, finished, today=today, variant=held)


def _held(project: Project, run: FinishedRun, named: str | None) -> tuple[str | None, tuple[str, ...]]:
    """The variant whose baseline the case is held against; None, and why, where it can't be."""
    try:
        return held_variant(project, run.header, named), ()
    except UsageError as error:
        return None, (str(error),)


def _with_ruling(report: CaseReport, project: Project, run: FinishedRun, *, today: dt.date, variant: str) -> CaseReport:
    """Add the outcomes, and what the gate makes of them where they can be compared."""
    markers = {suite: header.known_failures for suite, header in run.header.suites.items()}
    sides = next(side for side in sides_of_run(project, run, markers, variant=variant) if side.suite == report.suite)
    examiner = examiner_of(sides, today=today)
    now, then = next((now, then) for case_id, now, then in examiner.cases() if case_id == report.case.id)
    results = [result for result in report.results if result.variant == variant]
    report = attrs.evolve(
        report,
        observed=now.line() if now else None,
        accepted=then.line() if then else None,
        disagreements=tuple(_disagreements(results, project.settings.outcome_of(report.suite))),
    )
    if why := _why_no_ruling(sides):
        return attrs.evolve(report, notices=(*report.notices, why))
    return attrs.evolve(report, comparison=explained(examiner.examine(report.case.id, now, then), results))


def _why_no_ruling(sides: Sides) -> str | None:
    """Why the outcome of a run can't be held against a baseline; None when it can."""
    if sides.accepted_outcome is None:
        return f"{sides.name} has no baseline"
    if sides.settings_changed:
        return f"the outcome settings of {sides.name} changed; outcomes can't be compared"
    return None


def _disagreements(results: Sequence[Result], settings: OutcomeSettings) -> Iterator[tuple[int, Divergence]]:
    """Which trials came to another outcome than the first one, and where."""
    first, *others = results
    outcome = observe(first.trace, settings)
    for other in others:
        if divergence := first_divergence(outcome, observe(other.trace, settings)):
            yield other.trial, divergence
