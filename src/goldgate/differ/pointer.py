"""How is a place inside a plain value written? As a JSON pointer (RFC 6901): `/args/path`, `/steps/0/observation`."""

import re
from collections.abc import Iterable

_BAD_ESCAPE = re.compile("~(?![01])")


def pointer_of(parts: Iterable[str | int]) -> str:
    """The pointer that leads through these keys and indexes; the empty text is the whole value."""
    return "".join(f"/{_escaped(part)}" for part in parts)


def parts_of(pointer: str) -> tuple[str, ...]:
    """The keys and indexes (as texts) that a pointer leads through.

    Raises ValueError for a text that is no pointer: it starts without `/`, or has a `~` that is neither `~0` nor `~1`.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError(f"a pointer starts with '/', got {pointer!r}")
    if _BAD_ESCAPE.search(pointer):
        raise ValueError(f"in a pointer '~' is written '~0' and '/' inside a key '~1', got {pointer!r}")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))


def _escaped(part: str | int) -> str:
    return part.replace("~", "~0").replace("/", "~1") if isinstance(part, str) else str(part)
