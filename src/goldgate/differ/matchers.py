"""Does a value fit what was expected of it? Type-strict, with matchers at any depth of the expected side.

True, 1, 1.0 and "1" all differ. An object with a key that starts with `$` is a matcher, all else stands for itself.
"""

import json
from collections.abc import Iterator, Mapping
from typing import assert_never

import attrs

from goldgate.differ.canonical import same
from goldgate.differ.json_schema import first_violation
from goldgate.differ.matcher_words import WORDS, Holds, word_of
from goldgate.differ.nearest import unknown
from goldgate.differ.pointer import pointer_of
from goldgate.differ.show import show, show_pair
from goldgate.errors import BadMatcher
from goldgate.model.case import ArgsMatch
from goldgate.model.frozen import frozen
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


@frozen(kw_only=True)
class Mismatch:
    """The first place where a value is not what was expected.

    `pointer` is a JSON pointer into the value (empty: the value itself). `expected` is NOT_CAPTURED where nothing was
    expected (a key too many), `actual` where nothing is there (a key that is missing).
    """

    pointer: str
    expected: Json | NotCaptured
    actual: Json | NotCaptured

    @property
    def why(self) -> str:
        """What was expected and what came, in one bounded line without the place."""
        if self.actual is NOT_CAPTURED:
            return f"expected {show(self.expected)}, but it is missing"
        if self.expected is NOT_CAPTURED:
            return f"unexpected {show(self.actual)}"
        expected, actual = show_pair(self.expected, self.actual)
        return f"expected {expected}, got {actual}"


def mismatch(expected: Json, actual: Json) -> Mismatch | None:
    """The first place where `actual` does not fit; None when it fits.

    Keys are looked at in the order of the expectation, then keys too many in the order of the value.
    """
    return _told(_differ(expected, actual))


def matches(expected: Json, actual: Json) -> bool:
    """Whether `actual` fits."""
    return _differ(expected, actual) is None


def object_mismatch(expected: Json, actual: Json, how: ArgsMatch) -> Mismatch | None:
    """As `mismatch`, where `how` says whether the top level of an object may have more or fewer keys.

    What is no object, or a matcher as a whole, is compared exactly.
    """
    return _told(_differ_as_object(expected, actual, how))


def object_matches(expected: Json, actual: Json, how: ArgsMatch) -> bool:
    """Whether `actual` fits, where `how` says the same as for `object_mismatch`."""
    return _differ_as_object(expected, actual, how) is None


@attrs.define
class _Difference:
    """A mismatch on its way up; `path` grows from the inside out."""

    path: list[str | int]
    expected: Json | NotCaptured
    actual: Json | NotCaptured


def _differ_as_object(expected: Json, actual: Json, how: ArgsMatch) -> _Difference | None:
    if not isinstance(expected, dict) or not isinstance(actual, dict) or word_of(expected) is not None:
        return None if how is ArgsMatch.IGNORE else _differ(expected, actual)
    match how:
        case ArgsMatch.EXACT:
            return _differ_in_expected(expected, actual) or _too_many(expected, actual)
        case ArgsMatch.SUPERSET:
            return _differ_in_expected(expected, actual)
        case ArgsMatch.SUBSET:
            present = {key: value for key, value in expected.items() if key in actual}
            return _differ_in_expected(present, actual) or _too_many(expected, actual)
        case ArgsMatch.IGNORE:
            return None
        case _:
            assert_never(how)


def _differ(expected: Json, actual: Json) -> _Difference | None:
    # At most two frames for each level of nesting, so that the deepest allowed value stays far from the stack's end.
    if isinstance(expected, dict):
        word = word_of(expected)
        if word is not None:
            return _differ_by_matcher(word, expected, actual)
        if isinstance(actual, dict):
            return _differ_in_expected(expected, actual) or _too_many(expected, actual)
    elif isinstance(expected, list):
        if isinstance(actual, list):
            return _differ_in_lists(expected, actual)
    elif same(expected, actual):
        return None
    return _Difference([], expected, actual)


def _differ_in_expected(expected: Mapping[str, Json], actual: Mapping[str, Json]) -> _Difference | None:
    for key, value in expected.items():
        if key in actual:
            found = _differ(value, actual[key])
            if found is not None:
                found.path.append(key)
                return found
        elif word_of(value) != "$optional":
            return _Difference([key], value, NOT_CAPTURED)
    return None


def _too_many(expected: Mapping[str, Json], actual: Mapping[str, Json]) -> _Difference | None:
    if actual.keys() <= expected.keys():
        return None
    key = next(key for key in actual if key not in expected)
    return _Difference([key], NOT_CAPTURED, actual[key])


def _differ_in_lists(expected: list[Json], actual: list[Json]) -> _Difference | None:
    for index, (wanted, given) in enumerate(zip(expected, actual, strict=False)):
        found = _differ(wanted, given)
        if found is not None:
            found.path.append(index)
            return found
    shorter = min(len(expected), len(actual))
    if len(expected) > shorter:
        return _Difference([shorter], expected[shorter], NOT_CAPTURED)
    if len(actual) > shorter:
        return _Difference([shorter], NOT_CAPTURED, actual[shorter])
    return None


def _differ_by_matcher(word: str, matcher: dict[str, Json], actual: Json) -> _Difference | None:
    if word == "$optional":
        return _differ(matcher["$optional"], actual)
    if word == "$schema":
        violation = first_violation(matcher["$schema"], actual)
        if violation is None:
            return None
        return _Difference(violation.path[::-1], {"$schema": violation.rule}, violation.found)
    if word not in WORDS:
        raise BadMatcher(_unknown(word))
    return None if WORDS[word].fits(matcher, actual, _differ) else _Difference([], matcher, actual)


def _told(found: _Difference | None) -> Mismatch | None:
    if found is None:
        return None
    pointer = pointer_of(reversed(found.path))
    return Mismatch(pointer=pointer, expected=found.expected, actual=found.actual)


def matchers_in(expected: Json) -> Iterator[tuple[str, dict[str, Json]]]:
    """Every matcher of an expected value that can be used, with its place as in `matcher_problems`."""
    rest: list[tuple[str, Json]] = [("", expected)]
    while rest:
        place, value = rest.pop()
        word = word_of(value)
        if word is not None and word in WORDS and isinstance(value, dict):
            yield f"{place}{_step(word)}", value
        if word is None or word in WORDS:
            rest.extend(reversed([(inner_place, inner) for inner_place, inner, _ in _inside(place, value, word)]))


def matcher_problems(expected: Json) -> list[tuple[str, str]]:
    """Every matcher that can't be used: its place as the rest of a JSON path (`.path["$regex"]`), and what is wrong."""
    problems: list[tuple[str, str]] = []
    rest: list[tuple[str, Json, bool]] = [("", expected, False)]
    while rest:
        place, value, in_object = rest.pop()
        word = word_of(value)
        if word is not None and isinstance(value, dict):
            problem = _problem(word, value, in_object=in_object)
            if problem is not None:
                problems.append((f"{place}{_step(word)}", problem))
                continue
        rest.extend(reversed([*_inside(place, value, word)]))
    return problems


def _problem(word: str, matcher: dict[str, Json], *, in_object: bool) -> str | None:
    if word not in WORDS:
        return _unknown(word)
    beside = [key for key in matcher if key != word and key not in WORDS[word].beside]
    if beside:
        return f"{word} can't stand beside {show(beside[0])}; an object that is meant as it is goes into $literal"
    if word == "$optional" and not in_object:
        return "$optional can only be the value of a key: it says that the key may be missing"
    return WORDS[word].problem(matcher)


def _unknown(word: str) -> str:
    return f"{unknown('matcher', word, WORDS)} (an object that is meant as it is goes into $literal)"


def _inside(place: str, value: Json, word: str | None) -> Iterator[tuple[str, Json, bool]]:
    if word is not None and isinstance(value, dict):
        place, value, holds = f"{place}{_step(word)}", value[word], WORDS[word].holds
        if holds is Holds.ONE:
            yield place, value, False
        if holds is not Holds.EACH:
            return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{place}{_step(key)}", inner, True
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield f"{place}{_step(index)}", inner, False


def _step(key: str | int) -> str:
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if key.isidentifier() else f"[{json.dumps(key, ensure_ascii=False)}]"
