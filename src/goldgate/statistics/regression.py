"""Did the half with all skills fall below its reference by more than it may? Exactly, as fractions."""

from fractions import Fraction

from goldgate.model.reference import Reference, Regression, RegressionStatus
from goldgate.statistics.gate import fell_by_more
from goldgate.statistics.trials import Rate


def regression(now: Rate, reference: Reference | None, *, threshold: Fraction) -> Regression:
    """Hold a rate against a reference; what an error stands for nobody knows, so with one there is no judgement."""
    return Regression(status=_status(now, reference, threshold), threshold=threshold, reference=reference)


def _status(now: Rate, reference: Reference | None, threshold: Fraction) -> RegressionStatus:
    if now.value is None:
        return RegressionStatus.NO_JUDGEMENT
    if reference is None:
        return RegressionStatus.NOT_APPLICABLE
    fell = fell_by_more(reference.rate, now.value, threshold=threshold)
    return RegressionStatus.CLOSED if fell else RegressionStatus.OPEN
