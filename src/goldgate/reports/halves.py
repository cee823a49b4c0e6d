"""How did the halves of a paired run do in a case? Which one did better, and how each did in words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from goldgate.differ.show import inert
from goldgate.model.case_key import CaseKey
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.statistics.contrast import CaseSides, Contrast
from goldgate.suite.halves import WITH

_ENDS: Final = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.ERROR: "no judgement"}


class Contest(StrEnum):
    """What the half with all skills did, beside one without."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


MEANINGS: Final = {
    Contest.WON: "passes more often with than without",
    Contest.LOST: "passes less often with than without",
    Contest.TIED: "passes as often with as without",
}


def contests_of(contrasts: Iterable[Contrast]) -> Mapping[CaseKey, Contest]:
    """Case → what the half with all skills did in it, beside whichever half without it did worst against.

    A case with a trial without judgement is left out: nobody knows.
    """
    found: dict[CaseKey, set[Contest | None]] = {}
    for contrast in contrasts:
        for case in contrast.cases:
            found.setdefault((case.suite, case.id), set()).add(_contest(case))
    return {key: _worst(contests) for key, contests in found.items() if None not in contests}


def by_variant(results: Sequence[Result]) -> dict[str, list[Result]]:
    """The trials of each variant, in plan order; the half with all skills stands behind what it is held against."""
    found: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda result: result.variant == WITH):
        found.setdefault(result.variant, []).append(result)
    return found


def halves_text(results: Sequence[Result]) -> str:
    """How the variants of a case did: `without: 0 of 3 passed, with: 3 of 3 passed`; empty where there is only one."""
    variants = by_variant(results)
    if len(variants) <= 1:
        return ""
    return ", ".join(f"{inert(name)}: {passed_text(trials)}" for name, trials in variants.items())


def passed_text(trials: Sequence[Result]) -> str:
    """`passed`, or of several trials `2 of 3 passed`; errors are named apart."""
    verdicts = [trial.verdict for trial in trials]
    if len(verdicts) == 1:
        return _ENDS[verdicts[0]]
    errors = verdicts.count(Verdict.ERROR)
    without = f", {errors} without judgement" if errors else ""
    return f"{verdicts.count(Verdict.PASS)} of {len(verdicts)} passed{without}"


def _contest(case: CaseSides) -> Contest | None:
    if case.difference is None:
        return None
    if case.difference == 0:
        return Contest.TIED
    return Contest.WON if case.difference > 0 else Contest.LOST


def _worst(contests: Collection[Contest | None]) -> Contest:
    """Of several halves without: a loss against any, else a win."""
    return next(one for one in (Contest.LOST, Contest.WON, Contest.TIED) if one in contests)
