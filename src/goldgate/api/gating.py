"""Is the gate open, in Python? A run held against baselines, two runs against each other, scores against a rubric."""

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import partial
from typing import Final

from goldgate.errors import UsageError
from goldgate.formats.rubric import rubric_faults
from goldgate.formats.score_rows import read_documents
from goldgate.gate import compare as comparing
from goldgate.gate import decide as strictly
from goldgate.gate import promote as promoting
from goldgate.gate.promotion import Promotion
from goldgate.gate.sides import Markers
from goldgate.gate.update_request import UpdateRequest
from goldgate.judge import rubric as rubric_judge
from goldgate.judge.verdict import judge as judge_trace
from goldgate.model.baseline import Baseline
from goldgate.model.comparison import Comparison, Decision
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Run
from goldgate.model.rubric import Rubric, ScoreSummary
from goldgate.model.sampling import DEFAULT_ALPHA
from goldgate.model.settings import Stale
from goldgate.statistics import contrast
from goldgate.statistics.sampled import weigh

__all__ = ["compare", "decide", "judge_trace", "promote", "score"]

_BY_DEFAULT: Final = UpdateRequest()


def compare(
    run: Run,
    baselines: Mapping[str, Baseline],
    *,
    today: dt.date,
    known_failures: Markers | None = None,
    every: bool = False,
    alpha: float = DEFAULT_ALPHA,
    variant: str = DEFAULT_VARIANT,
) -> Comparison:
    """Hold a run against the baselines of its suites; the markers are those of the run unless they are given.

    Cases that are ok are only counted, unless `every`. `alpha` is how often a test of a sampled suite may see a drop
    where there is none. The baselines, by suite, are those of `variant`.
    Raises MissingBaseline for a suite without a baseline, OutcomeSettingsChanged for one of other outcome settings,
    UsageError where a sampled suite needs scipy.
    """
    return comparing.compare(
        run,
        baselines,
        today=today,
        known_failures=known_failures,
        every=every,
        weigh=partial(weigh, alpha=alpha),
        variant=variant,
    )


def promote(
    run: Run,
    baselines: Mapping[str, Baseline],
    *,
    today: dt.date,
    request: UpdateRequest = _BY_DEFAULT,
    known_failures: Markers | None = None,
    alpha: float = DEFAULT_ALPHA,
    variant: str = DEFAULT_VARIANT,
) -> tuple[Promotion, ...]:
    """What an update from this run makes of the baselines, a promotion a suite, sorted by suite.

    A suite without a baseline gets its first one; the markers are those of the run unless they are given; `alpha` and
    `variant` are as in `compare`.
    Raises UsageError for names that no case has or that can't be accepted, and for `prune` after a filtered run,
    UpdateRefused when the outcome settings of a suite changed and not all of its lines can be rewritten.
    """
    return promoting.promote(
        run,
        baselines,
        today=today,
        request=request,
        known_failures=known_failures,
        weigh=partial(weigh, alpha=alpha),
        variant=variant,
    )


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
