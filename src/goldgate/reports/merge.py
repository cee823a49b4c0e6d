"""What did a merge come to? One run, made of those of all shards."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldgate.model.frozen import frozen
from goldgate.model.result import RunHeader, Tally
from goldgate.reports.line import Line, dim, good, line, strong
from goldgate.reports.wording import counted


@frozen(kw_only=True)
class Merged:
    """A run that was merged: its header, what was counted over all its trials, and the command that follows."""

    header: RunHeader
    tally: Tally
    not_selected: int
    next_step: str


def merge_lines(merged: Merged) -> Iterator[Line]:
    """What was merged into which run, its figures, and what follows."""
    header, tally = merged.header, merged.tally
    yield line(good("merged"), f" {counted(len(header.merged), 'shard')} into the run ", strong(header.run))
    trials = "" if tally.trials == tally.cases else f"  (trials of {counted(tally.cases, 'case')})"
    yield line(f"{header.trials} expected, {tally.trials} run, {tally.errors} errored", dim(trials))
    yield line(f"passed {tally.passed}, failed {tally.failed}, masked {tally.masked}")
    if merged.not_selected:
        yield line(dim(f"{merged.not_selected} not selected"))
    yield line("next: ", strong(merged.next_step))


def merge_document(merged: Merged) -> Mapping[str, Any]:
    """The same for machines."""
    header, tally = merged.header, merged.tally
    return {
        "goldgate": "merge",
        "schema": 1,
        "exit_code": 0,
        "run": header.run,
        "merged": list(header.merged),
        "cases": tally.cases,
        "trials": tally.trials,
        "passed": tally.passed,
        "failed": tally.failed,
        "masked": tally.masked,
        "errored": tally.errors,
        "not_selected": merged.not_selected,
        "next": merged.next_step,
    }
