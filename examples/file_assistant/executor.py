"""How is a step done? The policy is asked, the path that was found is filled in, the tool is called."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from examples.file_assistant.memory import Memory
from examples.file_assistant.planner import FOUND
from examples.file_assistant.policy import CHANGING_TOOLS, refusal
from examples.file_assistant.tools import TOOLS
from goldgate import Context, ToolError


class Executor:
    """Does one step after the other; between them it keeps only the paths that the last one found."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def execute(self, step: Mapping[str, Any], context: Context) -> Any:  # noqa: ANN401 - whatever the tool returns
        """Do a step and return what the tool returned. Raises ToolError when it is refused, or fails."""
        tool, memory = step["tool"], Memory(context)
        found, self._found = self._found, []
        args = {name: _filled_in(value, found, tool=tool) for name, value in step["args"].items()}
        code = refusal(memory.phase(), tool, args)
        if code is not None:
            raise ToolError(code, f"{tool} is not allowed now")
        tools: dict[str, Callable[..., Any]] = {**TOOLS, "remember": memory.remember, "remind": memory.remind}
        result = tools[tool](**args)
        if tool in {"file_search", "file_list"}:
            self._found = [file if isinstance(file, str) else file["path"] for file in result]
        return result


def _filled_in(value: Any, found: Sequence[str], *, tool: str) -> Any:  # noqa: ANN401 - any argument
    """The value itself, or the path that was found; what changes files takes no pick among several."""
    if value != FOUND:
        return value
    if not found:
        raise ToolError("NOT_FOUND", "nothing was found")
    if len(found) > 1 and tool in CHANGING_TOOLS:
        raise ToolError("AMBIGUOUS", "several files fit")
    return found[0]
