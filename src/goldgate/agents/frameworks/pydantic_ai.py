"""How does an agent of pydantic-ai run, and what do its messages say?

Its capabilities let a run be watched without a change of the agent: each tool call passes through `_Watching`, after
pydantic-ai has validated the arguments.
"""

from collections.abc import Iterable
from typing import Any, Final

from pydantic_ai import capture_run_messages, exceptions
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import (
    BaseToolCallPart,
    BaseToolReturnPart,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    RetryPromptPart,
    SystemPromptPart,
    TextPart,
    UserPromptPart,
)
from pydantic_core import to_jsonable_python

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import Asked, Conversation
from goldgate.agents.frameworks.request import history_and_last
from goldgate.agents.frameworks.watch import Watch, told
from goldgate.agents.raised import Raised, attempt_awaited
from goldgate.model.case import CaseView, Turn
from goldgate.model.trace import INVALID_ARGUMENTS, NO_RESULT, UNKNOWN_TOOL, Trace, Usage

_CODES: Final = {
    "validation_error": INVALID_ARGUMENTS,
    "unknown_tool": UNKNOWN_TOOL,
    "unavailable_tool": UNKNOWN_TOOL,
    "model_retry": "ModelRetry",
    "failed": "ToolFailed",
    "denied": "DENIED",
    "interrupted": NO_RESULT,
}
"""Error codes, by the cause of a retry or the outcome of a call."""
_FAILS: Final[type[Exception]] = getattr(exceptions, "ToolFailed", exceptions.ModelRetry)
"""How a tool tells the model that it failed, without ending the run."""


async def observe(agent: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the agent by `agent.run`. The state of the case's world is its `deps`, unless the options say others."""
    conversation = Conversation(context)
    watching = _Watching(conversation.watch)
    before, prompt = history_and_last(case)
    if context.state is not None:
        options.setdefault("deps", context.state)
    options["capabilities"] = [*(options.get("capabilities") or ()), watching]
    with capture_run_messages() as messages:
        ended = await attempt_awaited(agent.run(prompt, message_history=_history(before) or None, **options))
    new = messages[len(before) :]
    for message in new:
        _read(message, conversation, outputs=watching.outputs)
    answer = None if isinstance(ended, Raised) else to_jsonable_python(ended.output)
    return conversation.trace(ended, answer=answer, usage=_usage(new))


class _Watching(AbstractCapability[Any]):
    """Sees each tool call of a run, and lets the case's stubs answer. `outputs` are tools that only say the answer."""

    def __init__(self, watch: Watch) -> None:
        self.outputs: set[str] = set()
        self._watch = watch

    async def prepare_tools(self, ctx: Any, tool_defs: list[Any]) -> list[Any]:
        """Learn which tools there are."""
        self._watch.knows(tool.name for tool in tool_defs)
        return tool_defs

    async def prepare_output_tools(self, ctx: Any, tool_defs: list[Any]) -> list[Any]:
        """Learn which tools are none."""
        self.outputs.update(tool.name for tool in tool_defs)
        return tool_defs

    async def on_tool_validate_error(self, ctx: Any, *, call: Any, tool_def: Any, args: Any, error: Any) -> Any:
        """The arguments are refused; after too many of these the run ends, and the messages don't tell."""
        self._watch.raised(call.tool_call_id, error, code=INVALID_ARGUMENTS)
        raise error

    async def wrap_tool_execute(self, ctx: Any, *, call: Any, tool_def: Any, args: Any, handler: Any) -> Any:
        """Called in the place of the tool, once its arguments are valid."""
        if self._watch.stubs(call.tool_name):
            try:
                return self._watch.answer(call.tool_name, call.args_as_dict(), call_id=call.tool_call_id)
            except ToolError as error:
                raise _FAILS(told(error)) from error
        ended = await attempt_awaited(handler(args))
        if isinstance(ended, Raised):
            self._note(call.tool_call_id, ended.error)
            raise ended.error
        return ended

    def _note(self, call_id: str, error: BaseException) -> None:
        """Retries and failures that the tool asked for are told in the messages, and better."""
        if type(error).__module__ != exceptions.__name__:
            self._watch.raised(call_id, error)


def _read(message: ModelMessage, conversation: Conversation, *, outputs: set[str]) -> None:
    if isinstance(message, ModelResponse):
        conversation.turn(
            Asked(call_id=part.tool_call_id, name=part.tool_name, args=part.args)
            for part in message.parts
            if isinstance(part, BaseToolCallPart) and part.tool_name not in outputs
        )
    for part in message.parts:
        if isinstance(part, BaseToolReturnPart) and part.tool_name not in outputs:
            conversation.answered(part.tool_call_id, _content(part), name=part.tool_name, error_code=_code(part))
        elif isinstance(part, RetryPromptPart) and part.tool_name is not None and part.tool_name not in outputs:
            conversation.answered(
                part.tool_call_id, _content(part), name=part.tool_name, error_code=_code_of_prompt(part)
            )


def _content(part: Any) -> Any:
    """What a tool returned, in JSON."""
    return to_jsonable_python(part.content, fallback=str)


def _code(part: Any) -> str | None:
    retry = getattr(part, "retry", None)
    outcome = getattr(part, "outcome", "success")
    return _CODES.get(outcome if retry is None else retry.cause)


def _code_of_prompt(part: Any) -> str:
    """The code of a retry as older versions tell it: details of the validation, or a text."""
    if not isinstance(part.content, str):
        return INVALID_ARGUMENTS
    return UNKNOWN_TOOL if part.content.startswith("Unknown tool name") else "ModelRetry"


def _history(turns: Iterable[Turn]) -> list[ModelMessage]:
    return [_message(turn) for turn in turns]


def _message(turn: Turn) -> ModelMessage:
    if turn.role == "assistant":
        return ModelResponse(parts=[TextPart(turn.content)])
    part = SystemPromptPart if turn.role == "system" else UserPromptPart
    return ModelRequest(parts=[part(turn.content)])


def _usage(messages: Iterable[ModelMessage]) -> Usage:
    """The tokens that the model says it used; a model that says nothing says 0."""
    used = [message.usage for message in messages if isinstance(message, ModelResponse)]
    return Usage(
        input_tokens=sum(usage.input_tokens for usage in used) or None,
        output_tokens=sum(usage.output_tokens for usage in used) or None,
    )
