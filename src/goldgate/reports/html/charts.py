"""Which shapes do figures have? Pure geometry: a chart is numbers that the template draws, and the words for them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final

from goldgate.model.frozen import frozen
from goldgate.model.history import PastRun
from goldgate.model.result import Tally
from goldgate.model.rubric import Scale
from goldgate.suite.halves import WITH

WIDTH: Final = 320.0
HEIGHT: Final = 96.0
_BINS: Final = 10
_EDGE: Final = 6.0
_FOOT: Final = 30.0
"""How high the bars of known failures are at most."""
_FEWEST: Final = 2
"""One alone is not compared with anything, and no line."""


@frozen(kw_only=True)
class Bar:
    """A bar of a chart, in the chart's own units, and what it stands for."""

    label: str
    figure: str
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = 0.0
    look: str = ""


@frozen(kw_only=True)
class Chart:
    """A drawing: bars or points with a line through each unbroken row of them, and the sentence that says the same."""

    title: str
    words: str
    bars: tuple[Bar, ...] = ()
    lines: tuple[str, ...] = ()
    beside: tuple[Bar, ...] = ()
    """Bars of another quantity, with a scale of their own."""


def class_chart(counts: Mapping[str, int], looks: Mapping[str, str]) -> Chart:
    """How many cases are of which class, as parts of one bar."""
    total = sum(counts.values()) or 1
    bars, x = [], 0.0
    for name, number in counts.items():
        width = WIDTH * number / total
        bars.append(Bar(label=name, figure=str(number), x=x, width=width, height=10.0, look=looks[name]))
        x += width
    return Chart(title="Cases by class", words=_said(bars), bars=tuple(bars))


def score_chart(shares: Sequence[float]) -> Chart | None:
    """How many trials have how good a score, by tenths of their scales; None where nothing was scored."""
    if not shares:
        return None
    tenths = [0] * _BINS
    for share in shares:
        tenths[min(int(share * _BINS), _BINS - 1)] += 1
    most, width = max(tenths), WIDTH / _BINS
    bars = tuple(
        Bar(
            label=f"{number * 10} to {number * 10 + 10} %",
            figure=str(count),
            x=number * width + 1,
            y=HEIGHT - HEIGHT * count / most,
            width=width - 2,
            height=HEIGHT * count / most,
        )
        for number, count in enumerate(tenths)
    )
    return Chart(title="Scores", words=_said([bar for bar in bars if bar.figure != "0"]), bars=bars)


def variant_chart(variants: Mapping[str, Tally]) -> Chart | None:
    """Which share of the trials passes under each variant; None where there is one. An unknown rate has no bar."""
    if len(variants) < _FEWEST:
        return None
    bars = tuple(
        Bar(
            label=name,
            figure="unknown" if tally.pass_rate is None else f"{tally.pass_rate:.1%}",
            width=WIDTH * (tally.pass_rate or 0.0),
        )
        for name, tally in sorted(variants.items(), key=lambda item: item[0] == WITH)
    )
    return Chart(title="Trials passed, by variant", words=_said(bars), bars=bars)


def trend_chart(history: Sequence[PastRun]) -> Chart | None:
    """The pass rate of successive runs, the oldest first; None with fewer than two. A run with errors is a gap."""
    if len(history) < _FEWEST:
        return None
    gap = (WIDTH - 2 * _EDGE) / (len(history) - 1)
    points = [
        Bar(
            label=past.run,
            figure="unknown" if past.pass_rate is None else f"{past.pass_rate:.1%}, {past.known} known",
            x=_EDGE + number * gap,
            y=HEIGHT - _EDGE - (HEIGHT - 2 * _EDGE) * (past.pass_rate or 0.0),
            look="" if past.pass_rate is None else "point",
        )
        for number, past in enumerate(history)
    ]
    lines = tuple(
        f"M{one.x:.1f} {one.y:.1f}L{two.x:.1f} {two.y:.1f}" for one, two in pairwise(points) if one.look and two.look
    )
    return Chart(
        title="Pass rate and known failures of the last runs",
        words=_said(points),
        bars=tuple(points),
        lines=lines,
        beside=tuple(_known_bars(history, points)),
    )


def _known_bars(history: Sequence[PastRun], points: Sequence[Bar]) -> Iterator[Bar]:
    """A small bar at the foot for each run, as high as it has known failures."""
    most = max(past.known for past in history)
    for past, point in zip(history, points, strict=True):
        height = _FOOT * past.known / most if most else 0.0
        yield Bar(
            label=past.run,
            figure=f"{past.known} known",
            x=point.x - 3,
            y=HEIGHT - _EDGE - height,
            width=6.0,
            height=height,
        )


def share_of_scale(score: Decimal, scale: Scale) -> float:
    """Where a score stands on its scale, from 0 to 1."""
    return float((score - scale.min) / (scale.max - scale.min))


def _said(bars: Iterable[Bar]) -> str:
    return "; ".join(f"{bar.label}: {bar.figure}" for bar in bars)
