"""How do scores read in a terminal? What closes the gate first, then the figures, and the verdict at the end."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from goldgate.exit_codes import ExitCode
from goldgate.formats.decimals import brief_decimal
from goldgate.model.rubric import Arm, CaseScores, Layout, ScoreSummary
from goldgate.reports.line import Line, Span, Style, bad, dim, good, line, strong
from goldgate.reports.wording import GATE, counted

MOST_CASES: Final = 40
_WIDEST: Final = 24
"""Columns for the name of a criterion; a longer one pushes its row to the right."""
_FIGURE: Final = 12


def score_lines(summary: ScoreSummary) -> Iterator[Line]:
    """The whole report of `score`."""
    match summary.layout:
        case Layout.DIMENSIONS:
            yield from _cases(summary)
        case Layout.ARMS:
            yield from _arms(summary)
            if summary.threshold is not None:
                yield from _cases(summary)
            yield from _blocking(summary)
    yield line(f"{counted(len(summary.cases), 'case')}, {counted(summary.rows, 'row')}, none twice, none missing")
    yield from (line(bad("reason "), reason) for reason in summary.reasons)
    look = good if summary.release_gate_passed else bad
    said = GATE[ExitCode.OPEN if summary.release_gate_passed else ExitCode.CLOSED]
    yield line(look(f"release {said}"), dim(f"  (exit {int(summary.exit_code)})"))


def _cases(summary: ScoreSummary) -> Iterator[Line]:
    """The cases below the threshold, then the others, each with its scores."""
    failed = set(summary.failed_cases)
    ordered = sorted(summary.cases, key=lambda case: case.case_id not in failed)
    for case in ordered[:MOST_CASES]:
        yield from _case(case, failed=case.case_id in failed)
    if len(ordered) > MOST_CASES:
        yield line(dim(f"  … and {len(ordered) - MOST_CASES} more (--format json has all)"))
    yield line()
    average, weighted = brief_decimal(summary.overall_average), brief_decimal(summary.overall_weighted_score)
    threshold = "" if summary.threshold is None else f", gate {brief_decimal(summary.threshold)}"
    yield line(f"average {average}, weighted {weighted}{threshold}")


def _case(case: CaseScores, *, failed: bool) -> Iterator[Line]:
    badge = bad(f"{'BELOW':<6}") if failed else good(f"{'ok':<6}")
    yield line(badge, strong(case.case_id), f"  weighted {brief_decimal(case.weighted_score)}")
    scores = ", ".join(f"{name} {brief_decimal(score)}" for name, score in case.scores.items())
    yield line(dim(f"       {scores}; average {brief_decimal(case.average)}"))


def _arms(summary: ScoreSummary) -> Iterator[Line]:
    """A table: a row for each criterion, a column for each arm, and what the candidate has more than the baseline."""
    arms = summary.arms.values()
    names = list(next(iter(arms)).means)
    width = min(max(map(len, (*names, "weighted"))), _WIDEST)
    heads = [arm.value for arm in summary.arms]
    yield line(dim(_row("", heads if summary.delta is None else [*heads, "delta"], width)))
    for name in names:
        means = [brief_decimal(arm.means[name]) for arm in arms]
        yield line(_row(name, [*means, *_signed(summary.deltas.get(name))], width))
    total = [brief_decimal(arm.weighted_score) for arm in arms]
    yield line(strong(_row("weighted", [*total, *_signed(summary.delta)], width)))
    yield line(_row("blocking", [str(len(arm.blocking)) for arm in arms], width))
    yield line()


def _row(name: str, figures: Sequence[str], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {figure:>{_FIGURE}}" for figure in figures)


def _signed(delta: Decimal | None) -> Iterator[str]:
    """What the candidate has more than the baseline; nothing where only one of them was scored."""
    if delta is not None:
        yield f"{'+' if delta > 0 else ''}{brief_decimal(delta)}"


def _blocking(summary: ScoreSummary) -> Iterator[Line]:
    for arm, scores in summary.arms.items():
        badge = Span(f"{'BLOCK':<6}", Style.BAD if arm is Arm.CANDIDATE else Style.DIM)
        for finding in scores.blocking[:MOST_CASES]:
            note = f": {finding.notes}" if finding.notes else ""
            yield line(badge, f"{arm.value}  ", strong(finding.case_id), f" trial {finding.trial}{note}")
        if len(scores.blocking) > MOST_CASES:
            yield line(dim(f"  … and {len(scores.blocking) - MOST_CASES} more (--format json has all)"))
