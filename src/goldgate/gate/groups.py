"""Which cases changed in the same way? `file_search → file_read in 41 cases` is one thing to look at, not 41."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from goldgate.differ.canonical import canonical
from goldgate.differ.show import inert, show, show_pair
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass, CaseComparison, Divergence
from goldgate.model.frozen import frozen
from goldgate.model.value import Json, NotCaptured

_SHOWN: Final = 40
"""How many characters of a value stand in a summary."""

_Change: TypeAlias = tuple[CaseClass, str, str, str, str]
"""Class, kind and pointer of the divergence, what was there and what is there now; cases that agree are grouped."""
_Changed: TypeAlias = tuple[CaseComparison, Divergence]


@frozen(kw_only=True)
class Group:
    """Two or more cases of one class whose first divergence is the same, at whatever step; `ids` are suites and ids."""

    case_class: CaseClass
    summary: str
    ids: tuple[CaseKey, ...]


def group_changes(cases: Iterable[CaseComparison]) -> tuple[Group, ...]:
    """The groups, the biggest first. A case that did not diverge, or not as any other did, is in none."""
    alike: dict[_Change, list[_Changed]] = {}
    for case in cases:
        if (divergence := case.divergence) is not None:
            alike.setdefault(_change(case.ruling.case_class, divergence), []).append((case, divergence))
    groups = (_group(members) for members in alike.values() if len(members) > 1)
    return tuple(sorted(groups, key=lambda group: len(group.ids), reverse=True))


def _group(members: Sequence[_Changed]) -> Group:
    case, divergence = members[0]
    return Group(
        case_class=case.ruling.case_class,
        summary=_summary(divergence),
        ids=tuple((member.suite, member.id) for member, _ in members),
    )


def _change(case_class: CaseClass, divergence: Divergence) -> _Change:
    """Whole steps are alike by what was done, whatever the arguments; fields by their values."""
    spelled = _spelled if divergence.pointer else _step_name
    return (
        case_class,
        divergence.kind,
        divergence.pointer,
        spelled(divergence.expected),
        spelled(divergence.actual),
    )


def _spelled(value: Json | NotCaptured) -> str:
    return "" if isinstance(value, NotCaptured) else canonical(value)


def _step_name(step: Json | NotCaptured) -> str:
    """The tool of a call, kind and name of another step; empty where there is no step."""
    if not isinstance(step, dict):
        return ""
    words = [step["tool"]] if "tool" in step else [step.get("kind"), step.get("name")]
    return inert(" ".join(word for word in words if isinstance(word, str)))


def _summary(divergence: Divergence) -> str:
    expected, actual = divergence.expected, divergence.actual
    if not divergence.pointer:
        return f"{_step_name(actual) or _step_name(expected)} {divergence.kind}"
    if divergence.pointer == "/tool" and isinstance(expected, str) and isinstance(actual, str):
        return f"{inert(expected)} → {inert(actual)}"
    field = inert(divergence.pointer.removeprefix("/"))
    match divergence.kind:
        case "added":
            return f"{field} added: {show(actual, limit=_SHOWN)}"
        case "removed":
            return f"{field} removed: {show(expected, limit=_SHOWN)}"
        case _:
            return f"{field}: {' → '.join(show_pair(expected, actual, limit=_SHOWN))}"
