"""What did the world answer? Exchanges (a request and its answer) in the order in which they were recorded.

A body is None (there is none), an object or list (it was JSON), or a text (it was anything else that is text, as it
came). Other bytes of a request are `{"$digest": 16 hexadecimal characters, "size": bytes}`, those of an answer
`{"$base64": text}`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.value import Json

CALL: Final = "CALL"
"""The method of a request that does not go over HTTP."""
MODEL: Final = "model"
"""The URL of a request to `context.model`."""


class Mode(StrEnum):
    """What happens when the agent asks the outside world something during a trial."""

    REPLAY = "replay"
    """Recordings answer; what was not recorded is refused."""
    RECORD = "record"
    """Recordings answer; what was not recorded is asked for real and recorded."""
    REFRESH = "refresh"
    """Everything is asked for real and recorded anew."""
    LIVE = "live"
    """Everything is asked for real, nothing is recorded."""


class ExchangeKind(StrEnum):
    """Where the agent asked."""

    HTTP = "http"
    """Over HTTP, through a library or the loopback endpoint."""
    MODEL = "model"
    """`context.model(request)`: method `CALL`, URL `model`, and the plain values as bodies."""
    FUNCTION = "function"
    """A function under `@goldgate.recorded`: method `CALL`, its name as URL, arguments and result as bodies."""


@frozen(kw_only=True)
class Request:
    """What was asked, after redaction.

    `method` is upper case. `url` has no fragment, and no secrets in its query, whose keys are sorted.
    """

    method: str
    url: str
    body: Json = None


@frozen(kw_only=True)
class Response:
    """What was answered, after redaction; it is uncompressed.

    `headers` (names in lower case) are only those that an agent's client acts on.
    A streamed answer has `chunks` in place of `body`: each event's exact text with its blank line;
    joined they are the whole answer.
    """

    status: int = 200
    headers: Mapping[str, str] = attrs.field(factory=dict)
    body: Json = None
    chunks: tuple[str, ...] | None = None


@frozen(kw_only=True)
class Exchange:
    """One request and its answer. `key` is what `differ.request_key` makes of the request: equal keys, equal requests.

    The same key may come several times in one cassette: the answers are given in order.
    """

    kind: ExchangeKind = ExchangeKind.HTTP
    key: str
    request: Request
    response: Response


@frozen(kw_only=True)
class Cassette:
    """All exchanges of one case, in the order in which they were recorded."""

    exchanges: tuple[Exchange, ...] = ()
