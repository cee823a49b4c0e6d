"""What will be run? Cases × trials of one or more suites, in a fixed order."""

from typing import TypeAlias

from goldgate.model.case import Case
from goldgate.model.frozen import frozen

TrialKey: TypeAlias = tuple[str, str, str, int]
"""Suite, id, variant, trial. Keys sort in plan order: ids by their UTF-8 bytes, as code points do."""

DEFAULT_VARIANT = "default"
"""The variant of an agent that was given no other configuration."""


@frozen(kw_only=True, order=False)
class PlannedTrial:
    """One execution that is to happen. `trial` counts from 1, `timeout` is in seconds."""

    suite: str
    case: Case
    variant: str = DEFAULT_VARIANT
    trial: int = 1
    timeout: float = 60.0

    @property
    def key(self) -> TrialKey:
        """The place in plan order."""
        return (self.suite, self.case.id, self.variant, self.trial)


@frozen(kw_only=True)
class Plan:
    """All trials of a run, sorted by key; `not_selected` counts the cases that the selection left out."""

    trials: tuple[PlannedTrial, ...]
    not_selected: int = 0
