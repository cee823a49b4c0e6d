"""Whose doing is it that repeated trials of a case end differently?"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import comb

from goldgate.differ.canonical import canonical
from goldgate.formats.trace import write_trace
from goldgate.model.judgement import Verdict
from goldgate.model.plan import TrialKey
from goldgate.model.result import Figures, Result
from goldgate.statistics.flips import Flips, Observation, flips_within
from goldgate.store.runs import FinishedRun, results_of


def flips_of(run: FinishedRun, figures: Mapping[TrialKey, Figures]) -> Flips | None:
    """The flips among the trials of each case under each variant; None where each has a single trial.

    Only cases whose trials differ in their verdict are read.
    """
    verdicts: defaultdict[tuple[str, str, str], list[Verdict]] = defaultdict(list)
    for (suite, case, variant, _), of_trial in figures.items():
        verdicts[suite, case, variant].append(of_trial.verdict)
    pairs = sum(comb(len(ends), 2) for ends in verdicts.values())
    if not pairs:
        return None
    wavering = {key for key, ends in verdicts.items() if len(set(ends)) > 1}
    results = results_of(run, {(suite, case) for suite, case, _ in wavering}) if wavering else {}
    found = [flips_within(trials) for trials in _trials(results.values())]
    return Flips(
        pairs=pairs,
        agent=sum(flips.agent for flips in found),
        judge=sum(flips.judge for flips in found),
        infrastructure=sum(flips.infrastructure for flips in found),
    )


def _trials(cases: Iterable[Sequence[Result]]) -> Iterable[Sequence[Observation]]:
    """The trials of each case under each variant."""
    for results in cases:
        of_variant: defaultdict[str, list[Observation]] = defaultdict(list)
        for result in results:
            of_variant[result.variant].append(Observation(verdict=result.verdict, trace=_seen(result)))
        yield from of_variant.values()


def _seen(result: Result) -> str:
    """What there was to judge; what it cost is no part of it."""
    return canonical({key: value for key, value in write_trace(result.trace).items() if key != "usage"})
