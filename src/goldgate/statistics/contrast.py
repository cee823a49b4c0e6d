"""The same cases under two conditions: how far apart are they, and what can be said of the difference?

Each case is one pair, however many trials it had. The tests are one-sided, one for better and one for worse.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import Decision
from goldgate.model.frozen import frozen
from goldgate.statistics.difference import NonInferiority, PairedTable, newcombe_interval, non_inferiority
from goldgate.statistics.flips import Flips
from goldgate.statistics.intervals import Interval
from goldgate.statistics.paired import Pairs, count_pairs, sign_test, underpowered
from goldgate.statistics.power import smallest_effect
from goldgate.statistics.scipy_ import Alternative
from goldgate.statistics.significance import DEFAULT_ALPHA, significant
from goldgate.statistics.trials import Rate, Trials, mean_pass_hat_k


@frozen(kw_only=True)
class CaseSides:
    """One case: how its trials ended under the reference and under the candidate, and which flips there are."""

    suite: str
    id: str
    reference: Trials
    candidate: Trials
    flips: Flips

    @property
    def solve_rates(self) -> tuple[Fraction, Fraction] | None:
        """Of the reference and of the candidate; None with errors, for nobody knows what those stand for."""
        if self.reference.errors or self.candidate.errors:
            return None
        return _rate(self.reference), _rate(self.candidate)

    @property
    def difference(self) -> Fraction | None:
        """The candidate's solve rate minus that of the reference; None with errors."""
        rates = self.solve_rates
        return None if rates is None else rates[1] - rates[0]


@frozen(kw_only=True)
class Contrast:
    """What some cases show of a candidate, held against a reference.

    `delta` is the mean of the cases' differences; with errors it has no value, only bounds, and nothing is tested:
    `p_better` and `p_worse` (one-sided sign tests) are None then. `pairs` counts the cases without errors, `errors` the
    others. `interval` is that of the difference of the rates, None where a case has several trials. `smallest_effect`
    is the share of cases that must be won, none lost, to be seen with a chance of 80 percent; None where no result
    would do, which is what `underpowered` says. `non_inferiority` is None without a margin.
    """

    cases: tuple[CaseSides, ...]
    reference: Rate
    candidate: Rate
    delta: Rate
    pairs: Pairs
    errors: int
    p_better: float | None
    p_worse: float | None
    interval: Interval | None
    underpowered: bool
    smallest_effect: float | None
    flips: Flips
    alpha: float
    margin: Fraction | None = None
    non_inferiority: NonInferiority | None = None

    @property
    def is_better(self) -> bool:
        """Whether the candidate is significantly better."""
        return self.p_better is not None and significant(self.p_better, self.alpha)

    @property
    def is_worse(self) -> bool:
        """Whether the candidate is significantly worse."""
        return self.p_worse is not None and significant(self.p_worse, self.alpha)


def contrast(cases: Iterable[CaseSides], *, margin: Fraction | None = None, alpha: float = DEFAULT_ALPHA) -> Contrast:
    """Hold the candidate's side of some cases, at least one, against the reference's.

    Raises UsageError without scipy, and for a margin where a case has several trials: what it is held against, the
    interval of the difference, is one of single trials. Raises ValueError without cases, and for a margin that is not
    positive.
    """
    listed = tuple(cases)
    reference, candidate = _mean(side.reference for side in listed), _mean(side.candidate for side in listed)
    pairs = count_pairs(rates for side in listed if (rates := side.solve_rates) is not None)
    errors = len(listed) - pairs.total
    if margin is not None and not _is_single(listed):
        raise UsageError(_MARGIN_NEEDS_SINGLE)
    table = _table(listed) if not errors and _is_single(listed) else None
    return Contrast(
        cases=listed,
        reference=reference,
        candidate=candidate,
        delta=_difference(reference, candidate),
        pairs=pairs,
        errors=errors,
        p_better=None if errors else sign_test(pairs, alternative=Alternative.GREATER),
        p_worse=None if errors else sign_test(pairs, alternative=Alternative.LESS),
        interval=None if table is None else newcombe_interval(table),
        underpowered=underpowered(len(listed), alternative=Alternative.GREATER, alpha=alpha),
        smallest_effect=smallest_effect(len(listed), alternative=Alternative.GREATER, alpha=alpha),
        flips=_all_flips(listed),
        alpha=alpha,
        margin=margin,
        non_inferiority=None if table is None or margin is None else non_inferiority(table, margin, alpha=alpha),
    )


def decide(found: Contrast) -> Decision:
    """Whether the candidate may take the place of the reference; without a margin, unless it is significantly worse.

    With a margin it must be shown to be worse by less than that.
    """
    if found.errors:
        listed = f"{found.errors} of {len(found.cases)} cases have a trial in ERROR"
        return Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=(listed,))
    reasons = []
    if found.margin is not None and found.non_inferiority is not NonInferiority.NON_INFERIOR:
        shown = "worse by more than" if found.non_inferiority is NonInferiority.INFERIOR else "not shown to be within"
        reasons.append(f"{shown} the margin of {_points(found.margin)}")
    elif found.margin is None and found.is_worse:
        reasons.append(f"significantly worse, p = {found.p_worse:.4f}")
    return Decision(exit_code=ExitCode.CLOSED if reasons else ExitCode.OPEN, reasons=tuple(reasons))


_MARGIN_NEEDS_SINGLE = (
    "a margin is held against the interval of the difference, which is one of cases with a single trial on each side; "
    "leave the margin out, or make both runs with one trial a case"
)


def _points(margin: Fraction) -> str:
    points = margin * 100
    return f"{float(points):g} point{'' if points == 1 else 's'}"


def _rate(trials: Trials) -> Fraction:
    return Fraction(trials.solved, trials.total)


def _mean(trials: Iterable[Trials]) -> Rate:
    found = mean_pass_hat_k(trials, 1)
    if found is None:
        msg = "there is nothing to hold against each other without cases, each with a trial on both sides"
        raise ValueError(msg)
    return found


def _difference(reference: Rate, candidate: Rate) -> Rate:
    known = None not in {reference.value, candidate.value}
    low, high = candidate.low - reference.high, candidate.high - reference.low
    return Rate(value=low if known else None, low=low, high=high)


def _is_single(cases: Sequence[CaseSides]) -> bool:
    return all(case.reference.total == case.candidate.total == 1 for case in cases)


def _table(cases: Sequence[CaseSides]) -> PairedTable:
    ends = [(bool(case.reference.solved), bool(case.candidate.solved)) for case in cases]
    return PairedTable(
        both=ends.count((True, True)),
        candidate_only=ends.count((False, True)),
        reference_only=ends.count((True, False)),
        neither=ends.count((False, False)),
    )


def _all_flips(cases: Sequence[CaseSides]) -> Flips:
    return Flips(
        pairs=sum(case.flips.pairs for case in cases),
        agent=sum(case.flips.agent for case in cases),
        judge=sum(case.flips.judge for case in cases),
        infrastructure=sum(case.flips.infrastructure for case in cases),
    )
