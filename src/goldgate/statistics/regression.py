"""Did the half with all skills fall below its reference by more than it may? Exactly, as fractions."""

from collections.abc import Iterable
from fractions import Fraction

from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import Decision
from goldgate.model.reference import Reference, Regression, RegressionStatus
from goldgate.statistics import contrast
from goldgate.statistics.gate import fell_by_more
from goldgate.statistics.trials import Rate


def regression(now: Rate, reference: Reference | None, *, threshold: Fraction) -> Regression:
    """Hold a rate against a reference; what an error stands for nobody knows, so with one there is no judgement."""
    return Regression(status=_status(now, reference, threshold), threshold=threshold, reference=reference)


def decide(contributions: Iterable[contrast.Contrast], held: Regression) -> Decision:
    """What follows from a paired run: no judgement with errors, closed by the reference.

    What skills contribute is told, and closes nothing.
    """
    errors = [contrast.decide(found).reasons for found in contributions if found.errors]
    if errors:
        return Decision(exit_code=ExitCode.NO_JUDGEMENT, reasons=tuple(dict.fromkeys(sum(errors, ()))))
    if held.status is RegressionStatus.CLOSED:
        points = f"{float(held.threshold * 100):.1f}".removesuffix(".0")
        reason = f"the half with fell by more than {points} points below the reference"
        return Decision(exit_code=ExitCode.CLOSED, reasons=(reason,))
    return Decision(exit_code=ExitCode.OPEN)


def _status(now: Rate, reference: Reference | None, threshold: Fraction) -> RegressionStatus:
    if now.value is None:
        return RegressionStatus.NO_JUDGEMENT
    if reference is None:
        return RegressionStatus.NOT_APPLICABLE
    fell = fell_by_more(reference.rate, now.value, threshold=threshold)
    return RegressionStatus.CLOSED if fell else RegressionStatus.OPEN
