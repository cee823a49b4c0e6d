"""How does an agent of strands run, and what do its messages say?

Agents of strands remember; every trial starts from the state in which the first found them. Their messages hold `{}`
for arguments that are no JSON, and the events of a run the text itself. Each agent gets a hook for its tool calls,
once, which does nothing outside of a trial; it is asked before strands looks at the arguments.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final
from weakref import WeakKeyDictionary

from strands.hooks import AfterToolCallEvent, BeforeToolCallEvent
from strands.tools.tools import PythonAgentTool

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import Asked, Conversation
from goldgate.agents.frameworks.request import history_and_last
from goldgate.agents.frameworks.watch import Watch, current_watch, told
from goldgate.agents.raised import Raised, attempt_awaited
from goldgate.model.case import CaseView, Turn
from goldgate.model.trace import INVALID_ARGUMENTS, UNKNOWN_TOOL, OverallStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json

_REFUSED: Final = "Validation failed for input parameters"
_FIRST_STATES: Final[WeakKeyDictionary[Any, Any]] = WeakKeyDictionary()
"""What each agent remembered before its first trial."""


async def observe(agent: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the agent by `stream_async`, from its first state."""
    conversation = Conversation(context)
    _forget(agent)
    before, last = history_and_last(case)
    agent.messages.extend(map(_message, before))
    given = len(agent.messages)
    heard = _Heard()
    ended = await attempt_awaited(heard.finished(agent.stream_async(last, **options)))
    messages = agent.messages[given:]
    for message in messages:
        _read(message, conversation, heard)
    stopped = not isinstance(ended, Raised) and ended.stop_reason != "end_turn"
    return conversation.trace(
        ended,
        answer=_answer(ended, messages),
        usage=_usage(messages),
        status=OverallStatus.FAILURE if stopped else OverallStatus.SUCCESS,
    )


class _Heard:
    """What the events of one run say beside the messages: the arguments of the calls as the model wrote them."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._current: list[str] = []

    async def finished(self, stream: Any) -> Any:
        """Run to the end; gives the result."""
        result: Any = None
        async for event in stream:
            self._hear(event.get("event", {}))
            result = event.get("result", result)
        return result

    def _hear(self, event: Mapping[str, Any]) -> None:
        start = event.get("contentBlockStart", {}).get("start", {}).get("toolUse")
        if start:
            self._current = self._texts.setdefault(start["toolUseId"], [])
            self._current.append("")
        piece = event.get("contentBlockDelta", {}).get("delta", {}).get("toolUse")
        if piece and self._current:
            self._current[-1] += piece.get("input", "")

    def arguments(self, call: Mapping[str, Any]) -> object:
        """The arguments of the next call with this id: the text where strands made `{}` of it."""
        texts = self._texts.get(call["toolUseId"])
        text = texts.pop(0) if texts else None
        return call["input"] or text


def _forget(agent: Any) -> None:
    state = _FIRST_STATES.get(agent)
    if state is None:
        _FIRST_STATES[agent] = agent.take_snapshot(preset="session")
        agent.hooks.add_callback(BeforeToolCallEvent, _before)
        agent.hooks.add_callback(AfterToolCallEvent, _after)
    else:
        agent.load_snapshot(state)


def _message(turn: Turn) -> Any:
    return {"role": "assistant" if turn.role == "assistant" else "user", "content": [{"text": turn.content}]}


def _read(message: Mapping[str, Any], conversation: Conversation, heard: _Heard) -> None:
    calls = [block["toolUse"] for block in message["content"] if "toolUse" in block]
    if calls:
        conversation.turn(
            Asked(call_id=call["toolUseId"], name=call["name"], args=heard.arguments(call)) for call in calls
        )
    for result in (block["toolResult"] for block in message["content"] if "toolResult" in block):
        conversation.answered(result["toolUseId"], _content(result["content"]), failed=result["status"] == "error")


def _content(blocks: Sequence[Mapping[str, Any]]) -> object:
    """What a tool returned: the text or JSON of its only block, else all of its blocks that JSON can say."""
    said = [block["text"] if "text" in block else block.get("json", NOT_CAPTURED) for block in blocks]
    if len(said) == 1:
        return said[0]
    return [one for one in said if one is not NOT_CAPTURED]


def _answer(ended: Any, messages: Sequence[Mapping[str, Any]]) -> Json:
    """The structure that the agent answers in, else the text of the assistant's last message."""
    structured = getattr(ended, "structured_output", None)
    if structured is not None:
        said: Json = structured.model_dump(mode="json")
        return said
    last = messages[-1] if messages and messages[-1]["role"] == "assistant" else {"content": ()}
    return "".join(block.get("text", "") for block in last["content"]) or None


def _usage(messages: Iterable[Mapping[str, Any]]) -> Usage:
    used = [message["metadata"]["usage"] for message in messages if "usage" in message.get("metadata", {})]
    return Usage(
        input_tokens=sum(usage["inputTokens"] for usage in used) or None,
        output_tokens=sum(usage["outputTokens"] for usage in used) or None,
    )


# The hook on each agent.


def _before(event: Any) -> None:
    """A tool is about to be called; where the case answers for it, another is called in its place."""
    watch, tool, call = current_watch(), event.selected_tool, event.tool_use
    if watch is None or tool is None or not watch.stubs(tool.tool_name):
        return
    result = _answered(tool.tool_name, call, watch)
    event.selected_tool = PythonAgentTool(tool.tool_name, tool.tool_spec, lambda *_, **__: result)


def _answered(name: str, call: Mapping[str, Any], watch: Watch) -> dict[str, Any]:
    try:
        answer = watch.answer(name, call["input"], call_id=call["toolUseId"])
    except ToolError as error:
        return _result(call, "error", told(error))
    return _result(call, "success", answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def _result(call: Mapping[str, Any], status: str, text: str) -> dict[str, Any]:
    return {"toolUseId": call["toolUseId"], "status": status, "content": [{"text": text}]}


def _after(event: Any) -> None:
    """A tool has returned, or raised, or there is none of that name."""
    watch, call_id = current_watch(), event.tool_use["toolUseId"]
    if watch is None or event.exception is None:
        return
    code = UNKNOWN_TOOL if event.selected_tool is None else None
    watch.raised(
        call_id, event.exception, code=INVALID_ARGUMENTS if str(event.exception).startswith(_REFUSED) else code
    )
