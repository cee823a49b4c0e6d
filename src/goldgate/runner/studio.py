"""How does a process record and replay? In one mode for all trials, by the settings of each suite."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Self

import attrs

from goldgate.differ.secrets import NO_NAMED_SECRETS, NamedSecrets, named_secrets
from goldgate.model.cassette import Mode
from goldgate.model.settings import RecordingSettings
from goldgate.runner.guards.addresses import Addresses
from goldgate.runner.recorder import Tape
from goldgate.runner.replayer import Replayer

_BY_DEFAULT: Final = RecordingSettings()
_ANSWERING: Final = (Mode.REPLAY, Mode.RECORD)


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


@attrs.frozen(kw_only=True)
class Studio:
    """What makes the tapes of trials.

    `settings` are those of each suite, `reachable` the addresses of this machine that its agent may reach, `named` the
    values that are secret.
    """

    mode: Mode = Mode.REPLAY
    settings: Mapping[str, RecordingSettings] = attrs.field(factory=dict)
    reachable: Mapping[str, Collection[str]] = attrs.field(factory=dict)
    named: NamedSecrets = NO_NAMED_SECRETS

    @classmethod
    def of(
        cls,
        mode: Mode,
        settings: Mapping[str, RecordingSettings],
        *,
        reachable: Mapping[str, Collection[str]],
        environ: Mapping[str, str],
    ) -> Self:
        """One that knows the secrets which the settings name. Raises SettingsError as `named_secrets` does."""
        named = named_secrets(environ, secret_variables(settings))
        return cls(mode=mode, settings=settings, reachable=reachable, named=named)

    def tape(self, suite: str, recorded: Sequence[str], *, environ: Callable[[], dict[str, str]] = dict) -> Tape:
        """The tape for a trial of a suite; `recorded` is what `exchange_lines` made of its case's cassette.

        `environ` gives the variables by which programs in other processes find it.
        """
        settings = self.settings.get(suite, _BY_DEFAULT)
        lines = recorded if self.mode in _ANSWERING else ()
        replayer = Replayer(lines, settings=settings, named=self.named)
        return Tape(
            mode=self.mode,
            replayer=replayer,
            settings=settings,
            named=self.named,
            reachable=Addresses.of(self.reachable.get(suite, ())),
            environ=environ,
        )
