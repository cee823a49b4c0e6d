"""Are two requests the same one? The digest of what counts in them, and where two of them differ.

What counts of a request over HTTP: the method, the path with its query, and the body as a JSON value; so neither the
order of keys nor white space does, nor any header. The host counts too, but not for model APIs (the same question may
go through a proxy) and not for this machine (its ports come and go). Of a model API's body a top-level null,
`"stream": false` and the fields that never change an answer don't count.
"""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from goldgate.differ.canonical import digest
from goldgate.differ.model_apis import ModelApi, model_api_at
from goldgate.differ.walk import FieldChange, differences
from goldgate.differ.ways import Ways, into, ways_of
from goldgate.model.cassette import ExchangeKind, Request
from goldgate.model.settings import RecordingSettings
from goldgate.model.value import Json

_LOOPBACK: Final = re.compile(r"localhost|.*\.localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0")


def request_key(request: Request, *, kind: ExchangeKind, settings: RecordingSettings) -> str:
    """16 hexadecimal characters that are equal for requests which one recording answers.

    What is recorded has the key of the redacted request. Looking for secrets takes longer than all the rest, and most
    requests hold none: who looks one up tries the key of the request as it is first.
    """
    return digest({"kind": kind.value, **what_counts(request, kind=kind, settings=settings)})


def request_differences(
    recorded: Request, asked: Request, *, kind: ExchangeKind, settings: RecordingSettings
) -> Iterator[FieldChange]:
    """Where two requests differ in what counts, in document order: `/body/messages/1/content`, `/method`, `/path` …"""
    return differences(
        what_counts(recorded, kind=kind, settings=settings), what_counts(asked, kind=kind, settings=settings)
    )


def what_counts(request: Request, *, kind: ExchangeKind, settings: RecordingSettings) -> dict[str, Json]:
    """What of a request takes part in its key, as a plain value: `body`, `host`, `method`, `path`."""
    counts: dict[str, Json] = {"method": request.method}
    body = request.body
    if kind is ExchangeKind.HTTP:
        url = urlsplit(request.url)
        api = model_api_at(url.path)
        counts["path"] = f"{url.path}?{url.query}" if url.query else url.path
        if api is None and url.hostname and not _LOOPBACK.fullmatch(url.hostname):
            counts["host"] = url.netloc
        if api is not None and isinstance(body, dict):
            body = _counting_fields(body, api, settings)
    else:
        counts["path"] = request.url
    for ignored in settings.ignore:
        body = _without(body, ways_of(ignored.path), ignored.pattern)
    if body is not None:
        counts["body"] = body
    return counts


def _counting_fields(body: dict[str, Json], api: ModelApi, settings: RecordingSettings) -> dict[str, Json]:
    allowed = settings.fields.get(api.name)
    return {
        key: value
        for key, value in body.items()
        if value is not None
        and not (key == "stream" and value is False)
        and (key not in api.without if allowed is None else key in allowed)
    }


def _without(value: Json, ways: Ways, pattern: str | None) -> Json:
    """The value without what is ignored: no such keys, null for such items, texts without what the pattern matches."""
    if not ways:
        return value
    if () in ways:
        if pattern is None:
            return None
        if isinstance(value, str):
            return re.sub(pattern, "", value)
    if isinstance(value, dict):
        return {
            key: _without(item, onward, pattern)
            for key, item in value.items()
            if () not in (onward := into(ways, key)) or pattern is not None
        }
    if isinstance(value, list):
        return [_without(item, into(ways, index), pattern) for index, item in enumerate(value)]
    return value
