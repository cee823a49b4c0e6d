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
        self.ordered: list[Call] = []
        self.thread: int | None = None
        self.waits = False


Item: TypeAlias = Call | Flow | Waited
AT_THE_END: Final = -1


def steps_of(flows: Sequence[Flow]) -> tuple[Step, ...]:
    """The steps of a trial. `flows` are all that it had, each behind the one that started it; the first is its own."""
    for flow in reversed(flows):
        flow.ordered = [call for part in _parts(flow) for call in part]
    calls = flows[0].ordered
    _name_turns(calls)
    return tuple(step for call in calls for step in call.steps())


def _parts(flow: Flow) -> Iterator[list[Call]]:
    turn: list[Flow] = []
    for position, item in enumerate(flow.items):
        turn += flow.strays.get(position, ())
        if isinstance(item, Flow):
            turn.append(item)
            continue
        yield from _turn(turn)
        turn = []
        if isinstance(item, Call) and not item.dropped:
            yield [item]
    yield from _turn(turn + flow.strays.get(len(flow.items), []))
    yield from _turn(flow.strays.get(AT_THE_END, []))


def _turn(flows: Sequence[Flow]) -> Iterator[list[Call]]:
    """The steps of concurrent flows by content; those that are the only one of their flow come first, as one group."""
    parts = [flow.ordered for flow in flows if flow.ordered]
    if len(parts) > 1:
        parts.sort(key=_content)
        single = [part[0] for part in parts if _is_single(part)]
        for call in single if len(single) > 1 else ():
            call.turn = str(id(single[0]))
    yield from parts


def _is_single(calls: Sequence[Call]) -> bool:
    return len(calls) == 1 and not calls[0].has_faults


def _content(calls: Sequence[Call]) -> tuple[bool, str, str]:
    """What to sort by; observations come last, since they are the likeliest to differ from run to run."""
    steps = [call.step for call in calls]
    said: list[Json] = [_said(step) for step in steps]
    observed: list[Json] = [[] if step.observation is NOT_CAPTURED else [step.observation] for step in steps]
    return not _is_single(calls), canonical(said), canonical(observed)


def _said(step: Step) -> Json:
    return [step.name, step.kind, None if step.args is NOT_CAPTURED else step.args, step.status.value, step.error_code]


def _name_turns(calls: Sequence[Call]) -> None:
    """Number the turns in the order in which they come."""
    names: dict[str, str] = {}
    for call in calls:
        if call.turn is not None:
            call.turn = names.setdefault(call.turn, f"turn-{len(names) + 1}")
