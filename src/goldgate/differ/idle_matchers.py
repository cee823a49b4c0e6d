"""Which matchers say nothing? Those that fit whatever comes, or never: they read like an expectation and are none."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from goldgate.differ.matcher_words import Matcher, word_of
from goldgate.differ.matchers import matchers_in
from goldgate.model.value import Json

_TEXTS: Final = ("", "a", "0 \n가.")
"""A pattern that is found in all of these is found in every text that anybody would think of."""


def fits_every_text(pattern: str) -> bool:
    """Whether a regular expression is found in whatever text it is looked for in."""
    return all(re.search(pattern, text) for text in _TEXTS)


def fits_all(expected: Json) -> bool:
    """Whether every value fits."""
    match expected:
        case {"$any": _} | {"$schema": True}:
            return True
        case {"$schema": dict(rules)}:
            return not rules
        case {"$in": list(members)}:
            return any(map(fits_all, members))
        case {"$optional": inner}:
            return fits_all(inner)
    return False


def idle_matchers(expected: Json) -> Iterator[tuple[str, str]]:
    """Every matcher that says nothing: its place as the rest of a JSON path, and why. All must be of use otherwise."""
    for place, matcher in matchers_in(expected):
        if why := IDLE[str(word_of(matcher))](matcher):
            yield place, why


def _says_something(_matcher: Matcher) -> None:
    """There is a value that fits and one that doesn't, or everything is meant to fit."""


def _idle_regex(matcher: Matcher) -> str | None:
    return 'fits every text; {"$type": "string"} says that' if fits_every_text(str(matcher["$regex"])) else None


def _idle_contains(matcher: Matcher) -> str | None:
    return "every text holds the empty one" if matcher["$contains"] == "" else None


def _idle_in(matcher: Matcher) -> str | None:
    if not matcher["$in"]:
        return "never fits: the list is empty"
    return 'fits everything; {"$any": true} says that' if fits_all(dict(matcher)) else None


def _idle_schema(matcher: Matcher) -> str | None:
    if matcher["$schema"] is False:
        return "never fits: the schema allows nothing"
    return 'fits everything; {"$any": true} says that' if fits_all(dict(matcher)) else None


IDLE: Final[Mapping[str, Callable[[Matcher], str | None]]] = {
    "$any": _says_something,
    "$type": _says_something,
    "$regex": _idle_regex,
    "$approx": _says_something,
    "$in": _idle_in,
    "$contains": _idle_contains,
    "$unordered": _says_something,
    "$optional": _says_something,
    "$schema": _idle_schema,
    "$literal": _says_something,
}
"""For each word of a matcher, why one says nothing."""
