"""Which observed and which accepted line belong to the same case? One pass over sorted streams, nothing parsed."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from goldgate.errors import BadFile, Problem
from goldgate.formats.baseline import Entry

Joined: TypeAlias = tuple[str, Entry | None, Entry | None]
"""The id of a case, its observed line, its accepted line."""


def join(ids: Iterable[str], observed: Iterable[Entry], accepted: Iterable[Entry]) -> Iterator[Joined]:
    """Every case of the golden file (`ids`, in any order) and every accepted one, in the order of the id.

    Both streams are sorted by the UTF-8 bytes of the id; code points sort alike, so texts are compared as they are.
    Raises BadFile for an observed case that the golden file doesn't have.
    """
    now_stream, then_stream = iter(observed), iter(accepted)
    now, then = next(now_stream, None), next(then_stream, None)
    for case_id in sorted(ids):
        while then is not None and then.id < case_id:
            yield then.id, None, then
            then = next(then_stream, None)
        if now is not None and now.id < case_id:
            raise stray(now)
        ours, theirs = None, None
        if now is not None and now.id == case_id:
            ours, now = now, next(now_stream, None)
        if then is not None and then.id == case_id:
            theirs, then = then, next(then_stream, None)
        yield case_id, ours, theirs
    if now is not None:
        raise stray(now)
    while then is not None:
        yield then.id, None, then
        then = next(then_stream, None)


def stray(entry: Entry) -> BadFile:
    """The error for an observed case that is not part of the run by its own header."""
    return BadFile(
        Problem(
            code=BadFile.code,
            message=f"{entry.id!r} has an outcome, but the run doesn't name that case: run goldgate run again",
            file=entry.file,
            line=entry.number,
        )
    )
