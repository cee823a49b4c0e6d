"""How is a trace said in JSON? The mapping that agents return, and the same form between our own processes."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final

import attrs

from goldgate.differ.canonical import plain
from goldgate.differ.nearest import nearest
from goldgate.errors import BadTrace, Problem
from goldgate.formats.text import JsonTextError, TextFault, loads
from goldgate.formats.trace_faults import (
    Document,
    args_faults,
    plan_faults,
    step_faults,
    trace_faults,
    without_silent_nulls,
)
from goldgate.model.trace import BAD_ARGUMENTS, TOOL, OverallStatus, PlannedStep, Step, StepStatus, Trace, Usage
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

_UNCAPTURED: Final = "$not_captured"
"""`{"$not_captured": true}` stands for arguments that the tracer did not keep."""
_LITERAL: Final = "$literal"
"""`{"$literal": x}` stands for arguments x that would otherwise be taken for one of these two."""

_TRACE_KEYS: Final = ("plan", "steps", "answer", "status", "usage")
_IF_THE_ANSWER: Final = 'if this is the answer, return {"answer": …}'
_USAGE_KEYS: Final = tuple(field.name for field in attrs.fields(Usage))
_NO_USAGE: Final = Usage()


# What agents hand over: nothing is certain about it.


def read_trace(value: object) -> Trace:
    """What an agent returned: a Trace, a mapping of its form, or a text (the answer).

    State and files of the world are not the agent's to tell, and are left out.
    Raises NotJson for values that JSON can't say, BadTrace for everything else that is no trace, with all places.
    """
    if isinstance(value, str):
        return Trace(answer=plain(value))
    if not isinstance(value, Trace | Mapping):
        kind = type(value).__name__
        raise BadTrace(f"expected a Trace, a mapping of its form or a text, got {kind}; {_IF_THE_ANSWER}")
    if isinstance(value, Mapping) and value and _is_another(value):
        raise BadTrace(f"expected a mapping with {', '.join(_TRACE_KEYS)}; {_IF_THE_ANSWER}")
    document = without_silent_nulls(plain(_trace_form(value)))
    _refuse(trace_faults(document))
    return Trace(
        plan=_plan_of(document["plan"]) if "plan" in document else None,
        steps=tuple(map(_step_of, document.get("steps", ()))),
        answer=document.get("answer", NOT_CAPTURED),
        status=OverallStatus(document.get("status", OverallStatus.SUCCESS)),
        usage=Usage(**document.get("usage", {})),
    )


def _is_another(value: Mapping[object, object]) -> bool:
    """Whether no key of a mapping is, or could be meant for, one of a trace."""
    return not any(key in _TRACE_KEYS or nearest(str(key), _TRACE_KEYS) for key in value)


def read_step(value: object) -> Step:
    """One step: a Step, or a mapping of its form. Raises as `read_trace`."""
    document: Any = plain(_step_form(value))
    _refuse(step_faults(document, "$"))
    return _step_of(document)


def read_plan(value: object) -> tuple[PlannedStep, ...]:
    """A plan: a list of tool names, `{"tool", "args"}` and PlannedSteps. Raises as `read_trace`."""
    document: Any = plain(_each(value, _planned_form))
    _refuse(plan_faults(document, "$"))
    return _plan_of(document)


def read_args(value: object) -> tuple[Json, str | None]:
    """Arguments as they came, and `BAD_ARGUMENTS` when they are a text that is no JSON object (the text is kept).

    None and blank text are `{}`, JSON text of an object is that object.
    Raises NotJson or BadTrace for what is neither an object nor a text.
    """
    args = plain(value)
    _refuse(args_faults(args, "$"))
    return _args_of(args)


def _trace_form(value: Trace | Mapping[str, object]) -> dict[str, object]:
    """The mapping of a trace, with the model's own classes inside taken apart."""
    if isinstance(value, Trace):
        own = {"plan": value.plan, "steps": value.steps, "status": value.status, "usage": value.usage}
        return _trace_form(own if value.answer is NOT_CAPTURED else {**own, "answer": value.answer})
    form = dict(value)
    form["plan"] = _each(form.get("plan"), _planned_form)
    form["steps"] = _each(form.get("steps", ()), _step_form)
    usage = form.get("usage")
    form["usage"] = _write_usage(usage) if isinstance(usage, Usage) else usage
    return form


def _step_form(value: object) -> object:
    return write_step(value) if isinstance(value, Step) else value


def _planned_form(value: object) -> object:
    return _write_planned(value) if isinstance(value, PlannedStep) else value


def _each(value: object, form: Callable[[object], object]) -> object:
    return [form(item) for item in value] if isinstance(value, list | tuple) else value


def _refuse(faults: Iterable[TextFault]) -> None:
    problems = [
        Problem(code=BadTrace.code, message=str(fault), pointer=None if fault.pointer == "$" else fault.pointer)
        for fault in faults
    ]
    if problems:
        raise BadTrace(*problems)


def _step_of(value: Document) -> Step:
    document = without_silent_nulls(value)
    args, bad = _args_of(document.get("args"))
    code = bad or document.get("error_code")
    said = document.get("status", StepStatus.OK if code is None else StepStatus.ERROR)
    return Step(
        kind=document.get("kind", TOOL),
        name=document.get("tool", document.get("name")),
        args=args,
        status=StepStatus.ERROR if bad else StepStatus(said),
        error_code=code,
        observation=document.get("observation", NOT_CAPTURED),
        group=document.get("group"),
    )


def _plan_of(document: list[Any]) -> tuple[PlannedStep, ...]:
    return tuple(
        [
            PlannedStep(name=planned)
            if isinstance(planned, str)
            else PlannedStep(
                name=planned["tool"],
                args=_args_of(planned["args"])[0] if "args" in planned else NOT_CAPTURED,
            )
            for planned in document
        ],
    )


def _args_of(args: Json) -> tuple[Any, str | None]:
    match args:
        case None:
            return {}, None
        case str():
            return _args_of_text(args)
    return _unescaped(args), None


def _args_of_text(text: str) -> tuple[Json, str | None]:
    if not text.strip():
        return {}, None
    try:
        args = loads(text)
    except JsonTextError:
        return text, BAD_ARGUMENTS
    return (args, None) if isinstance(args, dict) else (text, BAD_ARGUMENTS)


# What goldgate wrote itself, and reads back as fast as it can.


def write_trace(trace: Trace) -> Document:
    """The mapping of a trace, what is the default left out; state and files of the world included."""
    document: Document = {}
    if trace.plan is not None:
        document["plan"] = [_write_planned(planned) for planned in trace.plan]
    if trace.steps:
        document["steps"] = [write_step(step) for step in trace.steps]
    if trace.answer is not NOT_CAPTURED:
        document["answer"] = trace.answer
    if trace.status is not OverallStatus.SUCCESS:
        document["status"] = _word(trace.status)
    if usage := _write_usage(trace.usage):
        document["usage"] = usage
    if trace.state is not NOT_CAPTURED:
        document["state"] = trace.state
    if trace.files is not None:
        document["files"] = dict(trace.files)
    return document


def load_trace(value: Document) -> Trace:
    """A trace from what `write_trace` wrote; anything else is a fault of goldgate."""
    plan = value.get("plan")
    return Trace(
        plan=None if plan is None else tuple(map(_load_planned, plan)),
        steps=tuple(map(_load_step, value.get("steps", ()))),
        answer=value.get("answer", NOT_CAPTURED),
        status=OverallStatus(value["status"]) if "status" in value else OverallStatus.SUCCESS,
        usage=Usage(**value["usage"]) if "usage" in value else _NO_USAGE,
        state=value.get("state", NOT_CAPTURED),
        files=value.get("files"),
    )


def write_step(step: Step) -> Document:
    """The mapping of a step, what is the default left out."""
    document: Document = {}
    if step.kind != TOOL:
        document["kind"] = step.kind
    if step.name is not None:
        document["tool" if step.kind == TOOL else "name"] = step.name
    if not (isinstance(step.args, dict) and not step.args):
        document["args"] = _escaped(step.args)
    if step.status is not (StepStatus.OK if step.error_code is None else StepStatus.ERROR):
        document["status"] = _word(step.status)
    if step.error_code is not None:
        document["error_code"] = step.error_code
    if step.observation is not NOT_CAPTURED:
        document["observation"] = step.observation
    if step.group is not None:
        document["group"] = step.group
    return document


def _load_step(document: Document) -> Step:
    code = document.get("error_code")
    implied = StepStatus.OK if code is None else StepStatus.ERROR
    return Step(
        kind=document.get("kind", TOOL),
        name=document.get("tool", document.get("name")),
        args=_unescaped(document.get("args", {})),
        status=StepStatus(document["status"]) if "status" in document else implied,
        error_code=code,
        observation=document.get("observation", NOT_CAPTURED),
        group=document.get("group"),
    )


def _write_planned(planned: PlannedStep) -> Document:
    if planned.args is NOT_CAPTURED:
        return {"tool": planned.name}
    return {"tool": planned.name, "args": planned.args}


def _load_planned(document: Document) -> PlannedStep:
    return PlannedStep(name=document["tool"], args=document.get("args", NOT_CAPTURED))


def _write_usage(usage: Usage) -> Document:
    if usage is _NO_USAGE:
        return {}
    return {key: number for key in _USAGE_KEYS if (number := getattr(usage, key)) is not None}


def _word(status: StrEnum | str) -> str:
    """The plain text of a status, also of one that an agent gave as text."""
    return status.value if isinstance(status, StrEnum) else status


def _escaped(args: Json | NotCaptured) -> Json:
    if args is NOT_CAPTURED:
        return {_UNCAPTURED: True}
    return {_LITERAL: args} if _is_marker(args) else args


def _unescaped(args: Json) -> Json | NotCaptured:
    if not (isinstance(args, dict) and _is_marker(args)):
        return args
    if args.get(_UNCAPTURED) is True:
        return NOT_CAPTURED
    return inner if _is_marker(inner := args.get(_LITERAL)) else args


def _is_marker(args: Json) -> bool:
    return isinstance(args, dict) and len(args) == 1 and (_UNCAPTURED in args or _LITERAL in args)
