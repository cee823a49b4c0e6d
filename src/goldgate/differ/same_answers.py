"""Did a model that was asked anew say anything new? The ids and dates of its answers are others every time."""

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final
from urllib.parse import urlsplit

from goldgate.differ.canonical import same
from goldgate.differ.model_apis import model_api_at
from goldgate.model.cassette import Exchange, ExchangeKind, Response
from goldgate.model.value import Json

_CHURNING: Final = frozenset(
    {
        "completed_at",
        "created",
        "created_at",
        "createTime",
        "id",
        "item_id",
        "obfuscation",
        "responseId",
        "system_fingerprint",
    }
)
_CONTENT: Final = frozenset({"args", "arguments", "input", "parsed"})
"""Where these words are the agent's own: what a tool is to be called with."""
_DATA: Final = "data:"


def say_the_same(before: Sequence[Exchange], anew: Sequence[Exchange]) -> bool:
    """Whether all requests are the same, and all answers are but for what differs whenever a model API is asked.

    One for all: an id that another request of the case refers to makes that a different request.
    """
    return all(
        one is not None and other is not None and _same_exchange(one, other) for one, other in zip_longest(before, anew)
    )


def _same_exchange(one: Exchange, other: Exchange) -> bool:
    said = _said if _is_of_a_model(one) else _whole
    return (one.kind, one.key) == (other.kind, other.key) and same(said(one.response), said(other.response))


def _is_of_a_model(exchange: Exchange) -> bool:
    return exchange.kind is ExchangeKind.HTTP and model_api_at(urlsplit(exchange.request.url).path) is not None


def _whole(response: Response) -> Json:
    chunks: Json = None if response.chunks is None else list(response.chunks)
    return [response.status, dict(response.headers), response.body, chunks]


def _said(response: Response) -> Json:
    chunks: Json = None if response.chunks is None else [_event(chunk) for chunk in response.chunks]
    return [response.status, dict(response.headers), _lasting(response.body), chunks]


def _event(chunk: str) -> Json:
    return [_lasting(_read(line)) for line in chunk.split("\n")]


def _read(line: str) -> Json:
    """The data of a line of an event where it is JSON, else the line."""
    if line.startswith(_DATA):
        try:
            data: Json = json.loads(line.removeprefix(_DATA))
        except ValueError:
            return line
        return data
    return line


def _lasting(value: Json) -> Json:
    if isinstance(value, list):
        return [_lasting(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: item if key in _CONTENT else _lasting(item) for key, item in value.items() if key not in _CHURNING}
