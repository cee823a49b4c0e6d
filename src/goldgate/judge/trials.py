"""What do several trials of one case say together?"""

from collections.abc import Collection, Iterable
from decimal import Decimal

from goldgate.model.judgement import Verdict
from goldgate.model.result import Figures


def case_verdict(verdicts: Collection[Verdict]) -> Verdict:
    """ERROR if any trial is, else FAIL if any is; ERROR as well when there is no trial to judge by."""
    if not verdicts or Verdict.ERROR in verdicts:
        return Verdict.ERROR
    return Verdict.FAIL if Verdict.FAIL in verdicts else Verdict.PASS


def is_solved(figures: Figures, solved_score: Decimal | None) -> bool | None:
    """Whether a trial is solved: it passes, or has a score that is high enough; None without a judgement."""
    if figures.verdict is Verdict.ERROR:
        return None
    if figures.score is None or solved_score is None:
        return figures.verdict is Verdict.PASS
    return figures.score >= solved_score


def trials_disagree(trials: Iterable[tuple[Verdict, str]]) -> bool:
    """Whether verdicts or outcomes differ; an outcome comes as its canonical spelling or the digest of it."""
    return len(set(trials)) > 1
