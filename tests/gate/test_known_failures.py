import datetime as dt

import pytest

from goldgate.gate.known_failures import age_days, expiring, marker_of
from goldgate.model.comparison import Marker
from goldgate.model.known_failure import KnownFailure

TODAY = dt.date(2026, 11, 30)


def known(*, expires: dt.date | None = None, since: dt.date | None = None) -> KnownFailure:
    return KnownFailure(reason="pulled to file_read", issue="#12", expires=expires, since=since)


def days(number: int) -> dt.date:
    return TODAY + dt.timedelta(days=number)


def test_a_case_without_a_marker_has_none() -> None:
    assert marker_of(None, TODAY) is Marker.NONE


def test_a_marker_without_a_date_never_expires() -> None:
    assert marker_of(known(), dt.date.max) is Marker.LIVE


@pytest.mark.parametrize(("ahead", "expected"), [(1, Marker.LIVE), (0, Marker.LIVE), (-1, Marker.EXPIRED)])
def test_the_day_of_expiry_is_the_last_day_that_counts(ahead: int, expected: Marker) -> None:
    assert marker_of(known(expires=days(ahead)), TODAY) is expected


@pytest.mark.parametrize(("ahead", "warned"), [(-1, False), (0, True), (7, True), (8, False)])
def test_expiry_is_warned_of_from_seven_days_ahead_to_the_last_day(ahead: int, *, warned: bool) -> None:
    assert (expiring({"a": known(expires=days(ahead))}, TODAY) == ("a",)) is warned


def test_a_marker_without_a_date_is_not_expiring() -> None:
    assert expiring({"a": known()}, TODAY) == ()


def test_the_days_of_warning_can_be_chosen() -> None:
    markers = {"b": known(expires=days(30)), "a": known(expires=days(2)), "c": known(expires=days(31))}
    assert expiring(markers, TODAY, days=30) == ("b", "a")


def test_the_age_counts_from_since() -> None:
    assert age_days(known(since=days(-40)), TODAY) == 40


def test_the_age_is_unknown_without_since() -> None:
    assert age_days(known(), TODAY) is None
