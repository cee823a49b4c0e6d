"""How does an agent or a team of autogen run, and what do its messages say?

Agents and teams of autogen remember; every trial starts from the state in which the first found them. Nothing in a
run lets a case answer in the place of a tool or tells the exception behind an error text, so `BaseTool` itself gets a
hook, which does nothing outside of a trial. Tools of other workbenches (MCP) are called for real.
"""

import copy
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from autogen_agentchat.base import TaskResult, Team
from autogen_agentchat.messages import (
    BaseChatMessage,
    HandoffMessage,
    StructuredMessage,
    TextMessage,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
)
from autogen_core import SingleThreadedAgentRuntime
from autogen_core.models import AssistantMessage, SystemMessage, UserMessage
from autogen_core.tools import BaseTool

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import HANDOFF, Asked, Conversation
from goldgate.agents.frameworks.request import history_and_last
from goldgate.agents.frameworks.watch import Watch, current_watch, told
from goldgate.agents.raised import Raised, attempt_awaited
from goldgate.model.case import CaseView, Turn
from goldgate.model.trace import INVALID_ARGUMENTS, TOOL, UNKNOWN_TOOL, Trace, Usage
from goldgate.model.value import Json

_FRAMES: Final = "\nTraceback"
_FIRST_STATES: Final[WeakKeyDictionary[Any, Mapping[str, Any]]] = WeakKeyDictionary()
"""What each agent and team remembered before its first trial."""


async def observe(agent: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the agent or team by `run_stream`, from its first state."""
    _hook()
    conversation = Conversation(context)
    await _forget(agent)
    before, last = history_and_last(case)
    task = [*await _remembered(agent, before), TextMessage(content=last, source="user")]
    messages: list[Any] = []
    ended = _without_frames(await attempt_awaited(_finished(agent.run_stream(task=task, **options), messages)))
    said = messages[len(task) :]
    _read(said, conversation)
    return conversation.trace(ended, answer=_answer(said), usage=_usage(said))


async def _finished(stream: Any, messages: list[Any]) -> None:
    """Gather the messages as they come: a run that raises hands over none."""
    async for message in stream:
        if not isinstance(message, TaskResult):
            messages.append(message)  # noqa: PERF401 - what came before an exception counts


def _without_frames(ended: object) -> object:
    """A team tells what its members raise with all frames, which differ from machine to machine."""
    if not isinstance(ended, Raised) or _FRAMES not in str(ended.error):
        return ended
    return Raised(RuntimeError(str(ended.error).partition(_FRAMES)[0]))


async def _forget(agent: Any) -> None:
    state = _FIRST_STATES.get(agent)
    if state is None:
        _FIRST_STATES[agent] = copy.deepcopy(await agent.save_state())
        return
    if isinstance(agent, Team):
        _start_anew(agent)
        await agent.reset()  # its state leaves out how far its conditions of termination have come
    await agent.load_state(copy.deepcopy(state))


def _start_anew(team: Any) -> None:
    """After a run that raised, a team waits for ever for the member that did, whatever state it is given."""
    if getattr(team, "_embedded_runtime", False):
        team._runtime = SingleThreadedAgentRuntime(ignore_unhandled_exceptions=False)  # noqa: SLF001 - nothing public
        team._initialized = False  # noqa: SLF001 - as above


async def _remembered(agent: Any, turns: Iterable[Turn]) -> list[Any]:
    """Let an agent remember what was said before; a team has no memory of its own, and is told it as messages."""
    memory = getattr(agent, "model_context", None)
    if memory is None:
        return [TextMessage(content=turn.content, source=turn.role) for turn in turns]
    for turn in turns:
        await memory.add_message(_message(turn, agent.name))
    return []


def _message(turn: Turn, name: str) -> Any:
    if turn.role == "assistant":
        return AssistantMessage(content=turn.content, source=name)
    return (
        SystemMessage(content=turn.content)
        if turn.role == "system"
        else UserMessage(content=turn.content, source="user")
    )


def _read(messages: Sequence[Any], conversation: Conversation) -> None:
    handoffs = _handoffs(messages)
    for message in messages:
        if isinstance(message, ToolCallRequestEvent):
            conversation.turn(_asked(call, handoffs) for call in message.content)
        elif isinstance(message, ToolCallExecutionEvent):
            for result in message.content:
                unknown = result.is_error and result.content.startswith(f"Error: tool '{result.name}' not found")
                conversation.answered(
                    result.call_id,
                    result.content,
                    name=result.name,
                    failed=bool(result.is_error),
                    error_code=UNKNOWN_TOOL if unknown else None,
                )


def _asked(call: Any, handoffs: Mapping[str, str]) -> Asked:
    kind = HANDOFF if call.id in handoffs else TOOL
    return Asked(call_id=call.id, name=handoffs.get(call.id, call.name), args=call.arguments, kind=kind)


def _handoffs(messages: Sequence[Any]) -> dict[str, str]:
    """The calls that hand over to another agent, and to which: the message that does so repeats their result."""
    found: dict[str, str] = {}
    results: list[Any] = []
    for message in messages:
        if isinstance(message, ToolCallExecutionEvent):
            results = message.content
        elif isinstance(message, HandoffMessage):
            found |= {result.call_id: message.target for result in results if result.content == message.content}
    return found


def _answer(messages: Sequence[Any]) -> Json:
    """What was said last, in JSON where the agent answers in a structure."""
    last = next((message for message in reversed(messages) if isinstance(message, BaseChatMessage)), None)
    if last is None:
        return None
    structured: Json = last.content.model_dump(mode="json") if isinstance(last, StructuredMessage) else None
    return last.to_text() if structured is None else structured


def _usage(messages: Iterable[Any]) -> Usage:
    used = [message.models_usage for message in messages if message.models_usage is not None]
    return Usage(
        input_tokens=sum(usage.prompt_tokens for usage in used) or None,
        output_tokens=sum(usage.completion_tokens for usage in used) or None,
    )


# The hook on all tools.


@functools.cache
def _hook() -> None:
    """Let every tool be watched from now on, once in a process."""
    run_json = BaseTool.run_json

    @functools.wraps(run_json)
    async def watched(tool: Any, args: Any, cancellation_token: Any, call_id: str | None = None) -> Any:
        watch = current_watch()
        if watch is None:
            return await run_json(tool, args, cancellation_token, call_id)
        if watch.stubs(tool.name):
            return _answered(tool, args, watch, call_id)
        ended = await attempt_awaited(run_json(tool, args, cancellation_token, call_id))
        if isinstance(ended, Raised):
            watch.raised(call_id, ended.error, code=_code(tool, ended.error))
            raise ended.error
        return ended

    BaseTool.run_json = watched


def _answered(tool: Any, args: Any, watch: Watch, call_id: str | None) -> Json:
    """What the case answers to a call whose arguments are valid."""
    try:
        tool.args_type().model_validate(args)
    except ValueError as error:
        watch.raised(call_id, error, code=INVALID_ARGUMENTS)
        raise
    try:
        return watch.answer(tool.name, args, call_id=call_id)
    except ToolError as error:
        raise RuntimeError(told(error)) from error  # the model is shown the message alone


def _code(tool: Any, error: BaseException) -> str | None:
    """The tool's own schema refused the arguments, or something else went wrong."""
    return INVALID_ARGUMENTS if getattr(error, "title", None) == tool.args_type().__name__ else None
