"""What becomes of a baseline that two branches changed? Merged by id: a line is one case, wherever it stands."""

from collections.abc import Iterator, Mapping
from typing import Final

from goldgate.errors import BadFile, Problem
from goldgate.formats.baseline import Entry, entry_of, format_baseline, read_baseline, write_baseline
from goldgate.model.frozen import frozen

_NO_FILE: Final = b""
"""What git hands over where there was no file."""


@frozen(kw_only=True)
class Merged:
    """The bytes of the merged file, and the ids of the cases that the branches changed in different ways.

    Of these both lines are there, so that every reader refuses the file until somebody has taken one of them out.
    """

    data: bytes
    conflicts: tuple[str, ...]


def merge_baselines(base: bytes, ours: bytes, theirs: bytes, *, file: str) -> Merged:
    """Merge two files that began as the same one (`base`, empty where there was none).

    Raises BadFile for files that can't be read, and for two that were written under different outcome settings,
    judges or rubrics.
    """
    before, mine, other = (_Side.read(data, file=file) for data in (base, ours, theirs))
    if mine.outcome != other.outcome:
        message = "the branches wrote it under different outcome settings; take one of the two, then goldgate run"
        raise BadFile(Problem(code=BadFile.code, message=message, file=file))
    if any(mine.judge[key] != other.judge[key] for key in mine.judge.keys() & other.judge.keys()):
        message = "the branches wrote it under different judges or rubrics; take one of the two, then goldgate run"
        raise BadFile(Problem(code=BadFile.code, message=message, file=file))
    entries: list[Entry] = []
    conflicts: list[str] = []
    for case_id in sorted(before.lines.keys() | mine.lines.keys() | other.lines.keys()):
        merged = list(_merged(*(side.lines.get(case_id) for side in (before, mine, other))))
        entries += (Entry(id=case_id, text=text) for text in merged if text is not None)
        if len(merged) > 1:
            conflicts.append(case_id)
    data = write_baseline(mine.outcome, entries, judge={**mine.judge, **other.judge})
    return Merged(data=data, conflicts=tuple(conflicts))


def _merged(before: str | None, mine: str | None, other: str | None) -> Iterator[str | None]:
    """What is left of a line (None: it is gone), one thing, or two where both branches changed it."""
    if mine in (other, before):
        yield other
    elif other == before:
        yield mine
    else:
        yield from (mine, other)


@frozen(kw_only=True)
class _Side:
    """One of the files: id → line in its one spelling."""

    outcome: str
    lines: dict[str, str]
    judge: Mapping[str, str]

    @classmethod
    def read(cls, data: bytes, *, file: str) -> "_Side":
        if data == _NO_FILE:
            return cls(outcome="", lines={}, judge={})
        baseline = read_baseline(format_baseline(data, file=file), file=file)
        lines = {line.id: entry_of(line).text for line in baseline.lines}
        return cls(outcome=baseline.outcome, lines=lines, judge=baseline.judge)
