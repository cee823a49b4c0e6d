"""Is a known failure still excused today? Pure: today is an argument, a date in UTC."""

import datetime as dt
from collections.abc import Mapping
from typing import Final, TypeVar

from goldgate.model.comparison import Marker
from goldgate.model.known_failure import KnownFailure

WARNING_DAYS: Final = 7
"""How many days ahead the reports warn of an expiry."""

_Key = TypeVar("_Key")


def marker_of(known_failure: KnownFailure | None, today: dt.date) -> Marker:
    """K of the table. `expires` is the last day on which the marker still excuses; without it, it never expires."""
    if known_failure is None:
        return Marker.NONE
    if known_failure.expires is not None and known_failure.expires < today:
        return Marker.EXPIRED
    return Marker.LIVE


def expiring(known: Mapping[_Key, KnownFailure], today: dt.date, *, days: int = WARNING_DAYS) -> tuple[_Key, ...]:
    """The keys of the live markers whose last day is at most `days` days ahead (today is 0), in the given order."""
    return tuple(
        key
        for key, known_failure in known.items()
        if known_failure.expires is not None and 0 <= (known_failure.expires - today).days <= days
    )


def age_days(known_failure: KnownFailure, today: dt.date) -> int | None:
    """How many days ago the failure was first marked; None when `since` was not given: unknown is never 0."""
    return None if known_failure.since is None else (today - known_failure.since).days
