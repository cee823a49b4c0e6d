from collections.abc import Callable

import attrs

from goldgate.formats.spans.tree import nodes_of
from goldgate.model.span import Span


def test_spans_that_start_at_once_stand_outer_before_inner(span: Callable[..., Span]) -> None:
    outer, other = span("outer", started=1), span("other", started=1)
    middle = span("middle", inside=outer, started=1)
    inner = span("inner", inside=middle, started=1)
    assert [node.span.name for node in nodes_of([inner, middle, other, outer])] == ["other", "outer", "middle", "inner"]


def test_a_parent_elsewhere_is_none_and_circles_are_broken(span: Callable[..., Span]) -> None:
    lost = span("lost", parent_id="f" * 16)
    one, two = span("one"), span("two")
    one = attrs.evolve(one, parent_id=two.span_id)
    two = attrs.evolve(two, parent_id=one.span_id)
    itself = span("itself")
    itself = attrs.evolve(itself, parent_id=itself.span_id)
    parents = {node.span.name: node.parent and node.parent.span.name for node in nodes_of([lost, one, two, itself])}
    assert parents == {"lost": None, "one": "two", "two": None, "itself": None}
