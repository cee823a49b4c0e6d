"""How is a known-failure marker said in JSON?"""

import datetime as dt
from collections.abc import Iterator
from typing import Final

from goldgate.formats.converter import Form, date, words
from goldgate.formats.text import TextFault
from goldgate.model.known_failure import KnownFailure
from goldgate.model.settings import KnownFailureSettings
from goldgate.model.value import Json


def write_known_failure(marker: KnownFailure) -> dict[str, Json]:
    """The object of a marker, what is not given left out."""
    document: dict[str, Json] = {"reason": marker.reason, "issue": marker.issue}
    if marker.expires is not None:
        document["expires"] = marker.expires.isoformat()
    if marker.since is not None:
        document["since"] = marker.since.isoformat()
    if marker.owner is not None:
        document["owner"] = marker.owner
    return document


def _check(marker: KnownFailure) -> Iterator[TextFault]:
    if marker.since is not None and marker.expires is not None and marker.since > marker.expires:
        yield TextFault(message=f"since {marker.since} is after expires {marker.expires}", pointer=".since")


def forbidden(marker: KnownFailure, *, settings: KnownFailureSettings, today: dt.date | None) -> Iterator[TextFault]:
    """Why the settings don't allow a marker, with pointers relative to it; without `today` none is too long."""
    if marker.expires is None:
        if settings.require_expiry:
            yield TextFault(message="required key 'expires' is missing (known_failures.require_expiry)", pointer="")
    elif settings.max_days is not None and today is not None and (marker.expires - today).days > settings.max_days:
        last = today + dt.timedelta(days=settings.max_days)
        message = f"expected {last} at the latest, got {marker.expires} (known_failures.max_days)"
        yield TextFault(message=message, pointer=".expires")


KNOWN_FAILURE: Final = Form(
    KnownFailure,
    {"reason": words, "issue": words, "expires": date, "since": date, "owner": words},
    check=_check,
)
"""Reads a marker; `reason` and `issue` must say something."""
