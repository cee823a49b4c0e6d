"""What never reaches the disk? Keys, tokens, cookies, the values of named variables, the ids of accounts and calls.

Two nets: what a secret is replaced by is decided where requests and answers are made of bytes, and `find_secrets` looks
once more at the very text that is to be written.
"""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final
from urllib.parse import quote, quote_plus, urlsplit

from goldgate.differ.model_apis import model_api_at
from goldgate.differ.request_url import normal_url
from goldgate.differ.secret_looks import FIELD_IN_TEXT, LOOKS, REDACTED, has_field_mark, is_secret_field
from goldgate.errors import SettingsError
from goldgate.model.cassette import ExchangeKind, Request, Response
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

SHORTEST_NAMED: Final = 6
"""Characters; a shorter value can't be told apart from other text."""
SHORTEST_GUESSED: Final = 16
_CALL_IDS: Final = ("request_id", "requestId")
"""Beside a model's answer; inside it these words are the agent's own."""
_SECRET_NAMES: Final = ("_KEY", "TOKEN", "SECRET", "PASSWORD")


@frozen
class NamedSecrets:
    """Values that are known to be secret: every spelling of each, with the name of its variable; longest first."""

    spellings: tuple[tuple[str, str], ...] = ()


@frozen(kw_only=True)
class FoundSecret:
    """What was found, and at which character (from 0); never the secret itself."""

    what: str
    place: int


NO_NAMED_SECRETS: Final = NamedSecrets()


def named_secrets(environ: Mapping[str, str], names: Iterable[str]) -> NamedSecrets:
    """The values of the named variables, and those of long ones whose names say that they are secret.

    Raises SettingsError for a named variable whose value is too short.
    """
    named = {name: environ[name] for name in names if environ.get(name)}
    if short := [name for name, value in named.items() if len(value) < SHORTEST_NAMED]:
        raise SettingsError(*(_too_short(name) for name in short))
    guessed = {
        name: value
        for name, value in environ.items()
        if name.upper().endswith(_SECRET_NAMES) and len(value) >= SHORTEST_GUESSED
    }
    spelled = {spelling: name for name, value in (guessed | named).items() for spelling in _spellings(value)}
    return NamedSecrets(tuple(sorted(spelled.items(), key=lambda item: (-len(item[0]), item))))


def _too_short(name: str) -> str:
    return (
        f"the value of {name}, named in recording.secrets, is shorter than {SHORTEST_NAMED} characters; "
        "it can't be told apart from other text"
    )


def _spellings(value: str) -> Iterator[str]:
    """The value as such, in JSON, in JSON inside JSON, in a URL, in base64."""
    in_json = json.dumps(value)[1:-1]
    yield from (value, in_json, json.dumps(in_json)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1])
    yield from (quote(value, safe=""), quote_plus(value))
    yield base64.b64encode(value.encode(errors="surrogateescape")).decode().rstrip("=")


def redact_request(request: Request, named: NamedSecrets, *, kind: ExchangeKind) -> Request:
    """The request as it may be written."""
    return Request(
        method=request.method,
        url=redact_text(request.url, named),
        body=redact_json(request.body, named, login=_is_login(request, kind)),
    )


def redact_response(response: Response, named: NamedSecrets, *, request: Request, kind: ExchangeKind) -> Response:
    """The answer to a request as it may be written."""
    return Response(
        status=response.status,
        headers={name: _redacted_header(name, value, named) for name, value in response.headers.items()},
        body=_redacted_answer(response.body, named, login=_is_login(request, kind)),
        chunks=None if response.chunks is None else tuple(redact_text(chunk, named) for chunk in response.chunks),
    )


def _redacted_answer(body: Json, named: NamedSecrets, *, login: bool) -> Json:
    match body:
        case {"$base64": str(encoded), **rest} if not rest:
            return {"$base64": _redacted_bytes(encoded, named)}
    redacted = redact_json(body, named, login=login)
    if isinstance(redacted, dict) and not login:
        redacted |= {field: REDACTED for field in _CALL_IDS if isinstance(redacted.get(field), str)}
    return redacted


def _redacted_bytes(encoded: str, named: NamedSecrets) -> str:
    """Bytes in base64 without the secrets that stand in them as plain text."""
    content = base64.b64decode(encoded).decode("latin-1")
    return base64.b64encode(redact_text(content, named).encode("latin-1", "replace")).decode()


def _redacted_header(name: str, value: str, named: NamedSecrets) -> str:
    """The place that an answer sends its client to is asked for next, so it is spelled like a request."""
    with suppress(ValueError):
        return redact_text(normal_url(value) if name == "location" else value, named)
    return REDACTED


def _is_login(request: Request, kind: ExchangeKind) -> bool:
    """Whether somebody may be logging in: wherever it is no model that is asked."""
    return kind is ExchangeKind.HTTP and model_api_at(urlsplit(request.url).path) is None


def redact_text(text: str, named: NamedSecrets) -> str:
    """The text with a word in place of each secret."""
    for spelling, name in named.spellings:
        if spelling in text:
            text = text.replace(spelling, f"{REDACTED}_{name}")
    for look in LOOKS:
        if look.mark in text:
            text = re.sub(look.pattern, look.by, text)
    if has_field_mark(text):
        text = re.sub(FIELD_IN_TEXT.pattern, FIELD_IN_TEXT.by, text)
    return text


def redact_json(value: Json, named: NamedSecrets, *, login: bool = False) -> Json:
    """The value with a word in place of each secret; `login` as in `is_secret_field`."""
    if isinstance(value, str):
        return redact_text(value, named)
    if isinstance(value, list):
        return [redact_json(item, named, login=login) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        redact_text(key, named): REDACTED
        if isinstance(item, str) and item and is_secret_field(key, login=login)
        else redact_json(item, named, login=login)
        for key, item in value.items()
    }


def find_secrets(text: str, named: NamedSecrets) -> tuple[FoundSecret, ...]:
    """Every secret that is still in a text, in order of place."""
    found = [
        FoundSecret(what=f"the value of {name}", place=text.index(spelling))
        for spelling, name in named.spellings
        if spelling in text
    ]
    for look in LOOKS:
        if look.mark in text:
            found += [FoundSecret(what=look.what, place=match.start()) for match in re.finditer(look.pattern, text)]
    if has_field_mark(text):
        found += [
            FoundSecret(what=FIELD_IN_TEXT.what, place=match.start())
            for match in re.finditer(FIELD_IN_TEXT.pattern, text)
        ]
    return tuple(sorted(found, key=lambda secret: secret.place))
