"""How many of what? The only counting of results; every report takes its figures from here."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from functools import partial
from math import fsum
from operator import add
from typing import Final, TypeAlias

from goldgate.judge.trials import is_solved
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass
from goldgate.model.judgement import Verdict
from goldgate.model.plan import TrialKey
from goldgate.model.result import CaseTally, Chance, Figures, Summary, Tally
from goldgate.model.rubric import Scale
from goldgate.statistics.trials import Rate, Trials, mean_pass_at_k, mean_pass_hat_k, pass_at_k, pass_hat_k

_SOLVED, _FAILED, _ERRORS = range(3)
_END: Final = {True: _SOLVED, False: _FAILED, None: _ERRORS}

_VariantKey: TypeAlias = tuple[str, str, str]
"""Variant, suite, id."""


def summarise(
    run: str,
    trials: Mapping[TrialKey, Figures],
    *,
    known: Collection[CaseKey],
    windows: Mapping[CaseKey, str] | None = None,
    solved_score: Decimal | None = None,
) -> Summary:
    """Count the trials of a run, in any order, over all and by variant; `known` are the cases with a live marker.

    `windows` says of cases of streams what they are there for; a trial is solved when it passes; one with a score,
    from `solved_score` on where that is given.
    """
    of_variant = defaultdict[str, _Counting](lambda: _Counting(solved_score))
    of_window = defaultdict[tuple[str, str], _Counting](lambda: _Counting(solved_score))
    everything = _Counting(solved_score)
    names = {variant for _, _, variant, _ in trials}
    for key, figures in trials.items():
        suite, case, variant, _ = key
        everything.add(key, figures)
        if len(names) > 1:
            of_variant[variant].add(key, figures)
        if windows and (window := windows.get((suite, case))) is not None:
            of_window[variant, window].add(key, figures)
    overall = everything.tally(known)
    return Summary(
        run=run,
        overall=overall,
        variants=(
            {name: of_variant[name].tally(known) for name in sorted(names)}
            if len(names) > 1
            else dict.fromkeys(names, overall)
        ),
        windows={
            name: {window: counting.tally(known) for (of, window), counting in sorted(of_window.items()) if of == name}
            for name in sorted({variant for variant, _ in of_window})
        },
        cases=tuple(everything.cases()),
    )


class _Counting:
    """Running counts; the cases are kept as three numbers each, so that a big run stays small."""

    def __init__(self, solved_score: Decimal | None) -> None:
        self._solved_score = solved_score
        self._verdicts = dict.fromkeys(Verdict, 0)
        self._masked = 0
        self._costs: list[float] = []
        self._scores: list[Decimal] = []
        self._scales: set[Scale | None] = set()
        self._unknown_cost = 0
        self._cases: dict[_VariantKey, list[int]] = {}
        self._costless: set[CaseKey] = set()
        self._failing: set[CaseKey] = set()
        self._errored: set[CaseKey] = set()

    def add(self, key: TrialKey, figures: Figures) -> None:
        """Count one trial."""
        suite, case, variant, _ = key
        self._verdicts[figures.verdict] += 1
        self._masked += figures.masked
        if figures.cost_usd is None:
            self._unknown_cost += 1
            self._costless.add((suite, case))
        else:
            self._costs.append(figures.cost_usd)
        if figures.score is not None:
            self._scores.append(figures.score)
            self._scales.add(figures.scale)
        end = _END[is_solved(figures, self._solved_score)]
        self._cases.setdefault((variant, suite, case), [0, 0, 0])[end] += 1
        if figures.verdict is not Verdict.PASS:
            self._failing.add((suite, case))
            if figures.verdict is Verdict.ERROR:
                self._errored.add((suite, case))

    def tally(self, known: Collection[CaseKey]) -> Tally:
        """What was counted so far."""
        trials = sum(self._verdicts.values())
        passed, errors = self._verdicts[Verdict.PASS], self._verdicts[Verdict.ERROR]
        ends = self._of_all_variants()
        once = [sum(solved > 0 for solved, _, _ in ends), sum(end[_SOLVED] + end[_ERRORS] > 0 for end in ends)]
        always = [sum(not (failed or error) for _, failed, error in ends), sum(not end[_FAILED] for end in ends)]
        return Tally(
            cases=len(ends),
            trials=trials,
            passed=passed,
            failed=self._verdicts[Verdict.FAIL],
            errors=errors,
            masked=self._masked,
            known=sum(key in self._failing and key not in self._errored for key in known),
            pass_rate=passed / trials if trials and not errors else None,
            pass_rate_bounds=(passed / trials, (passed + errors) / trials) if trials else None,
            solved_once=None if errors else once[0],
            solved_once_bounds=(once[0], once[1]),
            solved_every_time=None if errors else always[0],
            solved_every_time_bounds=(always[0], always[1]),
            **self._chances(),
            mean_score=self._mean_score(trials),
            cost_usd=fsum(self._costs) if self._costs else None,
            total_cost_usd=fsum(self._costs) if self._costs and not self._unknown_cost else None,
            unknown_cost=self._unknown_cost,
            unknown_cost_cases=len(self._costless),
        )

    def _of_all_variants(self) -> Collection[Sequence[int]]:
        """How the trials of each case ended, whatever their variant: it is solved every time only under each."""
        if len({variant for variant, _, _ in self._cases}) == 1:
            return self._cases.values()
        found: dict[CaseKey, tuple[int, ...]] = {}
        for (_, suite, case), end in self._cases.items():
            before = found.get((suite, case), (0, 0, 0))
            found[suite, case] = tuple(map(add, before, end))
        return found.values()

    def _mean_score(self, trials: int) -> float | None:
        """The mean over all trials; unknown where one has no score, and where they are on several scales."""
        if not trials or len(self._scores) != trials or len(self._scales) != 1:
            return None
        return float(sum(self._scores) / trials)

    def _chances(self) -> dict[str, Mapping[int, Chance]]:
        """pass@k and pass^k over all cases, each counting the same; nothing where each has a single trial."""
        most, least = self._most(), min(map(sum, self._cases.values()), default=0)
        if most <= 1:
            return {}
        cases = [_trials(end) for end in self._cases.values()]
        return {
            "pass_at_k": _chances(partial(mean_pass_at_k, cases), least),
            "pass_hat_k": _chances(partial(mean_pass_hat_k, cases), least),
        }

    def cases(self) -> Iterator[CaseTally]:
        """What came of each case under each variant, in plan order; nothing where each has a single trial."""
        if self._most() <= 1:
            return
        for (variant, suite, case), end in sorted(self._cases.items(), key=lambda item: (*item[0][1:], item[0][0])):
            trials = _trials(end)
            yield CaseTally(
                suite=suite,
                id=case,
                variant=variant,
                trials=trials.total,
                solved=trials.solved,
                errors=trials.errors,
                pass_at_k=_chances(partial(pass_at_k, trials), trials.total),
                pass_hat_k=_chances(partial(pass_hat_k, trials), trials.total),
            )

    def _most(self) -> int:
        return max(map(sum, self._cases.values()), default=0)


def _trials(end: Sequence[int]) -> Trials:
    return Trials(solved=end[_SOLVED], failed=end[_FAILED], errors=end[_ERRORS])


def _chances(rate_of: Callable[[int], Rate | None], most: int) -> dict[int, Chance]:
    """K → the rate, for each k that there are trials for."""
    rates = ((k, rate_of(k)) for k in range(1, most + 1))
    return {k: _chance(rate) for k, rate in rates if rate is not None}


def _chance(rate: Rate) -> Chance:
    return Chance(value=_float(rate.value), bounds=(float(rate.low), float(rate.high)))


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)


def class_counts(counts: Mapping[CaseClass, int]) -> Sequence[tuple[CaseClass, int]]:
    """The classes that occur with their counts, in the order in which reports name them: ok first, then as declared."""
    order = [CaseClass.OK, *(kind for kind in CaseClass if kind is not CaseClass.OK)]
    return [(kind, counts[kind]) for kind in order if counts.get(kind)]


class Ending(StrEnum):
    """How a test ends for those who know nothing of classes and markers."""

    PASSED = "passed"
    FAILED = "failed"
    """It keeps the gate from being open."""
    ERROR = "error"
    """No judgement was possible."""


class EndingCounts:
    """Running counts of tests, of one suite or of all; `seconds` is None as soon as the time of one is unknown."""

    def __init__(self) -> None:
        self._endings = dict.fromkeys(Ending, 0)
        self.seconds: float | None = 0.0

    def add(self, ending: Ending, seconds: float | None) -> None:
        """Count one test."""
        self._endings[ending] += 1
        self.seconds = None if self.seconds is None or seconds is None else self.seconds + seconds

    @property
    def tests(self) -> int:
        """All of them."""
        return sum(self._endings.values())

    @property
    def failures(self) -> int:
        """Those that failed."""
        return self._endings[Ending.FAILED]

    @property
    def errors(self) -> int:
        """Those of which nobody can say."""
        return self._endings[Ending.ERROR]
