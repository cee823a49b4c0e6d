"""What does a finished paired run say? `pair` says it when it ends, `report` and `judge` say the same of it later."""

import datetime as dt
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from goldgate.agents.load import is_elsewhere
from goldgate.commands.answer import Answer
from goldgate.commands.heading import suites_left_out
from goldgate.commands.markers import markers_on
from goldgate.commands.project import Project
from goldgate.commands.replay import Replayed
from goldgate.commands.sides import Half, case_sides
from goldgate.gate.same_question import require_same_suites, suite_digests
from goldgate.model.case_key import case_name
from goldgate.model.evidence import Handed, PairMode
from goldgate.model.judgement import Verdict
from goldgate.model.pairing import Pairing
from goldgate.model.result import RunHeader
from goldgate.model.variant import Skill
from goldgate.reports.handed import handed_in
from goldgate.reports.next_step import after_pair
from goldgate.reports.pair import Contribution, Cost, PairReport, pair_document, pair_lines
from goldgate.statistics.contrast import contrast
from goldgate.statistics.paired import underpowered
from goldgate.statistics.regression import decide, regression
from goldgate.statistics.scipy_ import Alternative
from goldgate.store.runs import told_results
from goldgate.suite.halves import WITH, Halves, halves_of

if TYPE_CHECKING:
    from goldgate.reports.material import Material


def halves_in(header: RunHeader, pairing: Pairing) -> Halves:
    """The halves of a paired run, its skills in the order in which they were linked; where these lie is not known."""
    skills: dict[str, Skill] = {}
    for suite in header.suites.values():
        skills |= {skill.name: skill for skill in suite.variants[WITH].skills}
    return halves_of([skills[name] for name in pairing.linked], pairing.mode)


def cost_of(halves: Halves, mode: PairMode, *, cases: int, calls: int) -> Cost:
    """What so many calls for so many cases come to."""
    return Cost(
        mode=mode,
        skills=halves.whole.skills,
        halves=len(halves.variants),
        cases=cases,
        calls=calls,
        underpowered=underpowered(cases, alternative=Alternative.GREATER),
    )


def paired_report(project: Project, replayed: Replayed, pairing: Pairing) -> PairReport:
    """What the halves show, and what the reference says of the half with all skills.

    Raises IncomparableRuns for a reference that was asked something else, UsageError without scipy.
    """
    run = replayed.run
    halves = halves_in(run.header, pairing)
    suites = suite_digests(run.header)
    if pairing.reference is not None:
        require_same_suites(pairing.reference, suites)
    contributions = tuple(_contributions(project, replayed, halves))
    rate = contributions[0].contrast.candidate
    held = regression(rate, pairing.reference, threshold=pairing.threshold)
    cases = len(contributions[0].contrast.cases)
    return PairReport(
        run=run.name,
        order=pairing.order,
        cost=cost_of(halves, pairing.mode, cases=cases, calls=run.header.trials),
        suites=suites,
        rate=rate,
        contributions=contributions,
        regression=held,
        decision=decide([one.contrast for one in contributions], held),
        faults=tuple(_faults(replayed)),
        handed=tuple(_handed(replayed, halves)),
        trials_of=run.header.trials_of,
        guards_off=run.header.guards_off,
    )


def answer_of(project: Project, replayed: Replayed, report: PairReport, *, every: bool, today: dt.date) -> Answer:
    """The answer of a command that ends in a paired run."""
    return Answer(
        exit_code=report.decision.exit_code,
        lines=partial(pair_lines, report, every=every),
        document=partial(pair_document, report),
        material=partial(_material, project, replayed, report, today=today),
    )


def _material(project: Project, replayed: Replayed, report: PairReport, *, today: dt.date) -> "Material":
    from goldgate.commands.material import material_of_pair  # noqa: PLC0415 - only where a report is written

    header = replayed.run.header
    known_failures = {suite: of_suite.known_failures for suite, of_suite in header.suites.items()}
    return material_of_pair(
        project,
        replayed.run,
        report,
        summary=replayed.summary,
        markers=markers_on(today, known_failures),
        today=today,
        next_step=after_pair(report),
        not_selected=replayed.not_selected,
        suites_left_out=suites_left_out(project, header),
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


def _faults(replayed: Replayed) -> Iterator[str]:
    for result in replayed.failures:
        if result.verdict is Verdict.ERROR:
            yield f"{case_name(result.suite, result.id)} {result.variant}: {'; '.join(result.reasons)}"
