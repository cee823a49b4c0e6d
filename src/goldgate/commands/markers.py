"""How many known failures are there, and how many of them run out?"""

import datetime as dt
from collections.abc import Mapping

from goldgate.gate.known_failures import expiring, marker_of
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import Marker
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure


@frozen(kw_only=True)
class Markers:
    """The known-failure markers of some suites on one day."""

    live: Mapping[CaseKey, KnownFailure]
    expired: Mapping[CaseKey, KnownFailure]
    expiring: tuple[CaseKey, ...]


def markers_on(today: dt.date, suites: Mapping[str, Mapping[str, KnownFailure]]) -> Markers:
    """Sort the markers of each suite (suite → id → marker) by their state on that day."""
    every = {(suite, case): known for suite, cases in suites.items() for case, known in cases.items()}
    live = {key: known for key, known in every.items() if marker_of(known, today) is Marker.LIVE}
    return Markers(
        live=live,
        expired={key: known for key, known in every.items() if key not in live},
        expiring=expiring(live, today),
    )
