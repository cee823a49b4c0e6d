"""How are steps and places named in a reason? In a few words, bounded, and harmless to a terminal."""

import re

from goldgate.differ.matchers import Mismatch
from goldgate.differ.show import inert, show
from goldgate.model.case import ExpectedStep
from goldgate.model.trace import EXCEPTION, TOOL, Step
from goldgate.model.value import NOT_CAPTURED

_PLAIN_WORD = re.compile(r"[\w.:/-]{1,80}")
_LONGEST_POINTER = 120


def tell(found: Mismatch, *, root: str) -> str:
    """A mismatch with its place: `expected "*.md", got "*.txt" at /args/pattern`."""
    pointer = inert(found.pointer)
    cut = len(pointer) - _LONGEST_POINTER
    return f"{found.why} at {root}{f'{pointer[:_LONGEST_POINTER]}…[{cut} left out]' if cut > 0 else pointer}"


def describe(expected: ExpectedStep) -> str:
    """An expected step: `file_search {"pattern":"*.md"}`, `memory_write notes`, `any call`."""
    if expected.name is None:
        name = "any call" if expected.kind == TOOL else f"any {word(expected.kind)}"
    else:
        name = _named(expected.kind, expected.name)
    return name if expected.args is NOT_CAPTURED else f"{name} {show(expected.args)}"


def describe_step(step: Step) -> str:
    """A step: `file_read {"path":"recent"}`."""
    name = name_of(step)
    return name if step.args is NOT_CAPTURED or step.args == {} else f"{name} {show(step.args)}"


def failure_of(step: Step) -> str:
    """How a step failed: `NOT_FOUND`; of an exception also what it said: `ValueError: "no such folder"`."""
    code = word(step.failure_code or step.status)
    if step.kind != EXCEPTION or step.observation is NOT_CAPTURED:
        return code
    return f"{code}: {show(step.observation)}"


def name_of(step: Step) -> str:
    """The tool of a call; kind and name of any other step."""
    return word(step.kind) if step.name is None else _named(step.kind, step.name)


def word(name: str) -> str:
    """A name or code; one that is no plain word is shown as a value, since it may hold anything."""
    return name if _PLAIN_WORD.fullmatch(name) else show(name)


def _named(kind: str, name: str) -> str:
    return word(name) if kind == TOOL else f"{word(kind)} {word(name)}"
