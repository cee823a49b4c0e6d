"""Which part of the cases is this? One of several, of which each may be on a machine of its own."""

from collections.abc import Iterator

from goldgate.model.shard import Shard
from goldgate.reports.line import Line, dim, line


def shard_lines(shard: Shard | None, *, cases: int) -> Iterator[Line]:
    """That others have the rest; nothing of a run without shards. `cases` are those that fall into this one."""
    if shard is None:
        return
    if cases:
        yield line(dim(f"shard {shard}: goldgate merge makes one run of the runs of all shards"))
    else:
        yield line(dim(f"no case falls into shard {shard}; goldgate merge takes its run all the same"))


def shard_name(shard: Shard | None) -> str | None:
    """`2/5`, for machines."""
    return None if shard is None else str(shard)
