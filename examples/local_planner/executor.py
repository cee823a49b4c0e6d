"""How is a step done? By the tool of that name, as the world of the case has it."""

from collections.abc import Mapping
from typing import Any

from goldgate import Context


class Executor:
    """Calls what was planned, with what was planned."""

    def execute(self, step: Mapping[str, Any], context: Context) -> Any:  # noqa: ANN401 - whatever the tool returns
        """What the tool returned. Raises ToolError when the world refuses the call."""
        return context.tools.call(step["tool"], step["args"])
