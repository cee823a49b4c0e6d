"""Is the gate open, in Python? A run held against baselines, two runs against each other, scores against a rubric."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from goldgate.errors import UsageError
from goldgate.formats.rubric import rubric_faults
from goldgate.formats.score_rows import read_documents
from goldgate.gate import decide as strictly
from goldgate.gate.compare import compare
from goldgate.gate.promote import promote
from goldgate.judge import rubric as rubric_judge
from goldgate.judge.verdict import judge as judge_trace
from goldgate.model.comparison import Comparison, Decision
from goldgate.model.rubric import Rubric, ScoreSummary
from goldgate.model.settings import Stale
from goldgate.statistics import contrast

__all__ = ["compare", "decide", "judge_trace", "promote", "score"]


def decide(comparison: Comparison | contrast.Contrast, *, stale: Stale = Stale.FAIL) -> Decision:
    """Whether the gate is open; a stale baseline closes it unless `stale` is WARN.

    Of two runs, whether the candidate may take the place of the reference: it may unless it is significantly worse, and
    with a margin, only where it is shown to be worse by less than that.
    """
    if isinstance(comparison, contrast.Contrast):
        return contrast.decide(comparison)
    return strictly.decide(comparison, stale=stale)


def score(rows: Iterable[Mapping[str, object]], rubric: Rubric, *, gate: Decimal | None = None) -> ScoreSummary:
    """Weigh rows of scores, mappings as a line of a score file has them, and decide whether the release gate is open.

    Floats are taken as they are spelled: 0.1 is a tenth. `gate` is another threshold than the rubric's.
    Raises BadFile with every fault of every row, numbered from 1; UnpairedRows when rows are there twice or missing;
    UsageError for a rubric that contradicts itself, and for a threshold that it has no use for.
    """
    if faults := [f"rubric{fault.pointer}: {fault}" for fault in rubric_faults(rubric)]:
        raise UsageError(*faults)
    asked = rubric if gate is None else rubric_judge.with_threshold(rubric, gate)
    return rubric_judge.score(read_documents(enumerate(rows, 1), file="rows", rubric=asked), asked)
