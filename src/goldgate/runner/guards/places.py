"""Where is the agent? In one timezone and one locale, wherever the machine stands: the worker starts there."""

import locale
import time
from collections.abc import Mapping

from goldgate.model.guards import GuardSettings


class Places:
    """What brings a process back to its timezone and locale after a trial that went elsewhere."""

    def __init__(self) -> None:
        self._zone: tuple[object, ...] = ()
        self._locale = ""

    def open(self) -> None:
        """Remember where this is."""
        self._zone = _zone()
        self._locale = locale.setlocale(locale.LC_ALL)

    def begin(self, suite: str, case: str) -> None:
        """Nothing is left to do: everything was put back after the last trial."""

    def end(self) -> None:
        """Come back; the environment is the surroundings' business, and is put back already."""
        if _zone() != self._zone:
            time.tzset()
        if locale.setlocale(locale.LC_ALL) != self._locale:
            locale.setlocale(locale.LC_ALL, self._locale)

    def close(self) -> None:
        """The process is where it was."""


def _zone() -> tuple[object, ...]:
    return time.tzname, time.timezone, time.altzone


def variables_of(settings: GuardSettings) -> Mapping[str, str]:
    """The environment variables that tell a process where it is; none where this guard is off."""
    return {"TZ": settings.timezone, "LC_ALL": settings.locale} if settings.places else {}
