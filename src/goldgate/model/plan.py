"""What will be run? Cases × trials of one or more suites, in a fixed order."""

from collections.abc import Collection
from typing import TypeAlias

import attrs

from goldgate.model.case import Case
from goldgate.model.frozen import frozen

TrialKey: TypeAlias = tuple[str, str, str, int]
"""Suite, id, variant, trial. Keys sort in plan order: ids by their UTF-8 bytes, as code points do."""

StreamKey: TypeAlias = tuple[str, str, str, int]
"""Suite, stream, variant, trial: one passage through the cases of a stream."""

DEFAULT_VARIANT = "default"
"""The variant of an agent that was given no other configuration."""


@frozen(kw_only=True, order=False)
class PlannedTrial:
    """One execution that is to happen. `trial` counts from 1, `timeout` is in seconds.

    `place` is that of the case in its suite, which orders the cases of a stream. `dice` says which of a case's dice
    are thrown: the first ones, where trials must not differ.
    """

    suite: str
    case: Case
    variant: str = DEFAULT_VARIANT
    trial: int = 1
    timeout: float = 60.0
    place: int = 0
    dice: int = 1

    @property
    def key(self) -> TrialKey:
        """The place in plan order."""
        return (self.suite, self.case.id, self.variant, self.trial)

    @property
    def passage(self) -> StreamKey | None:
        """Through which stream this trial leads, with those that have the same; None for one that stands alone."""
        return None if self.case.stream is None else (self.suite, self.case.stream, self.variant, self.trial)


@frozen(kw_only=True)
class Plan:
    """All trials of a run, sorted by key; `not_selected` counts the cases that the selection left out."""

    trials: tuple[PlannedTrial, ...]
    not_selected: int = 0

    def left_after(self, finished: Collection[TrialKey]) -> "Plan":
        """What is still to be done: a stream that was interrupted is performed from its start."""
        open_passages = {trial.passage for trial in self.trials if trial.passage and trial.key not in finished}
        left = (trial for trial in self.trials if trial.key not in finished or trial.passage in open_passages)
        return attrs.evolve(self, trials=tuple(left))
