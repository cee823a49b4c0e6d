"""Does every case do the same again? Once more with everything varied; and where not, with one thing at a time."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from goldgate.differ.divergence import first_divergence
from goldgate.differ.outcome import observe
from goldgate.formats.baseline import write_line
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.comparison import Divergence
from goldgate.model.determinism import Source, Unsteady
from goldgate.model.frozen import frozen
from goldgate.model.guards import GuardSettings
from goldgate.model.plan import PlannedTrial, TrialKey
from goldgate.model.result import Result
from goldgate.model.settings import OutcomeSettings
from goldgate.runner.executor import result_of
from goldgate.runner.pools.pool import Company, Pool
from goldgate.runner.shaking import SHAKEN

_MOST_PROBED: Final = 50
"""Cases whose sources are looked for; the others are unstable for a reason that nobody looked for.

Cases of streams are among these: alone they would do something else for want of those before them.
"""
_OTHER_START: Final = "2031-11-17T21:43:05.678901+00:00"
_OTHER_SEED: Final = "another seed"
_OTHER_HASH_SEED: Final = "4711"
_OTHER_ZONE: Final = "<+1345>-13:45"
"""In POSIX' own spelling, which needs no data of timezones."""


def _guards(change: Callable[[GuardSettings], GuardSettings]) -> Callable[[Company], Company]:
    return lambda company: attrs.evolve(company, guards=change(company.guards))


def _shaking(source: Source) -> Callable[[Company], Company]:
    return lambda company: attrs.evolve(company, shaken=(*company.shaken, source))


VARIED: Final[Mapping[Source, Callable[[Company], Company]]] = {
    Source.TIME: _guards(lambda guards: attrs.evolve(guards, clock_start=_OTHER_START)),
    Source.TIMEZONE: _guards(lambda guards: attrs.evolve(guards, timezone=_OTHER_ZONE)),
    Source.CHANCE: _guards(lambda guards: attrs.evolve(guards, seed=_OTHER_SEED)),
    Source.SET_ORDER: lambda company: attrs.evolve(company, hash_seed=_OTHER_HASH_SEED),
    **{source: _shaking(source) for source in SHAKEN},
}
"""How each source is varied; all at once in the second run, one at a time to find which it was."""

Open: TypeAlias = Callable[[Company], Pool]
Settings: TypeAlias = Callable[[str], OutcomeSettings]


@frozen(kw_only=True)
class Seen:
    """What came of one trial, and its spelling, by which it is compared."""

    outcome: Outcome
    text: str


def seen(result: Result, settings: OutcomeSettings) -> Seen:
    """What of a trial takes part in comparisons."""
    outcome = observe(result.trace, settings)
    line = BaselineLine(id=result.id, verdict=result.verdict, case="", outcome=outcome)
    fault = "" if result.fault is None else result.fault.code
    return Seen(outcome=outcome, text=f"{write_line(line)} {fault}")


@frozen(kw_only=True)
class Check:
    """How trials are done again: for whom, in which pool, and what of them is compared."""

    company: Company
    open: Open
    settings: Settings

    def unsteady(self, trials: Sequence[PlannedTrial], first: Mapping[TrialKey, Seen]) -> tuple[Unsteady, ...]:
        """The cases that did something else than `first` when everything was varied, in plan order."""
        varied = self.company
        for vary in VARIED.values():
            varied = vary(varied)
        again = self._perform(varied, trials[::-1])
        differing = [planned for planned in trials if _differ(planned, first, again)]
        of_case = {
            (planned.suite, planned.case.id): planned for planned in reversed(differing)
        }  # the first trial of each
        cases = sorted(of_case.values(), key=lambda planned: planned.key)
        sources = self._sources([planned for planned in cases if planned.passage is None][:_MOST_PROBED])
        return tuple(
            Unsteady(
                suite=planned.suite,
                case=planned.case.id,
                sources=sources.get(planned.key, (Source.UNKNOWN,)),
                divergence=_divergence(first, again, planned.key),
            )
            for planned in cases
        )

    def _sources(self, trials: Sequence[PlannedTrial]) -> dict[TrialKey, tuple[Source, ...]]:
        """What the difference of each comes from, found by varying one thing at a time."""
        if not trials:
            return {}
        control, twice = (self._perform(self.company, trials) for _ in range(2))
        fluctuating = [planned for planned in trials if _differ(planned, control, twice)]
        steady = [planned for planned in trials if not _differ(planned, control, twice)]
        found: dict[TrialKey, list[Source]] = {planned.key: [] for planned in steady}
        for source, vary in VARIED.items():
            probe = self._perform(vary(self.company), steady)
            for planned in steady:
                if _differ(planned, control, probe):
                    found[planned.key].append(source)
        settled = {key: tuple(sources) or (Source.CASE_ORDER,) for key, sources in found.items()}
        return {**settled, **self._unheld(fluctuating)}

    def _unheld(self, trials: Sequence[PlannedTrial]) -> dict[TrialKey, tuple[Source, ...]]:
        """For trials that differ though nothing is varied: is it the network? Without it they would be steady."""
        alone = attrs.evolve(self.company, reachable={}, guards=attrs.evolve(self.company.guards, network=True))
        once, twice = (self._perform(alone, trials) for _ in range(2))
        return {
            planned.key: (Source.UNKNOWN if _differ(planned, once, twice) else Source.NETWORK,) for planned in trials
        }

    def _perform(self, company: Company, trials: Sequence[PlannedTrial]) -> dict[TrialKey, Seen]:
        if not trials:
            return {}
        with self.open(company) as pool:
            results = [result_of(performed) for handful in pool.run(trials) for performed in handful]
        return {result.key: seen(result, self.settings(result.suite)) for result in results}


def _differ(planned: PlannedTrial, one: Mapping[TrialKey, Seen], other: Mapping[TrialKey, Seen]) -> bool:
    return one[planned.key].text != other[planned.key].text


def _divergence(one: Mapping[TrialKey, Seen], other: Mapping[TrialKey, Seen], key: TrialKey) -> Divergence | None:
    return first_divergence(one[key].outcome, other[key].outcome)
