"""What must an agent offer? A plan and its execution, or one call; each sync or async."""

from collections.abc import Awaitable
from typing import Any, Protocol

from goldgate.agents.context import Context
from goldgate.model.case import CaseView


class Planner(Protocol):
    """Makes a plan for a request. Two more methods are used where it has them.

    `replan(request, context, failure) -> plan | None` is asked after a step that failed (`failure` is that Step): what
    it returns replaces the rest of the plan, None gives up. `answer(request, context, outcomes) -> answer` is asked in
    the end, with a Step for each that was executed.
    """

    def plan(self, request: Any, context: Context, /) -> Any | Awaitable[Any]:  # noqa: ANN401 - as the text says
        """The steps to do: an iterable, or an object with `steps`. `request` is a text, or a tuple of Turns.

        A step is a tool name, `{"tool", "args"}`, or an object with `tool` (or `name`) and `args` (or `arguments`).
        """


class Executor(Protocol):
    """Does one step of a plan."""

    def execute(self, step: Any, context: Context, /) -> Any | Awaitable[Any]:  # noqa: ANN401 - what the planner made
        """Do the step, which is the object that the planner made, and tell what came of it.

        That is a Step, a mapping of `status`, `error_code` and `observation`, or any other JSON value (the observation
        of a step that went well). An exception is a step error; its code is the exception's `code`, else its class.
        """


class Agent(Protocol):
    """Anything that can be called with a case; it may take the case alone."""

    def __call__(self, case: CaseView, context: Context, /) -> Any | Awaitable[Any]:  # noqa: ANN401 - below
        """Do what the case asks for.

        Returns a Trace, a mapping of its form, a text (the answer) or None; or yields steps, and may then return one.
        """
