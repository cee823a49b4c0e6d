import json

import pytest

from goldgate.formats.converter import Misfit
from goldgate.formats.recording import RECORDING, SUITE_RECORDING, write_finding, write_recording
from goldgate.model.settings import Ignored, MatchBy, RecordingSettings, SuiteRecordingSettings

ALL = RecordingSettings(
    match=MatchBy.ORDER,
    ignore=(Ignored(path="/a"), Ignored(path="/b/**", pattern="[0-9]+")),
    fields={"openai.chat": ("model", "messages")},
    secrets=("KEY",),
    allow_hosts=("*.example.org",),
)


@pytest.mark.parametrize("settings", [RecordingSettings(), ALL])
def test_what_is_written_is_read_as_it_was(settings: RecordingSettings) -> None:
    assert RECORDING(json.loads(json.dumps(write_recording(settings)))) == settings


def test_secrets_and_hosts_find_no_recordings() -> None:
    assert write_finding(RecordingSettings(secrets=("KEY",), allow_hosts=())) == write_finding(RecordingSettings())
    assert write_finding(ALL) != write_finding(RecordingSettings())


def test_a_suite_may_say_no_secrets_of_its_own() -> None:
    assert SUITE_RECORDING({"match": "order"}) == SuiteRecordingSettings(match=MatchBy.ORDER)
    with pytest.raises(Misfit):
        SUITE_RECORDING({"secrets": ["KEY"]})
