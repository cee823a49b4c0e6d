"""Which words may a matcher begin with, when does each fit, and what may it be given?"""

import re
from collections.abc import Callable, Mapping
from decimal import Context, Decimal
from enum import Enum
from types import NoneType
from typing import Final, TypeAlias

from goldgate.differ.bipartite import alike, pair_up, size
from goldgate.differ.canonical import canonical, same
from goldgate.differ.json_schema import first_violation, schema_problem
from goldgate.differ.show import show
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

Matcher: TypeAlias = Mapping[str, Json]
"""An object with a key that starts with `$`."""
Differ: TypeAlias = Callable[[Json, Json], object | None]
"""Holds an actual value against an expected one, None when it fits; handed in, as matchers hold expected values."""

RELATIVE: Final = Decimal("1e-6")
ABSOLUTE: Final = Decimal("1e-9")
"""`$approx` without `abs` allows the greater of the two, the first as a part of the expected number."""

_EXACT: Final = Context(prec=20_000)
"""Wide enough that no difference of two numbers of JSON is ever rounded."""

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (NoneType,),
}


class Holds(Enum):
    """Which expected values a matcher holds."""

    NONE = "none"
    ONE = "one"
    """What it is given is one."""
    EACH = "each"
    """What it is given is a list of them."""


def _no_problem(_matcher: Matcher) -> None:
    """Anything will do."""


@frozen(kw_only=True)
class Word:
    """What one `$word` means.

    `fits` holds a matcher against an actual value; `problem` says what is wrong with a matcher, None when nothing is;
    `beside` are the plain keys that may stand beside the word.
    """

    fits: Callable[[Matcher, Json, Differ], bool]
    problem: Callable[[Matcher], str | None] = _no_problem
    holds: Holds = Holds.NONE
    beside: frozenset[str] = frozenset()


def word_of(expected: Json) -> str | None:
    """The word of a matcher; None for a value that is expected as it is."""
    if isinstance(expected, dict):
        for key in expected:
            if key.startswith("$"):
                return key
    return None


def _fits_type(matcher: Matcher, actual: Json, _differ: Differ) -> bool:
    # type() and no isinstance(): True is no integer. 1.0 is none either, other than in JSON Schema.
    return type(actual) in _TYPES[str(matcher["$type"])]


def _type_problem(matcher: Matcher) -> str | None:
    named = matcher["$type"]
    return None if isinstance(named, str) and named in _TYPES else f"$type takes one of {', '.join(_TYPES)}"


def _fits_regex(matcher: Matcher, actual: Json, _differ: Differ) -> bool:
    return isinstance(actual, str) and re.search(str(matcher["$regex"]), actual) is not None


def regex_problem(pattern: Json) -> str | None:
    """Why this is no regular expression; None when it is one."""
    if not isinstance(pattern, str):
        return "a regular expression is a text"
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"no valid regular expression {show(pattern, limit=60)}: {error}"
    return None


def _fits_approx(matcher: Matcher, actual: Json, _differ: Differ) -> bool:
    if not _is_number(actual):
        return False
    # As decimals, since 0.31 is within 0.01 of 0.3 for people, and not in binary floating point.
    expected = Decimal(str(matcher["$approx"]))
    distance = _EXACT.abs(_EXACT.subtract(Decimal(str(actual)), expected))
    if "abs" in matcher:
        return distance <= Decimal(str(matcher["abs"]))
    return distance <= max(_EXACT.multiply(_EXACT.abs(expected), RELATIVE), ABSOLUTE)


def _approx_problem(matcher: Matcher) -> str | None:
    if not _is_number(matcher["$approx"]):
        return "$approx takes a number"
    allowed = matcher.get("abs", 0)
    if not isinstance(allowed, int | float) or isinstance(allowed, bool) or allowed < 0:
        return "abs takes a number that is not negative"
    return None


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fits_in(matcher: Matcher, actual: Json, differ: Differ) -> bool:
    for expected in _items(matcher, "$in"):  # noqa: SIM110 - any() would add a frame to every level of nesting
        if differ(expected, actual) is None:
            return True
    return False


def _fits_contains(matcher: Matcher, actual: Json, differ: Differ) -> bool:
    expected = matcher["$contains"]
    if isinstance(actual, str):
        return isinstance(expected, str) and expected in actual
    for member in actual if isinstance(actual, list) else ():  # noqa: SIM110 - as above
        if differ(expected, member) is None:
            return True
    return False


def _fits_unordered(matcher: Matcher, actual: Json, differ: Differ) -> bool:
    expected = _items(matcher, "$unordered")
    if not isinstance(actual, list) or len(actual) != len(expected):
        return False
    wanted, given = alike(map(canonical, expected)), alike(map(canonical, actual))
    place = {key: position for position, key in enumerate(given)}
    edges: list[list[int]] = []
    for key, members in wanted.items():
        item = expected[members[0]]
        if holds_matcher(item):
            edges.append([place[other] for other, found in given.items() if differ(item, actual[found[0]]) is None])
        else:
            edges.append([place[key]] if key in place else [])
        if not edges[-1]:
            return False
    pairing = pair_up(edges, expected=[*map(len, wanted.values())], actual=[*map(len, given.values())])
    return size(pairing) == len(expected)


def holds_matcher(expected: Json) -> bool:
    """Whether there is a matcher at any depth; without one, a value fits exactly when it is the same."""
    rest = [expected]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            if word_of(value) is not None:
                return True
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
    return False


def _items(matcher: Matcher, word: str) -> list[Json]:
    items = matcher[word]
    return items if isinstance(items, list) else []


def _list_problem(word: str) -> Callable[[Matcher], str | None]:
    return lambda matcher: None if isinstance(matcher[word], list) else f"{word} takes a list"


WORDS: Final[Mapping[str, Word]] = {
    "$any": Word(
        fits=lambda _matcher, _actual, _differ: True,
        problem=lambda matcher: None if matcher["$any"] is True else "$any takes true",
    ),
    "$type": Word(fits=_fits_type, problem=_type_problem),
    "$regex": Word(fits=_fits_regex, problem=lambda matcher: regex_problem(matcher["$regex"])),
    "$approx": Word(fits=_fits_approx, problem=_approx_problem, beside=frozenset({"abs"})),
    "$in": Word(fits=_fits_in, problem=_list_problem("$in"), holds=Holds.EACH),
    "$contains": Word(fits=_fits_contains, holds=Holds.ONE),
    "$unordered": Word(fits=_fits_unordered, problem=_list_problem("$unordered"), holds=Holds.EACH),
    "$optional": Word(
        fits=lambda matcher, actual, differ: differ(matcher["$optional"], actual) is None,
        holds=Holds.ONE,
    ),
    "$schema": Word(
        fits=lambda matcher, actual, _differ: first_violation(matcher["$schema"], actual) is None,
        problem=lambda matcher: schema_problem(matcher["$schema"]),
    ),
    "$literal": Word(fits=lambda matcher, actual, _differ: same(matcher["$literal"], actual)),
}
