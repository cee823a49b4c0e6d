"""How do variants and trials read side by side? A few lines for each, and what errors leave open as a range."""

from collections.abc import Iterator, Mapping
from itertools import islice

from goldgate.model.case import Split
from goldgate.model.result import Bounds, Chance, Summary, Tally
from goldgate.reports.line import Line, dim, line, strong
from goldgate.reports.wording import counted

_MOST_K = 6
"""How many values of k stand in a line: the first ones, and the last."""


def variant_lines(summary: Summary) -> Iterator[Line]:
    """The figures of each variant; nothing where there is one with a single trial of each case."""
    if len(summary.variants) < 2 and summary.overall.trials == summary.overall.cases:  # noqa: PLR2004 - one of each
        return
    for name, tally in summary.variants.items():
        yield line("variant ", strong(name), dim(f"  {counted(tally.cases, 'case')}, {counted(tally.trials, 'trial')}"))
        yield from (line(f"  {what:<11} {said}") for what, said in _figures(tally))
        for window, of_window in summary.windows.get(name, {}).items():
            yield line(f"  {window:<11} passed {_passed(of_window)} in {counted(of_window.cases, 'case')}")


def _figures(tally: Tally) -> Iterator[tuple[str, str]]:
    yield "passed", _passed(tally)
    once = _count(tally.solved_once, tally.solved_once_bounds)
    always = _count(tally.solved_every_time, tally.solved_every_time_bounds)
    yield "solved", f"at least once {once}, every time {always} of {counted(tally.cases, 'case')}"
    if tally.pass_at_k:
        yield "pass@k", _chances(tally.pass_at_k)
        yield "pass^k", _chances(tally.pass_hat_k)
    yield "mean score", "unknown" if tally.mean_score is None else f"{tally.mean_score:.3f}"
    yield "errors", str(tally.errors)
    yield "cost", _cost(tally)


def _passed(tally: Tally) -> str:
    counts = _count(None if tally.errors else tally.passed, (tally.passed, tally.passed + tally.errors))
    return f"{counts} of {tally.trials} ({_rate(tally.pass_rate, tally.pass_rate_bounds)})"


def _count(value: int | None, bounds: Bounds | None) -> str:
    low, high = bounds or (0, 0)
    return f"{low:g} to {high:g}" if value is None else str(value)


def _rate(value: float | None, bounds: Bounds | None) -> str:
    low, high = bounds or (0, 0)
    return f"{low:.1%} to {high:.1%}" if value is None else f"{value:.1%}"


def _chances(chances: Mapping[int, Chance]) -> str:
    shown = [*islice(chances, _MOST_K - 1), *[*chances][_MOST_K - 1 :][-1:]]
    return ", ".join(f"{k}: {_rate(chances[k].value, chances[k].bounds)}" for k in shown)


def _cost(tally: Tally) -> str:
    known = "none known" if tally.cost_usd is None else f"${tally.cost_usd:.4f}"
    if not tally.unknown_cost:
        return known
    unknown = f"unknown for {counted(tally.unknown_cost, 'trial')} of {counted(tally.unknown_cost_cases, 'case')}"
    return unknown if tally.cost_usd is None else f"{known} known, {unknown}"


def split_lines(looked_at: Mapping[str, int]) -> Iterator[Line]:
    """That a run looked at cases which nobody should choose by; the run keeps it."""
    if cases := looked_at.get(Split.TEST):
        yield line(dim(f"looked at {counted(cases, 'case')} of the test split"))
