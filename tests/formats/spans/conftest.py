import json
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from goldgate.formats.otlp import joined, read_otlp
from goldgate.formats.spans.trace import SpanTrace, trace_of
from goldgate.model.span import Span, SpanEvent
from goldgate.model.trace import Step

DATA: Final = Path(__file__).parents[2] / "data" / "otel"


@pytest.fixture
def traces() -> Callable[..., list[SpanTrace]]:
    """The traces of real files, by their names without the ending, in the order in which they began."""

    def traces(*names: str) -> list[SpanTrace]:
        files = [DATA / f"{name}.json" for name in names]
        spans = joined(read_otlp(file.read_bytes(), file=file.name) for file in files)
        found: dict[str, list[Span]] = {}
        for span in spans:
            found.setdefault(span.trace_id, []).append(span)
        return [trace_of(of_one) for of_one in sorted(found.values(), key=lambda own: min(s.started for s in own))]

    return traces


@pytest.fixture
def span() -> Callable[..., Span]:
    """A span that starts after those made before; `ended` is long after unless said."""
    numbers = count(1)

    def span(
        name: str = "work",
        attributes: Mapping[str, Any] | None = None,
        *events: SpanEvent,
        inside: Span | None = None,
        **other: Any,
    ) -> Span:
        number = next(numbers)
        made = Span(
            trace_id="a" * 32,
            span_id=f"{number:016x}",
            parent_id=None if inside is None else inside.span_id,
            name=name,
            started=number * 10,
            ended=number * 10 + 5,
            attributes=attributes or {},
            events=events,
        )
        return attrs.evolve(made, **other)

    return span


@pytest.fixture
def short() -> Callable[[SpanTrace], list[tuple[Any, ...]]]:
    """Name, arguments, error code or status, result and group of every step."""

    def told(step: Step) -> tuple[Any, ...]:
        return step.name, step.args, step.error_code or step.status.value, step.observation, step.group

    return lambda found: [told(step) for step in found.trace.steps]


@pytest.fixture
def as_text() -> Callable[..., str]:
    """JSON text, as attributes hold objects."""
    return lambda value: json.dumps(value, ensure_ascii=False)
