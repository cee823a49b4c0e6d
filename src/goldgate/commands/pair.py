"""`goldgate pair`: what do skills contribute? The same cases with and without them, in one run."""

import datetime as dt
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from pathlib import Path

import attrs

from goldgate.agents.load import is_elsewhere
from goldgate.commands.answer import Answer
from goldgate.commands.benchmark import require_place, write_benchmark
from goldgate.commands.limits import way_on
from goldgate.commands.pair_reference import reference_of
from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed, Watch, replay
from goldgate.commands.sides import Half, case_sides
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.gate.same_question import require_same_suites, suite_digests
from goldgate.model.case_key import case_name
from goldgate.model.cassette import Mode
from goldgate.model.evidence import Finding, Handed, PairMode
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.reference import Reference
from goldgate.model.variant import Skill
from goldgate.reports.handed import handed_in
from goldgate.reports.line import Line
from goldgate.reports.pair import Contribution, Cost, PairReport, cost_lines, pair_document, pair_lines
from goldgate.statistics.contrast import contrast
from goldgate.statistics.paired import underpowered
from goldgate.statistics.regression import decide, regression
from goldgate.statistics.scipy_ import Alternative
from goldgate.store.evidence import add_finding, evidence_of, evidence_path
from goldgate.store.files import shown
from goldgate.store.report_files import require_writable
from goldgate.store.runs import told_results
from goldgate.store.skills import linked_skills
from goldgate.suite.expand import expand
from goldgate.suite.halves import WITH, Halves, halves_of
from goldgate.suite.order import Order
from goldgate.suite.select import Selection, Suites

Announce = Callable[[Iterable[Line]], None]


@frozen(kw_only=True)
class Question:
    """What a paired run is to find out: what the skills in these folders contribute, together or each.

    `reference` names a kept report or a run, which the half with all skills may fall below by `threshold`, a difference
    of rates from 0 to 1. `benchmark` is where a `benchmark.json` is wanted, if anywhere.
    """

    linked: tuple[Path, ...]
    mode: PairMode
    order: Order
    reference: str | None
    threshold: Fraction
    benchmark: Path | None = None


def pair(
    *,
    project: Project,
    question: Question,
    selection: Selection,
    last_failed: bool,
    in_process: bool,
    live: bool,
    resume: bool,
    every: bool,
    today: dt.date,
    watch: Watch,
    announce: Announce,
) -> Answer:
    """Run the selected cases in all halves, and hold these against each other.

    `announce` is told what it costs, before anything is run. The evidence on each skill is written when every trial was
    judged and the gate is open, a benchmark whenever the run finished. Raises UsageError without a linked skill,
    without scipy, for a reference that is none, and for a place where no benchmark may lie; IncomparableRuns, BadFile
    for evidence that can't be continued, and what `replay` raises.
    """
    if not question.linked:
        raise UsageError("a paired run needs a linked skill, a folder with a SKILL.md: --linked FOLDER")
    skills = linked_skills(question.linked)
    halves = halves_of(skills, question.mode)
    if question.benchmark is not None:
        require_place(question.benchmark, halves, project=project)
    reference = None if question.reference is None else reference_of(project, question.reference)
    costs: list[Cost] = []

    def require(selected: Suites) -> None:
        for skill in skills:
            evidence_of(project.root, skill.name)
        require_writable(evidence_path(project.root, skill.name) for skill in skills)
        costs.append(_cost(project, selected, halves, question.mode))
        announce(cost_lines(costs[0]))

    replayed = replay(
        project=project,
        selection=selection,
        last_failed=last_failed,
        in_process=in_process,
        today=today,
        watch=watch,
        go_on=way_on(project, "pair", *_words(question), "--resume", live=live, in_process=in_process),
        require=require,
        resume=resume,
        halves=halves.variants,
        order=question.order,
        mode=Mode.LIVE if live else Mode.REPLAY,
    )
    report = _report(project, replayed, halves, cost=costs[0], question=question, reference=reference)
    if report.decision.exit_code is ExitCode.OPEN:
        report = attrs.evolve(report, written=_write_evidence(project, replayed, report))
    if question.benchmark is not None:
        told = write_benchmark(question.benchmark, project, replayed, halves=halves, handed=report.handed)
        report = attrs.evolve(report, benchmark=told)
    return Answer(
        exit_code=report.decision.exit_code,
        lines=partial(pair_lines, report, every=every),
        document=partial(pair_document, report),
    )


def _words(question: Question) -> Iterable[str]:
    """The options that ask the same again."""
    for folder in question.linked:
        yield from ("--linked", str(folder))
    yield from ("--mode", question.mode.value, "--order", question.order.value)
    if question.reference is not None:
        yield from ("--reference", question.reference, "--threshold", f"{float(question.threshold * 100):g}")
    if question.benchmark is not None:
        yield from ("--benchmark", str(question.benchmark))


def _cost(project: Project, selected: Suites, halves: Halves, mode: PairMode) -> Cost:
    names = [variant.name for variant in halves.variants]
    cases = sum(map(len, selected.values()))
    return Cost(
        mode=mode,
        skills=halves.whole.skills,
        halves=len(names),
        cases=cases,
        calls=len(expand(selected, project.settings, variants=names).trials),
        underpowered=underpowered(cases, alternative=Alternative.GREATER),
    )


def _report(
    project: Project,
    replayed: Replayed,
    halves: Halves,
    *,
    cost: Cost,
    question: Question,
    reference: Reference | None,
) -> PairReport:
    suites = suite_digests(replayed.run.header)
    if reference is not None:
        require_same_suites(reference, suites)
    contributions = tuple(_contributions(project, replayed, halves))
    rate = contributions[0].contrast.candidate
    held = regression(rate, reference, threshold=question.threshold)
    return PairReport(
        run=replayed.run.name,
        order=question.order,
        cost=cost,
        suites=suites,
        rate=rate,
        contributions=contributions,
        regression=held,
        decision=decide([one.contrast for one in contributions], held),
        faults=tuple(_faults(replayed)),
        handed=tuple(_handed(replayed, halves)),
    )


def _contributions(project: Project, replayed: Replayed, halves: Halves) -> Iterable[Contribution]:
    whole = Half(run=replayed.run, variant=WITH)
    for half in halves.without:
        without = Half(run=replayed.run, variant=half.variant.name)
        sides = case_sides(without, whole, solved_score=project.settings.solved_score)
        yield Contribution(skills=half.lacks, without=half.variant.name, contrast=contrast(sides))


def _handed(replayed: Replayed, halves: Halves) -> Iterable[Handed]:
    """That each skill was given in the half with all of them."""
    suites = replayed.run.header.suites.items()
    out_of_sight = {suite for suite, header in suites if is_elsewhere(header.agent)}
    results = [result for result in told_results(replayed.run) if result.variant == WITH]
    return handed_in(results, halves.whole.skills, out_of_sight=out_of_sight)


def _faults(replayed: Replayed) -> Iterable[str]:
    for result in replayed.failures:
        if result.verdict is Verdict.ERROR:
            yield f"{case_name(result.suite, result.id)} {result.variant}: {'; '.join(result.reasons)}"


def _write_evidence(project: Project, replayed: Replayed, report: PairReport) -> tuple[str, ...]:
    skills = {skill.name: skill for skill in report.cost.skills}
    return tuple(
        shown(add_finding(project.root, name, _finding(replayed, report, contribution, skills[name])))
        for contribution in report.contributions
        for name in contribution.skills
    )


def _finding(replayed: Replayed, report: PairReport, contribution: Contribution, skill: Skill) -> Finding:
    found = contribution.contrast
    given = next(one for one in report.handed if one.skill == skill.name)
    return Finding(
        run=report.run,
        finished_at=replayed.run.end.finished,
        mode=report.cost.mode,
        linked=tuple(one.name for one in report.cost.skills),
        suites=report.suites,
        skill_digest=skill.digest,
        cases=len(found.cases),
        pass_rate=found.candidate.low,
        rate_without=found.reference.low,
        handed=given.handed,
        loaded=given.loaded,
    )
