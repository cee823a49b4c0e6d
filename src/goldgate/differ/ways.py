"""Does a place inside a value lie on a path with wildcards? `*` is any one part, `**` any number of parts.

Paths are followed from the root down, all at once: at every place stand the rests that are still to be followed.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from goldgate.differ.pointer import parts_of

ANY: Final = "*"
ANY_NUMBER: Final = "**"

Ways: TypeAlias = frozenset[tuple[str, ...]]
"""What is still to be followed of a path; several rests, since `**` may end here or go on. `()` among them: arrived."""


def ways_of(*pointers: str) -> Ways:
    """The ways at the root. Raises ValueError for a text that is no pointer."""
    return _opened(map(parts_of, pointers))


def into(ways: Ways, key: str | int) -> Ways:
    """What is still to be followed one key or index further down."""
    taken: set[tuple[str, ...]] = set()
    for way in ways:
        if way and way[0] == ANY_NUMBER:
            taken.add(way)
        elif way and way[0] in (ANY, str(key)):
            taken.add(way[1:])
    return _opened(taken)


def _opened(ways: Iterable[tuple[str, ...]]) -> Ways:
    """`**` may stand for nothing, so what comes after it may come at once."""
    opened = set(ways)
    for way in tuple(opened):
        rest = way
        while rest and rest[0] == ANY_NUMBER:
            rest = rest[1:]
            opened.add(rest)
    return frozenset(opened)
