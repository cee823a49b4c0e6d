"""What do numbered attributes say, `gen_ai.prompt.0.role`? The legacy form of the GenAI conventions (OpenLLMetry)."""

from typing import Final

from goldgate.formats.spans.messages import message_of
from goldgate.formats.spans.reading import NOTHING, Message, Reading, SpanKind
from goldgate.formats.spans.values import nested
from goldgate.model.span import Span

_PROMPT: Final = "gen_ai.prompt."
_COMPLETION: Final = "gen_ai.completion."
_TOOLS: Final = "llm.request.functions."
_REQUESTS: Final = ("chat", "completion")


def read(span: Span) -> Reading:
    """What this convention makes of a span."""
    heard, said = _messages(span, _PROMPT), _messages(span, _COMPLETION)
    is_request = span.attributes.get("llm.request.type") in _REQUESTS
    if heard is None and said is None and not is_request:
        return NOTHING
    tools = frozenset(name for tool in nested(span.attributes, _TOOLS) if isinstance(name := tool.get("name"), str))
    return Reading(kind=SpanKind.MODEL, heard=heard, said=said, tools=tools or None)


def _messages(span: Span, prefix: str) -> tuple[Message, ...] | None:
    return tuple(message_of(document) for document in nested(span.attributes, prefix)) or None
