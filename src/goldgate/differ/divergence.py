"""Where do two outcomes first part? The steps first, then the overall status, then the answer."""

from collections.abc import Iterator, Sequence
from typing import Final

from goldgate.differ.align import Pair, PairKind, align
from goldgate.differ.outcome import comparable, compare_outcomes
from goldgate.differ.walk import differences
from goldgate.model.baseline import Outcome
from goldgate.model.comparison import Divergence
from goldgate.model.trace import TOOL, StepStatus
from goldgate.model.value import Json, NotCaptured

_ORDER: Final = ("kind", "tool", "name", "args", "error_code", "status", "rest", "observation")
"""What is said first of a step that changed: what was done, then how it ended, then what was seen."""


def first_divergence(expected: Outcome, actual: Outcome) -> Divergence | None:
    """The first place where two outcomes differ in what the expected one captured; None when they are the same.

    `kind` says what happened at the pointer: a whole step (the empty pointer) was added, removed or moved, a field
    changed, was added or was removed. Steps are counted in the actual outcome, removed ones in the expected outcome.
    """
    if compare_outcomes(expected, actual).equal:
        return None
    return next(_divergences(expected, actual))


def _divergences(expected: Outcome, actual: Outcome) -> Iterator[Divergence]:
    for pair in align(expected.steps, actual.steps).pairs:
        yield from _in_pair(expected.steps, actual.steps, pair)
    if expected.status is not None:
        yield from _between(_end("status", expected.status), _end("status", actual.status), step=None)
    if not isinstance(expected.answer, NotCaptured):
        yield from _between(_end("answer", expected.answer), _end("answer", actual.answer), step=None)


def _end(key: str, value: Json | NotCaptured) -> dict[str, Json]:
    return {} if isinstance(value, NotCaptured) else {key: value}


def _in_pair(
    expected: Sequence[dict[str, Json]], actual: Sequence[dict[str, Json]], pair: Pair
) -> Iterator[Divergence]:
    old = None if pair.expected is None else expected[pair.expected]
    new = None if pair.actual is None else actual[pair.actual]
    step = pair.expected if pair.actual is None else pair.actual
    if pair.kind is PairKind.CHANGED and old is not None and new is not None:
        yield from _in_step(old, new, step)
    elif pair.kind is not PairKind.EQUAL:
        yield Divergence(kind=pair.kind.value, pointer="", step=step, expected=old, actual=new)


def _in_step(expected: dict[str, Json], actual: dict[str, Json], step: int | None) -> Iterator[Divergence]:
    old, new = map(_with_defaults, comparable(expected, actual))
    for key in _ORDER:
        yield from _between(_only(key, old), _only(key, new), step=step)


def _with_defaults(step: dict[str, Json]) -> dict[str, Json]:
    """A written step with what the spelling leaves out, so that a change names the innermost field."""
    status = StepStatus.ERROR if "error_code" in step else StepStatus.OK
    return {"kind": TOOL, "args": {}, "status": status.value, **step}


def _only(key: str, step: dict[str, Json]) -> dict[str, Json]:
    return {key: step[key]} if key in step else {}


def _between(expected: dict[str, Json], actual: dict[str, Json], *, step: int | None) -> Iterator[Divergence]:
    for change in differences(expected, actual):
        yield Divergence(
            kind=change.kind.value, pointer=change.pointer, step=step, expected=change.expected, actual=change.actual
        )
