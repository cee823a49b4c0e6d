"""How did the cases of two halves end? The trials of a reference and of a candidate, case by case."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from goldgate.differ.canonical import digest
from goldgate.formats.trace import write_trace
from goldgate.judge.trials import is_solved
from goldgate.model.case_key import CaseKey
from goldgate.model.result import Result
from goldgate.statistics.contrast import CaseSides
from goldgate.statistics.flips import Observation, flips_between
from goldgate.statistics.trials import Trials


def case_sides(
    reference: Mapping[CaseKey, Sequence[Result]],
    candidate: Mapping[CaseKey, Sequence[Result]],
    *,
    solved_score: Decimal | None,
) -> tuple[CaseSides, ...]:
    """Both sides of all cases, in the order of the reference; the halves were asked the same."""
    return tuple(_sides(key, before, candidate[key], solved_score) for key, before in reference.items())


def ends(trials: Sequence[Result], solved_score: Decimal | None) -> Trials:
    """How the trials of one case ended."""
    solved = [is_solved(result.figures, solved_score) for result in trials]
    return Trials(solved=solved.count(True), failed=solved.count(False), errors=solved.count(None))


def _sides(key: CaseKey, before: Sequence[Result], after: Sequence[Result], solved_score: Decimal | None) -> CaseSides:
    observed, now = ([_observation(result) for result in side] for side in (before, after))
    return CaseSides(
        suite=key[0],
        id=key[1],
        reference=ends(before, solved_score),
        candidate=ends(after, solved_score),
        flips=flips_between(observed, now),
    )


def _observation(result: Result) -> Observation:
    return Observation(verdict=result.verdict, trace=digest(write_trace(result.trace)))
