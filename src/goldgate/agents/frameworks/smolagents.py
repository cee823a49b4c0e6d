"""How does an agent of smolagents run, and what does its memory say?

The memory holds the results of a step as one text, and none of them when one call failed. Where tools are called more
is known, so `Tool` itself gets a hook, which does nothing outside of a trial. What is seen there has no ids: a call is
known by its tool and arguments. An agent that writes code calls its tools from there; its code is a step of its own.
"""

import functools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from smolagents import AgentMaxStepsError, MultiStepAgent, Tool
from smolagents.memory import ActionStep, FinalAnswerStep, PlanningStep, TaskStep
from smolagents.monitoring import Timing
from smolagents.utils import AgentToolCallError

from goldgate.agents.context import Context, ToolError
from goldgate.agents.frameworks.conversation import Asked, Conversation
from goldgate.agents.frameworks.request import history_and_last
from goldgate.agents.frameworks.watch import NOT_SEEN, Watch, current_watch, told
from goldgate.agents.raised import Raised, attempt, message_of
from goldgate.differ.canonical import canonical, plain
from goldgate.model.case import CaseView, Turn
from goldgate.model.trace import INVALID_ARGUMENTS, OverallStatus, Trace, Usage
from goldgate.model.value import Json

_ANSWERS: Final = "final_answer"
"""The tool that ends the run; its argument is the answer."""


def observe(agent: Any, case: CaseView, context: Context, /, **options: Any) -> Trace:
    """Run the agent by `run`, step by step, from an empty memory and with the variables that the first trial found."""
    _hook()
    conversation = Conversation(context)
    conversation.watch.knows([*agent.tools, *agent.managed_agents])
    before, last = history_and_last(case)
    _remember(agent, before)
    run = _Run(conversation)
    with _own_variables(agent):
        ended = attempt(lambda: run.finished(agent.run(last, stream=True, reset=False, **options)))
    answer = None if run.answer is None else _json(run.answer.output)
    return conversation.trace(
        ended, answer=answer, usage=_usage(agent.memory.steps), status=_status(agent.memory.steps)
    )


class _Run:
    """One run of an agent: the steps that were shown, each once."""

    def __init__(self, conversation: Conversation) -> None:
        self._shown: list[Any] = []
        self.answer: Any = None
        self._conversation = conversation

    def finished(self, shown: Iterable[Any]) -> None:
        """Run to the end."""
        for step in shown:
            if isinstance(step, FinalAnswerStep):
                self.answer = step
            elif isinstance(step, ActionStep | PlanningStep) and not any(step is known for known in self._shown):
                self._shown.append(step)
                self._read(step)

    def _read(self, step: Any) -> None:
        if isinstance(step, PlanningStep):
            self._conversation.said(kind="plan", observation=step.plan)
        elif step.code_action is not None:
            self._read_code(step)
        elif step.model_output_message is not None:
            self._read_calls(step)

    def _read_calls(self, step: Any) -> None:
        calls = [_asked(call.function) for call in step.model_output_message.tool_calls or ()]
        calls = [asked for asked in calls if asked.name != _ANSWERS]
        self._conversation.turn(calls)
        seen = [self._conversation.watch.last(asked.call_id) for asked in calls]
        for asked, one in zip(calls, seen, strict=True):
            if one is not NOT_SEEN:
                self._conversation.answered(asked.call_id, one.value)
        if isinstance(step.error, AgentToolCallError):  # the one call that was refused ended the step
            refused = next(asked for asked, one in zip(calls, seen, strict=True) if one is NOT_SEEN)
            self._conversation.answered(refused.call_id, message_of(step.error), error_code=INVALID_ARGUMENTS)

    def _read_code(self, step: Any) -> None:
        self._conversation.said(
            kind="code",
            args={"code": step.code_action},
            observation=step.observations if step.error is None else message_of(step.error),
            error_code=None if step.error is None else type(step.error).__name__,
        )
        begun = self._conversation.watch.begun
        for call_id, name, args in begun:
            if name != _ANSWERS:
                self._conversation.turn([Asked(call_id=call_id, name=name, args=args)])
                self._conversation.answered(call_id, self._conversation.watch.last(call_id).value)
        begun.clear()


def _asked(call: Any) -> Asked:
    return Asked(call_id=_key(call.name, call.arguments), name=call.name, args=call.arguments)


def _key(name: str, args: object) -> str:
    """By what a call is known."""
    return canonical([name, _json(args or {})])


def _json(value: object) -> Json:
    """A value in JSON; what JSON can't say as its text, which is what the model is shown."""
    said = attempt(lambda: plain(value))
    return str(value) if isinstance(said, Raised) else said


def _remember(agent: Any, turns: Sequence[Turn]) -> None:
    agent.memory.reset()
    agent.monitor.reset()
    for number, turn in enumerate(turns):
        agent.memory.steps.append(
            ActionStep(step_number=number, timing=Timing(start_time=0.0, end_time=0.0), model_output=turn.content)
            if turn.role == "assistant"
            else TaskStep(task=turn.content)
        )


@contextmanager
def _own_variables(agent: Any) -> Iterator[None]:
    """Put back the variables of the agent, and for one that writes code give it a fresh interpreter of its own."""
    before = dict(agent.state)
    if getattr(agent, "executor_type", None) == "local":
        agent.python_executor = agent.create_python_executor()
    try:
        yield
    finally:
        agent.state.clear()
        agent.state.update(before)


def _status(steps: Sequence[Any]) -> OverallStatus:
    """An agent that comes to no answer in time is asked once more for one, and that step says why."""
    ran_out = isinstance(getattr(steps[-1], "error", None), AgentMaxStepsError)
    return OverallStatus.FAILURE if ran_out else OverallStatus.SUCCESS


def _usage(steps: Iterable[Any]) -> Usage:
    used = [step.token_usage for step in steps if getattr(step, "token_usage", None) is not None]
    return Usage(
        input_tokens=sum(usage.input_tokens for usage in used) or None,
        output_tokens=sum(usage.output_tokens for usage in used) or None,
    )


# The hook on all tools, and on agents that others call like one.


@functools.cache
def _hook() -> None:
    """Let every tool be watched from now on, once in a process."""
    for owner in (Tool, MultiStepAgent):
        owner.__call__ = _watched(owner.__call__)


def _watched(call: Any) -> Any:
    @functools.wraps(call)
    def watched(tool: Any, *args: Any, **kwargs: Any) -> Any:
        watch = current_watch()
        if watch is None or not tool.name:
            return call(tool, *args, **kwargs)
        given = _given(tool, args, kwargs)
        key = _key(tool.name, given)
        watch.begun.append((key, tool.name, given))
        if watch.stubs(tool.name):
            return _answered(watch, tool.name, given, key)
        ended = attempt(lambda: call(tool, *args, **kwargs))
        if isinstance(ended, Raised):
            watch.raised(key, ended.error)
            raise ended.error
        watch.returned(key, _json(ended))
        return ended

    return watched


def _given(tool: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> object:
    """The arguments as the model gave them: by name, or a text that is no JSON object."""
    named = {name: value for name, value in kwargs.items() if name != "sanitize_inputs_outputs"}
    if len(args) == 1 and not named and "sanitize_inputs_outputs" in kwargs:
        return args[0]
    return {**dict(zip(getattr(tool, "inputs", ()), args, strict=False)), **named}


def _answered(watch: Watch, name: str, given: object, key: str) -> Json:
    try:
        return watch.answer(name, given if isinstance(given, dict) else {"input": given}, call_id=key)
    except ToolError as error:
        raise RuntimeError(told(error)) from error  # the model is shown the message alone
