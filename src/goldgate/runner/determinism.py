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
from goldgate.runner.patience import Patience
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
    Source.TIME: _guards(lambda guards: attrs.evolve(guards, clock=True, clock_start=_OTHER_START)),
    Source.TIMEZONE: _guards(lambda guards: attrs.evolve(guards, timezone=_OTHER_ZONE)),
    Source.CHANCE: _guards(lambda guards: attrs.evolve(guards, chance=True, seed=_OTHER_SEED)),
    Source.SET_ORDER: lambda company: attrs.evolve(company, hash_seed=_OTHER_HASH_SEED),
    **{source: _shaking(source) for source in SHAKEN},
}
"""How each source is varied; all at once in the second run, one at a time to find which it was.

A guard that the settings switch off is on for that, since what it does not hold can't be varied.
"""

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
        steady, fluctuating = self._twice(self.company, trials)
        found = self._varied(self.company, steady)
        settled = {key: sources or (Source.CASE_ORDER,) for key, sources in found.items()}
        return {**settled, **self._unheld(fluctuating)}

    def _unheld(self, trials: Sequence[PlannedTrial]) -> dict[TrialKey, tuple[Source, ...]]:
        """For trials that differ though nothing is varied: which guard is off, or is it the network?

        With every guard on, and nobody to reach, they would be steady.
        """
        held = attrs.evolve(self.company, guards=attrs.evolve(self.company.guards, clock=True, chance=True))
        alone = attrs.evolve(held, reachable={}, guards=attrs.evolve(held.guards, network=True))
        steady, fluctuating = self._twice(alone, trials)
        found = self._varied(alone, steady)
        _, answered = self._twice(held, steady)
        for planned in answered:
            found[planned.key] = (*found[planned.key], Source.NETWORK)
        return {
            **{key: sources or (Source.UNKNOWN,) for key, sources in found.items()},
            **{planned.key: (Source.UNKNOWN,) for planned in fluctuating},
        }

    def _twice(self, company: Company, trials: Sequence[PlannedTrial]) -> tuple[list[PlannedTrial], list[PlannedTrial]]:
        """Those that do the same twice, and the others."""
        once, again = (self._perform(company, trials) for _ in range(2))
        differing = [planned for planned in trials if _differ(planned, once, again)]
        return [planned for planned in trials if planned not in differing], differing

    def _varied(self, company: Company, trials: Sequence[PlannedTrial]) -> dict[TrialKey, tuple[Source, ...]]:
        """What each of them depends on."""
        control = self._perform(company, trials)
        found: dict[TrialKey, tuple[Source, ...]] = {planned.key: () for planned in trials}
        for source, vary in VARIED.items():
            probe = self._perform(vary(company), trials)
            for planned in trials:
                if _differ(planned, control, probe):
                    found[planned.key] = (*found[planned.key], source)
        return found

    def _perform(self, company: Company, trials: Sequence[PlannedTrial]) -> dict[TrialKey, Seen]:
        if not trials:
            return {}
        with self.open(company) as pool, Patience() as patience:
            results = [result_of(performed, patience) for handful in pool.run(trials) for performed in handful]
        self.company.purse.require_open()
        return {result.key: seen(result, self.settings(result.suite)) for result in results}


def _differ(planned: PlannedTrial, one: Mapping[TrialKey, Seen], other: Mapping[TrialKey, Seen]) -> bool:
    return one[planned.key].text != other[planned.key].text


def _divergence(one: Mapping[TrialKey, Seen], other: Mapping[TrialKey, Seen], key: TrialKey) -> Divergence | None:
    return first_divergence(one[key].outcome, other[key].outcome)
