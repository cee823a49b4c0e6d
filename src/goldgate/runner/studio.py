"""How does a process record and replay? In one mode for all trials, by the settings of each suite."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Self

import attrs

from goldgate.differ.secrets import NO_NAMED_SECRETS, NamedSecrets, named_secrets
from goldgate.model.cassette import Mode
from goldgate.model.frozen import frozen
from goldgate.model.settings import RecordingSettings
from goldgate.runner.guards.addresses import NOWHERE, Addresses
from goldgate.runner.recorder import Tape
from goldgate.runner.replayer import Replayer
from goldgate.runner.stand_ins import secret_variables

_BY_DEFAULT: Final = RecordingSettings()
_ANSWERING: Final = (Mode.REPLAY, Mode.RECORD)


def _addresses(said: Mapping[str, Collection[str]]) -> dict[str, Addresses]:
    return {suite: Addresses.of(addresses) for suite, addresses in said.items()}


@frozen(kw_only=True)
class Studio:
    """What makes the tapes of trials.

    `settings` are those of each suite, `reachable` the addresses of this machine that its agent may reach, `named` the
    values that are secret.
    """

    mode: Mode = Mode.REPLAY
    settings: Mapping[str, RecordingSettings] = attrs.field(factory=dict)
    reachable: Mapping[str, Addresses] = attrs.field(factory=dict, converter=_addresses)
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
            reachable=self.reachable.get(suite, NOWHERE),
            environ=environ,
        )
