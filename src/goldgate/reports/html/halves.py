"""How did the halves of a paired run do in a case? Which one did better, and how each did in words."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final

from goldgate.differ.show import inert
from goldgate.model.judgement import Verdict
from goldgate.model.result import Result
from goldgate.suite.halves import WITH, WITHOUT

_ENDS: Final = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.ERROR: "no judgement"}


class Contest(StrEnum):
    """What the half with all skills did, beside the one without."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


MEANINGS: Final = {
    Contest.WON: "passes more often with than without",
    Contest.LOST: "passes less often with than without",
    Contest.TIED: "passes as often with as without",
}


def contest_of(results: Sequence[Result]) -> Contest | None:
    """Which of two halves did better; None for all that is no pair, and where a trial has no judgement."""
    halves = by_variant(results)
    if {*halves} != {WITH, WITHOUT} or any(result.verdict is Verdict.ERROR for result in results):
        return None
    without, with_ = (_rate(halves[name]) for name in (WITHOUT, WITH))
    if with_ == without:
        return Contest.TIED
    return Contest.WON if with_ > without else Contest.LOST


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


def _rate(trials: Sequence[Result]) -> Fraction:
    return Fraction(sum(trial.verdict is Verdict.PASS for trial in trials), len(trials))
