"""What is a span? One piece of work that a tracer has watched: when, inside of what, and what it kept of it."""

from collections.abc import Mapping
from enum import StrEnum

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.value import Json


class SpanStatus(StrEnum):
    """What was said of the end of a span; mostly nothing is."""

    UNSET = "unset"
    OK = "ok"
    ERROR = "error"


@frozen(kw_only=True)
class SpanEvent:
    """Something that happened during a span: an event of its own, or a log record that names it (`body`)."""

    name: str
    attributes: Mapping[str, Json] = attrs.field(factory=dict)
    body: Json = None


@frozen(kw_only=True)
class Span:
    """One span.

    `started` and `ended` are comparable within one trace and mean nothing else: nanoseconds, or places in an order.
    `ended` is None for a span that has not ended. Ids are hexadecimal; `parent_id` is None at the top.
    """

    trace_id: str
    span_id: str
    name: str
    started: int
    ended: int | None
    parent_id: str | None = None
    attributes: Mapping[str, Json] = attrs.field(factory=dict)
    events: tuple[SpanEvent, ...] = ()
    status: SpanStatus = SpanStatus.UNSET
