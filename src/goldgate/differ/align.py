"""Which step of one list is which step of the other? Equal, changed, added, removed, moved.

Equal ends are trimmed, what is between is aligned by a longest common subsequence, and what then is left over is
paired: identical steps elsewhere have moved, steps of the same tool in the same gap have changed.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeAlias

from goldgate.differ.canonical import canonical
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

CAP: Final = 400_000_000
"""How many pairs of steps are weighed against each other at most; two traces of 20,000 wholly different steps."""

_Places: TypeAlias = tuple[int, int]
"""An index into the expected and one into the actual steps."""


class PairKind(StrEnum):
    """What became of a step."""

    EQUAL = "equal"
    CHANGED = "changed"
    """Another step in the same place, if possible of the same tool."""
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    """The same step at another place."""


@frozen(kw_only=True)
class Pair:
    """An expected and an actual step, by index; None where there is no counterpart."""

    kind: PairKind
    expected: int | None = None
    actual: int | None = None


@frozen(kw_only=True)
class Alignment:
    """Every step of both lists exactly once, in the order of the actual steps; removed ones where they would stand.

    `capped`: the lists were too long and different, and were held against each other position by position.
    """

    pairs: tuple[Pair, ...]
    capped: bool = False


def align(expected: Sequence[Json], actual: Sequence[Json], *, cap: int = CAP) -> Alignment:
    """Align two lists of steps; among equally good alignments the earliest steps are taken, always the same ones.

    `cap` bounds the product of the lengths that remain when equal ends are trimmed; time and memory grow with it.
    """
    left, right = [*map(canonical, expected)], [*map(canonical, actual)]
    head = _count_equal(zip(left, right, strict=False))
    tail = _count_equal(zip(reversed(left[head:]), reversed(right[head:]), strict=False))
    left_end, right_end = len(left) - tail, len(right) - tail
    equal = [
        *((place, place) for place in range(head)),
        *_shifted(_common(left[head:left_end], right[head:right_end], cap=cap), head, head),
        *((left_end + place, right_end + place) for place in range(tail)),
    ]
    moved = _moved(left, right, equal)
    changed = _changed(expected, actual, equal, moved, cap=cap)
    kinds = {PairKind.EQUAL: equal, PairKind.CHANGED: changed, PairKind.MOVED: moved}
    return Alignment(
        pairs=tuple(_in_order(len(left), len(right), kinds)),
        capped=(left_end - head) * (right_end - head) > cap,
    )


def _count_equal(pairs: Iterable[tuple[str, str]]) -> int:
    """How many pairs are equal before the first that is not."""
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


def _shifted(pairs: Iterable[_Places], by_left: int, by_right: int) -> Iterator[_Places]:
    return ((left + by_left, right + by_right) for left, right in pairs)


def _common(left: Sequence[str], right: Sequence[str], *, cap: int) -> list[_Places]:
    """A longest common subsequence; above the cap, what is equal at equal positions."""
    if len(left) * len(right) > cap:
        return [(place, place) for place, (one, other) in enumerate(zip(left, right, strict=False)) if one == other]
    return _traced_back(_rows(left, right), len(left), len(right))


def _rows(left: Sequence[str], right: Sequence[str]) -> list[int]:
    """The table of the longest common subsequence, a row for every beginning of `right`, a bit for each of `left`.

    A bit is 0 where the length grows from one beginning of `left` to the next. The whole row follows from the one
    before in four operations on integers (Hyyrö, Bit-parallel LCS-length computation revisited, 2004), which makes
    the quadratic table affordable: 10,000 steps against 10,000 take 12 MB and a few hundredths of a second.
    """
    places: defaultdict[str, int] = defaultdict(int)
    for place, key in enumerate(left):
        places[key] |= 1 << place
    full = (1 << len(left)) - 1
    rows = [full]
    for key in right:
        row = rows[-1]
        found = row & places.get(key, 0)
        rows.append(((row + found) | (row - found)) & full if found else row)
    return rows


def _traced_back(rows: list[int], left: int, right: int) -> list[_Places]:
    """The pairs of the subsequence, read from the end of the table; of equal ones the earliest are taken."""
    pairs: list[_Places] = []
    while left and right:
        if rows[right] >> (left - 1) & 1:
            left -= 1
        elif not rows[right - 1] >> (left - 1) & 1:
            right -= 1
        else:
            left, right = left - 1, right - 1
            pairs.append((left, right))
    pairs.reverse()
    return pairs


def _moved(left: list[str], right: list[str], equal: list[_Places]) -> list[_Places]:
    """Identical steps among those that found no equal one in order; the first with the first."""
    left_over = _left_over(len(left), (place for place, _ in equal))
    elsewhere: defaultdict[str, deque[int]] = defaultdict(deque)
    for place in left_over:
        elsewhere[left[place]].append(place)
    wanted = _left_over(len(right), (place for _, place in equal))
    return [(elsewhere[right[place]].popleft(), place) for place in wanted if elsewhere[right[place]]]


def _left_over(length: int, taken: Iterable[int]) -> list[int]:
    gone = set(taken)
    return [place for place in range(length) if place not in gone]


def _changed(
    expected: Sequence[Json], actual: Sequence[Json], equal: list[_Places], moved: list[_Places], *, cap: int
) -> list[_Places]:
    """The pairs in every gap between equal steps: by tool first, and between those by position."""
    gone_left, gone_right = {left for left, _ in moved}, {right for _, right in moved}
    changed: list[_Places] = []
    for (left, right), (next_left, next_right) in pairwise([(-1, -1), *equal, (len(expected), len(actual))]):
        left_gap = [place for place in range(left + 1, next_left) if place not in gone_left]
        right_gap = [place for place in range(right + 1, next_right) if place not in gone_right]
        if left_gap and right_gap:
            names = [_tool_of(expected[place]) for place in left_gap], [_tool_of(actual[place]) for place in right_gap]
            changed += (
                (left_gap[one], right_gap[other])
                for one, other in _filled(_common(*names, cap=cap), len(left_gap), len(right_gap))
            )
    return changed


def _filled(pairs: list[_Places], left_length: int, right_length: int) -> Iterator[_Places]:
    """The pairs, and between them what stands at the same distance from the pair before."""
    for (left, right), (next_left, next_right) in pairwise([(-1, -1), *pairs, (left_length, right_length)]):
        if left >= 0:
            yield left, right
        yield from zip(range(left + 1, next_left), range(right + 1, next_right), strict=False)


def _tool_of(step: Json) -> str:
    if not isinstance(step, dict):
        return ""
    return canonical([step.get("kind"), step.get("tool"), step.get("name")])


def _in_order(left_length: int, right_length: int, kinds: dict[PairKind, list[_Places]]) -> Iterator[Pair]:
    """All pairs in the order of the actual steps; a removed step before the next one that kept its place."""
    fates = {right: (kind, left) for kind, pairs in kinds.items() for left, right in pairs}
    removed = deque(_left_over(left_length, (left for _, left in fates.values())))
    for right in range(right_length):
        if right not in fates:
            yield Pair(kind=PairKind.ADDED, actual=right)
            continue
        kind, left = fates[right]
        while kind is not PairKind.MOVED and removed and removed[0] < left:
            yield Pair(kind=PairKind.REMOVED, expected=removed.popleft())
        yield Pair(kind=kind, expected=left, actual=right)
    yield from (Pair(kind=PairKind.REMOVED, expected=left) for left in removed)
