"""How do the spans of a trace hang together? In the order of their start, each with what the conventions make of it.

Two tracers may watch the same call: a span directly inside another one of the same kind and tool is that one again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from goldgate.formats.spans.conventions import read_span
from goldgate.formats.spans.reading import Reading, SpanKind, merged
from goldgate.model.span import Span


@attrs.define(eq=False)
class Node:
    """One span and its reading; `parent` is None at the top, and where the parent is not part of the trace.

    `is_loop` says of a model's span that tools or several requests are inside of it, so that it is no single request.
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
    for node in ordered:
        if node.kind is SpanKind.TOOL:
            for around in node.above:
                around.is_loop = around.is_loop or around.kind is SpanKind.MODEL
    again = _again(ordered)
    return tuple(node for node in ordered if node not in again)


def _hang(node: Node, nodes: Mapping[str, Node]) -> None:
    """Hang a node under its parent, unless that would close a circle."""
    parent = nodes.get(node.span.parent_id or "")
    if parent is not None and parent is not node and all(around is not node for around in parent.above):
        node.parent = parent


def _again(ordered: Sequence[Node]) -> set[Node]:
    """The nodes that are another one again, which knows from now on what they do."""
    inside: dict[Node, list[Node]] = {}
    for node in ordered:
        if (around := _same_around(node)) is not None:
            inside.setdefault(around, []).append(node)
    again: set[Node] = set()
    for around in reversed(inside):  # the innermost first
        nodes = inside[around]
        if around.is_loop or sum(node.reading.said is not None for node in nodes) > 1:
            around.is_loop = True
            around.reading = attrs.evolve(around.reading, input_tokens=None, output_tokens=None)
        else:
            around.reading = merged((around.reading, *(node.reading for node in nodes)))
            again.update(nodes)
    return again


def _same_around(node: Node) -> Node | None:
    """The node directly around this one, apart from those of no kind, if it is of the same kind and tool."""
    around = next((above for above in node.above if above.kind is not None), None)
    same = around is not None and (around.kind, around.reading.tool) == (node.kind, node.reading.tool)
    return around if same and node.kind in (SpanKind.MODEL, SpanKind.TOOL) else None
