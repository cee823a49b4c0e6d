"""What stands in for an agent in tests? One that does what a script says."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

import attrs

from goldgate.agents.context import Context, ToolError
from goldgate.differ.nearest import unknown
from goldgate.errors import UsageError
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen


@frozen
class ScriptedCall:
    """A tool that is called, with its arguments."""

    tool: str
    args: Mapping[str, object] = attrs.field(factory=dict)


@frozen
class ScriptedAnswer:
    """How it ends: the answer, and what the agent says of the whole."""

    value: object
    status: str = "success"


Script: TypeAlias = Sequence[ScriptedCall | ScriptedAnswer]
"""What is done, in order; an answer ends it."""


def call(tool: str, args: Mapping[str, object] | None = None, /, **named: object) -> ScriptedCall:
    """A call for a script; arguments as a mapping, or by their names."""
    return ScriptedCall(tool, {**(args or {}), **named})


def answer(value: object, *, status: str = "success") -> ScriptedAnswer:
    """The answer that ends a script, and the overall status: `success`, `failure` or `error`."""
    return ScriptedAnswer(value, status)


class ScriptedAgent:
    """An agent that does the same for every case, or for each case what stands under its id.

    Tools are those of the case's world. A call that is refused is recorded as the error that it is, and the script goes
    on. `plan` is what it says that it means to do, where a case expects a plan.
    Raises UsageError for a script that goes on after its answer.
    """

    def __init__(self, script: Script | Mapping[str, Script], *, plan: Sequence[object] | None = None) -> None:
        self._script = script
        self._plan = plan
        for one in script.values() if isinstance(script, Mapping) else (script,):
            if any(isinstance(move, ScriptedAnswer) for move in one[:-1]):
                raise UsageError("an answer ends a script; what comes after it would never be done")

    def __call__(self, case: CaseView, context: Context) -> Mapping[str, object]:
        """Do what the script says. Raises UsageError for a case that it says nothing of."""
        if self._plan is not None:
            context.plan = self._plan
        for move in self._script_of(case):
            if isinstance(move, ScriptedAnswer):
                return {"answer": move.value, "status": move.status}
            with suppress(ToolError):
                context.tools.call(move.tool, move.args)
        return {}

    def _script_of(self, case: CaseView) -> Script:
        if not isinstance(self._script, Mapping):
            return self._script
        if case.id not in self._script:
            raise UsageError(unknown("script", case.id, self._script))
        return self._script[case.id]
