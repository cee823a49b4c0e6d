"""How is the URL of a request spelled so that the same place has one spelling, and no secret is in it?

Upper and lower case of the host, default ports, percent-encoding and the order of the query's keys don't matter;
fragment, user and password and the parameters that prove who asks are left out, versions of the API stay.
"""

import re
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_KEPT: Final = ":@!$&'()*+,;=~"
"""What may stand unescaped in a segment of a path, besides letters, digits and `-._`."""
_SECRET: Final = re.compile(
    r"""
    (?:x[-_])?api[-_]?key | sig | signature | .*[-_]signature | awsaccesskeyid | x-amz-.* | x-goog-.* |
    (?:access|refresh|id|auth|session|security)?[-_]?token | auth | authorization | password | passwd | secret |
    client[-_]?secret | subscription-key
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GOOGLE_KEY: Final = "AIza"
_PROJECT: Final = re.compile(r"(?<=/projects/)[^/]+(?=/locations/)")
"""The account behind a call to Google's Vertex AI stands in its path."""


def normal_url(url: str) -> str:
    """The one spelling of a URL. Idempotent. Raises ValueError for what is none."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    netloc = f"[{host}]" if ":" in host else host
    if parts.port is not None and parts.port != _DEFAULT_PORTS.get(parts.scheme):
        netloc = f"{netloc}:{parts.port}"
    return urlunsplit((parts.scheme, netloc, _path(parts.path), _query(parts.query), ""))


def is_secret_parameter(name: str, value: str) -> bool:
    """Whether a parameter of a query or form proves who asks; Google's goes by the plain name `key`."""
    return _SECRET.fullmatch(name) is not None or (name == "key" and value.startswith(_GOOGLE_KEY))


def _path(path: str) -> str:
    return _PROJECT.sub("PROJECT", "/".join(map(_segment, path.split("/"))))


def _segment(segment: str) -> str:
    if segment.isalnum() and segment.isascii():
        return segment
    return quote(unquote(segment, errors="surrogateescape"), safe=_KEPT, errors="surrogateescape")


def _query(query: str) -> str:
    if not query:
        return ""
    pairs = parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
    kept = sorted((pair for pair in pairs if not is_secret_parameter(*pair)), key=lambda pair: pair[0])
    return urlencode(kept, errors="surrogateescape")
