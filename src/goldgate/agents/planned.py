"""How are a planner and an executor joined? Goldgate's own loop: plan, execute, replan after a failure, stop."""

from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from functools import partial
from inspect import isawaitable
from typing import Any, Final, TypeAlias

from goldgate.agents.calls import Call
from goldgate.agents.context import Context
from goldgate.agents.plans import items_of, planned_step, report
from goldgate.agents.protocols import Executor, Planner
from goldgate.agents.raised import Raised, attempt, attempt_awaited, exception_step
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen
from goldgate.model.trace import STEP_LIMIT, TOOL, OverallStatus, Step, StepStatus
from goldgate.model.value import NOT_CAPTURED

DEFAULT_STEP_LIMIT: Final = 50

_Result: TypeAlias = Mapping[str, object]
_Asked: TypeAlias = Callable[[], Any]
"""A call of the planner or the executor; what it returns may have to be awaited."""
_Loop: TypeAlias = Generator[_Asked, Any, _Result]
"""Yields calls and is sent what came of each: a value, or what was raised. So one loop serves sync and async agents."""


@frozen
class PlannerExecutor:
    """An agent made of a planner and an executor; each of their methods may be sync or async.

    After a step that failed the planner's `replan` is asked, if there is one; without a new plan the agent stops, and
    its overall status is `failure`. It is `success` when the plan ran to its end, and `error` (with a step
    `STEP_LIMIT`) when `step_limit` steps were not enough; a status that planner or executor set on the context wins
    over the first two. The trace keeps the first plan. A step that the executor already recorded, by calling a tool, is
    not recorded twice.
    """

    planner: Planner
    executor: Executor
    step_limit: int = DEFAULT_STEP_LIMIT

    def __call__(self, case: CaseView, context: Context) -> _Result | Coroutine[Any, Any, _Result]:
        """Do what the case asks for; the result is a coroutine from the first call on that must be awaited."""
        return _driven(self._loop(case, context))

    def _loop(self, case: CaseView, context: Context) -> _Loop:
        rest = self._planned((yield from _ask(partial(self.planner.plan, case.request, context))))
        context.plan = tuple(map(planned_step, rest))
        status, outcomes = OverallStatus.SUCCESS, list[Step]()
        while rest:
            if len(outcomes) == self.step_limit:
                context.recorder.add(exception_step(STEP_LIMIT, f"stopped after {self.step_limit} steps"))
                context.status = OverallStatus.ERROR
                break
            outcomes.append((yield from self._execute(rest.popleft(), context)))
            if outcomes[-1].status is StepStatus.ERROR:
                new = yield from self._replan(case, context, outcomes[-1])
                if new is None:
                    status = OverallStatus.FAILURE
                    break
                rest = new
        context.status = context.status or status
        return (yield from self._answer(case, context, outcomes))

    def _planned(self, plan: object) -> deque[object]:
        """The steps of a plan, one more than may be executed."""
        return deque(items_of(plan, limit=self.step_limit + 1))

    def _execute(self, item: object, context: Context) -> Generator[_Asked, Any, Step]:
        planned, recorder = planned_step(item), context.recorder
        before = recorder.count()
        args = {} if planned.args is NOT_CAPTURED else planned.args
        call = recorder.begin(kind=TOOL, name=planned.name, args=args).opened()
        report(call, (yield partial(self.executor.execute, item, context)))
        _record_once(call, recorder.since(before + 1))
        return call.step

    def _replan(self, case: CaseView, context: Context, failure: Step) -> Generator[_Asked, Any, deque[object] | None]:
        replan = getattr(self.planner, "replan", None)
        if replan is None:
            return None
        plan = yield from _ask(partial(replan, case.request, context, failure))
        return None if plan is None else self._planned(plan)

    def _answer(self, case: CaseView, context: Context, outcomes: Sequence[Step]) -> Generator[_Asked, Any, _Result]:
        answer = getattr(self.planner, "answer", None)
        if answer is None:
            return {}
        return {"answer": (yield from _ask(partial(answer, case.request, context, tuple(outcomes))))}


def _record_once(call: Call, inner: Sequence[Call]) -> None:
    """Leave out the loop's own record of a step when the executor made one, unless that would hide an error.

    A call stands for it, and so does a step of another kind with its name. Other steps don't: a planner that takes
    another tool must not go unseen because all that the executor recorded is the same note.
    """
    if not any(other.kind == TOOL or other.name == call.name for other in inner):
        return
    call.dropped = True
    if not call.failed or any(other.failed and other.step.error_code == call.step.error_code for other in inner):
        return
    same = [other for other in inner if other.name == call.name]
    if not same:
        call.dropped = any(other.failed for other in inner)
    elif not same[-1].failed:
        same[-1].amend(error_code=call.step.error_code)


def _ask(asked: _Asked) -> Generator[_Asked, Any, Any]:
    """What planner or executor returns; what it raises is the agent's own exception."""
    value = yield asked
    if isinstance(value, Raised):
        raise value.error
    return value


def _driven(loop: _Loop) -> _Result | Coroutine[Any, Any, _Result]:
    value: object = None
    try:
        while True:
            value = attempt(loop.send(value))
            if isawaitable(value):
                return _driven_async(loop, value)
    except StopIteration as end:
        return _result(end)


async def _driven_async(loop: _Loop, value: object) -> _Result:
    try:
        while True:
            awaited = await attempt_awaited(value) if isawaitable(value) else value
            value = attempt(loop.send(awaited))
    except StopIteration as end:
        return _result(end)


def _result(end: StopIteration) -> _Result:
    result: _Result = end.value
    return result
