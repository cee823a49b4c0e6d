"""How does a graph of LangChain or LangGraph run, and what do its messages say?

A graph that ends with an exception hands over nothing, so it is run by its `astream`, which shows the state after every
step. LangChain has no hook for a run that sees a tool's exception or answers in the place of a tool; `BaseTool` itself
gets one, which does nothing outside of a trial.
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.tools import BaseTool, ToolException

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import Asked, Conversation
from goldgate.agents.frameworks.request import turns_of
from goldgate.agents.frameworks.watch import current_watch, told
from goldgate.agents.plans import planned_step
from goldgate.agents.raised import Raised, attempt, attempt_awaited
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView
from goldgate.model.trace import INVALID_ARGUMENTS, UNKNOWN_TOOL, PlannedStep, Trace, Usage
from goldgate.model.value import Json

_MESSAGES: Final = "messages"


def check(graph: Any) -> None:
    """Raises AgentNotLoadable for a graph whose state has no messages."""
    if _MESSAGES not in getattr(graph, "channels", ()):
        raise AgentNotLoadable(
            "the graph's state has no `messages`: call it in a function, and record its tools with @goldgate.tool"
        )


async def observe(graph: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the graph by `graph.astream`. A graph that remembers starts with an empty memory.

    Among the options, `input` is what goes in beside the messages.
    """
    _hook()
    conversation = Conversation(context)
    given = [{"role": turn.role, "content": turn.content} for turn in turns_of(case)]
    run = _Run(graph, {**options.pop("input", {}), _MESSAGES: given}, options)
    ended = await attempt_awaited(run.finished())
    messages = run.messages()[len(given) :]
    for message in messages:
        _read(message, conversation)
    return conversation.trace(ended, answer=run.answer(messages), usage=_usage(messages), plan=run.plan)


class _Run:
    """One run of a graph: its state as it was shown last, and the first plan that was shown."""

    def __init__(self, graph: Any, given: Mapping[str, object], options: dict[str, Any]) -> None:
        self.plan: tuple[PlannedStep, ...] | None = None
        self._state: Mapping[str, Any] = {}
        config = {"configurable": {"thread_id": "goldgate"}, **(options.pop("config", None) or {})}
        self._stream = _forgetful(graph).astream(given, config, stream_mode="values", **options)

    async def finished(self) -> None:
        """Run to the end."""
        async for state in self._stream:
            self._state = state
            self.plan = _plan(state.get("plan")) if self.plan is None else self.plan

    def messages(self) -> Sequence[BaseMessage]:
        """All messages, those that were given included."""
        messages: Sequence[BaseMessage] = self._state.get(_MESSAGES, ())
        return messages

    def answer(self, messages: Sequence[BaseMessage]) -> Json:
        """A structured response if there is one, else what the assistant said last."""
        structured: Any = self._state.get("structured_response")
        if structured is not None:
            said: Json = structured.model_dump(mode="json") if hasattr(structured, "model_dump") else structured
            return said
        last = messages[-1] if messages else None
        return str(last.text) if isinstance(last, AIMessage) and not last.tool_calls and last.text else None


def _forgetful(graph: Any) -> Any:
    """The graph, with an empty memory in the place of one: a trial must not meet what an earlier one has said."""
    if not graph.checkpointer:
        return graph
    from langgraph.checkpoint.memory import InMemorySaver  # noqa: PLC0415 - only for graphs that remember

    return graph.copy({"checkpointer": InMemorySaver()})


def _plan(plan: object) -> tuple[PlannedStep, ...] | None:
    """The plan in the graph's state, where it has one that reads as a plan."""
    if not isinstance(plan, list | tuple) or not plan:
        return None
    read = attempt(lambda: tuple(map(planned_step, plan)))
    return None if isinstance(read, Raised) else read


def _read(message: BaseMessage, conversation: Conversation) -> None:
    if isinstance(message, AIMessage):
        asked = [*message.tool_calls, *message.invalid_tool_calls]
        conversation.turn(Asked(call_id=call["id"], name=call["name"] or "", args=call["args"]) for call in asked)
    elif isinstance(message, ToolMessage):
        failed = message.status == "error"
        unknown = failed and str(message.content).startswith(f"Error: {message.name} is not a valid tool")
        conversation.answered(
            message.tool_call_id,
            message.content,
            name=message.name,
            failed=failed,
            error_code=UNKNOWN_TOOL if unknown else None,
        )


def _usage(messages: Iterable[BaseMessage]) -> Usage:
    used = [message.usage_metadata for message in messages if isinstance(message, AIMessage) and message.usage_metadata]
    return Usage(
        input_tokens=sum(usage["input_tokens"] for usage in used) if used else None,
        output_tokens=sum(usage["output_tokens"] for usage in used) if used else None,
    )


# The hook on all tools.


@functools.cache
def _hook() -> None:
    """Let every tool be watched from now on, once in a process."""
    run, arun = BaseTool.run, BaseTool.arun

    @functools.wraps(run)
    def watched_run(tool: BaseTool, tool_input: Any, *args: Any, **kwargs: Any) -> object:
        called = _Called(tool, tool_input, call_id=kwargs.get("tool_call_id"))
        return called.ended(attempt(lambda: run(called.tool, tool_input, *args, **kwargs)))

    @functools.wraps(arun)
    async def watched_arun(tool: BaseTool, tool_input: Any, *args: Any, **kwargs: Any) -> object:
        called = _Called(tool, tool_input, call_id=kwargs.get("tool_call_id"))
        return called.ended(await attempt_awaited(arun(called.tool, tool_input, *args, **kwargs)))

    BaseTool.run, BaseTool.arun = watched_run, watched_arun


class _Called:
    """One call of a tool. Where the case answers, `tool` is a copy that asks the case when its arguments are valid."""

    def __init__(self, tool: BaseTool, given: object, *, call_id: str | None) -> None:
        self._watch = current_watch()
        self._name = tool.name
        self._args = given if isinstance(given, dict) else {"input": given}
        self._call_id = call_id
        self._schema = getattr(tool.args_schema, "__name__", None)
        self._is_answered = self._watch is not None and self._watch.stubs(tool.name)
        self.tool = self._answering(tool) if self._is_answered else tool

    def ended(self, ended: object) -> object:
        """What the call came to; raises what it raised."""
        if isinstance(ended, Raised):
            if self._watch is not None:
                refused = self._schema is not None and getattr(ended.error, "title", None) == self._schema
                self._watch.raised(self._call_id, ended.error, code=INVALID_ARGUMENTS if refused else None)
            raise ended.error
        if self._watch is not None and not self._is_answered:
            self._watch.returned(self._call_id)  # it may have been tried again
        return ended

    def _answering(self, tool: BaseTool) -> BaseTool:
        copy = tool.model_copy(update={"handle_tool_error": True, "response_format": "content"})
        for name, method in (("_run", self._answer), ("_arun", self._answer_async)):
            object.__setattr__(copy, name, method)  # a model of pydantic refuses what is no field of it
        return copy

    def _answer(self, *_args: object, **_kwargs: object) -> Json:
        assert self._watch is not None  # noqa: S101 - there is no copy without one
        try:
            return self._watch.answer(self._name, self._args, call_id=self._call_id)
        except ToolError as error:
            raise ToolException(told(error)) from error

    async def _answer_async(self, *_args: object, **_kwargs: object) -> Json:
        return self._answer()
