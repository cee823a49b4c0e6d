"""`goldgate merge-baseline`: how does git put together what two branches made of a baseline?"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.exit_codes import ExitCode
from goldgate.formats.baseline_merge import merge_baselines
from goldgate.reports.line import Line, bad, good, line, strong
from goldgate.store.files import read_bytes, write_atomic


def merge_baseline(*, base: Path, ours: Path, theirs: Path, name: str) -> Answer:
    """Write the merged file over `ours`; `name` is what people call it.

    Raises BadFile, UnreadableFile; then nothing is written.
    """
    merged = merge_baselines(*map(read_bytes, (base, ours, theirs)), file=name)
    write_atomic(ours, merged.data)
    return Answer(
        exit_code=ExitCode.CLOSED if merged.conflicts else ExitCode.OPEN,
        lines=lambda: _lines(name, merged.conflicts),
        document=lambda: {
            "goldgate": "merge-baseline",
            "schema": 1,
            "exit_code": int(bool(merged.conflicts)),
            "conflicts": list(merged.conflicts),
        },
    )


def _lines(name: str, conflicts: Sequence[str]) -> Iterator[Line]:
    if not conflicts:
        yield line(good("merged"), f" {name}")
        return
    for case_id in conflicts:
        yield line(bad("conflict "), f"{name}: both branches changed the line of ", strong(case_id))
    yield line("next: take one line of each out, then goldgate run, goldgate update-baseline")
