from collections.abc import Mapping

import attrs
import pytest

from goldgate.differ.canonical import digest
from goldgate.formats.result_settings import changed_settings, settings_digests
from goldgate.model.cassette import Mode
from goldgate.model.guards import GuardSettings, SuiteGuardSettings
from goldgate.model.http import HttpSettings
from goldgate.model.settings import MatchBy, RecordingSettings, Settings, SuiteRecordingSettings, SuiteSettings

DECIDE_NOTHING = {
    "golden",
    "baselines",
    "import_timeout",
    "workers",
    "keep_runs",
    "gate",
    "known_failures",
    "solved_score",
    "limits",
    "metered",
}
"""Files say for themselves what they hold; the gate looks at its settings anew; the rest changes no result."""
NAMED_BY_THE_RUN = {"agent", "agent_files", "adapter", "variants", "judge", "rubrics"}
LIVE_ONLY = {"recording.allow_hosts"}
SHOP = Settings(agent="http://127.0.0.1/")


def digests(settings: Settings, suite: str = "files", *, mode: Mode = Mode.REPLAY, recorded: bool = True) -> set[str]:
    """The keys that decide something."""
    return set(settings_digests(settings, suite, mode=mode, recorded=recorded))


def changed(settings: Settings, suite: str = "files", *, before: Settings | None = None) -> list[str]:
    """The keys by which settings differ from others, from the default ones if they are not given."""
    then, now = (
        settings_digests(each, suite, mode=Mode.REPLAY, recorded=True) for each in (before or Settings(), settings)
    )
    return changed_settings(then, now)


def test_every_setting_decides_results_or_is_known_not_to() -> None:
    tables: Mapping[str, type] = {"recording": RecordingSettings, "guards": GuardSettings}
    every = {field.name for field in attrs.fields(Settings)} - {"suites", "http", *tables}
    every |= {f"{table}.{field.name}" for table, cls in tables.items() for field in attrs.fields(cls)}
    assert digests(Settings()) == every - DECIDE_NOTHING - NAMED_BY_THE_RUN - LIVE_ONLY


def test_the_digest_is_that_of_the_value() -> None:
    assert settings_digests(Settings(trials=3), "files", mode=Mode.REPLAY, recorded=False)["trials"] == digest(3)


def test_a_whole_number_of_seconds_is_the_same_timeout() -> None:
    assert changed(Settings(timeout=60)) == []


@pytest.mark.parametrize(
    ("suite", "keys"),
    [
        (SuiteSettings(timeout=1), ["timeout"]),
        (SuiteSettings(guards=SuiteGuardSettings(network_allow=("localhost:80",))), ["guards.network_allow"]),
        (SuiteSettings(recording=SuiteRecordingSettings(match=MatchBy.ORDER)), ["recording.match"]),
        (SuiteSettings(agent="other:agent"), []),
    ],
)
def test_what_holds_for_the_suite_counts(suite: SuiteSettings, keys: list[str]) -> None:
    settings = Settings(suites={"files": suite})
    assert (changed(settings), changed(settings, "others")) == (keys, [])


def test_how_an_agent_is_asked_counts_where_it_is_behind_a_url() -> None:
    headers = HttpSettings(headers={"Authorization": "hush"})
    asked = attrs.evolve(SHOP, http=headers)
    assert changed(asked, before=SHOP) == ["http.headers"]
    assert "hush" not in str(settings_digests(asked, "files", mode=Mode.REPLAY, recorded=False))
    assert changed(Settings(http=headers)) == []


def test_how_recordings_are_found_counts_where_there_are_some() -> None:
    found = {"recording.match", "recording.ignore", "recording.fields"}
    assert digests(Settings()) - digests(Settings(), recorded=False) == found
    assert digests(Settings(), mode=Mode.LIVE) == digests(Settings(), recorded=False) | LIVE_ONLY
