"""Which spans belong to a trial, and in which order did they start? Clocks don't say: in a trial they stand still."""

from itertools import count
from threading import Lock
from typing import Any, Final
from weakref import WeakKeyDictionary

import attrs

from goldgate.agents.recorder import Place, Recorder
from goldgate.agents.recording import current_sink


@attrs.define(eq=False, kw_only=True)
class Watched:
    """One span of a trial as it is known so far: the places of its start and end in the order of all, and its logs.

    `span` is the tracer's own object, in the end the one that it handed over when the span had ended.
    """

    span: Any
    started: int
    ended: int | None = None
    logs: list[Any] = attrs.field(factory=list)


class Capture:
    """The spans of one trial, from whichever thread or task they come."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ticks = count(1)
        self._spans: dict[int, Watched] = {}
        self._is_over = False

    def start(self, span_id: int, span: object) -> bool:
        """A span has started; False when the trial is over."""
        with self._lock:
            if not self._is_over:
                self._spans[span_id] = Watched(span=span, started=next(self._ticks))
            return not self._is_over

    def end(self, span_id: int, span: object) -> None:
        """A span of this trial has ended, and is this now."""
        with self._lock:
            watched = self._spans[span_id]
            watched.span, watched.ended = span, next(self._ticks)

    def log(self, span_id: int, record: object) -> None:
        """A log record names a span of this trial."""
        with self._lock:
            self._spans[span_id].logs.append(record)

    def close(self) -> list[Watched]:
        """The trial is over; all of its spans, in the order in which they started."""
        with self._lock:
            self._is_over = True
            for span_id in self._spans:
                _OF_SPAN.pop(span_id, None)
            return list(self._spans.values())


_CAPTURES: Final[WeakKeyDictionary[Recorder, Capture]] = WeakKeyDictionary()
_OF_SPAN: Final[dict[int, Capture]] = {}
"""The trials of spans that have started, while these last."""


def capturing(recorder: Recorder) -> Capture:
    """The spans of the recorder's trial, from now on."""
    capture = _CAPTURES[recorder] = Capture()
    return capture


def span_started(span_id: int, span: object, *, parent_id: int | None) -> None:
    """A span has started: in the trial of its parent, else in that of the running code; outside of trials in none."""
    capture = None if parent_id is None else _OF_SPAN.get(parent_id)
    capture = capture or _of_running_code()
    if capture is not None and capture.start(span_id, span):
        _OF_SPAN[span_id] = capture


def _of_running_code() -> Capture | None:
    sink = current_sink()
    recorder = sink.recorder if isinstance(sink, Place) else sink
    return _CAPTURES.get(recorder) if isinstance(recorder, Recorder) else None


def span_ended(span_id: int, span: object) -> None:
    """A span has ended."""
    if capture := _OF_SPAN.get(span_id):
        capture.end(span_id, span)


def logged(span_id: int, record: object) -> None:
    """A log record names a span."""
    if capture := _OF_SPAN.get(span_id):
        capture.log(span_id, record)
