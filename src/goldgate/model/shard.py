"""Which part of all cases does one machine run? The second of five: `2/5`."""

import re
from typing import Final

from goldgate.model.frozen import frozen

_SPELLING: Final = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})")


@frozen(kw_only=True)
class Shard:
    """One of at most 9,999 parts that together are all cases, each in one; `number` counts from 1 to `of`."""

    number: int
    of: int

    def __str__(self) -> str:
        """As the command line takes it."""
        return f"{self.number}/{self.of}"


def shard_named(text: str) -> Shard:
    """The shard of that spelling. Raises ValueError for what is none, with what would be right."""
    found = _SPELLING.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no shard; write the second of five as 2/5")
    number, of = map(int, found.groups())
    if number > of:
        raise ValueError(f"{text!r} is no shard; the last of {of} is {of}/{of}")
    return Shard(number=number, of=of)
