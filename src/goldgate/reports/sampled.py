"""How does a sampled suite read? How often its cases were solved, then and now, and what of it is more than chance."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from goldgate.differ.listing import listed
from goldgate.model.comparison import CaseComparison
from goldgate.model.sampling import Broken, CaseCounts, Counts, Drop, Sampling
from goldgate.reports.line import Line, Span, bad, line, strong, warn
from goldgate.reports.wording import counted

UNDERPOWERED = "underpowered: so few cases and trials could not have shown a drop"
TOO_FEW_TRIALS = "underpowered: too few trials to be sure that a case broke"


def sampled_lines(sampled: Mapping[str, Sampling]) -> Iterator[Line]:
    """A short block for each sampled suite."""
    for suite, sampling in sampled.items():
        yield line("sampled ", strong(suite), f"  {counted(sampling.cases, 'case')} with trials then and now")
        yield from (line(f"  {what:<10} ", *said) for what, said in _figures(sampling))


def _figures(sampling: Sampling) -> Iterator[tuple[str, tuple[str | Span, ...]]]:
    if sampling.drop is not None:
        yield "solved", (rates_text(sampling.drop),)
    yield "as a whole", _verdict(sampling)
    if sampling.cases and not sampling.sure_of_breaks:
        yield "by case", (warn(TOO_FEW_TRIALS),)
    if sampling.dropped:
        fallen = tuple(f"{case.id} {case.then} → {case.now}" for case in sampling.fell)
        yield "fell", (listed(fallen, most=3),)
    if sampling.broken:
        yield "broke", (bad(listed(tuple(case.id for case in sampling.broken))),)
    for case in sampling.suspected:
        yield "suspected", (warn(case.id), f": solved {case.then} of {case.then} as accepted, 0 of {case.now} now")
    if (sampling.broken or sampling.suspected) and sampling.breaks_by_chance > sampling.alpha:
        share = f"{sampling.breaks_by_chance:.0%}"
        yield "by chance", (f"as many look broken in {share} of runs; more trials would tell",)


def rates_text(drop: Drop) -> str:
    """`84.0% as accepted, 62.0% now (-22.0 points)`."""
    points = 100 * float(drop.now - drop.then)
    return f"{float(drop.then):.1%} as accepted, {float(drop.now):.1%} now ({points:+.1f} points)"


def counts_text(then: Counts | None, now: Counts | None) -> str:
    """`solved 4 of 5 times as accepted, 5 of 5 now`, or what there is of it."""
    said = [
        *([] if then is None else [f"{then.solved} of {then.total} times as accepted"]),
        *([] if now is None else [f"{now.solved} of {now.total} {'times ' if then is None else ''}now"]),
    ]
    return f"solved {', '.join(said)}"


def _verdict(sampling: Sampling) -> tuple[str | Span, ...]:
    drop = sampling.drop
    if sampling.errored:
        return (bad("not tested"), f": {counted(len(sampling.errored), 'case')} of it in error")
    if drop is None:
        return ("nothing to hold it against yet",)
    if drop.significant:
        return (bad("dropped"), f": p = {drop.p:.2g} is at most alpha = {sampling.alpha:g}")
    if drop.underpowered:
        return (warn(UNDERPOWERED),)
    if drop.now >= drop.then:
        return ("no drop",)
    return (f"no significant drop: p = {drop.p:.2g} is above alpha = {sampling.alpha:g}",)


def run_sampled_lines(suites: Iterable[str]) -> Iterator[Line]:
    """What a run by itself can't say of sampled suites."""
    if names := tuple(suites):
        yield line("sampled ", strong(listed(names)), "  trials may fail; whether too many did, the baseline decides")


def sampled_document(sampled: Mapping[str, Sampling]) -> Mapping[str, Any]:
    """Suite → what the rules say of it, for machines."""
    return {suite: _document(sampling) for suite, sampling in sampled.items()}


def _document(sampling: Sampling) -> Mapping[str, Any]:
    drop = sampling.drop
    return {
        "cases": sampling.cases,
        "alpha": sampling.alpha,
        "solved_accepted": drop and float(drop.then),
        "solved_now": drop and float(drop.now),
        "p": drop and drop.p,
        "p_by_trials": drop and drop.p_by_trials,
        "p_by_cases": drop and drop.p_by_cases,
        "dropped": sampling.dropped,
        "underpowered": drop and drop.underpowered,
        "broken": [_broken(case) for case in sampling.broken],
        "suspected": [_broken(case) for case in sampling.suspected],
        "sure_of_breaks": sampling.sure_of_breaks,
        "breaks_by_chance": sampling.breaks_by_chance if sampling.broken or sampling.suspected else None,
        "fell": [_fallen(case) for case in sampling.fell],
        "errored": list(sampling.errored),
    }


def trials_document(case: CaseComparison) -> Mapping[str, Any] | None:
    """How often a case of a sampled suite was solved, as accepted and now; None for all others."""
    if case.then is None and case.now is None:
        return None
    return {"accepted": _pair(case.then), "now": _pair(case.now)}


def _broken(case: Broken) -> Mapping[str, Any]:
    return {"id": case.id, "accepted": [case.then, case.then], "now": [0, case.now], "chance": float(case.chance)}


def _fallen(case: CaseCounts) -> Mapping[str, Any]:
    return {"id": case.id, "accepted": _pair(case.then), "now": _pair(case.now)}


def _pair(counts: Counts | None) -> list[int] | None:
    return None if counts is None else [counts.solved, counts.total]
