"""`goldgate score`: what do the scores of a judge come to under a rubric, and is the release gate open?"""

from decimal import Decimal
from pathlib import Path

from goldgate.commands.answer import Answer
from goldgate.formats.rubric import read_rubric
from goldgate.formats.score_rows import read_score_rows
from goldgate.formats.score_summary import score_document
from goldgate.formats.text import decode
from goldgate.judge import rubric as judge
from goldgate.reports.score import score_lines
from goldgate.store.files import read_bytes, shown


def score(*, rows: Path, rubric: Path, gate: Decimal | None) -> Answer:
    """Weigh the rows of a file by a rubric, with another threshold than the rubric's where one is given.

    Raises BadFile with all that is wrong in the rubric, else with all that is wrong in the rows, UnpairedRows,
    UnreadableFile, and UsageError for a threshold that the rubric has no use for.
    """
    asked = read_rubric(decode(read_bytes(rubric), file=shown(rubric)), file=shown(rubric))
    if gate is not None:
        asked = judge.with_threshold(asked, gate)
    summary = judge.score(read_score_rows(read_bytes(rows), file=shown(rows), rubric=asked), asked)
    return Answer(
        exit_code=summary.exit_code,
        lines=lambda: score_lines(summary),
        document=lambda: score_document(summary),
    )
