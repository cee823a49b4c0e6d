"""Which variables hold secrets, and what stands in their place where nothing is asked for real?"""

from collections.abc import Mapping

from goldgate.model.cassette import Mode
from goldgate.model.settings import RecordingSettings


def stand_ins(mode: Mode, settings: Mapping[str, RecordingSettings]) -> dict[str, str]:
    """Values for the variables that hold secrets, where nothing is asked for real.

    Clients of model APIs refuse to start without a key; with one that is not the user's a replay is the same with and
    without his.
    """
    if mode is not Mode.REPLAY:
        return {}
    return {name: stand_in(name) for name in secret_variables(settings)}


def stand_in(name: str) -> str:
    """What stands for the value of a variable that holds a secret."""
    return f"stand-in-for-{name}"


def secret_variables(settings: Mapping[str, RecordingSettings]) -> frozenset[str]:
    """The environment variables that hold secrets, as the settings of some suites name them."""
    return frozenset(name for recording in settings.values() for name in recording.secrets)
