"""How does OpenTelemetry's SDK hand over spans and log records? The only door to it, loaded for agents that need it."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from opentelemetry import _logs, trace
from opentelemetry.sdk._logs import LoggerProvider, LogRecordProcessor
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

from goldgate.agents.otel.capture import Watched, logged, span_ended, span_started
from goldgate.agents.raised import Raised, attempt, bounded
from goldgate.differ.canonical import plain
from goldgate.errors import AgentNotLoadable
from goldgate.model.span import Span, SpanEvent, SpanStatus
from goldgate.model.value import Json

_MESSAGE: Final = "exception.message"
_UNSET_LOGS: Final = "ProxyLoggerProvider"
"""The class of the provider that stands for none; it has no public name."""
_CONNECTED: Final[list[object]] = []
"""The providers that hand over already."""


class _Spans(SpanProcessor):
    """Hands over spans."""

    def on_start(self, span: Any, parent_context: object = None) -> None:
        """A span has started."""
        parent = span.parent
        span_started(span.get_span_context().span_id, span, parent_id=None if parent is None else parent.span_id)

    def on_end(self, span: Any) -> None:
        """A span has ended."""
        span_ended(span.get_span_context().span_id, span)


class _Logs(LogRecordProcessor):
    """Hands over log records."""

    def on_emit(self, log_record: Any) -> None:
        """A log record was emitted."""
        record = getattr(log_record, "log_record", log_record)
        logged(record.span_id or 0, record)

    emit = on_emit  # its name before 1.35

    def shutdown(self) -> None:
        """Nothing is kept here."""

    def force_flush(self, timeout_millis: int = 0) -> bool:
        """Nothing is kept here."""
        return True


def connect() -> None:
    """Let this process's tracer provider hand over its spans, and its logger provider its records, once each.

    Where the agent has configured none, there is one of the SDK from now on. Raises AgentNotLoadable for a provider
    that is none of the SDK.
    """
    tracing: Any = trace.get_tracer_provider()
    if isinstance(tracing, trace.ProxyTracerProvider):
        tracing = TracerProvider()
        trace.set_tracer_provider(tracing)
    if not hasattr(tracing, "add_span_processor"):
        kind = type(tracing).__name__
        raise AgentNotLoadable(f"its tracer provider, a {kind}, is none of OpenTelemetry's SDK and hands over no spans")
    logging: Any = _logs.get_logger_provider()
    if type(logging).__name__ == _UNSET_LOGS:
        logging = LoggerProvider()
        _logs.set_logger_provider(logging)
    if _is_new(tracing):
        tracing.add_span_processor(_Spans())
    if hasattr(logging, "add_log_record_processor") and _is_new(logging):
        logging.add_log_record_processor(_Logs())


def _is_new(provider: object) -> bool:
    if any(provider is known for known in _CONNECTED):
        return False
    _CONNECTED.append(provider)
    return True


def spans_of(watched: Iterable[Watched]) -> tuple[Span, ...]:
    """The spans as what they say."""
    return tuple(map(_span, watched))


def _span(watched: Watched) -> Span:
    span = watched.span
    context, parent = span.get_span_context(), span.parent
    events = [SpanEvent(name=event.name, attributes=_attributes(event.attributes)) for event in span.events]
    return Span(
        trace_id=f"{context.trace_id:032x}",
        span_id=f"{context.span_id:016x}",
        parent_id=None if parent is None else f"{parent.span_id:016x}",
        name=span.name,
        started=watched.started,
        ended=watched.ended,
        attributes=_attributes(span.attributes),
        events=(*events, *map(_event, watched.logs)),
        status=SpanStatus(span.status.status_code.name.lower()),
    )


def _event(record: Any) -> SpanEvent:
    attributes = _attributes(record.attributes)
    name = getattr(record, "event_name", None) or attributes.get("event.name") or ""
    body = attempt(lambda: plain(record.body))
    return SpanEvent(name=str(name), attributes=attributes, body=None if isinstance(body, Raised) else body)


def _attributes(attributes: Mapping[str, object] | None) -> dict[str, Json]:
    """What JSON can say of them; messages of exceptions as they are the same in every run."""
    read = {name: attempt(partial(plain, value)) for name, value in (attributes or {}).items()}
    found: dict[str, Json] = {name: value for name, value in read.items() if not isinstance(value, Raised)}
    if isinstance(message := found.get(_MESSAGE), str):
        found[_MESSAGE] = bounded(message)
    return found
