"""What must be forgotten before outcomes are compared? Redactions are data; here is what they mean.

They are applied one after the other, each to the whole outcome: the steps in order, then the answer, then the status.
Objects are walked in the order of their sorted keys, texts from left to right, so that an alias depends on nothing
but content. Values change, keys never do; the skeleton (the list of steps, each step as such) stays what it is, and
kind and status, which are words of goldgate's own, may be dropped but not changed.
"""

import math
import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import partial
from typing import Final, NotRequired, TypeAlias, TypedDict

import attrs

from goldgate.differ.canonical import LONGEST_INT, canonical
from goldgate.differ.pointer import parts_of
from goldgate.differ.ways import ANY, ANY_NUMBER, Ways, into, ways_of
from goldgate.model.frozen import frozen
from goldgate.model.settings import Redaction
from goldgate.model.value import Json


class Observed(TypedDict):
    """What redactions see of a trace.

    A step has the keys `kind`, `tool` or `name`, `args`, `status`, `error_code`, `observation`, where they are known.
    """

    steps: list[dict[str, Json]]
    answer: NotRequired[Json]
    status: NotRequired[Json]


class _Dropped(Enum):
    DROPPED = "dropped"


_Change: TypeAlias = Callable[[Json], Json | _Dropped]

_PLACES: Final = ("steps", "answer", "status")
_STEP_KEYS: Final = ("kind", "tool", "name", "args", "status", "error_code", "observation")
_OWN_WORDS: Final = ("kind", "status")


def redact(observed: Observed, redactions: tuple[Redaction, ...]) -> Observed:
    """The outcome with everything forgotten that the redactions name; the one given is not changed.

    Redactions that give the same alias share its numbers: one value has one alias wherever it turns up.
    """
    aliases: dict[str, _Aliases] = {}
    for redaction in redactions:
        ways = ways_of("/**" if redaction.path is None else redaction.path)
        observed = _redacted(observed, ways, _change_of(redaction, aliases))
    return observed


def problems_of(redaction: Redaction) -> list[str]:
    """What is wrong with a redaction, a sentence each; `redact` is given only those without problems."""
    return [*_problems_of_ways(redaction), *_problems_of_path(redaction), *_problems_of_patterns(redaction)]


@frozen(kw_only=True)
class _Aliases:
    """The names that one alias has given so far: `ID-1` for the first value, `ID-2` for the next."""

    alias: str
    given: dict[str, str] = attrs.field(factory=dict)

    def of(self, value: Json) -> str:
        return self.given.setdefault(canonical(value), f"{self.alias}-{len(self.given) + 1}")


def _redacted(observed: Observed, ways: Ways, change: _Change) -> Observed:
    to_steps = into(ways, "steps")
    made: Observed = {
        "steps": [_frame(step, into(to_steps, index), change) for index, step in enumerate(observed["steps"])]
    }
    ends = _frame({key: observed[key] for key in ("answer", "status") if key in observed}, ways, change)
    if "answer" in ends:
        made["answer"] = ends["answer"]
    if "status" in ends:
        made["status"] = ends["status"]
    return made


def _frame(holder: dict[str, Json], ways: Ways, change: _Change) -> dict[str, Json]:
    """The fields of a step, or those of the whole outcome beside the steps."""
    made = _fields(holder, ways, change)
    return {key: holder[key] if key in _OWN_WORDS else value for key, value in made.items()}


def _fields(holder: dict[str, Json], ways: Ways, change: _Change) -> dict[str, Json]:
    made = {}
    for key in sorted(holder):
        value = _visit(holder[key], into(ways, key), change)
        if not isinstance(value, _Dropped):
            made[key] = value
    return made


def _items(holder: list[Json], ways: Ways, change: _Change) -> list[Json]:
    made = []
    for index, item in enumerate(holder):
        value = _visit(item, into(ways, index), change)
        if not isinstance(value, _Dropped):
            made.append(value)
    return made


def _visit(value: Json, ways: Ways, change: _Change) -> Json | _Dropped:
    """The value at a place that `ways` lead to or through; what is changed as a whole is not looked into."""
    if not ways:
        return value
    changed = change(value) if () in ways else value
    if changed is not value:
        return changed
    if isinstance(value, dict):
        return _fields(value, ways, change)
    if isinstance(value, list):
        return _items(value, ways, change)
    return value


def _change_of(redaction: Redaction, aliases: dict[str, _Aliases]) -> _Change:
    if redaction.alias is not None:
        names = aliases.setdefault(redaction.alias, _Aliases(alias=redaction.alias))
        if redaction.pattern is None:
            return partial(_aliased, names=names)
        return partial(_replaced, pattern=re.compile(redaction.pattern), by=lambda match: names.of(match.group()))
    if redaction.replace is not None:
        return partial(_replaced, pattern=re.compile(redaction.replace), by=redaction.with_)
    if redaction.round is not None:
        return partial(_rounded, digits=redaction.round)
    return lambda _value: _Dropped.DROPPED


def _aliased(value: Json, *, names: _Aliases) -> Json:
    """Null is no volatile value: that an id is missing stays visible."""
    return value if value is None else names.of(value)


def _replaced(value: Json, *, pattern: re.Pattern[str], by: str | Callable[[re.Match[str]], str]) -> Json:
    return pattern.sub(by, value) if isinstance(value, str) else value


def _rounded(value: Json, *, digits: int) -> Json:
    """A number with so many significant digits, ties to even; one that would get too long for JSON stays as it is."""
    if isinstance(value, float):
        number = float(f"{value:.{digits - 1}e}")
        return number if math.isfinite(number) else value
    if isinstance(value, int) and not isinstance(value, bool):
        length = len(str(abs(value)))
        return round(value, digits - length) if digits < length < LONGEST_INT else value
    return value


def _problems_of_ways(redaction: Redaction) -> Iterator[str]:
    given = {
        "drop": redaction.drop,
        "replace": redaction.replace is not None,
        "alias": redaction.alias is not None,
        "round": redaction.round is not None,
    }
    ways = [way for way, is_given in given.items() if is_given]
    if len(ways) != 1:
        yield f"exactly one of drop, replace, alias and round must be given, got {' and '.join(ways) or 'none'}"
    if redaction.with_ and redaction.replace is None:
        yield "with belongs to replace, which is not given"
    if redaction.pattern is not None and redaction.alias is None:
        yield "pattern belongs to alias, which is not given; replace holds its own pattern"
    if redaction.alias == "":
        yield "alias must not be empty"
    if redaction.round is not None and redaction.round < 1:
        yield f"round is a number of significant digits, at least 1, got {redaction.round}"


def _problems_of_path(redaction: Redaction) -> Iterator[str]:
    if redaction.path is None:
        if redaction.drop:
            yield "drop needs a path"
        if redaction.alias is not None and redaction.pattern is None:
            yield "alias needs a path or a pattern"
        return
    try:
        parts = parts_of(redaction.path)
    except ValueError as error:
        yield f"path: {error}"
        return
    if problem := _problem_of_parts(parts, drop=redaction.drop):
        yield f"path {redaction.path!r} {problem}"


def _problem_of_parts(parts: tuple[str, ...], *, drop: bool) -> str | None:
    """Why a path can never lead to anything that may change."""
    match parts:
        case ():
            return "leads to the whole outcome, which can't be redacted"
        case (place, *_) if place not in (*_PLACES, ANY, ANY_NUMBER):
            return f"must begin with one of {', '.join(_PLACES)}"
        case ("steps",) | ("steps", _) if ANY_NUMBER not in parts:
            return "leads to whole steps, which can't be redacted; name a field, as in /steps/*/observation"
        case ("steps", index, key, *_) if index != ANY_NUMBER and key not in (*_STEP_KEYS, ANY, ANY_NUMBER):
            return f"names no field of a step; those are {', '.join(_STEP_KEYS)}"
        case ("status",) | ("steps", _, "kind" | "status") if not drop:
            return "leads to a word of goldgate's own, which can be dropped but not changed"
    return None


def _problems_of_patterns(redaction: Redaction) -> Iterator[str]:
    for word, pattern, by in (("replace", redaction.replace, redaction.with_), ("pattern", redaction.pattern, "")):
        if pattern is None:
            continue
        try:
            re.compile(pattern).sub(by, "")
        except (re.error, IndexError) as error:
            yield f"{word} {pattern!r} can't be used: {error}"
