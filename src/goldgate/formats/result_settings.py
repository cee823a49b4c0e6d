"""Which settings decide what comes of a suite? Each with a digest, so that a run knows under which it was made."""

from collections.abc import Mapping

from goldgate.differ.canonical import digest
from goldgate.differ.outcome import plain_outcome_settings, plain_sampled_settings
from goldgate.formats.guards import write_guards
from goldgate.formats.http import is_url, write_http
from goldgate.formats.recording import write_finding
from goldgate.model.cassette import Mode
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.settings import Settings
from goldgate.model.value import Json


def settings_digests(
    settings: Settings, suite: str, *, mode: Mode, recorded: bool, variant: str = DEFAULT_VARIANT
) -> dict[str, str]:
    """Dotted key → digest of the value that holds for the suite, for all that decides what trials of a variant come to.

    Digests, since a header of HTTP may hold a secret. `recorded` says whether any case of the suite has a cassette:
    without one nothing depends on how recordings are found. The agent is no part of this, nor the files that it is
    made of: a run names them.
    """
    outcome = settings.outcome_of(suite, variant)
    shape = plain_outcome_settings(outcome)
    values: dict[str, Json] = {
        "timeout": float(settings.timeout_of(suite)),
        "trials": settings.trials_of(suite, variant),
        "outcome": shape["fields"],
        "redactions": shape["redactions"],
        "store": shape["store"],
        "sampled": outcome.sampled,
        **_under("guards", write_guards(settings.guards_of(suite))),
        **_recording(settings, suite, mode=mode, recorded=recorded),
    }
    if outcome.sampled:
        values |= plain_sampled_settings(outcome)
    if (adapter := settings.adapter_of(suite)) is not None:
        values["adapter"] = adapter
    if is_url(settings.agent_of(suite) or ""):
        values |= _under("http", write_http(settings.http_of(suite)))
    return {key: digest(value) for key, value in values.items()}


def _recording(settings: Settings, suite: str, *, mode: Mode, recorded: bool) -> dict[str, Json]:
    recording = settings.recording_of(suite)
    values: dict[str, Json] = {"secrets": list(recording.secrets)}
    if mode is Mode.LIVE:
        values["allow_hosts"] = list(recording.allow_hosts)
    elif recorded:
        values |= write_finding(recording)
    return _under("recording", values)


def _under(table: str, values: Mapping[str, Json]) -> dict[str, Json]:
    return {f"{table}.{key}": value for key, value in values.items()}


def changed_settings(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The keys of which the digests differ, sorted."""
    return sorted(key for key in then.keys() | now.keys() if then.get(key) != now.get(key))
