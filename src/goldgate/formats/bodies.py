"""How do the bytes on the wire become requests and answers that people can read, and answers bytes again?

JSON objects and lists are kept as values, everything else that is text as text, streams event by event, other bytes of
an answer in base64. What comes out again says the same to every reader: only the white space between the tokens of JSON
and the spelling of texts and numbers in it may differ, and where a number would change, the JSON is kept as text.
"""

import base64
import codecs
import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Final
from urllib.parse import unquote_plus

from goldgate.differ.canonical import digest_bytes, spell
from goldgate.differ.request_url import is_secret_parameter, normal_url
from goldgate.differ.secret_looks import REDACTED, is_secret_field
from goldgate.formats.compression import uncompressed
from goldgate.formats.text import JsonTextError, finite, loads, no_constant
from goldgate.model.cassette import Request, Response
from goldgate.model.value import Json

KEPT_HEADERS: Final = frozenset({"content-type", "link", "location", "www-authenticate", "x-should-retry"})
"""Headers of an answer that clients act on; all others are dropped: they churn, or say who asked."""

_UTF_8: Final = "utf-8"
_EVENTS: Final = "text/event-stream"
_LINES: Final = frozenset(
    {"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"}
)
_END_OF_EVENT: Final = re.compile(r"(?<=\n\n)|(?<=\r\r)|(?<=\r\n\r\n)")
_END_OF_LINE: Final = re.compile(r"(?<=\n)")
_PARAMETER: Final = r'(?i)\b{}="?([^\s";,]+)'
_CHARSET: Final = re.compile(_PARAMETER.format("charset"))
_BOUNDARY: Final = re.compile(_PARAMETER.format("boundary"))
_FIELD: Final = re.compile(r"(?<![^&])(?P<name>[^&=]+)=(?P<value>[^&]+)")
_OURS: Final = ({"$base64"}, {"$digest", "size"})


def request_of(method: str, url: str, *, headers: Mapping[str, str], content: bytes) -> Request:
    """A request as it went out; its URL is normal, other secrets are still in it.

    Names of headers may have any case. A form is kept without the fields that prove who asks, a multipart body with one
    boundary for all. Raises ValueError for a URL that is none.
    """
    return Request(method=method.upper(), url=normal_url(url), body=_request_body(content, _lowered(headers)))


def response_of(status: int, *, headers: Mapping[str, str], content: bytes) -> Response:
    """An answer as it came in, whole; secrets are still in it. `content` may be compressed as the headers say."""
    lowered = _lowered(headers)
    content, encoding = uncompressed(content, lowered.pop("content-encoding", ""))
    kept = {name: value for name, value in lowered.items() if name in KEPT_HEADERS}
    if encoding:
        kept["content-encoding"] = encoding
    charset = _charset(kept)
    text = _text(content, charset)
    if text is None:
        return Response(status=status, headers=kept, body={"$base64": base64.b64encode(content).decode()})
    if not text or charset != _UTF_8:
        return Response(status=status, headers=kept, body=text or None)
    if chunks := _chunks(text, _media_type(kept)):
        return Response(status=status, headers=kept, chunks=chunks)
    return Response(status=status, headers=kept, body=_exact_json(text))


def content_of(response: Response) -> bytes:
    """The whole body of an answer, uncompressed."""
    return b"".join(pieces_of(response))


def pieces_of(response: Response) -> Iterator[bytes]:
    """The body of an answer in the pieces in which it is streamed: event by event, or all at once."""
    match response.body:
        case _ if response.chunks is not None:
            yield from (chunk.encode() for chunk in response.chunks)
        case None:
            return
        case {"$base64": str(encoded), **rest} if not rest:
            yield base64.b64decode(encoded, validate=True)
        case str(text):
            yield text.encode(_charset(response.headers))
        case value:
            yield spell(value).encode()


def body_fault(response: Response) -> str | None:
    """Why the body of an answer can't be sent; None when it can, as every value of JSON can."""
    if response.chunks is None and not isinstance(response.body, str) and not _is_base64(response.body):
        return None
    try:
        content_of(response)
    except UnicodeEncodeError as error:
        return f"the text can't be said in {error.encoding}, for it holds U+{ord(error.object[error.start]):04X}"
    except ValueError as error:
        return f"no base64: {str(error).lower()}"
    return None


def _is_base64(body: Json) -> bool:
    return isinstance(body, dict) and body.keys() == {"$base64"} and isinstance(body["$base64"], str)


def _lowered(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _media_type(headers: Mapping[str, str]) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _charset(headers: Mapping[str, str]) -> str:
    """The encoding that the headers name, when it is one that Python knows; else UTF-8, as ASCII is, too."""
    named = _CHARSET.search(headers.get("content-type", ""))
    try:
        charset = _UTF_8 if named is None else codecs.lookup(named[1]).name
        "".encode(charset)  # some are no encodings of text
    except LookupError:
        return _UTF_8
    return _UTF_8 if charset == "ascii" else charset


def _text(content: bytes, charset: str) -> str | None:
    """The text that the bytes are; None when they are none, or other bytes would come of it again."""
    try:
        text = content.decode(charset)
        return text if text.encode(charset) == content else None
    except ValueError:
        return None


def _chunks(text: str, media_type: str) -> tuple[str, ...]:
    """What comes piece by piece; empty for everything that is no stream."""
    if media_type == _EVENTS:
        return tuple(filter(None, _END_OF_EVENT.split(text)))
    if media_type in _LINES:
        return tuple(filter(None, _END_OF_LINE.split(text)))
    return ()


def _request_body(content: bytes, headers: dict[str, str]) -> Json:
    if not content:
        return None
    content, _ = uncompressed(content, headers.get("content-encoding", ""))
    if (boundary := _BOUNDARY.search(headers.get("content-type", ""))) is not None:
        content = content.replace(boundary[1].encode(), b"boundary")
    text = _text(content, _UTF_8)
    if text is None:
        return {"$digest": digest_bytes(content), "size": len(content)}
    if _media_type(headers) == "application/x-www-form-urlencoded":
        return _FIELD.sub(_without_secret, text)
    return _json(text)


def _without_secret(field: re.Match[str]) -> str:
    name = unquote_plus(field["name"])
    if is_secret_parameter(name, field["value"]) or is_secret_field(name, login=True):
        return f"{field['name']}={REDACTED}"
    return field[0]


def _json(text: str) -> Json:
    """The object or list that a text is, else the text."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        value: Json = _REQUESTED.decode(text)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(value, dict) and value.keys() in _OURS else value


def _exact_json(text: str) -> Json:
    """The same, but only when nothing that a reader could see would be lost: no key that stands twice, no digit."""
    value = _json(text)
    if isinstance(value, str):
        return text
    try:
        loads(text)
        _EXACT.decode(text)
    except (JsonTextError, ValueError):
        return text
    return value


def _exact_float(text: str) -> float:
    value = float(text)
    if repr(value) != text and Decimal(repr(value)) != Decimal(text):
        raise ValueError
    return value


def _exact_int(text: str) -> int:
    if text == "-0":  # to others that is no integer, and not the same as 0
        raise ValueError
    return int(text)


_REQUESTED: Final = json.JSONDecoder(parse_float=finite, parse_constant=no_constant)
_EXACT: Final = json.JSONDecoder(parse_float=_exact_float, parse_int=_exact_int)
