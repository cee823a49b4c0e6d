"""Why is the release gate closed? The two rules; no reason means that it is open."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from goldgate.differ.listing import listed
from goldgate.formats.decimals import as_decimal, brief_decimal
from goldgate.judge.exact_scores import ExactScores
from goldgate.model.rubric import Arm, BlockingFinding, Rubric


def below(cases: Mapping[str, ExactScores], threshold: Decimal) -> tuple[str, ...]:
    """The cases whose weighted score does not reach the threshold."""
    return tuple(case_id for case_id, scores in cases.items() if scores.weighted < Fraction(threshold))


def threshold_reasons(failed: Sequence[str], *, cases: int, threshold: Decimal) -> Iterator[str]:
    """The rule *threshold*: every case reaches it."""
    if failed:
        yield f"{len(failed)} of {cases} cases below {brief_decimal(threshold)}: {listed(failed)}"


def blocker_reasons(blocking: Sequence[BlockingFinding]) -> Iterator[str]:
    """Under either rule, nothing that blocks may be found in the candidate."""
    if blocking:
        places = [f"{finding.case_id} trial {finding.trial}" for finding in blocking]
        findings = "1 blocking finding" if len(blocking) == 1 else f"{len(blocking)} blocking findings"
        yield f"{findings} in the candidate: {listed(places)}"


def comparative_reasons(baseline: ExactScores, candidate: ExactScores, rubric: Rubric) -> Iterator[str]:
    """The rule *comparative*: no named criterion falls by more than the tolerance, and the whole is better."""
    tolerance = rubric.gate.tolerance
    for name in rubric.gate.not_below:
        fall = baseline.means[name] - candidate.means[name]
        if fall > Fraction(tolerance):
            allowed = f"more than the tolerance of {brief_decimal(tolerance)}" if tolerance else "below the baseline"
            yield f"{name} fell by {_shown(fall)}, {allowed}"
    best = Fraction(rubric.scale.max)
    if candidate.weighted < baseline.weighted:
        yield f"{_weighted_of(candidate)} is below the baseline's {_shown(baseline.weighted)}"
    elif candidate.weighted == baseline.weighted != best:
        yield f"{_weighted_of(candidate)} ties with the baseline's; it must be above"


def _weighted_of(candidate: ExactScores) -> str:
    return f"the {Arm.CANDIDATE}'s weighted score {_shown(candidate.weighted)}"


def _shown(number: Fraction) -> str:
    return brief_decimal(as_decimal(number))
