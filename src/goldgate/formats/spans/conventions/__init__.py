"""Which conventions are read? A literal registry; of each thing in a span the first wins that says anything."""

from typing import Final

from goldgate.formats.spans.conventions import (
    genai,
    genai_events,
    genai_numbered,
    openinference,
    pydantic_ai,
    traceloop,
)
from goldgate.formats.spans.reading import Reading, merged
from goldgate.model.span import Span

CONVENTIONS: Final = (
    pydantic_ai.read,
    genai.read,
    genai_events.read,
    openinference.read,
    traceloop.read,
    genai_numbered.read,
)


def read_span(span: Span) -> Reading:
    """What all conventions together make of a span."""
    return merged(read(span) for read in CONVENTIONS)
