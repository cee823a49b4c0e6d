"""How does a sampled suite stand, by how often its cases were solved then and now? Both rules, as the model says it."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from operator import itemgetter

from goldgate.model.sampling import DEFAULT_ALPHA, Broken, CaseCounts, Counts, Drop, Sampling
from goldgate.statistics.gate import Break, CaseTrials, StatisticalGate, chance_of_break, statistical_gate
from goldgate.statistics.significance import significant
from goldgate.statistics.trials import Trials


def weigh(cases: Sequence[CaseCounts], *, alpha: float = DEFAULT_ALPHA) -> Sampling:
    """What both rules say. Raises UsageError when scipy is missing, ValueError unless 0 < alpha < 1."""
    gate = statistical_gate([_trials_of(case) for case in cases], alpha=alpha)
    return Sampling(
        alpha=alpha,
        cases=len(cases) - len(gate.errored),
        broken=tuple(map(_broken, gate.broken)),
        suspected=tuple(map(_broken, gate.suspected)),
        breaks_by_chance=gate.breaks_by_chance,
        mended=frozenset(case.id for case in cases if case.now and mended(case.then, case.now, alpha=alpha)),
        errored=gate.errored,
        fell=_fallen(cases),
        sure_of_breaks=any(_could_break(case, alpha) for case in cases),
        drop=_drop(cases, gate),
    )


def mended(then: Counts, now: Counts, *, alpha: float = DEFAULT_ALPHA) -> bool:
    """Whether every trial solves a case now, and that is no luck: the failures of then would hardly all fall on then.

    Dealt out by lot among the trials of then and now, they do so with the chance C(n₀, f) / C(n₀ + n, f), which must be
    at most alpha. Without a failure there is nothing that luck could have hidden.
    """
    if now.solved < now.total:
        return False
    failures = then.total - then.solved
    chance = Fraction(comb(then.total, failures), comb(then.total + now.total, failures))
    return not failures or significant(float(chance), alpha)


def _could_break(case: CaseCounts, alpha: float) -> bool:
    """Whether so many trials could show for certain that a case broke."""
    return case.now is not None and significant(float(chance_of_break(case.then.total, case.now.total)), alpha)


def _fallen(cases: Sequence[CaseCounts]) -> tuple[CaseCounts, ...]:
    changes = [(case.now.rate - case.then.rate, case) for case in cases if case.now is not None]
    return tuple(case for change, case in sorted(changes, key=itemgetter(0)) if change < 0)


def _trials_of(case: CaseCounts) -> CaseTrials:
    """With an error for a case that nobody could count: one is enough to say so."""
    now = Trials(solved=0, failed=0, errors=1) if case.now is None else _trials(case.now)
    return CaseTrials(case=case.id, before=_trials(case.then), now=now)


def _trials(counts: Counts) -> Trials:
    return Trials(solved=counts.solved, failed=counts.total - counts.solved)


def _broken(found: Break) -> Broken:
    return Broken(id=found.case, then=found.before, now=found.now, chance=found.chance)


def _drop(cases: Sequence[CaseCounts], gate: StatisticalGate) -> Drop | None:
    if gate.drop is None:
        return None
    then = sum((case.then.rate for case in cases), Fraction(0)) / len(cases)
    return Drop(
        then=then,
        now=then + gate.drop.change,
        p_by_trials=gate.drop.p_by_trials,
        p_by_cases=gate.drop.p_by_cases,
        significant=gate.dropped,
        underpowered=gate.underpowered,
    )
