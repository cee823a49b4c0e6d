"""What is wrong with the mappings that agents hand over as traces, steps and plans?"""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from goldgate.formats.shape import Shape, shape_faults
from goldgate.formats.text import TextFault, described
from goldgate.model.trace import TOOL, OverallStatus, StepStatus
from goldgate.model.value import Json

Document: TypeAlias = dict[str, Any]
"""A JSON object whose shape is checked, or about to be."""

_TRACE: Final = Shape(
    keys={"plan": None, "steps": list, "answer": None, "status": tuple(OverallStatus), "usage": dict},
)
_STEP: Final = Shape(
    keys={
        "kind": str,
        "tool": str,
        "name": str,
        "args": None,
        "status": tuple(StepStatus),
        "error_code": str,
        "observation": None,
        "group": None,
    },
)
_PLANNED: Final = Shape(keys={"tool": str, "args": None}, required=("tool",))
_USAGE: Final = Shape(keys={"input_tokens": None, "output_tokens": None, "cost_usd": None})
_SILENT_NULLS: Final = frozenset({"plan", "usage", "tool", "name", "error_code", "group"})
"""Keys whose null says nothing; a null answer or observation is a value."""


def without_silent_nulls(document: Any) -> Any:  # noqa: ANN401 - JSON that no shape has seen yet
    """An object without the keys whose null says nothing; other values as they are."""
    if not isinstance(document, dict):
        return document
    return {key: item for key, item in document.items() if item is not None or key not in _SILENT_NULLS}


def trace_faults(document: Document) -> Iterator[TextFault]:
    """Everything that is wrong with a mapping as a trace."""
    yield from shape_faults(document, _TRACE)
    if "plan" in document:
        yield from plan_faults(document["plan"], "$.plan")
    if isinstance(steps := document.get("steps"), list):
        for index, step in enumerate(steps):
            yield from step_faults(step, f"$.steps[{index}]")
    if isinstance(usage := document.get("usage"), dict):
        yield from _usage_faults(usage)


def step_faults(value: Json, pointer: str) -> Iterator[TextFault]:
    """Everything that is wrong with a value as a step; `pointer` is where it stands."""
    document = without_silent_nulls(value)
    yield from shape_faults(document, _STEP, pointer=pointer)
    if not isinstance(document, dict):
        return
    yield from _name_faults(document, pointer)
    yield from args_faults(document.get("args"), f"{pointer}.args")
    if type(group := document.get("group")) not in (str, int, type(None)):
        yield TextFault(message=f"expected a text or int, got {described(group)}", pointer=f"{pointer}.group")
    if document.get("status") == StepStatus.OK and "error_code" in document:
        yield TextFault(message="a step with an error code can't have status ok", pointer=f"{pointer}.status")


def _name_faults(document: Document, pointer: str) -> Iterator[TextFault]:
    if "tool" in document and "name" in document:
        yield TextFault(message="expected one of 'tool' and 'name', got both", pointer=pointer)
    elif document.get("kind", TOOL) == TOOL and "tool" not in document and "name" not in document:
        yield TextFault(message="required key 'tool' is missing", pointer=pointer)


def args_faults(args: Json, pointer: str) -> Iterator[TextFault]:
    """Why a value can't be arguments."""
    if not isinstance(args, dict | str | None):
        yield TextFault(message=f"expected an object or JSON text, got {described(args)}", pointer=pointer)


def plan_faults(document: Json, pointer: str) -> Iterator[TextFault]:
    """Everything that is wrong with a value as a plan."""
    if not isinstance(document, list):
        yield TextFault(message=f"expected a list, got {described(document)}", pointer=pointer)
        return
    for index, planned in enumerate(document):
        place = f"{pointer}[{index}]"
        if isinstance(planned, dict):
            yield from shape_faults(planned, _PLANNED, pointer=place)
            yield from args_faults(planned.get("args"), f"{place}.args")
        elif not isinstance(planned, str):
            yield TextFault(message=f"expected a tool name or an object, got {described(planned)}", pointer=place)


def _usage_faults(usage: Document) -> Iterator[TextFault]:
    yield from shape_faults(usage, _USAGE, pointer="$.usage")
    for key, value in usage.items():
        numbers = (int, float) if key == "cost_usd" else (int,)
        if value is not None and (type(value) not in numbers or value < 0):
            called = " or ".join(number.__name__ for number in numbers)
            yield TextFault(message=f"expected {called} from 0 on, got {described(value)}", pointer=f"$.usage.{key}")
