"""In which shard is a case? In the one that a digest of its names says, whatever other cases there are."""

from collections.abc import Mapping

from goldgate.differ.canonical import digest
from goldgate.model.case import Case
from goldgate.model.case_key import composed
from goldgate.model.shard import Shard


def in_shard(suites: Mapping[str, tuple[Case, ...]], shard: Shard) -> dict[str, tuple[Case, ...]]:
    """The cases of a shard in their order; a suite of which it has none is kept, without a case."""
    return {
        suite: tuple(case for case in cases if shard_number(suite, case, of=shard.of) == shard.number)
        for suite, cases in suites.items()
    }


def shard_number(suite: str, case: Case, *, of: int) -> int:
    """From 1 on. The cases of a stream are in the same one, since each starts with what those before it leave."""
    named = ["case", case.id] if case.stream is None else ["stream", case.stream]
    return int(digest([composed(suite), *named]), base=16) % of + 1
