"""`goldgate pair`: what do skills contribute? The same cases with and without them, in one run."""

import datetime as dt
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.benchmark import require_place, write_benchmark
from goldgate.commands.limits import way_on
from goldgate.commands.pair_reference import reference_of
from goldgate.commands.paired import answer_of, cost_of, paired_report
from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed, Watch, replay
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.model.cassette import Mode
from goldgate.model.evidence import Finding, PairMode
from goldgate.model.frozen import frozen
from goldgate.model.pairing import Order, Pairing
from goldgate.model.variant import Skill
from goldgate.reports.line import Line
from goldgate.reports.pair import Contribution, Cost, PairReport, cost_lines
from goldgate.store.evidence import add_finding, evidence_of, evidence_path
from goldgate.store.files import shown
from goldgate.store.pairing import keep_pairing
from goldgate.store.report_files import require_writable
from goldgate.store.skills import linked_skills
from goldgate.suite.expand import expand
from goldgate.suite.halves import Halves, halves_of
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
    judged under all guards and the gate is open, a benchmark whenever the run finished. Raises UsageError without a
    linked skill, without scipy, for a reference that is none, and for a place where no benchmark may lie;
    IncomparableRuns, BadFile for evidence that can't be continued, UnreadableFile for what can't be written, and what
    `replay` raises.
    """
    if not question.linked:
        raise UsageError("a paired run needs a linked skill, a folder with a SKILL.md: --linked FOLDER")
    skills = linked_skills(question.linked)
    halves = halves_of(skills, question.mode)
    if question.benchmark is not None:
        require_place(question.benchmark, halves, project=project)
    reference = None if question.reference is None else reference_of(project, question.reference)
    pairing = Pairing(
        linked=tuple(skill.name for skill in skills),
        mode=question.mode,
        order=question.order,
        threshold=question.threshold,
        reference=reference,
    )

    def require(selected: Suites) -> None:
        for skill in skills:
            evidence_of(project.root, skill.name)
        require_writable(evidence_path(project.root, skill.name) for skill in skills)
        announce(cost_lines(_cost(project, selected, halves, question.mode)))

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
    keep_pairing(replayed.run.folder, pairing)
    report = paired_report(project, replayed, pairing)
    if report.decision.exit_code is ExitCode.OPEN and not report.guards_off:
        report = attrs.evolve(report, written=_write_evidence(project, replayed, report))
    if question.benchmark is not None:
        told = write_benchmark(question.benchmark, project, replayed, halves=halves, handed=report.handed)
        report = attrs.evolve(report, benchmark=told)
    return answer_of(project, replayed, report, every=every, today=today)


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
    calls = len(expand(selected, project.settings, variants=names).trials)
    return cost_of(halves, mode, cases=sum(map(len, selected.values())), calls=calls)


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
