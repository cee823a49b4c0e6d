"""Which calls were made? Those that the model asked for, and those that the span of a tool watched, each of them once.

A call in a message and the span of a tool are the same call when they have the same id; where one of them has no id,
the tool, the arguments and the order say so.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import attrs

from goldgate.formats.spans.call import Call, arguments
from goldgate.formats.spans.reading import Message, Reading, SpanKind
from goldgate.formats.spans.tree import Node
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


class _Calls:
    """The calls of one trace so far; nodes must be told in the order of their start."""

    def __init__(self) -> None:
        self.all: list[Call] = []
        self._unwatched: list[Call] = []
        self._turns = 0

    def turn(self, reading: Reading) -> None:
        """A model asked for calls, all at once."""
        tools = reading.tools
        self._turns += 1
        calls = [
            Call(name=asked.name, asked=asked, turn=self._turns, is_known=tools is None or asked.name in tools)
            for message in reading.said or ()
            for asked in message.asked
            if asked.name not in reading.answering
        ]
        self.all += calls
        self._unwatched += calls

    def watched(self, node: Node) -> None:
        """A tool was called."""
        name = node.reading.tool or node.span.name
        call = self._same(node.reading, name)
        if call is None:
            self.all.append(Call(name=name, node=node))
        else:
            call.node = node
            self._unwatched.remove(call)

    def _same(self, reading: Reading, name: str) -> Call | None:
        """The call that a span is of: the first with its id; else one of the last turn that has one with this tool."""
        if reading.call_id is not None:
            for call in self._unwatched:
                if call.call_id == reading.call_id:
                    return call
        same = [call for call in self._unwatched if call.name == name and None in (call.call_id, reading.call_id)]
        last = [call for call in same if call.turn == same[-1].turn]
        alike = (call for call in last if call.asked is not None and _alike(call.asked.args, reading.args))
        return next(alike, last[0] if last else None)


def _alike(asked: Json | NotCaptured, watched: Json | NotCaptured) -> bool:
    if asked is NOT_CAPTURED or watched is NOT_CAPTURED:
        return False
    return arguments(asked) == arguments(watched)


def _hear(messages: Iterable[Message], calls: dict[str | None, list[Call]]) -> None:
    """Messages that hold results, or calls of earlier turns once more; the nth of an id is of its nth call."""
    results, again = Counter[str | None](), Counter[str | None]()
    for message in messages:
        for answered in message.answered:
            call = _next(answered.call_id, calls, results)
            if call is not None and call.answered is None:
                call.answered = answered
        for asked in message.asked:
            call = _next(asked.call_id, calls, again)
            if call is not None and call.asked is not None and call.asked.args is NOT_CAPTURED:
                call.asked = attrs.evolve(call.asked, args=asked.args)


def _next(call_id: str | None, calls: dict[str | None, list[Call]], before: Counter[str | None]) -> Call | None:
    same = [] if call_id is None else calls.get(call_id, [])
    before[call_id] += 1
    return same[before[call_id] - 1] if before[call_id] <= len(same) else None


def calls_of(nodes: Sequence[Node]) -> list[Call]:
    """The calls of one trace, in their order."""
    calls = _Calls()
    for node in nodes:
        if node.kind is SpanKind.MODEL and not node.is_loop and node.reading.said:
            calls.turn(node.reading)
        elif node.kind is SpanKind.TOOL:
            calls.watched(node)
    by_id = defaultdict[str | None, list[Call]](list)
    for call in calls.all:
        by_id[call.call_id].append(call)
    for node in nodes:
        if node.kind is not SpanKind.TOOL:
            _hear(node.reading.heard or (), by_id)
            _hear(node.reading.kept or (), by_id)
    return calls.all
