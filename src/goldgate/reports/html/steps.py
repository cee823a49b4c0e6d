"""How do steps stand in a page? One as a small object, and those of two outcomes held against each other."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from goldgate.differ.align import Pair, PairKind, align
from goldgate.differ.canonical import same
from goldgate.differ.fields import FieldChange, field_changes
from goldgate.differ.show import inert, show, show_pair
from goldgate.differ.walk import ChangeKind
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.trace import TOOL, PlannedStep, Step, StepStatus
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.reports.html.legible import legible, written

Document = dict[str, Any]

MOST_PAIRS: Final = 2_000
"""How many pairs of steps a page holds for one case."""
_SHORT: Final = 160
_ORDER: Final = ("kind", "tool", "name", "args", "status", "error_code", "rest", "observation")


def step_document(step: Step) -> Document:
    """One step of a trace; what is as usual (a call, arguments `{}`, status ok) is left out."""
    usual = StepStatus.ERROR if step.error_code else StepStatus.OK
    return _without_nothing(
        kind=None if step.kind == TOOL else inert(step.kind),
        name=None if step.name is None else inert(step.name),
        args=None if step.args == {} else written(step.args),
        status=None if step.status is usual else step.status.value,
        code=None if step.error_code is None else inert(step.error_code),
        seen=None if isinstance(step.observation, NotCaptured) else written(step.observation),
        group=None if step.group is None else inert(str(step.group)),
    )


def planned_document(step: PlannedStep) -> Document:
    """One step of a plan."""
    return _without_nothing(
        name=inert(step.name),
        args=None if isinstance(step.args, NotCaptured) or step.args == {} else written(step.args),
    )


def accepted_document(step: Mapping[str, Json]) -> Document:
    """One step of an outcome, which has its defaults left out already."""
    texts = {
        key: None if key not in step else inert(str(step[key])) for key in ("kind", "status", "error_code", "rest")
    }
    name = step.get("tool", step.get("name"))
    return _without_nothing(
        kind=texts["kind"],
        name=None if name is None else inert(str(name)),
        args=written(step["args"]) if "args" in step else None,
        status=texts["status"],
        code=texts["error_code"],
        seen=_kept(step["observation"]) if "observation" in step else texts["rest"],
    )


def _kept(value: Json | NotCaptured) -> str:
    """A value of an outcome; of a long one only size and digest were kept."""
    if isinstance(value, dict) and value.keys() == {"$digest", "size"}:
        return f"{value['size']} bytes, known by their digest {inert(str(value['$digest']))}"
    return written(value)


def comparison_document(accepted: BaselineLine, observed: BaselineLine) -> Document:
    """Two outcomes, step against step, and how they ended."""
    then, now = accepted.outcome, observed.outcome
    alignment = align(list(then.steps), list(now.steps))
    return {
        "pairs": [_pair(then.steps, now.steps, pair) for pair in alignment.pairs[:MOST_PAIRS]],
        "capped": alignment.capped or len(alignment.pairs) > MOST_PAIRS,
        "ends": [*_ends(then, now)],
    }


def _pair(then: Sequence[dict[str, Json]], now: Sequence[dict[str, Json]], pair: Pair) -> Document:
    old = None if pair.expected is None else then[pair.expected]
    new = None if pair.actual is None else now[pair.actual]
    sides = {"old": old and accepted_document(old), "new": new and accepted_document(new)}
    if pair.kind is not PairKind.CHANGED:
        return {"kind": pair.kind.value, **sides}
    found = field_changes(old, new)
    return {
        "kind": pair.kind.value,
        **sides,
        "changes": [_change(change) for change in sorted(found.changes, key=_order)],
        "left_out": found.left_out,
    }


def _order(change: FieldChange) -> int:
    """What was done before how it ended, and that before what was seen."""
    field = change.pointer.split("/")[1] if change.pointer else ""
    return _ORDER.index(field) if field in _ORDER else len(_ORDER)


def _change(change: FieldChange) -> Document:
    at = legible(change.pointer) or "/"
    if change.kind is ChangeKind.ADDED:
        return {"at": at, "new": show(change.actual, limit=_SHORT)}
    if change.kind is ChangeKind.REMOVED:
        return {"at": at, "old": show(change.expected, limit=_SHORT)}
    old, new = show_pair(change.expected, change.actual, limit=_SHORT)
    return {"at": at, "old": old, "new": new}


def _ends(then: Outcome, now: Outcome) -> Iterator[Document]:
    """Answer and overall status, where both sides have something to say of them."""
    ends = (("answer", then.answer, now.answer), ("overall status", _status(then), _status(now)))
    for name, old, new in ends:
        if isinstance(old, NotCaptured) and isinstance(new, NotCaptured):
            continue
        is_same = not isinstance(old, NotCaptured) and not isinstance(new, NotCaptured) and same(old, new)
        texts = (_kept(old), _kept(new)) if is_same else show_pair(old, new, limit=4 * _SHORT)
        yield {"name": name, "old": texts[0], "new": texts[1], "same": is_same}


def _status(outcome: Outcome) -> str | NotCaptured:
    return NOT_CAPTURED if outcome.status is None else outcome.status


def _without_nothing(**fields: str | None) -> Document:
    return {key: value for key, value in fields.items() if value is not None}
