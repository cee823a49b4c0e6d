"""How are the settings of recording said? Read as people write them, and written for our own processes."""

import re
from typing import Final

from goldgate.differ.model_apis import BY_NAME
from goldgate.differ.nearest import unknown
from goldgate.differ.ways import ways_of
from goldgate.formats.converter import Form, Misfit, list_of, mapping_of, text, word_of, words
from goldgate.formats.text import described
from goldgate.model.settings import Ignored, MatchBy, RecordingSettings, SuiteRecordingSettings
from goldgate.model.value import Json


def _pointer(value: object) -> str:
    """A pointer into a body; wildcards are keys to whoever follows it."""
    said = text(value)
    try:
        ways_of(said)
    except ValueError as error:
        raise Misfit(str(error)) from None
    if not said:
        raise Misfit("leads to the whole body; match = 'order' takes any request for any other")
    return said


def _pattern(value: object) -> str:
    said = words(value)
    try:
        re.compile(said)
    except (re.error, OverflowError, RecursionError) as error:
        raise Misfit(f"{described(said)} is no regular expression: {error}") from None
    return said


_IGNORED: Final = Form(Ignored, {"path": _pointer, "pattern": _pattern})


def _ignored(value: object) -> Ignored:
    """`"/messages/0"`, or `{path = "/messages/**", pattern = "[0-9]+"}`."""
    if isinstance(value, dict):
        return _IGNORED(value)
    return Ignored(path=_pointer(value))


def _model_api(value: object) -> str:
    said = text(value)
    if said not in BY_NAME:
        raise Misfit(unknown("model API", said, BY_NAME))
    return said


_FINDING: Final = {
    "match": word_of(MatchBy),
    "ignore": list_of(_ignored),
    "fields": mapping_of(list_of(words), name=_model_api),
}
RECORDING: Final = Form(RecordingSettings, {**_FINDING, "secrets": list_of(words), "allow_hosts": list_of(words)})
"""Reads the settings for all suites, and what `write_recording` wrote."""
SUITE_RECORDING: Final = Form(SuiteRecordingSettings, _FINDING)
"""Reads what one suite does otherwise."""


def write_recording(settings: RecordingSettings) -> dict[str, Json]:
    """The settings in JSON."""
    return {**write_finding(settings), "secrets": list(settings.secrets), "allow_hosts": list(settings.allow_hosts)}


def write_finding(settings: RecordingSettings) -> dict[str, Json]:
    """How a recording is found for a request, in JSON: under other settings a run may get other answers."""
    return {
        "match": settings.match.value,
        "ignore": [_written(ignored) for ignored in settings.ignore],
        "fields": {api: list(fields) for api, fields in settings.fields.items()},
    }


def _written(ignored: Ignored) -> dict[str, Json]:
    return {"path": ignored.path} if ignored.pattern is None else {"path": ignored.path, "pattern": ignored.pattern}
