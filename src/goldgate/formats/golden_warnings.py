"""What should the author of a golden case look at again? Expectations that can't fail, and stubs that can't answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from goldgate.differ.idle_matchers import fits_all, fits_every_text, idle_matchers
from goldgate.errors import Problem
from goldgate.formats.golden import plain_case
from goldgate.formats.matcher_places import expected_values
from goldgate.model.case import ArgsMatch, Case, Expectation, ExpectedAnswer, ExpectedGroup, ExpectedStep, Match, Stub
from goldgate.model.value import NOT_CAPTURED

CODE: Final = "GG014"

_Warnings: TypeAlias = Iterator[tuple[str, str]]
"""JSON path and sentence."""
_Item: TypeAlias = ExpectedStep | ExpectedGroup
_DEFAULTS: Final = Expectation()


def golden_warnings(cases: Iterable[Case], *, file: str | None = None) -> tuple[Problem, ...]:
    """What the author of the cases should look at again; never a reason to refuse them."""
    return tuple(
        Problem(code=CODE, message=message, file=file, line=case.line, pointer=pointer)
        for case in cases
        for pointer, message in _of_case(case)
    )


def _of_case(case: Case) -> _Warnings:
    for key, rule in RULES.items():
        for rest, message in rule(case.expect):
            yield f"$.expect.{key}{rest}", message
    if case.expect.files is not None and case.world.files is None:
        yield "$.expect.files", "always fails: only world.files gives a trial a folder; {} is an empty one"
    for place, expected in expected_values(plain_case(case)):
        for rest, message in idle_matchers(expected):
            yield f"{place}{rest}", message
    yield from _of_stubs(case.world.tools)


def _always_says_something(_expect: Expectation) -> _Warnings:
    """Whatever stands there, a trial can fail by it, or nothing stands there."""
    yield from ()


def _calls(expect: Expectation) -> _Warnings:
    yield from _of_list(expect.calls, expect.match, expect.args_match)


def _plan(expect: Expectation) -> _Warnings:
    yield from _of_list(expect.plan, expect.plan_match, expect.args_match)


def _steps(expect: Expectation) -> _Warnings:
    yield from _of_list(expect.steps, expect.steps_match, expect.args_match)


def _of_list(items: Iterable[_Item] | None, match: Match, args_match: ArgsMatch) -> _Warnings:
    if items == () and match is Match.SUPERSET:
        yield "", "an empty list matched as superset expects nothing"
    for place, item in _flat(items or ()):
        yield from ((f"{place}{rest}", message) for rest, message in _of_item(item, args_match))


def _of_item(item: ExpectedStep, args_match: ArgsMatch) -> _Warnings:
    how = item.args_match or args_match
    if item.args is NOT_CAPTURED:
        if item.args_match is not None:
            yield ".args_match", "says nothing without 'args'"
    elif how is ArgsMatch.IGNORE:
        yield ".args", "says nothing: args_match is 'ignore'"
    elif fits_all(item.args) or (item.args == {} and how is ArgsMatch.SUPERSET):
        yield ".args", "fits all arguments, as if it were not there"


def _flat(items: Iterable[_Item]) -> Iterator[tuple[str, ExpectedStep]]:
    for index, item in enumerate(items):
        match item:
            case ExpectedGroup(calls=calls):
                yield from ((f"[{index}][{inner}]", call) for inner, call in enumerate(calls))
            case ExpectedStep():
                yield f"[{index}]", item


def _without(key: str, match_key: str) -> Callable[[Expectation], _Warnings]:
    def rule(expect: Expectation) -> _Warnings:
        if getattr(expect, key) is None and getattr(expect, match_key) is not getattr(_DEFAULTS, match_key):
            yield "", f"says nothing without {key!r}"

    return rule


def _args_match(expect: Expectation) -> _Warnings:
    items = (*(expect.calls or ()), *(expect.plan or ()), *(expect.steps or ()))
    said = [item for _, item in _flat(items) if item.args is not NOT_CAPTURED and item.args_match is None]
    if expect.args_match is not _DEFAULTS.args_match and not said:
        yield "", "says nothing: no item of 'calls', 'plan' or 'steps' has 'args' that it holds for"


def _forbid(expect: Expectation) -> _Warnings:
    named = {item.name for _, item in _flat((*(expect.calls or ()), *(expect.steps or ())))}
    for tool in sorted(named.intersection(expect.forbid), key=str):
        yield "", f"the tool {tool!r} is expected and forbidden"


def _allow_errors(expect: Expectation) -> _Warnings:
    if expect.allow_errors and not expect.decides:
        yield "", "says nothing: a case that expects nothing else is judged by its baseline, errors included"


def _answer(expect: Expectation) -> _Warnings:
    if expect.answer == ExpectedAnswer():
        yield "", "says nothing: no part of it holds anything"
    elif expect.answer is not None and expect.answer.matches is not None and fits_every_text(expect.answer.matches):
        yield ".matches", "fits every answer, and a trial without one"


def _state(expect: Expectation) -> _Warnings:
    if expect.state is not NOT_CAPTURED and (expect.state == {} or fits_all(expect.state)):
        yield "", "says nothing of what the state holds"


def _files(expect: Expectation) -> _Warnings:
    if expect.files == {}:
        yield "", "says nothing: it names no file"


RULES: Final[Mapping[str, Callable[[Expectation], _Warnings]]] = {
    "calls": _calls,
    "match": _without("calls", "match"),
    "args_match": _args_match,
    "plan": _plan,
    "plan_match": _without("plan", "plan_match"),
    "forbid": _forbid,
    "status": _always_says_something,
    "allow_errors": _allow_errors,
    "answer": _answer,
    "state": _state,
    "files": _files,
    "steps": _steps,
    "steps_match": _without("steps", "steps_match"),
    "limits": _always_says_something,
    "rubric": _always_says_something,
}
"""For each key of `expect`, what of it says nothing: the rest of the JSON path, and why."""


def _of_stubs(stubs: Iterable[Stub]) -> _Warnings:
    """Stubs that stand behind one that answers every call of the tool."""
    answered: dict[str, int] = {}
    for index, stub in enumerate(stubs):
        if stub.tool in answered:
            first = f"$.world.tools[{answered[stub.tool]}]"
            yield f"$.world.tools[{index}]", f"never answers: {first} answers every call of {stub.tool!r}"
        elif stub.args is NOT_CAPTURED and stub.times is None and stub.returns_each is None:
            answered[stub.tool] = index
