"""How do the messages of a framework become steps? Calls in their order, each with the result that has its id.

The rules hold for all frameworks. Each call is one step; the calls of one assistant turn are a group; ids join calls
and results and say nothing else; arguments that are no JSON object are kept as they came. A call that nothing answers
and a result that answers no call are errors of their own. What was seen where the tool was called (`Watch`) says
which exception is behind an error text, or ended the run.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from goldgate.agents.calls import Call
from goldgate.agents.context import Context
from goldgate.agents.frames import origin_of
from goldgate.agents.frameworks.watch import Seen, Watch, watched
from goldgate.agents.raised import Raised, agent_fault
from goldgate.model.frozen import frozen
from goldgate.model.trace import NO_CALL, NO_RESULT, TOOL, UNKNOWN_TOOL, OverallStatus, PlannedStep, Step, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

HANDOFF: Final = "handoff"
"""The kind of a step in which one agent leaves the rest to another."""


@frozen(kw_only=True)
class Asked:
    """A call as the model asked for it: `args` are an object, or text as the model wrote it."""

    call_id: str | None
    name: str
    args: object
    kind: str = TOOL


@attrs.define(eq=False, kw_only=True)
class _Said:
    """One step of the conversation, and what the messages say came of it."""

    call: Call
    turn: int
    call_id: str | None = None
    answered: bool = False
    observation: object = NOT_CAPTURED
    failed: bool = False
    error_code: str | None = None

    def ended(self, seen: Seen, *, unknown: bool) -> Iterator[Step]:
        """The step as it ended, given what was seen where the tool was called, and whether there is no such tool."""
        code = seen.error_code or self.error_code
        observation = self.observation if self.answered else seen.value
        if code is None and unknown and (self.failed or not self.answered):
            code = UNKNOWN_TOOL
        elif code is None and not self.answered:
            code, observation = NO_RESULT, NOT_CAPTURED
        if code is not None:
            self.call.refuse(code, observation)
        else:
            self.call.observation = observation
            self.call.status = "error" if self.failed else None
        return self.call.steps()


class Conversation:
    """What was said so far in one trial. Messages must be told in their order."""

    def __init__(self, context: Context) -> None:
        self.watch: Final = watched(context.recorder, Watch(context.tools.stubs))
        self.recorder: Final = context.recorder
        self._said: list[_Said] = []
        self._turns = 0

    def turn(self, calls: Iterable[Asked]) -> None:
        """The assistant asked for these calls, all in one message."""
        self._turns += 1
        said = [
            _Said(call_id=asked.call_id, call=Call(kind=asked.kind, name=asked.name, args=asked.args), turn=self._turns)
            for asked in calls
        ]
        for one in said if len(said) > 1 else ():
            one.call.turn = f"message-{self._turns}"
        self._said += said

    def answered(
        self,
        call_id: str | None,
        observation: object = NOT_CAPTURED,
        *,
        name: str | None = None,
        failed: bool = False,
        error_code: str | None = None,
    ) -> None:
        """A result came, of the oldest open call with this id; where there are no ids, of the oldest with this name.

        `failed` says that the framework marks it as an error, `error_code` why where that is known.
        """
        said = self._open(call_id, name)
        if said is None:
            said = _Said(call=Call(kind=TOOL, name=name, args=NOT_CAPTURED), turn=0)
            self._said.append(said)
            error_code = NO_CALL
        said.answered, said.observation, said.failed, said.error_code = True, observation, failed, error_code

    def said(
        self,
        *,
        kind: str,
        name: str | None = None,
        args: object = None,
        observation: object = NOT_CAPTURED,
        error_code: str | None = None,
    ) -> None:
        """A step that is no call."""
        call = Call(kind=kind, name=name, args=args)
        self._said.append(_Said(call=call, turn=0, answered=True, observation=observation, error_code=error_code))

    def _open(self, call_id: str | None, name: str | None) -> _Said | None:
        unanswered = (said for said in self._said if not said.answered and said.call_id == call_id)
        return next((said for said in unanswered if call_id is not None or said.call.name == name), None)

    def trace(
        self,
        ended: object,
        *,
        answer: Json | NotCaptured = None,
        usage: Usage = Usage(),  # noqa: B008 - frozen
        status: OverallStatus = OverallStatus.SUCCESS,
        plan: tuple[PlannedStep, ...] | None = None,
    ) -> Trace:
        """Everything that was said, once the run has ended: with a value, or `Raised`."""
        self._leave_out_recorded()
        if isinstance(ended, Raised):
            self._leave_out_chance()
        steps = tuple(self._steps())
        if isinstance(ended, Raised):
            fault = agent_fault(ended.error)
            self.recorder.note_raised(fault.error_code, origin_of(ended.error))
            steps, status = (*steps, fault), OverallStatus.ERROR
        return Trace(plan=plan, steps=steps, answer=answer, status=status, usage=usage)

    def _steps(self) -> Iterator[Step]:
        same_id = Counter(said.call_id for said in self._said)
        before = Counter[str | None]()
        for said in self._said:
            seen = self.watch.seen(said.call_id, nth=before[said.call_id], of=same_id[said.call_id])
            before[said.call_id] += 1
            self.recorder.note_raised(seen.error_code, seen.origin)
            yield from said.ended(seen, unknown=self.watch.is_unknown(said.call.name))

    def _leave_out_chance(self) -> None:
        """Where a call ended the run, it is chance whether the others of its turn came to their end before it did."""
        last = [said for said in self._said if said.turn == self._turns]
        if any(not said.answered and self.watch.last(said.call_id).error_code for said in last):
            for said in last:
                said.answered = False

    def _leave_out_recorded(self) -> None:
        """A tool that is decorated with `@goldgate.tool` was recorded when it was called: the same step twice."""
        names = {said.call.name for said in self._said}
        for recorded in self.recorder.since(0):
            recorded.dropped = recorded.dropped or (recorded.kind == TOOL and recorded.name in names)
