"""How many of what? The only counting of results; every report takes its figures from here."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import fsum

from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass
from goldgate.model.judgement import Verdict
from goldgate.model.plan import TrialKey
from goldgate.model.result import Figures, Summary, Tally


def summarise(run: str, trials: Mapping[TrialKey, Figures], *, known: Collection[CaseKey]) -> Summary:
    """Count the trials of a run, in any order, over all and by variant; `known` are the cases with a live marker."""
    counts = _Counting()
    by_variant: defaultdict[str, _Counting] = defaultdict(_Counting)
    for key, figures in trials.items():
        _, _, variant, _ = key
        counts.add(key, figures)
        by_variant[variant].add(key, figures)
    variants = {name: counting.tally(known) for name, counting in sorted(by_variant.items())}
    return Summary(run=run, overall=counts.tally(known), variants=variants)


class _Counting:
    """Running counts; the cases are kept as two numbers each, so that a big run stays small."""

    def __init__(self) -> None:
        self._verdicts = dict.fromkeys(Verdict, 0)
        self._masked = 0
        self._costs: list[float] = []
        self._unknown_cost = 0
        self._cases: dict[tuple[str, str, str], tuple[int, int]] = {}
        self._errored: set[CaseKey] = set()

    def add(self, key: TrialKey, figures: Figures) -> None:
        """Count one trial."""
        self._verdicts[figures.verdict] += 1
        self._masked += figures.masked
        if figures.cost_usd is None:
            self._unknown_cost += 1
        else:
            self._costs.append(figures.cost_usd)
        suite, case, variant, _ = key
        passed, trials = self._cases.get((variant, suite, case), (0, 0))
        self._cases[variant, suite, case] = (passed + (figures.verdict is Verdict.PASS), trials + 1)
        if figures.verdict is Verdict.ERROR:
            self._errored.add((suite, case))

    def tally(self, known: Collection[CaseKey]) -> Tally:
        """What was counted so far."""
        trials = sum(self._verdicts.values())
        judged = trials and not self._verdicts[Verdict.ERROR]
        failing = {(suite, case) for (_, suite, case), (passed, ran) in self._cases.items() if passed < ran}
        return Tally(
            cases=len({key[1:] for key in self._cases}),
            trials=trials,
            passed=self._verdicts[Verdict.PASS],
            failed=self._verdicts[Verdict.FAIL],
            errors=self._verdicts[Verdict.ERROR],
            masked=self._masked,
            known=sum(key in failing and key not in self._errored for key in known),
            pass_rate=self._verdicts[Verdict.PASS] / trials if judged else None,
            solved_once=sum(passed > 0 for passed, _ in self._cases.values()),
            solved_every_time=sum(passed == ran for passed, ran in self._cases.values()),
            mean_score=None,
            cost_usd=fsum(self._costs) if self._costs else None,
            unknown_cost=self._unknown_cost,
        )


def class_counts(counts: Mapping[CaseClass, int]) -> Sequence[tuple[CaseClass, int]]:
    """The classes that occur with their counts, in the order in which reports name them: ok first, then as declared."""
    order = [CaseClass.OK, *(kind for kind in CaseClass if kind is not CaseClass.OK)]
    return [(kind, counts[kind]) for kind in order if counts.get(kind)]
