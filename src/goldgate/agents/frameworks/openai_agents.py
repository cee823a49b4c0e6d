"""How does an agent of the OpenAI Agents SDK run, and what do its items say?

A run that ends with an exception loses the turn in which it did, unknown tools among them, so the model's responses are
taken from the hooks of the run. Tools that fail say one fixed sentence; the formatter of the run's errors sees the
exception behind it, and changes nothing. The agents hand over to others that they know themselves, so for stubs the
agent's class gets a hook, which does nothing outside of a trial.
"""

import copy
import dataclasses
import functools
from collections.abc import Iterable, Iterator
from typing import Any, Final

from agents import Agent, FunctionTool, ModelBehaviorError, RunConfig, RunHooks, Runner
from pydantic_core import to_jsonable_python

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import HANDOFF, Asked, Conversation
from goldgate.agents.frameworks.request import turns_of
from goldgate.agents.frameworks.watch import Watch, current_watch, told
from goldgate.agents.raised import Raised, attempt_awaited
from goldgate.errors import UsageError
from goldgate.formats.trace import read_args
from goldgate.model.case import CaseView
from goldgate.model.trace import INVALID_ARGUMENTS, TOOL, Trace, Usage
from goldgate.model.value import NOT_CAPTURED

_RAISED: Final = "Error running tool {}:"
"""How the exception of a run begins that ended since a tool raised."""


async def observe(agent: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the agent by `Runner.run`, untraced. The state of the case's world is its `context`, unless options say so.

    Raises UsageError for the option `hooks`, which are goldgate's; an agent may have hooks of its own.
    """
    if "hooks" in options:
        raise UsageError("the hooks of a run are goldgate's: give them to the agent")
    _hook()
    conversation = Conversation(context)
    heard = _Heard(conversation)
    if context.state is not None:
        options.setdefault("context", context.state)
    options["run_config"] = _watched_config(options.get("run_config") or RunConfig(), conversation.watch)
    given = [{"role": turn.role, "content": turn.content} for turn in turns_of(case)]
    ended = await attempt_awaited(Runner.run(agent, given, hooks=heard, **options))
    heard.tell(_items(ended), ended)
    answer = None if isinstance(ended, Raised) else to_jsonable_python(ended.final_output, fallback=str)
    return conversation.trace(ended, answer=answer, usage=_usage(heard.responses))


def _items(ended: Any) -> list[Any]:
    """The items of the run, of one that raised those of the turns that it completed."""
    run = getattr(ended.error, "run_data", None) if isinstance(ended, Raised) else ended
    return [] if run is None else list(run.new_items)


class _Heard(RunHooks):
    """What the hooks of one run hear: the model's responses, and the tools that began and ended."""

    def __init__(self, conversation: Conversation) -> None:
        self.responses: list[Any] = []
        self._conversation = conversation
        self._begun: dict[str, str] = {}

    async def on_llm_end(self, context: Any, agent: Any, response: Any) -> None:
        """The model has answered."""
        self.responses.append(response)

    async def on_tool_start(self, context: Any, agent: Any, tool: Any) -> None:
        """A tool is about to be called."""
        self._begun[getattr(context, "tool_call_id", "")] = tool.name

    async def on_tool_end(self, context: Any, agent: Any, tool: Any, result: Any) -> None:
        """A tool has returned."""
        self._begun.pop(getattr(context, "tool_call_id", ""), None)

    def tell(self, items: Iterable[Any], ended: object) -> None:
        """Tell the conversation what was heard, now that the run is over and its items are known."""
        items = list(items)
        handoffs = {_id(item.raw_item): item.target_agent.name for item in items if item.type == "handoff_output_item"}
        results = [item for item in items if item.type in ("tool_call_output_item", "handoff_output_item")]
        for response in self.responses:
            self._conversation.turn(_asked(response, handoffs))
        for result in results:
            self._conversation.answered(_id(result.raw_item), _output(result))
        for item in _of_providers(self.responses, {_id(result.raw_item) for result in results}):
            self._conversation.answered(_id(item), getattr(item, "output", None) or NOT_CAPTURED, failed=_failed(item))
        if isinstance(ended, Raised):
            self._end_raising(ended.error)

    def _end_raising(self, error: BaseException) -> None:
        for call_id, name in self._begun.items():
            if error.__cause__ is not None and str(error).startswith(_RAISED.format(name)):
                self._conversation.watch.raised(call_id, error.__cause__)


def _asked(response: Any, handoffs: dict[str, str]) -> Iterator[Asked]:
    for item in response.output:
        if item.type.endswith("_call"):
            call_id, name = _id(item), getattr(item, "name", None) or item.type.removesuffix("_call")
            yield Asked(
                call_id=call_id,
                name=handoffs.get(call_id, name),
                args=getattr(item, "arguments", NOT_CAPTURED),
                kind=HANDOFF if call_id in handoffs else TOOL,
            )


def _of_providers(responses: Iterable[Any], answered: set[str]) -> Iterator[Any]:
    """The calls that the model's provider has made itself; they hold their result."""
    for response in responses:
        for item in response.output:
            is_own = item.type in ("function_call", "custom_tool_call")
            if item.type.endswith("_call") and not is_own and _id(item) not in answered:
                yield item


def _id(item: Any) -> str:
    """The id of the call that an item makes or answers; items are objects or mappings."""
    found = item.get("call_id") if isinstance(item, dict) else getattr(item, "call_id", None) or item.id
    return str(found)


def _failed(item: Any) -> bool:
    return getattr(item, "status", None) in ("failed", "incomplete") or getattr(item, "error", None) is not None


def _output(item: Any) -> object:
    """What a tool returned: the value where JSON can say it, else the text that the model was shown."""
    shown = item.raw_item.get("output") if isinstance(item.raw_item, dict) else None
    value = getattr(item, "output", None)
    return shown if value is None else to_jsonable_python(value, fallback=str)


def _usage(responses: Iterable[Any]) -> Usage:
    used = [response.usage for response in responses]
    return Usage(
        input_tokens=sum(usage.input_tokens for usage in used) or None,
        output_tokens=sum(usage.output_tokens for usage in used) or None,
    )


# What is watched.


def _watched_config(config: Any, watch: Watch) -> Any:
    """The configuration of a run, untraced, whose error formatter notes the exception before it does what it did."""
    format_error = config.tool_error_formatter

    def noted(failure: Any) -> Any:
        if failure.error is not None:
            _note(watch, failure.call_id, failure.error)
        return None if format_error is None else format_error(failure)

    return dataclasses.replace(config, tool_error_formatter=noted, tracing_disabled=True)


def _note(watch: Watch, call_id: str, error: BaseException) -> None:
    """The SDK says of arguments that it refuses that the model misbehaved."""
    watch.raised(call_id, error, code=INVALID_ARGUMENTS if isinstance(error, ModelBehaviorError) else None)


@functools.cache
def _hook() -> None:
    """Let the tools of every agent be watched from now on, once in a process."""
    get_all_tools = Agent.get_all_tools

    @functools.wraps(get_all_tools)
    async def watched(agent: Any, context: Any) -> list[Any]:
        tools: list[Any] = await get_all_tools(agent, context)
        watch = current_watch()
        if watch is None:
            return tools
        watch.knows(tool.name for tool in tools)
        return [_watched(tool, watch) for tool in tools]

    Agent.get_all_tools = watched


def _watched(tool: Any, watch: Watch) -> Any:
    if not isinstance(tool, FunctionTool):
        return tool
    if watch.stubs(tool.name):
        return _answering(tool, watch)
    if getattr(tool, "_failure_error_function", None) is None:
        return tool  # its errors go to the formatter of the run, or end it
    return _noting(tool, watch)


def _answering(tool: Any, watch: Watch) -> Any:
    """A copy of the tool that the case answers for; text that is no JSON object goes to the tool, which refuses it."""
    invoke, answering = tool.on_invoke_tool, copy.copy(tool)

    async def answer(context: Any, given: str) -> Any:
        args, bad = read_args(given)
        if bad is not None or not isinstance(args, dict):
            return await invoke(context, given)
        try:
            return watch.answer(tool.name, args, call_id=context.tool_call_id)
        except ToolError as error:
            return told(error)

    answering.on_invoke_tool = answer
    return answering


def _noting(tool: Any, watch: Watch) -> Any:
    """A copy of the tool whose own way to tell of errors notes the exception first."""
    noting, tell = copy.copy(tool), tool._failure_error_function  # noqa: SLF001 - the SDK shows it nowhere else

    def noted(context: Any, error: Exception) -> Any:
        _note(watch, context.tool_call_id, error)
        return tell(context, error)

    noting._failure_error_function = noted  # noqa: SLF001 - as above
    return noting
