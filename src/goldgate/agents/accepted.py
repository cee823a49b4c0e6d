"""What counts as an agent, and how is it called?"""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import attrs

from goldgate.agents.frameworks import observer_of, refusal_of
from goldgate.agents.planned import PlannerExecutor
from goldgate.agents.protocols import Executor, Planner
from goldgate.errors import AgentNotLoadable
from goldgate.model.frozen import frozen

_Callable: TypeAlias = Callable[..., Any]

_ACCEPTED: Final = (
    "an agent is a callable (case, context) or (case), an object with `plan` and `execute`, "
    "an object with `planner` and `executor`, a pair (planner, executor), or an agent of a known framework"
)


def _nothing() -> None:
    """There is nothing to end."""


@frozen
class AcceptedAgent:
    """An agent that can be called with a case and a context. Made by `accept`, once for all trials."""

    call: _Callable
    """Takes the case and the context."""
    files: tuple[Path, ...] = attrs.field(default=(), kw_only=True)
    """What it is made of, as far as this process does not import it."""
    close: Callable[[], None] = attrs.field(default=_nothing, kw_only=True)
    """Ends what the agent keeps running; more than once does no harm."""
    takes_skills: bool = attrs.field(default=True, kw_only=True)
    """Whether skills that are linked get to the agent: not without a context, or a place for them in a request."""


def accept(agent: object) -> AcceptedAgent:
    """Whatever a user calls an agent, as something to call. A class is made first, without arguments.

    Raises AgentNotLoadable, which says what would be accepted, and whatever the class raises.
    """
    if isinstance(agent, AcceptedAgent):
        return agent
    made = agent() if inspect.isclass(agent) else agent
    observer = observer_of(made)
    if observer is not None:
        return AcceptedAgent(observer, takes_skills=False)
    joined = _joined(made)
    if joined is not None:
        return AcceptedAgent(joined)
    refusal = refusal_of(made)
    if refusal is not None:
        raise AgentNotLoadable(refusal)
    if not callable(made):
        raise AgentNotLoadable(f"{_named(agent)} is no agent: {_ACCEPTED}")
    return _taking_two(made)


def _joined(agent: object) -> PlannerExecutor | None:
    """A planner and an executor, from one of the forms in which two may come."""
    if isinstance(agent, PlannerExecutor):
        return agent
    if _has(agent, "plan", "execute"):
        return _paired(agent, agent)
    if _has(agent, "planner", "executor"):
        return _paired(agent.planner, agent.executor)  # type: ignore[attr-defined] # both were looked for
    if isinstance(agent, tuple | list) and len(agent) == 2:  # noqa: PLR2004 - a pair
        return _paired(*agent)
    return None


def _has(agent: object, *names: str) -> bool:
    return all(hasattr(agent, name) for name in names)


def _paired(planner: object, executor: object) -> PlannerExecutor:
    for part, method in ((planner, "plan"), (executor, "execute")):
        if not callable(getattr(part, method, None)):
            raise AgentNotLoadable(f"{_named(part)} has no method `{method}`: {_ACCEPTED}")
    return PlannerExecutor(cast("Planner", planner), cast("Executor", executor))


def _taking_two(agent: _Callable) -> AcceptedAgent:
    try:
        signature = inspect.signature(agent)
    except (TypeError, ValueError):  # written in C; the call will tell
        return AcceptedAgent(agent)
    if _takes(signature, 2):
        return AcceptedAgent(agent)
    if _takes(signature, 1):
        return AcceptedAgent(lambda case, _context: agent(case), takes_skills=False)
    raise AgentNotLoadable(f"{_named(agent)} takes {signature}: {_ACCEPTED}")


def _takes(signature: inspect.Signature, count: int) -> bool:
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


def _named(agent: object) -> str:
    name = getattr(agent, "__qualname__", None)
    return f"`{name}`" if isinstance(name, str) else f"an object of type {type(agent).__name__}"
