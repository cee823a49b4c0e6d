"""How do two conditions of the same cases read side by side? What was lost first, then the figures, said in words."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from goldgate.exit_codes import ExitCode
from goldgate.model.case_key import case_name
from goldgate.model.comparison import Decision
from goldgate.reports.line import Line, Span, bad, dim, good, line, strong, warn
from goldgate.reports.wording import GATE, counted
from goldgate.statistics.contrast import CaseSides, Contrast
from goldgate.statistics.difference import NonInferiority
from goldgate.statistics.flips import Flips
from goldgate.statistics.intervals import Interval
from goldgate.statistics.trials import Rate, Trials

SCHEMA: Final = 1
MOST_CASES: Final = 40
NEAR_ZERO: Final = Fraction(5, 100)
"""Differences below this are called hardly any."""
_BADGE: Final = 6
_MARGIN: Final[Mapping[NonInferiority, str]] = {
    NonInferiority.NON_INFERIOR: "shown to be worse by less than that, or better",
    NonInferiority.INFERIOR: "worse by more than that",
    NonInferiority.UNDECIDED: "undecided; the interval is too wide to tell",
}

Names = tuple[str, str]
"""What the reference and the candidate are called."""


def contrast_lines(found: Contrast, decision: Decision, *, names: Names, every: bool) -> Iterator[Line]:
    """The whole report of two runs, A the reference and B the candidate; ties are listed where `every` is said."""
    yield line("A ", strong(names[0]), dim("  the reference"))
    yield line("B ", strong(names[1]), dim("  the candidate"))
    yield line()
    yield from case_lines(found.cases, labels=("A", "B"), every=every)
    yield from figure_lines(found, labels=("A", "B"), subject="B")
    reasons = f": {'; '.join(decision.reasons)}" if decision.reasons else ""
    look = good if decision.exit_code is ExitCode.OPEN else bad
    yield line(look(GATE[decision.exit_code]), reasons, dim(f"  (exit {int(decision.exit_code)})"))


def case_lines(cases: Sequence[CaseSides], *, labels: Names, every: bool) -> Iterator[Line]:
    """Each case with solved of all trials under both, the errors first, then losses, wins, and ties."""
    ordered = sorted(cases, key=_urgency)
    shown = [case for case in ordered if every or case.difference != 0]
    for case in shown[:MOST_CASES]:
        yield line(_badge(case), strong(case_name(case.suite, case.id)))
        sides = (f"{label} {_ended(end)}" for label, end in zip(labels, (case.reference, case.candidate), strict=True))
        yield line(f"{'':<{_BADGE}}", ", ".join(sides), dim(_because(case.flips)))
    if len(shown) > MOST_CASES:
        yield line(dim(f"  … and {len(shown) - MOST_CASES} more (--format json has all)"))
    if shown:
        yield line()


def figure_lines(found: Contrast, *, labels: Names, subject: str) -> Iterator[Line]:
    """The figures over all cases; `subject` is what the candidate is called in a sentence."""
    for label, rate in zip(labels, (found.reference, found.candidate), strict=True):
        yield line(f"{label} solves {_percent(rate)}")
    pairs = found.pairs
    errors = f", {counted(found.errors, 'case')} without a result" if found.errors else ""
    yield line(f"wins {pairs.wins}, ties {pairs.ties}, losses {pairs.losses} of {subject}{errors}")
    yield delta_line(found, subject=subject)
    if found.p_better is not None and found.p_worse is not None:
        yield line(f"sign test, one-sided: better p = {found.p_better:.4f}, worse p = {found.p_worse:.4f}")
    if found.interval is not None:
        yield line(f"interval of the difference: {_interval(found.interval)}")
    if found.margin is not None and found.non_inferiority is not None:
        yield line(f"margin of {points(found.margin)} points: {_MARGIN[found.non_inferiority]}")
    yield from _power(found)
    yield from _flips(found.flips)


def delta_words(delta: Fraction, *, label: str) -> str:
    """What a difference is called: also one near zero, and one below it."""
    if delta == 0:
        return "no difference at all"
    direction = "better" if delta > 0 else "worse"
    return f"{label} does {'hardly ' if abs(delta) < NEAR_ZERO else ''}{direction}"


def delta_line(found: Contrast, *, subject: str) -> Line:
    """The difference, in figures and in words."""
    delta = found.delta
    if delta.value is None:
        return line(f"delta between {signed_points(delta.low)} and {signed_points(delta.high)} points: unknown")
    said = delta_words(delta.value, label=subject)
    if delta.value:
        said += ", significantly" if found.is_better or found.is_worse else ", chance may do as much"
    return line(f"delta {signed_points(delta.value)} points ({delta.value}): {said}")


def points(number: Fraction) -> str:
    """A difference of rates in points: `12.5`, `0.3`."""
    return f"{float(number * 100):.1f}".removesuffix(".0")


def signed_points(number: Fraction) -> str:
    """The same with its sign: `+12.5`, `-25`, `0`."""
    return f"{'+' if number > 0 else ''}{points(number)}"


def _urgency(case: CaseSides) -> int:
    if case.difference is None:
        return 0
    return 3 if case.difference == 0 else 1 + (case.difference > 0)


def _badge(case: CaseSides) -> Span:
    if case.difference is None:
        return bad(f"{'ERROR':<{_BADGE}}")
    if case.difference == 0:
        return dim(f"{'tie':<{_BADGE}}")
    return good(f"{'WON':<{_BADGE}}") if case.difference > 0 else bad(f"{'LOST':<{_BADGE}}")


def _ended(trials: Trials) -> str:
    errors = f" ({counted(trials.errors, 'error')})" if trials.errors else ""
    return f"{trials.solved} of {trials.total}{errors}"


def _because(flips: Flips) -> str:
    """Whose flips lie between the two sides, where there are any."""
    causes = {"agent": flips.agent, "judge": flips.judge, "infrastructure": flips.infrastructure}
    named = [cause for cause, number in causes.items() if number]
    return f"  flipped by {' and '.join(named)}" if named else ""


def _percent(rate: Rate) -> str:
    if rate.value is None:
        return f"between {float(rate.low):.1%} and {float(rate.high):.1%}"
    return f"{float(rate.value):.1%}"


def _interval(interval: Interval) -> str:
    low, high = interval.low * 100, interval.high * 100
    return f"{low:+.1f} to {high:+.1f} points ({interval.confidence:.0%})"


def _power(found: Contrast) -> Iterator[Line]:
    cases = counted(len(found.cases), "case")
    if found.smallest_effect is None:
        yield line(warn("underpowered "), f"with {cases} no result could have been significant")
    else:
        share = f"{found.smallest_effect:.0%}"
        yield line(dim(f"with {cases}, {share} won and none lost would be seen 4 times out of 5"))


def _flips(flips: Flips) -> Iterator[Line]:
    if flipped := flips.agent + flips.judge + flips.infrastructure:
        said = f"agent {flips.agent}, judge {flips.judge}, infrastructure {flips.infrastructure}"
        yield line(f"flips {flipped} of {counted(flips.pairs, 'pair')} of trials: {said}")


def contrast_document(found: Contrast, decision: Decision, *, names: Names) -> Mapping[str, Any]:
    """The document of two runs."""
    return {
        "goldgate": "run-comparison",
        "schema": SCHEMA,
        "exit_code": int(decision.exit_code),
        "open": decision.open,
        "reasons": list(decision.reasons),
        "reference": {"run": names[0], "rate": rate_document(found.reference)},
        "candidate": {"run": names[1], "rate": rate_document(found.candidate)},
        **figures_document(found),
    }


def figures_document(found: Contrast) -> Mapping[str, Any]:
    """What every document says of two conditions."""
    interval, pairs = found.interval, found.pairs
    return {
        "delta": rate_document(found.delta),
        "wins": pairs.wins,
        "ties": pairs.ties,
        "losses": pairs.losses,
        "errors": found.errors,
        "p_better": found.p_better,
        "p_worse": found.p_worse,
        "alpha": found.alpha,
        "interval": interval and {"low": interval.low, "high": interval.high, "confidence": interval.confidence},
        "underpowered": found.underpowered,
        "smallest_effect": found.smallest_effect,
        "margin": None if found.margin is None else str(found.margin),
        "non_inferiority": found.non_inferiority and found.non_inferiority.value,
        "flips": flips_document(found.flips),
        "cases": [_case(case) for case in found.cases],
    }


def rate_document(rate: Rate) -> Mapping[str, Any]:
    """A rate, or a difference of rates: exact as a fraction, and as a number; null with errors, beside its bounds."""
    return {
        "fraction": None if rate.value is None else str(rate.value),
        "value": None if rate.value is None else float(rate.value),
        "bounds": [float(rate.low), float(rate.high)],
    }


def flips_document(flips: Flips) -> Mapping[str, int]:
    """Pairs of trials, and those that differ in their verdict, by cause."""
    return {
        "pairs": flips.pairs,
        "agent": flips.agent,
        "judge": flips.judge,
        "infrastructure": flips.infrastructure,
    }


def _case(case: CaseSides) -> Mapping[str, Any]:
    difference = case.difference
    return {
        "suite": case.suite,
        "id": case.id,
        "result": None if difference is None else ("win" if difference > 0 else "loss" if difference else "tie"),
        "delta": None if difference is None else str(difference),
        "reference": _trials(case.reference),
        "candidate": _trials(case.candidate),
        "flips": flips_document(case.flips),
    }


def _trials(trials: Trials) -> Mapping[str, int]:
    return {"solved": trials.solved, "trials": trials.total, "errors": trials.errors}
