"""How do the spans of a trace hang together? In the order of their start, each with what the conventions make of it.

Two tracers may watch the same call: a span directly inside another one of the same kind and tool is that one again.
"""

from collections.abc import Iterable, Iterator, Mapping

import attrs

from goldgate.formats.spans.conventions import read_span
from goldgate.formats.spans.reading import Reading, SpanKind, merged
from goldgate.model.span import Span


@attrs.define(eq=False)
class Node:
    """One span and its reading; `parent` is None at the top, and where the parent is not part of the trace.

    `is_loop` says of a model's span that tools were called inside of it, so that it is no single request.
    """

    span: Span
    reading: Reading
    parent: "Node | None" = None
    is_loop: bool = False

    @property
    def kind(self) -> SpanKind | None:
        """What the span watched."""
        return self.reading.kind

    @property
    def above(self) -> Iterator["Node"]:
        """The nodes around this one, the nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def is_inside_a_tool(self) -> bool:
        """Whether this is the work of a tool, such as that of another agent."""
        return any(node.kind is SpanKind.TOOL for node in self.above)


def nodes_of(spans: Iterable[Span]) -> tuple[Node, ...]:
    """The spans of one trace, in order of their start; of those that start at once the outer ones first."""
    nodes = {span.span_id: Node(span, read_span(span)) for span in spans}
    for node in nodes.values():
        _hang(node, nodes)
    ordered = sorted(nodes.values(), key=lambda node: (node.span.started, sum(1 for _ in node.above)))
    kept = tuple(node for node in ordered if not _is_again(node))
    for node in kept:
        if node.kind is SpanKind.TOOL:
            for around in node.above:
                around.is_loop = around.is_loop or around.kind is SpanKind.MODEL
    return kept


def _hang(node: Node, nodes: Mapping[str, Node]) -> None:
    """Hang a node under its parent, unless that would close a circle."""
    parent = nodes.get(node.span.parent_id or "")
    if parent is not None and parent is not node and all(around is not node for around in parent.above):
        node.parent = parent


def _is_again(node: Node) -> bool:
    """Whether another node is of the same call; then that one knows what this one does."""
    if node.kind not in (SpanKind.MODEL, SpanKind.TOOL):
        return False
    around = next((above for above in node.above if above.kind is not None), None)
    if around is None or around.kind is not node.kind or around.reading.tool != node.reading.tool:
        return False
    around.reading = merged((around.reading, node.reading))
    node.reading = Reading()
    return True
