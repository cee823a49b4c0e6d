"""How does a paired run read? What it will cost; then both halves of each case, and in words what skills contribute."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, assert_never

from goldgate.exit_codes import ExitCode
from goldgate.formats.fractions_ import write_fraction
from goldgate.formats.reference import MARK, SCHEMA
from goldgate.model.comparison import Decision
from goldgate.model.evidence import Handed, PairMode
from goldgate.model.frozen import frozen
from goldgate.model.pairing import Order
from goldgate.model.reference import Regression, RegressionStatus
from goldgate.model.variant import Skill
from goldgate.reports.contrast import case_lines, delta_line, figure_lines, figures_document, points, rate_document
from goldgate.reports.handed import handed_document, handed_lines
from goldgate.reports.line import Line, bad, dim, good, line, plain_text, strong, warn
from goldgate.reports.terminal import guards_off_lines
from goldgate.reports.wording import GATE, counted
from goldgate.statistics.contrast import Contrast
from goldgate.statistics.trials import Rate

_LABELS: Final = ("without", "with")
_SUBJECT: Final = "the half with"
_MOST_FAULTS: Final = 5


@frozen(kw_only=True)
class Cost:
    """What a paired run will take: how many halves, and how often an agent is called for how many cases."""

    mode: PairMode
    skills: tuple[Skill, ...]
    halves: int
    cases: int
    calls: int
    underpowered: bool


@frozen(kw_only=True)
class Contribution:
    """What the skills of that name add beside the other linked ones: the half with all against the one without them."""

    skills: tuple[str, ...]
    without: str
    contrast: Contrast


@frozen(kw_only=True)
class PairReport:
    """A finished paired run. `suites` maps each suite to the digest of what was asked, `written` are files of evidence.

    `trials_of` is the run whose trials these are, where they were only judged again.
    `handed` says of each skill that it was given in the half with it, `benchmark` is the file that was asked for,
    `guards_off` what did not hold where the agent ran.
    """

    run: str
    order: Order
    cost: Cost
    suites: Mapping[str, str]
    rate: Rate
    contributions: tuple[Contribution, ...]
    regression: Regression
    decision: Decision
    faults: tuple[str, ...] = ()
    handed: tuple[Handed, ...] = ()
    written: tuple[str, ...] = ()
    benchmark: str | None = None
    trials_of: str | None = None
    guards_off: tuple[str, ...] = ()


def cost_lines(cost: Cost) -> Iterator[Line]:
    """What the run will take, before it begins."""
    yield line(f"linked {', '.join(skill.name for skill in cost.skills)}, {cost.mode}: {_halves(cost)}")
    yield line(
        strong(f"{cost.halves}× the cost of a plain run: {counted(cost.calls, 'agent call')}"),
        f" for {counted(cost.cases, 'case')}",
    )
    if cost.underpowered:
        yield line(warn("underpowered "), f"no result of {counted(cost.cases, 'case')} can be significant")


def pair_lines(report: PairReport, *, every: bool) -> Iterator[Line]:
    """The whole report of a paired run, after it."""
    yield from guards_off_lines(report.guards_off)
    for fault in report.faults[:_MOST_FAULTS]:
        yield line(bad("ERROR "), fault)
    if len(report.faults) > _MOST_FAULTS:
        yield line(dim(f"  … and {len(report.faults) - _MOST_FAULTS} more"))
    for contribution in report.contributions:
        yield line()
        yield line(strong(title_of(contribution)))
        yield line()
        yield from case_lines(contribution.contrast.cases, labels=_LABELS, every=every)
        yield from contribution_lines(contribution)
    yield line()
    yield from handed_lines(report.handed)
    yield line(regression_text(report))
    yield from (line(f"evidence {path}") for path in report.written)
    if report.guards_off:
        yield line(warn("evidence "), "none, since not all guards held")
    if report.benchmark is not None:
        yield line(f"benchmark {report.benchmark}")
    if report.trials_of is not None:
        yield line(dim(f"trials of the run {report.trials_of}, judged again"))
    yield line(dim(f"run {report.run}"))
    reasons = f": {'; '.join(report.decision.reasons)}" if report.decision.reasons else ""
    code = report.decision.exit_code
    look = good if code is ExitCode.OPEN else bad
    yield line(look(GATE[code]), reasons, dim(f"  (exit {int(code)})"))


def contribution_lines(contribution: Contribution) -> Iterator[Line]:
    """The figures of one contribution: how many each half solves, the difference in words, and what chance may do."""
    return figure_lines(contribution.contrast, labels=_LABELS, subject=_SUBJECT)


def delta_text(contribution: Contribution) -> str:
    """The difference alone, in figures and words."""
    return plain_text([delta_line(contribution.contrast, subject=_SUBJECT)]).strip()


def shown_texts(report: PairReport) -> Iterator[str]:
    """All that a paired run shows, without the cases."""
    for one in report.contributions:
        yield title_of(one)
        yield from plain_text(contribution_lines(one)).splitlines()
    yield from plain_text(handed_lines(report.handed)).splitlines()
    yield regression_text(report)


def regression_text(report: PairReport) -> str:
    """What the reference says of the half with all skills, or that there is none."""
    return f"regression gate: {_regression(report.regression, report.rate)}"


def title_of(contribution: Contribution) -> str:
    """Whose contribution it is."""
    if len(contribution.skills) > 1:
        return f"joint contribution of {', '.join(contribution.skills)}"
    return f"contribution of {contribution.skills[0]}"


def pair_document(report: PairReport) -> Mapping[str, Any]:
    """The document of a paired run."""
    cost, regression = report.cost, report.regression
    reference = regression.reference
    return {
        "goldgate": MARK,
        "schema": SCHEMA,
        "exit_code": int(report.decision.exit_code),
        "open": report.decision.open,
        "reasons": list(report.decision.reasons),
        "run": report.run,
        "mode": cost.mode.value,
        "order": report.order.value,
        "linked": [{"name": skill.name, "digest": skill.digest} for skill in cost.skills],
        "suites": dict(report.suites),
        "halves": cost.halves,
        "calls": cost.calls,
        "with": {"variant": "with", "rate": rate_document(report.rate)},
        "contributions": [_contribution(one) for one in report.contributions],
        "regression": {
            "status": regression.status.value,
            "threshold": write_fraction(regression.threshold),
            "reference": reference and {"source": reference.source, "rate": write_fraction(reference.rate)},
        },
        "given": [handed_document(one) for one in report.handed],
        "errors": list(report.faults),
        "evidence": list(report.written),
        "benchmark": report.benchmark,
        "guards_off": list(report.guards_off),
    }


def _halves(cost: Cost) -> str:
    match cost.mode:
        case PairMode.JOINT:
            return "one half with, one without"
        case PairMode.PER_SKILL:
            return f"one half with all, one without each: {cost.halves - 1}"
    assert_never(cost.mode)


def _regression(regression: Regression, rate: Rate) -> str:
    reference = regression.reference
    match regression.status:
        case RegressionStatus.NOT_APPLICABLE:
            return "not applicable, there is no reference (--reference FILE|RUN)"
        case RegressionStatus.NO_JUDGEMENT:
            return "no judgement, trials ended in ERROR"
        case RegressionStatus.OPEN | RegressionStatus.CLOSED:
            before = Fraction(0) if reference is None else reference.rate
            now = rate.low if rate.value is None else rate.value
            more = "more" if regression.status is RegressionStatus.CLOSED else "not more"
            fell = f"{float(before):.1%} → {float(now):.1%}"
            return f"{regression.status}, {fell}, {more} than {points(regression.threshold)} points below"
    assert_never(regression.status)


def _contribution(contribution: Contribution) -> Mapping[str, Any]:
    found = contribution.contrast
    return {
        "skills": list(contribution.skills),
        "joint": len(contribution.skills) > 1,
        "without": {"variant": contribution.without, "rate": rate_document(found.reference)},
        **figures_document(found),
    }
