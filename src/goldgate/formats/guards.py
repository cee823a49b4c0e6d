"""How are the settings of the guards said? Read as people write them, and written for our own processes."""

import datetime as dt
from ipaddress import ip_address
from typing import Final

import attrs

from goldgate.formats.converter import Form, Misfit, flag, list_of, text, words
from goldgate.formats.text import described
from goldgate.model.guards import GuardSettings, SuiteGuardSettings
from goldgate.model.value import Json

_ANY_PORT: Final = "*"
_LAST_PORT: Final = 65_535


def _instant(value: object) -> str:
    """A moment that every machine understands alike; a date and time of TOML is taken too."""
    said = value if isinstance(value, dt.datetime) else _parsed(words(value))
    if said.tzinfo is None:
        raise Misfit(f"expected an instant with its offset such as '2026-01-01T00:00:00Z', got {described(str(value))}")
    return said.isoformat()


def _parsed(said: str) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(said)
    except ValueError:
        raise Misfit(f"expected an instant such as '2026-01-01T00:00:00Z', got {described(said)}") from None


def _here(value: object) -> str:
    """`localhost:8080`, `127.0.0.1:*`, `[::1]:8080`: an address of this very machine."""
    said = words(value)
    host, _, port = said.rpartition(":")
    if not _is_here(host.removeprefix("[").removesuffix("]")):
        raise Misfit(f"expected an address of this machine such as 'localhost:8080', got {described(said)}")
    if port != _ANY_PORT and not (port.isdecimal() and 0 < int(port) <= _LAST_PORT):
        raise Misfit(f"expected a port, or * for any, after the last colon of {described(said)}")
    return said


def _is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


GUARDS: Final = Form(
    GuardSettings,
    {
        "clock": flag,
        "clock_start": _instant,
        "chance": flag,
        "seed": text,
        "environment": flag,
        "environment_keep": list_of(words),
        "places": flag,
        "timezone": words,
        "locale": words,
        "network": flag,
        "network_allow": list_of(_here),
        "processes": flag,
    },
)
"""Reads the settings for all suites, and what `write_guards` wrote."""
SUITE_GUARDS: Final = Form(SuiteGuardSettings, {"network_allow": list_of(_here)})
"""Reads what one suite allows beyond."""


def write_guards(settings: GuardSettings) -> dict[str, Json]:
    """The settings in JSON."""
    values = {field.name: getattr(settings, field.name) for field in attrs.fields(GuardSettings)}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
