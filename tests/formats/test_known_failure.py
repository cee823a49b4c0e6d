import datetime as dt

import pytest

from goldgate.formats.converter import Misfit
from goldgate.formats.known_failure import KNOWN_FAILURE, write_known_failure
from goldgate.model.known_failure import KnownFailure

WHOLE = {"reason": "r", "issue": "i", "expires": "2027-03-01", "since": "2027-01-01", "owner": "o"}


def test_a_marker_is_read_and_written() -> None:
    marker = KnownFailure(reason="r", issue="i", expires=dt.date(2027, 3, 1), since=dt.date(2027, 1, 1), owner="o")
    assert KNOWN_FAILURE(WHOLE) == marker
    assert write_known_failure(marker) == WHOLE


def test_a_marker_can_not_begin_after_its_end_but_on_its_last_day() -> None:
    assert KNOWN_FAILURE(WHOLE | {"since": "2027-03-01"}).since == dt.date(2027, 3, 1)
    with pytest.raises(Misfit, match="since 2027-03-02 is after expires 2027-03-01"):
        KNOWN_FAILURE(WHOLE | {"since": "2027-03-02"})
