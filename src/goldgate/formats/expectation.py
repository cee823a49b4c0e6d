"""How is it said what counts as success? The object under `expect`, key by key."""

from collections.abc import Callable, Iterator
from typing import Final

from goldgate.differ.json_path import json_path_problem
from goldgate.differ.matcher_words import regex_problem
from goldgate.formats.arguments import expected_args
from goldgate.formats.converter import (
    Form,
    Misfit,
    Read,
    anything,
    list_of,
    mapping_of,
    number_from,
    text,
    whole_from,
    word_of,
    words,
)
from goldgate.formats.decimals import LARGEST, decimal_from, json_number
from goldgate.formats.text import TextFault, described
from goldgate.formats.world_paths import files_of
from goldgate.formats.written import differing
from goldgate.model.case import (
    ArgsMatch,
    Expectation,
    ExpectedAnswer,
    ExpectedGroup,
    ExpectedRubric,
    ExpectedStep,
    Limits,
    Match,
)
from goldgate.model.trace import TOOL, OverallStatus, StepStatus
from goldgate.model.value import Json


def _check_step(step: ExpectedStep) -> Iterator[TextFault]:
    if step.error_code is not None and step.status is StepStatus.OK:
        yield TextFault(message="a step with an error code can't have status ok", pointer=".status")


def _check_call(step: ExpectedStep) -> Iterator[TextFault]:
    if step.name is None:
        yield TextFault(message="required key 'tool' is missing")
    yield from _check_step(step)


_PLAIN: Final[dict[str, Read[object]]] = {"tool": words, "args": expected_args}
_CALL_KEYS: Final[dict[str, Read[object]]] = {
    **_PLAIN,
    "args_match": word_of(ArgsMatch),
    "status": word_of(StepStatus),
    "error_code": words,
    "times": whole_from(1),
}
_IS_NAME: Final = {"tool": "name"}
_PLANNED: Final = Form(ExpectedStep, _PLAIN, fields=_IS_NAME, check=_check_call)
_CALL: Final = Form(ExpectedStep, _CALL_KEYS, fields=_IS_NAME, check=_check_call)
_STEP: Final = Form(ExpectedStep, {"kind": words, **_CALL_KEYS}, fields=_IS_NAME, check=_check_step)
_NAMED_STEP: Final = Form(ExpectedStep, {"kind": words, "name": words, **_CALL_KEYS}, check=_check_step)


def _step(value: dict[str, Json]) -> ExpectedStep:
    """A step of any kind, in which what it does is called `tool` or `name`."""
    if "tool" in value and "name" in value:
        raise Misfit("expected one of 'tool' and 'name', got both")
    if value.keys().isdisjoint(("kind", "tool", "name")):
        raise Misfit("expected at least one of 'kind', 'tool' and 'name'")
    return (_NAMED_STEP if "name" in value else _STEP)(value)


def _or_name(read_object: Callable[[dict[str, Json]], ExpectedStep]) -> Read[ExpectedStep]:
    """An object, or the name of a tool alone."""

    def read(value: object) -> ExpectedStep:
        if isinstance(value, str):
            return ExpectedStep(name=words(value))
        if not isinstance(value, dict):
            raise Misfit(f"expected a tool name or an object, got {described(value)}")
        return read_object(value)

    return read


def _or_group(one: Read[ExpectedStep]) -> Read[ExpectedStep | ExpectedGroup]:
    """An item, or a list of items that are expected in one turn."""
    several = list_of(one)

    def read(value: object) -> ExpectedStep | ExpectedGroup:
        if not isinstance(value, list):
            return one(value)
        if not value:
            raise Misfit("expected at least one call in a group")
        return ExpectedGroup(calls=several(value))

    return read


def _regex(value: object) -> str:
    pattern = text(value)
    if problem := regex_problem(pattern):
        raise Misfit(problem)
    return pattern


def _json_path(value: object) -> str:
    path = text(value)
    if problem := json_path_problem(path):
        raise Misfit(problem)
    return path


def _piece(value: object) -> str:
    """A part of an answer; the empty text would be part of every one."""
    if not text(value):
        raise Misfit("expected a text that is not empty")
    return text(value)


def _pieces(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (_piece(value),)
    if not isinstance(value, list):
        raise Misfit(f"expected a text or a list of texts, got {described(value)}")
    return list_of(_piece)(value)


_ANSWER: Final = Form(
    ExpectedAnswer,
    {
        "equals": anything,
        "contains": _pieces,
        "not_contains": _pieces,
        "matches": _regex,
        "json_path": mapping_of(anything, name=_json_path),
    },
)


def _answer(value: object) -> ExpectedAnswer:
    if isinstance(value, str):
        return ExpectedAnswer(equals=value)
    if not isinstance(value, dict):
        raise Misfit(f"expected a text or an object, got {described(value)}")
    if not value:
        raise Misfit(f"expected at least one of {', '.join(_ANSWER.keys)}")
    return _ANSWER(value)


def _file(value: object) -> Json:
    if value is None or isinstance(value, str | dict):
        return value
    raise Misfit(f"expected a text, a matcher or null (gone), got {described(value)}")


_RUBRIC: Final = Form(ExpectedRubric, {"name": words, "threshold": decimal_from(-LARGEST, LARGEST)})


def _rubric(value: object) -> ExpectedRubric:
    """The name or path of a rubric, or an object with more than that."""
    if isinstance(value, str):
        return ExpectedRubric(name=words(value))
    if not isinstance(value, dict):
        raise Misfit(f"expected the name of a rubric or an object, got {described(value)}")
    return _RUBRIC(value)


_LIMITS: Final = Form(
    Limits,
    {"steps": whole_from(0), "calls": whole_from(0), "tokens": whole_from(0), "cost_usd": number_from(0)},
)
EXPECTATION: Final = Form(
    Expectation,
    {
        "calls": list_of(_or_group(_or_name(_CALL))),
        "match": word_of(Match),
        "args_match": word_of(ArgsMatch),
        "plan": list_of(_or_name(_PLANNED)),
        "plan_match": word_of(Match),
        "forbid": list_of(words),
        "status": word_of(OverallStatus),
        "allow_errors": list_of(words),
        "answer": _answer,
        "state": anything,
        "files": files_of(_file),
        "steps": list_of(_or_group(_or_name(_step))),
        "steps_match": word_of(Match),
        "limits": _LIMITS,
        "rubric": _rubric,
    },
)
"""Reads what is expected of a case."""


def write_expectation(expect: Expectation) -> dict[str, Json]:
    """The object under `expect`, what is the default left out."""
    document = differing(expect)
    if expect.calls is not None:
        document["calls"] = [*map(_write_item, expect.calls)]
    if expect.plan is not None:
        document["plan"] = [*map(_write_step, expect.plan)]
    if expect.answer is not None:
        document["answer"] = differing(expect.answer)
    if expect.steps is not None:
        document["steps"] = [*map(_write_item, expect.steps)]
    if "limits" in document:
        document["limits"] = differing(expect.limits)
    if expect.rubric is not None:
        document["rubric"] = _write_rubric(expect.rubric)
    return document


def _write_rubric(rubric: ExpectedRubric) -> Json:
    if rubric.threshold is None:
        return rubric.name
    return {"name": rubric.name, "threshold": json_number(rubric.threshold)}


def _write_item(item: ExpectedStep | ExpectedGroup) -> Json:
    return _write_step(item) if isinstance(item, ExpectedStep) else [*map(_write_step, item.calls)]


def _write_step(step: ExpectedStep) -> Json:
    document = differing(step)
    if step.name is not None:
        del document["name"]
        document = {"tool" if step.kind == TOOL else "name": step.name, **document}
    return step.name if document.keys() == {"tool"} else document
