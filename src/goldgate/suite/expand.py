"""Which trials will run? Each selected case under each variant, as often as it says, in a fixed order."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from goldgate.errors import UsageError
from goldgate.model.case import Case
from goldgate.model.plan import DEFAULT_VARIANT, Plan, PlannedTrial
from goldgate.model.settings import Settings
from goldgate.suite.select import Suites


def expand(
    selected: Suites, settings: Settings, *, not_selected: int = 0, variants: Iterable[str] = (DEFAULT_VARIANT,)
) -> Plan:
    """All trials, sorted by key. What a case says of trials and timeout wins over its suite's settings.

    Where a suite is sampled every trial of a case has dice of its own.
    `variants` are their names, `not_selected` counts the cases that the selection left out.
    Raises UsageError for a case without a trial, and for a stream of which some cases have more trials than others.
    """
    names = tuple(dict.fromkeys(variants))
    if faults := [fault for suite, cases in selected.items() for fault in _faults(suite, cases, settings, names)]:
        raise UsageError(*faults)
    trials = [
        PlannedTrial(
            suite=suite,
            case=case,
            variant=variant,
            trial=trial,
            timeout=_timeout(case, settings, suite),
            place=place,
            dice=trial if settings.sampled_of(suite, variant) else 1,
        )
        for suite, cases in selected.items()
        for place, case in enumerate(cases)
        for variant in names
        for trial in range(1, 1 + _trials(case, settings, suite, variant))
    ]
    return Plan(trials=tuple(sorted(trials, key=attrgetter("key"))), not_selected=not_selected)


def _faults(suite: str, cases: Sequence[Case], settings: Settings, variants: Sequence[str]) -> Iterator[str]:
    for case in cases:
        if (trials := min(_trials(case, settings, suite, variant) for variant in variants)) < 1:
            yield f"case {case.id!r} of suite {suite!r} would have no trial; expected at least 1, got {trials}"
    yield from _uneven(suite, cases, settings, variants)


def _uneven(suite: str, cases: Iterable[Case], settings: Settings, variants: Iterable[str]) -> Iterator[str]:
    """A sentence for each stream that some trials would lead through only a part of."""
    first: dict[tuple[str, str], tuple[str, int]] = {}
    told: set[str] = set()
    for case in cases:
        if case.stream is None:
            continue
        for variant in variants:
            trials = _trials(case, settings, suite, variant)
            leader, as_often = first.setdefault((case.stream, variant), (case.id, trials))
            if trials != as_often and case.stream not in told:
                told.add(case.stream)
                yield (
                    f"the cases of a stream have as many trials as one another; in stream {case.stream!r} of suite "
                    f"{suite!r} {leader!r} has {as_often} and {case.id!r} has {trials}"
                )


def _trials(case: Case, settings: Settings, suite: str, variant: str) -> int:
    return settings.trials_of(suite, variant) if case.trials is None else case.trials


def _timeout(case: Case, settings: Settings, suite: str) -> float:
    return settings.timeout_of(suite) if case.timeout is None else case.timeout
