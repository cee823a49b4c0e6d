"""Which expected items go with which actual ones, so that as many as possible find a partner?

Equal items are given once, with a count, so that five thousand equal ones cost no more than one.
"""

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from itertools import takewhile
from typing import TypeAlias, TypeVar

Pairing: TypeAlias = list[dict[int, int]]
"""For every expected item: how often it is paired with which actual item."""

_Key = TypeVar("_Key", bound=Hashable)


def alike(keys: Iterable[_Key]) -> dict[_Key, list[int]]:
    """The positions that share a key, keys in order of appearance."""
    members: dict[_Key, list[int]] = {}
    for position, key in enumerate(keys):
        members.setdefault(key, []).append(position)
    return members


def pair_up(
    edges: Sequence[Sequence[int]],
    *,
    expected: Sequence[int],
    actual: Sequence[int],
    start: Pairing | None = None,
) -> Pairing:
    """A pairing of the greatest possible size (maximum bipartite matching, with counts).

    `edges[i]` are the actual items that expected item `i` fits; `expected` and `actual` say how often each item is
    there. `start` is a pairing to build on: whatever it pairs stays paired, though maybe with another partner.
    The size never depends on the order of the items; among pairings of one size, earlier items are preferred.
    """
    return _Pairing(edges, expected, actual, start).grow()


def longest_start(edges: Sequence[Sequence[int]], *, expected: Iterable[int], actual: Sequence[int]) -> int:
    """How many of the expected items, taken in this order, find partners together before the first that finds none.

    `expected` names the items by their place in `edges`, each as often as it is expected.
    """
    pairing = _Pairing(edges, [0] * len(edges), actual, None)
    return sum(1 for _ in takewhile(pairing.add, expected))


def size(pairing: Pairing) -> int:
    """How many pairs there are."""
    return sum(sum(partners.values()) for partners in pairing)


class _Pairing:
    """A pairing while it grows by augmenting paths."""

    def __init__(
        self,
        edges: Sequence[Sequence[int]],
        expected: Sequence[int],
        actual: Sequence[int],
        start: Pairing | None,
    ) -> None:
        self.edges = edges
        self.partners: Pairing = [{} for _ in expected]
        self.holders: list[dict[int, int]] = [{} for _ in actual]
        self.unpaired = list(expected)
        self.free = list(actual)
        self.dead: set[int] = set()
        for item, partners in enumerate(start or ()):
            for other, count in partners.items():
                self._pair(item, other, count)

    def grow(self) -> Pairing:
        """Pair as many as can be paired."""
        for item, others in enumerate(self.edges):
            self._take_free(item, others)
        for item in range(len(self.edges)):
            while self.unpaired[item] and self._augment(item):
                pass
        return self.partners

    def add(self, item: int) -> bool:
        """Expect one more of an item; whether it finds a partner."""
        self.unpaired[item] += 1
        self._take_free(item, self.edges[item])
        return not self.unpaired[item] or self._augment(item)

    def _take_free(self, item: int, others: Sequence[int]) -> None:
        for other in others:
            if not self.unpaired[item]:
                return
            if self.free[other]:
                self._pair(item, other, min(self.unpaired[item], self.free[other]))

    def _augment(self, start: int) -> bool:
        """Find one shortest path from an unpaired item to a free one and swap partners along it."""
        found_by: dict[int, int] = {}
        reached_by: dict[int, int] = {}
        queue = deque([start])
        while queue:
            item = queue.popleft()
            for other in self.edges[item]:
                if other in found_by or other in self.dead:
                    continue
                found_by[other] = item
                if self.free[other]:
                    self._swap(start, other, found_by, reached_by)
                    return True
                for holder in self.holders[other]:
                    if holder != start and holder not in reached_by:
                        reached_by[holder] = other
                        queue.append(holder)
        # What leads nowhere now will never lead anywhere: later searches need not go there again.
        self.dead.update(found_by)
        return False

    def _swap(self, start: int, end: int, found_by: dict[int, int], reached_by: dict[int, int]) -> None:
        path = [(found_by[end], end)]
        while path[-1][0] != start:
            other = reached_by[path[-1][0]]
            path.append((found_by[other], other))
        given_up = [(path[i][0], path[i + 1][1]) for i in range(len(path) - 1)]
        count = min(self.unpaired[start], self.free[end], *(self.partners[a][b] for a, b in given_up))
        for item, other in given_up:
            self._pair(item, other, -count)
        for item, other in path:
            self._pair(item, other, count)

    def _pair(self, item: int, other: int, count: int) -> None:
        self.unpaired[item] -= count
        self.free[other] -= count
        held = self.partners[item].get(other, 0) + count
        if held:
            self.partners[item][other] = self.holders[other][item] = held
        else:
            del self.partners[item][other], self.holders[other][item]
