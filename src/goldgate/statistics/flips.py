"""Two trials of one case differ in their verdict: is that the agent, the judge or the infrastructure?"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import combinations, product

from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict


class Cause(StrEnum):
    """What a flip is put down to."""

    AGENT = "agent"
    JUDGE = "judge"
    INFRASTRUCTURE = "infrastructure"


@frozen(kw_only=True)
class Observation:
    """One trial: its verdict, and a digest of what the judge saw of it; equal digests are the same trace."""

    verdict: Verdict
    trace: str


@frozen(kw_only=True)
class Flips:
    """Of so many pairs of trials, how many differ in their verdict, by cause."""

    pairs: int
    agent: int
    judge: int
    infrastructure: int


def cause_of(first: Observation, second: Observation) -> Cause | None:
    """Why two trials differ in their verdict; None when they don't.

    An error on one side is the infrastructure. Else the same trace with another verdict is the judge, and another trace
    the agent: a judge that wavers as well can't be told from outside then.
    """
    if first.verdict is second.verdict:
        return None
    if Verdict.ERROR in {first.verdict, second.verdict}:
        return Cause.INFRASTRUCTURE
    return Cause.JUDGE if first.trace == second.trace else Cause.AGENT


def flips_within(trials: Sequence[Observation]) -> Flips:
    """The flips among repeated trials of one case: every pair of them, so their order means nothing."""
    return _flips(combinations(trials, 2))


def flips_between(before: Sequence[Observation], now: Sequence[Observation]) -> Flips:
    """The flips between two runs of one case: every trial of the one against every trial of the other."""
    return _flips(product(before, now))


def _flips(pairs: Iterable[tuple[Observation, Observation]]) -> Flips:
    counted = Counter(cause_of(first, second) for first, second in pairs)
    return Flips(
        pairs=counted.total(),
        agent=counted[Cause.AGENT],
        judge=counted[Cause.JUDGE],
        infrastructure=counted[Cause.INFRASTRUCTURE],
    )
