"""In which order did the steps happen? In an order that is the same however threads and tasks took turns.

A flow is one strand of the agent: the trial's own, and one for every task, thread and job that it started. Its items
are in the order of its own program: steps, flows that were started there, and places where it waited. Flows that were
started without waiting in between are concurrent; they are one turn, and stand in the order of their content. Time
decides nothing.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, TypeAlias

from goldgate.agents.calls import Call
from goldgate.differ.canonical import canonical
from goldgate.model.trace import Step
from goldgate.model.value import NOT_CAPTURED, Json


class Waited(Enum):
    """The type of `WAITED`; an enum so that `is` narrows it for type checkers."""

    WAITED = "waited"


WAITED: Final = Waited.WAITED
"""The flow waited here for others: what it starts later is not concurrent with what it started before."""


class Flow:
    """One strand of the agent.

    `strays` are flows of which only is known after how many items they were started, since whatever started them did
    not tell; AT_THE_END when not even that. A stray that is no task is known by its `thread`.
    `waits` says that the next WAITED is under way.
    """

    __slots__ = ("items", "ordered", "strays", "thread", "waits")

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.strays: dict[int, list[Flow]] = {}
        self.ordered: list[Call | Flow] = []
        self.thread: int | None = None
        self.waits = False

    def disown(self, stray: "Flow") -> bool:
        """The flow is no stray of this one any more; whether it was one."""
        for strays in self.strays.values():
            if stray in strays:
                strays.remove(stray)
                return True
        return False


Item: TypeAlias = Call | Flow | Waited
AT_THE_END: Final = -1


def steps_of(flows: Sequence[Flow]) -> tuple[Step, ...]:
    """The steps of a trial. `flows` are all that it had, each behind the one that started it; the first is its own."""
    if len(flows) == 1 and not flows[0].strays:
        return tuple([step for call in _own_calls(flows[0]) for step in call.steps()])
    for flow in reversed(flows):
        flow.ordered = list(_parts(flow))
    calls = list(_calls(flows[0]))
    _name_turns(calls)
    return tuple(step for call in calls for step in call.steps())


def _own_calls(flow: Flow) -> Iterator[Call]:
    """All calls of a flow that started no other: there is nothing to order."""
    return (item for item in flow.items if isinstance(item, Call) and not item.dropped)


def _parts(flow: Flow) -> Iterator[Call | Flow]:
    """What the flow came to, in its lasting order."""
    turn: list[Flow] = []
    for position, item in enumerate(flow.items):
        turn += flow.strays.get(position, ())
        if isinstance(item, Flow):
            turn.append(item)
            continue
        if turn:
            yield from _turn(turn)
            turn = []
        if isinstance(item, Call) and not item.dropped:
            yield item
    yield from _turn(turn + flow.strays.get(len(flow.items), []))
    yield from _turn(flow.strays.get(AT_THE_END, []))


def _turn(flows: Sequence[Flow]) -> list[Flow]:
    """Concurrent flows by content; those with one step only come first, and are one group."""
    flows = [flow for flow in flows if flow.ordered]
    if len(flows) < 2:  # noqa: PLR2004 - alone
        return flows
    calls = {flow: list(_calls(flow)) for flow in flows}
    single = [calls[flow][0] for flow in flows if _is_single(calls[flow])]
    for call in single if len(single) > 1 else ():
        call.turn = str(id(single[0]))
    return sorted(flows, key=lambda flow: _content(calls[flow]))


def _calls(flow: Flow) -> Iterator[Call]:
    """All calls of a flow and of those below it, which may be nested as deep as they like."""
    open_parts = [iter(flow.ordered)]
    while open_parts:
        part = next(open_parts[-1], None)
        if part is None:
            open_parts.pop()
        elif isinstance(part, Flow):
            open_parts.append(iter(part.ordered))
        else:
            yield part


def _is_single(calls: Sequence[Call]) -> bool:
    return len(calls) == 1 and not calls[0].has_faults


def _content(calls: Sequence[Call]) -> tuple[bool, str, tuple[int, ...], str]:
    """What to sort by: what was said, which of it in one turn, what came of it.

    Observations come last, since they are the likeliest to differ from run to run.
    """
    steps = [call.step for call in calls]
    said: list[Json] = [_said(step) for step in steps]
    observed: list[Json] = [[] if step.observation is NOT_CAPTURED else [step.observation] for step in steps]
    return not _is_single(calls), canonical(said), _turns(calls), canonical(observed)


def _turns(calls: Sequence[Call]) -> tuple[int, ...]:
    """The number of each call's turn among these calls, -1 for none."""
    numbers: dict[str, int] = {}
    return tuple(-1 if call.turn is None else numbers.setdefault(call.turn, len(numbers)) for call in calls)


def _said(step: Step) -> Json:
    return [step.name, step.kind, None if step.args is NOT_CAPTURED else step.args, step.status.value, step.error_code]


def _name_turns(calls: Sequence[Call]) -> None:
    """Number the turns in the order in which they come."""
    names: dict[str, str] = {}
    for call in calls:
        if call.turn is not None:
            call.turn = names.setdefault(call.turn, f"turn-{len(names) + 1}")
