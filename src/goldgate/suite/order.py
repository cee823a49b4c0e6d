"""In which order do the halves of a paired run happen? Case by case in turns, or one half after the other."""

from collections.abc import Sequence
from typing import assert_never

import attrs

from goldgate.model.pairing import Order
from goldgate.model.plan import Plan, PlannedTrial


def ordered(plan: Plan, order: Order, *, variants: Sequence[str]) -> Plan:
    """The same trials in another order; `variants` are the halves, as they follow each other."""
    places = {variant: place for place, variant in enumerate(variants)}
    match order:
        case Order.SEQUENTIAL:
            trials = sorted(plan.trials, key=lambda trial: (places[trial.variant], trial.key))
        case Order.INTERLEAVED:
            trials = _in_turns(plan.trials, places)
        case _:
            assert_never(order)
    return attrs.evolve(plan, trials=tuple(trials))


def _in_turns(trials: Sequence[PlannedTrial], places: dict[str, int]) -> list[PlannedTrial]:
    """Groups of the same trial of the same case, in which another half begins each time."""
    groups: dict[tuple[str, str, int], list[PlannedTrial]] = {}
    for trial in trials:
        groups.setdefault((trial.suite, trial.case.id, trial.trial), []).append(trial)
    return [
        trial
        for turn, (_, group) in enumerate(sorted(groups.items()))
        for trial in sorted(group, key=lambda trial: (places[trial.variant] + turn) % len(places))
    ]
