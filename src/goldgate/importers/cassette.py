"""What does a cassette of vcrpy hold? Its interactions as our exchanges, without secrets.

Read are bodies as text, as bytes (compressed or not), in base64, as JSON that some serializers write parsed
(`parsed_body`, or in place of the text), answers of its older releases for httpx (`content`, `status_code`), and
calls recorded beside HTTP (`request_NAME` and `response_NAME` with `json`), which become exchanges with a model.
"""

import base64
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from goldgate.differ.canonical import plain, spell
from goldgate.differ.request_key import request_key
from goldgate.differ.request_url import normal_url
from goldgate.differ.secrets import NamedSecrets, redact_request, redact_response
from goldgate.errors import BadFile, NotJson, Problem
from goldgate.formats.bodies import request_of, response_of
from goldgate.formats.compression import LONGEST, OF_ZLIB
from goldgate.formats.converter import Misfit, text, whole_from
from goldgate.formats.text import TextFault, decode, described, member
from goldgate.importers.yaml_ import read_yaml
from goldgate.model.cassette import CALL, MODEL, Cassette, Exchange, ExchangeKind, Request, Response
from goldgate.model.settings import RecordingSettings
from goldgate.model.value import Json

T = TypeVar("T")

_LISTS: Final = ("interactions", "http_interactions")
_REQUEST: Final = "request"
_RESPONSE: Final = "response"
_WRAPPER: Final = {"encoding"}
"""What may stand beside `string` or `base64_string` in a body that is an object of the file's own, no parsed JSON."""
_EMPTY: Final = (None, "", b"")


def read_vcr_cassette(data: bytes, *, file: str, settings: RecordingSettings, named: NamedSecrets) -> Cassette:
    """All interactions of a file, in order. Raises BadFile with everything that can't be read, UsageError."""
    document = read_yaml(decode(data, file=file), file=file)
    exchanges: list[Exchange] = []
    faults: list[TextFault] = []
    for place, interaction in _interactions(document, file=file):
        try:
            exchanges.append(_safe(*_read(interaction), settings=settings, named=named))
        except Misfit as misfit:
            faults += misfit.at(place)
    if faults:
        raise BadFile(*[_problem(fault, file=file) for fault in faults])
    return Cassette(exchanges=tuple(exchanges))


def _problem(fault: TextFault, *, file: str) -> Problem:
    return Problem(code=BadFile.code, message=fault.message, file=file, pointer=fault.pointer)


def _interactions(document: object, *, file: str) -> Iterator[tuple[str, object]]:
    for name in _LISTS:
        found = document.get(name) if isinstance(document, dict) else None
        if isinstance(found, list):
            yield from ((f"$.{name}[{index}]", item) for index, item in enumerate(found))
            return
    raise BadFile(_problem(TextFault(message="no cassette of vcrpy: it has no list of interactions"), file=file))


def _safe(
    kind: ExchangeKind, request: Request, response: Response, *, settings: RecordingSettings, named: NamedSecrets
) -> Exchange:
    """The exchange without secrets, under the key that such a request has."""
    redacted = redact_request(request, named, kind=kind)
    return Exchange(
        kind=kind,
        key=request_key(redacted, kind=kind, settings=settings),
        request=redacted,
        response=redact_response(response, named, request=redacted, kind=kind),
    )


def _read(interaction: object) -> tuple[ExchangeKind, Request, Response]:
    parts = _object(interaction)
    if _REQUEST in parts:
        return ExchangeKind.HTTP, _part(parts, _REQUEST, _request), _part(parts, _RESPONSE, _response)
    for key in parts:
        if key.startswith(f"{_REQUEST}_"):
            body = _part(parts, key, _called)
            answer = _part(parts, key.replace(_REQUEST, _RESPONSE, 1), _called)
            return ExchangeKind.MODEL, Request(method=CALL, url=MODEL, body=body), Response(body=answer)
    raise Misfit("holds no request")


def _part(holder: dict[str, Any], key: str, read: Callable[[Any], T]) -> T:
    """What stands under a key; faults are told with their place."""
    if key not in holder:
        raise Misfit(f"required key {key!r} is missing")
    try:
        return read(holder[key])
    except Misfit as misfit:
        raise Misfit(*misfit.at(member("", key))) from None


def _object(value: object) -> dict[str, Any]:
    if isinstance(value, dict):
        if strange := [key for key in value if not isinstance(key, str)]:
            raise Misfit(f"expected texts as keys, got {described(strange[0])}")
        return value
    raise Misfit(f"expected an object, got {described(value)}")


def _called(value: object) -> Json:
    return _part(_object(value), "json", _json)


def _request(value: object) -> Request:
    parts = _object(value)
    return request_of(
        _part(parts, "method", text),
        _part(parts, "url" if "url" in parts else "uri", _url),
        headers=_headers(parts.get("headers")),
        content=_content(parts),
    )


def _url(value: object) -> str:
    url = text(value)
    try:
        return normal_url(url)
    except ValueError as error:
        raise Misfit(f"{described(value)} is no URL: {error}") from None


def _response(value: object) -> Response:
    parts = _object(value)
    status = _part(parts, "status_code" if "status_code" in parts else "status", _status)
    response = response_of(status, headers=_headers(parts.get("headers")), content=_content(parts))
    if response.headers.get("content-encoding", "").endswith(OF_ZLIB):
        raise Misfit(f"its body comes to more than {LONGEST // 1024 // 1024} MiB")
    return response


def _status(value: object) -> int:
    return _part(value, "code", whole_from(100)) if isinstance(value, dict) else whole_from(100)(value)


def _headers(value: object) -> dict[str, str]:
    """Names with their values; several of one name are one, as HTTP has it."""
    return {} if value is None else {name: ", ".join(_values(given)) for name, given in _object(value).items()}


def _values(given: object) -> Iterator[str]:
    for value in given if isinstance(given, list) else [given]:
        yield value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _content(parts: dict[str, Any]) -> bytes:
    """The bytes of a body, wherever it stands."""
    for key in ("body", "content"):
        if parts.get(key) not in _EMPTY:
            return _part(parts, key, _bytes)
    return _part(parts, "parsed_body", _json_bytes) if "parsed_body" in parts else b""


def _bytes(value: object) -> bytes:
    match value:
        case bytes():
            return value
        case str():
            return value.encode(errors="surrogatepass")
        case {"base64_string": str(encoded), **rest} if rest.keys() <= _WRAPPER:
            return _decoded(encoded)
        case {"string": inner, **rest} if rest.keys() <= _WRAPPER:
            return b"" if inner in _EMPTY else _bytes(inner)
    return _json_bytes(value)


def _decoded(encoded: str) -> bytes:
    try:
        return base64.b64decode("".join(encoded.split()), validate=True)
    except ValueError as error:
        raise Misfit(f"no base64: {error}") from None


def _json_bytes(value: object) -> bytes:
    return spell(_json(value)).encode()


def _json(value: object) -> Json:
    try:
        return plain(value)
    except NotJson as error:
        raise Misfit(*(problem.message for problem in error.problems)) from None
