"""What will be run? Cases × trials of one or more suites, in a fixed order."""

import attrs

from goldgate.model.case import Case

SUITE_MARK = "::"
"""Stands between a suite and the id of one of its cases where both are named."""

DEFAULT_VARIANT = "default"
"""The variant of an agent that was given no other configuration."""


@attrs.frozen(kw_only=True, order=False)
class PlannedTrial:
    """One execution that is to happen. `trial` counts from 1, `timeout` is in seconds."""

    suite: str
    case: Case
    variant: str = DEFAULT_VARIANT
    trial: int = 1
    timeout: float = 60.0

    @property
    def key(self) -> tuple[str, bytes, str, int]:
        """The place in plan order: suite, UTF-8 bytes of the id, variant, trial."""
        return (self.suite, self.case.id.encode(), self.variant, self.trial)


@attrs.frozen(kw_only=True)
class Plan:
    """All trials of a run, sorted by key; `selected` maps a suite to its selected ids, None where all were taken."""

    trials: tuple[PlannedTrial, ...]
    not_selected: int = 0
