"""What did the planner plan, and what came of a step? The forms in which planners and executors may say it."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from goldgate.agents.calls import Call
from goldgate.agents.raised import Raised
from goldgate.errors import BadTrace
from goldgate.formats.trace import read_plan, read_step
from goldgate.model.trace import PlannedStep, Step
from goldgate.model.value import NOT_CAPTURED

_OUTCOME_KEYS: Final = frozenset({"status", "error_code", "observation"})


def items_of(plan: object, *, limit: int) -> list[object]:
    """The steps of a plan as the planner made them, at most so many: of an iterable, or of the `steps` of an object.

    Raises BadTrace for what is no plan.
    """
    if isinstance(plan, Mapping) and "steps" in plan:
        plan = plan["steps"]
    elif not isinstance(plan, Mapping):
        plan = getattr(plan, "steps", plan)
    if isinstance(plan, str | bytes | Mapping) or not isinstance(plan, Iterable):
        raise BadTrace(f"a plan is an iterable of steps, got {type(plan).__name__}")
    return list(islice(plan, limit))


def planned_step(item: object) -> PlannedStep:
    """One step of a plan: a tool name, `{"tool", "args"}`, or an object with `tool` or `name`, `args` or `arguments`.

    Raises BadTrace for anything else, NotJson for arguments that JSON can't say.
    """
    if isinstance(item, PlannedStep | str | Mapping):
        return read_plan([dict(item) if isinstance(item, Mapping) else item])[0]
    name = _attribute(item, "tool", "name")
    if not isinstance(name, str):
        raise BadTrace(f"a planned step is a tool name, a mapping or an object with `tool`, got {type(item).__name__}")
    args = _attribute(item, "args", "arguments")
    return read_plan([{"tool": name} if args is None else {"tool": name, "args": args}])[0]


def _attribute(item: object, *names: str) -> object:
    """The first of these attributes that the object has; None when it has none of them."""
    return next((getattr(item, name) for name in names if hasattr(item, name)), None)


def report(call: Call, outcome: object) -> None:
    """End a step with what the executor returned for it, or raised.

    A Step stands for itself; a mapping of nothing but `status`, `error_code` and `observation` says what came of the
    step; any other value is the observation of a step that went well.
    """
    if isinstance(outcome, Raised):
        call.fail(outcome.error)
        return
    if isinstance(outcome, Step):
        call.complete(read_step(outcome))
        return
    if isinstance(outcome, Mapping) and outcome and _OUTCOME_KEYS.issuperset(outcome):
        call.status = outcome.get("status")
        call.error_code = outcome.get("error_code")
        outcome = outcome.get("observation", NOT_CAPTURED)
    call.observation = outcome
    call.close()
