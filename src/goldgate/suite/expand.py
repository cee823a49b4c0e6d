"""Which trials will run? Each selected case as often as it says, in a fixed order."""

from operator import attrgetter

from goldgate.model.case import Case
from goldgate.model.plan import DEFAULT_VARIANT, Plan, PlannedTrial
from goldgate.model.settings import Settings
from goldgate.suite.select import Suites


def expand(selected: Suites, settings: Settings, *, not_selected: int = 0, variant: str = DEFAULT_VARIANT) -> Plan:
    """All trials, sorted by key. What a case says of trials and timeout wins over its suite's settings.

    `not_selected` counts the cases that the selection left out.
    """
    trials = [
        PlannedTrial(suite=suite, case=case, variant=variant, trial=trial, timeout=_timeout(case, settings, suite))
        for suite, cases in selected.items()
        for case in cases
        for trial in range(1, 1 + _trials(case, settings, suite))
    ]
    return Plan(trials=tuple(sorted(trials, key=attrgetter("key"))), not_selected=not_selected)


def _trials(case: Case, settings: Settings, suite: str) -> int:
    return settings.trials_of(suite) if case.trials is None else case.trials


def _timeout(case: Case, settings: Settings, suite: str) -> float:
    return settings.timeout_of(suite) if case.timeout is None else case.timeout
