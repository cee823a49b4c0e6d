"""How does the evidence on a skill read? The newest finding in words, and the rates of runs that asked the same."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from goldgate.differ.listing import listed
from goldgate.formats.evidence import evidence_document
from goldgate.model.evidence import Evidence, Finding, PairMode
from goldgate.model.frozen import frozen
from goldgate.reports.contrast import delta_words, signed_points
from goldgate.reports.handed import loaded_words
from goldgate.reports.line import Line, dim, line, strong, warn
from goldgate.reports.wording import counted
from goldgate.statistics.trend import FEWEST_RUNS, Trend

BARS: Final = "▁▂▃▄▅▆▇█"
"""The bars of a course, from low to high."""
_MOST_BARS: Final = 40


@frozen(kw_only=True)
class Shown:
    """The evidence on a skill, and the trend of its pass rates; None where there is none to tell.

    `changed` says whether the skill's folder is another one by now; None where nobody knows where it is.
    """

    evidence: Evidence
    trend: Trend | None
    changed: bool | None


def sparkline(rates: Sequence[Fraction]) -> str:
    """A bar for each rate from 0 to 1, the lowest for 0 and the highest for 1."""
    return "".join(BARS[min(int(rate * len(BARS)), len(BARS) - 1)] for rate in rates)


def evidence_lines(shown: Shown) -> Iterator[Line]:
    """The newest finding, then how it came to that."""
    newest = shown.evidence.newest
    yield line("skill ", strong(shown.evidence.skill), dim(f"  {newest.skill_digest}"))
    if shown.changed:
        yield line(warn("notice "), "its folder was changed since this was measured")
    asked = ", ".join(f"{suite} {digest}" for suite, digest in newest.suites.items())
    yield line(f"asked {asked}", dim(f"  {counted(newest.cases, 'case')}"))
    yield line(f"run {newest.run}", dim(f"  finished {newest.finished_at}, {newest.mode}"))
    yield from _given(newest)
    yield line(f"with {_percent(newest.pass_rate)}, without {_percent(newest.rate_without)}")
    yield line(f"{_called(newest)} {signed_points(newest.delta)} points ({newest.delta}): {_words(newest)}")
    yield from _course(shown)


def evidence_report(shown: Shown) -> Mapping[str, Any]:
    """The document of `goldgate evidence`: what the file says, and the trend."""
    trend = shown.trend
    return {
        "goldgate": "evidence-report",
        "schema": 1,
        "exit_code": 0,
        "evidence": evidence_document(shown.evidence),
        "changed": shown.changed,
        "comparable": [finding.run for finding in shown.evidence.comparable],
        "trend": trend and {"tau": trend.tau, "p": trend.p, "direction": trend.direction.value},
    }


def _given(newest: Finding) -> Iterator[Line]:
    if newest.handed is not None:
        yield line(f"handed in {counted(newest.handed, 'trial')}, {loaded_words(newest.loaded)}")


def _percent(rate: Fraction) -> str:
    return f"{float(rate):.1%}"


def _called(finding: Finding) -> str:
    if finding.mode is PairMode.JOINT and len(finding.linked) > 1:
        return f"joint contribution of {listed(finding.linked)}:"
    return "contribution:"


def _words(finding: Finding) -> str:
    return delta_words(finding.delta, label="the agent with it")


def _course(shown: Shown) -> Iterator[Line]:
    """The rates of the runs that can be compared, and what their order says."""
    comparable = shown.evidence.comparable
    others = len(shown.evidence.findings) - len(comparable)
    rates = [finding.pass_rate for finding in comparable]
    older = "the last " if rates[_MOST_BARS:] else ""
    bar = sparkline(rates[-_MOST_BARS:])
    yield line(
        f"with, over {older}{counted(min(len(rates), _MOST_BARS), 'run')}: ",
        strong(bar),
        f"  {_trend(shown.trend, rates)}",
    )
    if others:
        yield line(dim(f"{counted(others, 'run')} that asked something else, or linked other skills, left out"))


def _trend(trend: Trend | None, rates: Sequence[Fraction]) -> str:
    if trend is not None:
        return f"{trend.direction} (tau {trend.tau:+.2f}, p = {trend.p:.4f})"
    return "always the same" if len(rates) >= FEWEST_RUNS else "too few for a trend"
