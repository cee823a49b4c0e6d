"""What do several trials of one case say together?"""

from collections.abc import Collection, Iterable

from goldgate.model.judgement import Verdict


def case_verdict(verdicts: Collection[Verdict]) -> Verdict:
    """ERROR if any trial is, else FAIL if any is; ERROR as well when there is no trial to judge by."""
    if not verdicts or Verdict.ERROR in verdicts:
        return Verdict.ERROR
    return Verdict.FAIL if Verdict.FAIL in verdicts else Verdict.PASS


def trials_disagree(trials: Iterable[tuple[Verdict, str]]) -> bool:
    """Whether verdicts or outcomes differ; an outcome comes as its canonical spelling or the digest of it."""
    return len(set(trials)) > 1
