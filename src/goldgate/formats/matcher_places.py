"""Where in a golden case may matchers stand, and which of them can't be used?

Looks at the JSON that was written, whatever else is wrong with it, so that these problems are told with the others.
"""

from collections.abc import Iterator

from goldgate.differ.matchers import matcher_problems
from goldgate.formats.arguments import expected_args
from goldgate.formats.converter import Misfit
from goldgate.formats.text import TextFault, member
from goldgate.model.value import Json


def matcher_faults(case: Json) -> Iterator[TextFault]:
    """Every matcher of a case that can't be used, with its place from `$` on."""
    for place, expected in expected_values(case):
        for rest, message in matcher_problems(expected):
            yield TextFault(message=message, pointer=f"{place}{rest}")


def expected_values(case: Json) -> Iterator[tuple[str, Json]]:
    """Every value of a case that may hold matchers, with its place from `$` on."""
    world, expect = _object(case, "world"), _object(case, "expect")
    yield from _args("$.world.tools", world.get("tools"))
    for key in ("calls", "plan", "steps"):
        yield from _args(f"$.expect.{key}", expect.get(key))
    if "state" in expect:
        yield "$.expect.state", expect["state"]
    yield from _values("$.expect.files", expect.get("files"))
    answer = _object(expect, "answer")
    if "equals" in answer:
        yield "$.expect.answer.equals", answer["equals"]
    yield from _values("$.expect.answer.json_path", answer.get("json_path"))


def _object(value: Json, key: str) -> dict[str, Json]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _values(place: str, value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield member(place, key), inner


def _args(place: str, items: Json) -> Iterator[tuple[str, Json]]:
    """The arguments of the items of a list, and of the lists in it."""
    for index, item in enumerate(items if isinstance(items, list) else ()):
        here = f"{place}[{index}]"
        if isinstance(item, list):
            yield from _args(here, item)
        elif isinstance(item, dict) and "args" in item:
            try:
                yield f"{here}.args", expected_args(item["args"])
            except Misfit:
                continue  # what is no arguments at all is told by the form of the case
