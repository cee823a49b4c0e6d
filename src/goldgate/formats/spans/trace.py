"""What did an agent do, going by the spans of one trace?"""

from collections.abc import Iterable, Iterator, Sequence

from goldgate.formats.spans.call import span_failed
from goldgate.formats.spans.calls import calls_of
from goldgate.formats.spans.reading import NOTHING, Message, SpanKind
from goldgate.formats.spans.tree import Node, nodes_of
from goldgate.formats.spans.turns import steps_of
from goldgate.model.case import Turn
from goldgate.model.frozen import frozen
from goldgate.model.span import Span
from goldgate.model.trace import OverallStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


@frozen(kw_only=True)
class SpanTrace:
    """A trace, and the request that it answers (None where no span keeps it).

    `tells_anything` is False where no span is of an agent, a model or a tool in the words of any convention.
    `tells_calls` is False when the spans keep neither tools nor what the model said: that there are no steps then says
    nothing.
    """

    trace: Trace
    request: str | tuple[Turn, ...] | None
    tells_anything: bool
    tells_calls: bool


def trace_of(spans: Iterable[Span]) -> SpanTrace:
    """Read all spans of one trace, in whichever order they come."""
    nodes = nodes_of(spans)
    return SpanTrace(
        trace=Trace(
            steps=tuple(steps_of(calls_of(nodes))), answer=_answer(nodes), status=_status(nodes), usage=_usage(nodes)
        ),
        request=next(_requests(nodes), None),
        tells_anything=any(node.reading != NOTHING for node in nodes),
        tells_calls=any(
            node.kind is SpanKind.TOOL or (node.kind is SpanKind.MODEL and node.reading.said is not None)
            for node in nodes
        ),
    )


def _answer(nodes: Sequence[Node]) -> Json | NotCaptured:
    """What the outermost agent says it is; else the text of the last message of a model that asks for no call."""
    agents = [node for node in nodes if node.kind is SpanKind.AGENT and not node.is_inside_a_tool]
    for node in agents:
        if node.reading.answer is not NOT_CAPTURED:
            return node.reading.answer
    models = [node for node in nodes if node.kind is SpanKind.MODEL and not node.is_inside_a_tool]
    for node in (*models[-1:], *agents):
        if (text := _text(node)) is not None:
            return text
    return next((node.reading.answer for node in nodes if node.parent is None), NOT_CAPTURED)


def _text(node: Node) -> str | None:
    said = node.reading.said or ()
    if not node.is_loop and any(message.asked for message in said):
        return None
    return next((message.text for message in reversed(said) if message.text is not None), None)


def _status(nodes: Sequence[Node]) -> OverallStatus:
    """Whether the work at the top failed; a request to a model that did may have been made again."""
    works = (node for node in nodes if node.parent is None and node.kind in (None, SpanKind.AGENT))
    return OverallStatus.ERROR if any(span_failed(node.span) for node in works) else OverallStatus.SUCCESS


def _usage(nodes: Sequence[Node]) -> Usage:
    readings = [node.reading for node in nodes if node.kind is SpanKind.MODEL]
    return Usage(
        input_tokens=sum(reading.input_tokens or 0 for reading in readings) or None,
        output_tokens=sum(reading.output_tokens or 0 for reading in readings) or None,
    )


def _requests(nodes: Sequence[Node]) -> Iterator[str | tuple[Turn, ...]]:
    for node in nodes:
        if node.kind is SpanKind.TOOL or node.is_inside_a_tool:
            continue
        turns = tuple(_turns(node.reading.heard or ()))
        if any(turn.role == "user" for turn in turns):
            yield turns[0].content if len(turns) == 1 else turns
        elif node.reading.request:
            yield node.reading.request


def _turns(messages: Iterable[Message]) -> Iterator[Turn]:
    for message in messages:
        if message.role in ("user", "assistant") and message.text is not None:
            yield Turn(role=message.role, content=message.text)
