"""How does an agent or an app of Google's ADK run, and what do its events say?

Plugins let a run be watched without a change of the agent. They are asked before ADK looks at the arguments.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from google.adk.agents import BaseAgent
from google.adk.events.event import Event
from google.adk.plugins.base_plugin import BasePlugin
from google.adk.runners import InMemoryRunner
from google.adk.tools.base_tool import BaseTool
from google.genai import types

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import HANDOFF, Asked, Conversation
from goldgate.agents.frameworks.request import history_and_last
from goldgate.agents.frameworks.watch import Watch, told
from goldgate.agents.raised import attempt_awaited
from goldgate.model.case import CaseView
from goldgate.model.trace import INVALID_ARGUMENTS, TOOL, UNKNOWN_TOOL, Trace, Usage
from goldgate.model.value import Json

_NAME: Final = "goldgate"
_TRANSFER: Final = "transfer_to_agent"
"""ADK's own tool that hands over to another agent, which it names in its only argument."""
_MISSING: Final = "Invoking `{}()` failed as the following mandatory input parameters are not present"
_NO_TOOL: Final = "Invoking `{}()` failed as no tool with that name is available"


async def observe(agent: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the agent or app by `run_async`, in a session of its own whose state is that of the case's world."""
    conversation = Conversation(context)
    root: dict[str, Any] = {"agent": agent, "app_name": _NAME} if isinstance(agent, BaseAgent) else {"app": agent}
    runner = InMemoryRunner(**root)
    runner.plugin_manager.register_plugin(_Watching(conversation.watch))
    session = await _session(runner, case, context)
    events: list[Any] = []
    ended = await attempt_awaited(_finished(runner, session, case, events, options))
    await _keep_state(runner, session, context)
    for event in events:
        _read(event, conversation)
    return conversation.trace(ended, answer=_answer(events), usage=_usage(events))


async def _finished(runner: Any, session: Any, case: CaseView, events: list[Any], options: Mapping[str, Any]) -> None:
    """Gather the events as they come: a run that raises hands over none."""
    message = _content("user", history_and_last(case)[1])
    async for event in runner.run_async(user_id=session.user_id, session_id=session.id, new_message=message, **options):
        if not event.partial:
            events.append(event)  # noqa: PERF401 - what came before an exception counts


async def _session(runner: Any, case: CaseView, context: Context) -> Any:
    """A session with the state of the case's world, in which was said what the case says was said before."""
    state = dict(context.state) if isinstance(context.state, Mapping) else None
    sessions = runner.session_service
    session = await sessions.create_session(app_name=runner.app_name, user_id=_NAME, session_id=_NAME, state=state)
    for turn in history_and_last(case)[0]:
        is_own = turn.role == "assistant"
        content = _content("model" if is_own else "user", turn.content)
        await sessions.append_event(session, Event(author=runner.agent.name if is_own else "user", content=content))
    return session


async def _keep_state(runner: Any, session: Any, context: Context) -> None:
    if isinstance(context.state, Mapping):
        after = await runner.session_service.get_session(
            app_name=session.app_name, user_id=session.user_id, session_id=session.id
        )
        context.state = dict(after.state)


def _content(role: str, text: str) -> Any:
    return types.Content(role=role, parts=[types.Part(text=text)])


class _Watching(BasePlugin):
    """Sees each tool call of a run, and lets the case's stubs answer."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(_NAME)
        self._watch = watch

    async def before_tool_callback(self, *, tool: Any, tool_args: Any, tool_context: Any) -> dict[str, Any] | None:
        """A tool is about to be called; what is returned is its result."""
        if type(tool) is BaseTool or tool.name == _TRANSFER or not self._watch.stubs(tool.name):
            return None  # the bare class stands for a tool that the agent does not have
        try:
            answer = self._watch.answer(tool.name, tool_args, call_id=tool_context.function_call_id)
        except ToolError as error:
            return {"error": told(error)}
        return answer if isinstance(answer, dict) else {"result": answer}

    async def on_tool_error_callback(self, *, tool: Any, tool_args: Any, tool_context: Any, error: Any) -> None:
        """A tool raised, or there is none of that name, or another of the same turn raised and cancelled this one."""
        unknown = str(error).startswith(f"Tool '{tool.name}' not found")
        if isinstance(error, Exception):
            self._watch.raised(tool_context.function_call_id, error, code=UNKNOWN_TOOL if unknown else None)


def _read(event: Any, conversation: Conversation) -> None:
    calls = event.get_function_calls()
    if calls:
        conversation.turn(_asked(call) for call in calls)
    for response in event.get_function_responses():
        result = response.response
        error = result.get("error") if isinstance(result, dict) and set(result) == {"error"} else None
        conversation.answered(
            response.id, result, name=response.name, failed=error is not None, error_code=_code(response.name, error)
        )


def _asked(call: Any) -> Asked:
    args = call.args or {}
    if call.name == _TRANSFER:
        return Asked(call_id=call.id, name=str(args.get("agent_name")), args={}, kind=HANDOFF)
    return Asked(call_id=call.id, name=call.name or "", args=args, kind=TOOL)


def _code(tool: str, error: object) -> str | None:
    for said, code in ((_MISSING, INVALID_ARGUMENTS), (_NO_TOOL, UNKNOWN_TOOL)):
        if str(error).startswith(said.format(tool)):
            return code
    return None


def _answer(events: Iterable[Any]) -> Json:
    """The text of the last event that says something for good."""
    texts = [_text(event) for event in events if event.is_final_response()]
    return next((text for text in reversed(texts) if text), None)


def _text(event: Any) -> str:
    parts = event.content.parts if event.content and event.content.parts else ()
    return "".join(part.text for part in parts if part.text and not part.thought)


def _usage(events: Iterable[Any]) -> Usage:
    used = [event.usage_metadata for event in events if event.usage_metadata is not None]
    return Usage(
        input_tokens=sum(usage.prompt_token_count or 0 for usage in used) or None,
        output_tokens=sum(usage.candidates_token_count or 0 for usage in used) or None,
    )
