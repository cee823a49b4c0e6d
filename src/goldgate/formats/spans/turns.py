"""Which calls were made at once? Those of one message; of those that no message asked for, those that overlap."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from goldgate.differ.canonical import canonical
from goldgate.formats.spans.call import Call
from goldgate.model.trace import Step
from goldgate.model.value import NOT_CAPTURED


def steps_of(calls: Sequence[Call]) -> Iterator[Step]:
    """The calls as steps, in their order; those made at once are a group."""
    for number, together in enumerate(_turns(calls), 1):
        turn = together[0].turn
        if turn is None:
            yield from _side_by_side(together, name=f"parallel-{number}")
        else:
            group = f"message-{turn}" if len(together) > 1 else None
            yield from (call.step(group=group) for call in together)


def _turns(calls: Sequence[Call]) -> Iterator[list[Call]]:
    """Calls of the same turn together; of those that no message asked for, those that ran at the same time."""
    for turn, same in groupby(calls, key=lambda call: call.turn):
        if turn is not None:
            yield list(same)
            continue
        together: list[Call] = []
        for call in same:
            if together and not _overlaps(together, call):
                yield together
                together = []
            together.append(call)
        yield together


def _overlaps(together: Sequence[Call], call: Call) -> bool:
    """Whether a call began, under the same parent, before one of the others had ended."""
    *others, node = [one.node for one in (*together, call) if one.node is not None]
    return any(
        other.parent is node.parent and (other.span.ended is None or other.span.ended > node.span.started)
        for other in others
    )


def _side_by_side(together: Sequence[Call], *, name: str) -> Iterator[Step]:
    """Calls that ran at the same time, in an order that does not depend on which was the quicker to begin."""
    if len(together) == 1:
        yield together[0].step(group=None)
        return
    steps = [call.step(group=name) for call in together]
    yield from sorted(
        steps, key=lambda step: (step.name or "", "" if step.args is NOT_CAPTURED else canonical(step.args))
    )
