"""What does a file of OpenTelemetry hold? Spans and log records in OTLP/JSON, as exporters and the collector write it.

A file is one JSON document, or one on each line. Ids may be hexadecimal, as OTLP/JSON has them, or in base64, as
protobuf makes of them; whole numbers may be texts.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

import attrs

from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Misfit, text
from goldgate.formats.document import problem_in
from goldgate.formats.otlp_values import attributes_of, object_of, part_of, span_id, status, trace_id, value_of, whole
from goldgate.formats.text import JsonTextError, TextFault, decode, described, loads
from goldgate.model.frozen import frozen
from goldgate.model.span import Span, SpanEvent, SpanStatus

T = TypeVar("T")

_SPANS: Final = ("resourceSpans", "scopeSpans", "spans")
_LOGS: Final = ("resourceLogs", "scopeLogs", "logRecords")
_OTHERS: Final = ("resourceMetrics", "resourceProfiles")


@frozen(kw_only=True)
class Log:
    """A log record of a span."""

    trace_id: str
    span_id: str
    event: SpanEvent


@frozen(kw_only=True)
class Otlp:
    """The spans of a file in their order, and the log records that name a span."""

    spans: tuple[Span, ...]
    logs: tuple[Log, ...]


def read_otlp(data: bytes, *, file: str) -> Otlp:
    """All spans and log records of a file. Raises BadFile with everything that is wrong."""
    problems: list[Problem] = []
    spans: list[Span] = []
    logs: list[Log] = []
    for line, document in _documents(decode(data, file=file), problems, file=file):
        faults: list[TextFault] = []
        spans += _all(document, _SPANS, _span, faults)
        logs += [log for log in _all(document, _LOGS, _log, faults) if log is not None]
        faults += _nothing_known(document)
        problems += [_problem(fault, file=file, line=line) for fault in faults]
    if problems:
        raise BadFile(*problems)
    return Otlp(spans=tuple(spans), logs=tuple(logs))


def joined(files: Iterable[Otlp]) -> tuple[Span, ...]:
    """The spans of all files, each once, with the log records that name it among its events."""
    spans: dict[tuple[str, str], Span] = {}
    events: dict[tuple[str, str], list[SpanEvent]] = {}
    for file in files:
        for span in file.spans:
            spans.setdefault((span.trace_id, span.span_id), span)
        for log in file.logs:
            events.setdefault((log.trace_id, log.span_id), []).append(log.event)
    return tuple(
        attrs.evolve(span, events=(*span.events, *events[key])) if key in events else span
        for key, span in spans.items()
    )


def _problem(fault: TextFault, *, file: str, line: int | None) -> Problem:
    return Problem(code=BadFile.code, message=str(fault), file=file, line=line, pointer=fault.pointer)


def _documents(content: str, problems: list[Problem], *, file: str) -> Iterator[tuple[int | None, Any]]:
    """The documents of a file, with their lines where there is one on each."""
    try:
        yield None, loads(content)
    except JsonTextError as error:
        lines = [(number, line) for number, line in enumerate(content.split("\n"), 1) if line.strip()]
        if len(lines) < 2 or not all(line.startswith("{") for _, line in lines):  # noqa: PLR2004 - several
            problems += [problem_in(content, fault, file=file) for fault in error.faults]
            return
        for number, line in lines:
            try:
                yield number, loads(line)
            except JsonTextError as wrong:
                problems += [_problem(fault, file=file, line=number) for fault in wrong.faults]


def _nothing_known(document: object) -> Iterator[TextFault]:
    if not isinstance(document, dict):
        yield TextFault(message=f"expected an object of OTLP/JSON, got {described(document)}")
    elif not any(key in document for key in (_SPANS[0], _LOGS[0], *_OTHERS)):
        yield TextFault(message=f"no OTLP/JSON: it has neither {_SPANS[0]!r} nor {_LOGS[0]!r}")


def _all(document: Any, path: tuple[str, ...], read: Callable[[Any], T], faults: list[TextFault]) -> list[T]:  # noqa: ANN401 - JSON
    """What lies in the lists within lists that `path` names."""
    places = [("$", document)] if isinstance(document, dict) else []
    for key in path:
        places = [item for place, holder in places for item in _items(place, holder, key, faults)]
    found: list[T] = []
    for place, item in places:
        try:
            found.append(read(object_of(item)))
        except Misfit as misfit:
            faults += misfit.at(place)
    return found


def _items(place: str, holder: Any, key: str, faults: list[TextFault]) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - JSON
    if not isinstance(holder, dict):
        faults.append(TextFault(message=f"expected an object, got {described(holder)}", pointer=place))
        return
    items = holder.get(key, [])
    if isinstance(items, list):
        yield from ((f"{place}.{key}[{index}]", item) for index, item in enumerate(items))
    else:
        faults.append(TextFault(message=f"expected a list, got {described(items)}", pointer=f"{place}.{key}"))


def _span(document: dict[str, Any]) -> Span:
    return Span(
        trace_id=part_of(document, "traceId", trace_id),
        span_id=part_of(document, "spanId", span_id),
        parent_id=part_of(document, "parentSpanId", span_id) if document.get("parentSpanId") else None,
        name=part_of(document, "name", text),
        started=part_of(document, "startTimeUnixNano", whole),
        ended=part_of(document, "endTimeUnixNano", whole) if "endTimeUnixNano" in document else None,
        attributes=attributes_of(document),
        events=tuple(part_of(document, "events", _events) if "events" in document else ()),
        status=part_of(document, "status", status) if "status" in document else SpanStatus.UNSET,
    )


def _events(value: object) -> list[SpanEvent]:
    if not isinstance(value, list):
        raise Misfit(f"expected a list, got {described(value)}")
    events = [object_of(event) for event in value]
    return [SpanEvent(name=part_of(event, "name", text), attributes=attributes_of(event)) for event in events]


def _log(document: dict[str, Any]) -> Log | None:
    """A log record that names a span; None for others. Its name is a field of its own, or an attribute."""
    if not document.get("spanId") or not document.get("traceId"):
        return None
    attributes = attributes_of(document)
    name = document.get("eventName") or attributes.get("event.name") or ""
    body = part_of(document, "body", value_of) if "body" in document else None
    return Log(
        trace_id=part_of(document, "traceId", trace_id),
        span_id=part_of(document, "spanId", span_id),
        event=SpanEvent(name=str(name), attributes=attributes, body=body),
    )
