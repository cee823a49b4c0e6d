"""Has a sampled suite got worse than it was accepted? Two rules at once, on the trials of then and of now.

A case closes the gate alone when it certainly broke: solved every time before, never now, in so many trials that a case
which is as it always was would hardly do that. The suite closes it when its drop is significant in both of two tests:

- *by trials*: within each case the trials of then and now are shuffled, all cases together (the exact conditional test
  of a table with one stratum a case). Right for any numbers of trials, if the trials of a case are independent.
- *by cases*: then and now are swapped in each case as a whole (the exact sign-flip test of the differences). Right also
  when the trials of one run hang together, if each case has as many trials as before.

Neither assumption can be checked from outside. Whichever holds, the gate is wrong no more often than alpha says.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import comb, lcm
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.statistics.paired import Exact
from goldgate.statistics.scipy_ import coin_sum_at_most, hypergeometric_chances, sum_at_most
from goldgate.statistics.significance import DEFAULT_ALPHA, significant
from goldgate.statistics.trials import Trials

_FINEST: Final = 840
"""Differences of rates are counted in steps of at least 1/840, which is exact for up to eight trials, then rounded.

Rounded differences make the sign-flip test of another statistic, no less exact, and keep its table small.
"""


@frozen(kw_only=True)
class CaseTrials:
    """The trials of one case: as accepted, and now. Raises ValueError when one of the two has none."""

    case: str
    before: Trials
    now: Trials

    def __attrs_post_init__(self) -> None:
        if not self.before.total or not self.now.total:
            msg = f"{self.case}: there are no trials of before or now"
            raise ValueError(msg)

    @property
    def errored(self) -> bool:
        """Whether some trial was no judgement."""
        return bool(self.before.errors or self.now.errors)

    @property
    def change(self) -> Fraction:
        """The solve rate of now minus that of before."""
        return Fraction(self.now.solved, self.now.total) - Fraction(self.before.solved, self.before.total)


@frozen(kw_only=True)
class Break:
    """A case that was solved every time before, and never now.

    `chance` is the most with which a case that has not changed does that; about every second trial solves it then.
    """

    case: str
    before: int
    now: int
    chance: Fraction


@frozen(kw_only=True)
class Drop:
    """How the mean solve rate over the cases changed (negative: worse), and how likely chance alone does as much.

    `best_p` is the p-value, if every trial now had failed.
    """

    change: Fraction
    p_by_trials: float
    p_by_cases: float
    best_p: float

    @property
    def p(self) -> float:
        """The larger of the two: both tests must agree."""
        return max(self.p_by_trials, self.p_by_cases)


@frozen(kw_only=True)
class StatisticalGate:
    """What the two rules find. Without a drop, cases had errors, which are named, or there are no cases.

    `breaks_by_chance` is how often chance alone makes as many cases look broken as do here, certain or suspected, if
    each is solved as often as it was in all: when that is often, the trials are too few for cases as noisy as these.
    """

    alpha: float
    broken: tuple[Break, ...]
    suspected: tuple[Break, ...]
    breaks_by_chance: float
    errored: tuple[str, ...]
    drop: Drop | None

    @property
    def dropped(self) -> bool:
        """Whether the drop of the suite is significant."""
        return self.drop is not None and significant(self.drop.p, self.alpha)

    @property
    def underpowered(self) -> bool:
        """Whether no result of these numbers could have been a significant drop."""
        return self.drop is not None and not significant(self.drop.best_p, self.alpha)

    @property
    def closed(self) -> bool:
        """Whether one of the rules closes the gate; whether there is a judgement at all, `errored` says."""
        return bool(self.broken) or self.dropped


def statistical_gate(cases: Sequence[CaseTrials], *, alpha: float = DEFAULT_ALPHA) -> StatisticalGate:
    """Both rules on the cases that are in the baseline and in the run, in their order.

    A case with errors is named and neither broken nor counted; then the drop of the suite is not tested, since what is
    missing could turn it. Raises ValueError unless 0 < alpha < 1, UsageError when scipy is missing.
    """
    judged = [case for case in cases if not case.errored]
    breaks = [_break(case) for case in judged if _solved_then_never(case)]
    errored = tuple(case.case for case in cases if case.errored)
    return StatisticalGate(
        alpha=alpha,
        broken=tuple(found for found in breaks if significant(float(found.chance), alpha)),
        suspected=tuple(found for found in breaks if not significant(float(found.chance), alpha)),
        breaks_by_chance=_breaks_by_chance(judged, len(breaks)) if breaks else 1.0,
        errored=errored,
        drop=_drop(cases) if cases and not errored else None,
    )


def trials_against_false_breaks(cases: int, *, alpha: float = DEFAULT_ALPHA) -> int:
    """How many trials, then and now, make it rarer than alpha that any of so many unchanged cases looks broken."""
    trials = 1
    while not significant(float(cases * chance_of_break(trials, trials)), alpha):
        trials += 1
    return trials


def fell_by_more(reference: Exact, now: Exact, *, threshold: Exact) -> bool:
    """Whether a rate lies below its reference by more than the threshold, exactly: 0.80 → 0.70 is no more than 0.10."""
    return Fraction(reference) - Fraction(now) > Fraction(threshold)


def _solved_then_never(case: CaseTrials) -> bool:
    return case.before.solved == case.before.total and case.now.solved == 0


def _break(case: CaseTrials) -> Break:
    before, now = case.before.total, case.now.total
    return Break(case=case.case, before=before, now=now, chance=chance_of_break(before, now))


def chance_of_break(before: int, now: int) -> Fraction:
    """The most that rate^before · (1 − rate)^now can be, which is where the rate is before / (before + now)."""
    rate = Fraction(before, before + now)
    return rate**before * (1 - rate) ** now


def _breaks_by_chance(cases: Sequence[CaseTrials], number: int) -> float:
    """The chance of at least so many, when each case's solved trials fall on then and now by lot.

    Only a case with as many solved trials as there were trials before can look broken, in one of all ways to deal them.
    """
    chances = [
        1 / comb(case.before.total + case.now.total, case.now.total)
        for case in cases
        if case.before.solved + case.now.solved == case.before.total
    ]
    return 1 - sum_at_most(number - 1, ((1 - chance, chance) for chance in chances))


def _drop(cases: Sequence[CaseTrials]) -> Drop:
    worst = [attrs.evolve(case, now=Trials(solved=0, failed=case.now.total)) for case in cases]
    return Drop(
        change=sum((case.change for case in cases), Fraction(0)) / len(cases),
        p_by_trials=_p_by_trials(cases),
        p_by_cases=_p_by_cases(cases),
        best_p=max(_p_by_trials(worst), _p_by_cases(worst)),
    )


def _p_by_trials(cases: Sequence[CaseTrials]) -> float:
    """The chance of so few trials solved now, when each case's solved trials fall on then and now by lot."""
    return sum_at_most(
        sum(case.now.solved for case in cases),
        (
            hypergeometric_chances(case.now.total, case.before.total, case.now.solved + case.before.solved)
            for case in cases
        ),
    )


def _p_by_cases(cases: Sequence[CaseTrials]) -> float:
    """The chance of so low a sum of changes, when each change is as likely to go the other way."""
    changes = [case.change for case in cases if case.change]
    scale = min(reduce(lcm, (change.denominator for change in changes), 1), _FINEST)
    weights = [round(abs(change) * scale) for change in changes]
    gained = sum(weight for weight, change in zip(weights, changes, strict=True) if change > 0)
    return coin_sum_at_most(gained, weights)
