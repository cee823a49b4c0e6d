"""Did the run succeed, in its steps and as a whole? The layers may disagree, so each has its check."""

from collections.abc import Iterator

from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.judge.wording import describe_step, failure_of
from goldgate.model.case import Case
from goldgate.model.judgement import STEP_ERRORS, Check
from goldgate.model.trace import OverallStatus, Trace


def check_step_errors(case: Case, trace: Trace, matched: Matched) -> Iterator[Check]:
    """`step_errors`, for cases with expectations."""
    if case.expect.decides:
        yield finding(STEP_ERRORS, _unexcused(trace, matched) if matched.unexcused else "")


def _unexcused(trace: Trace, matched: Matched) -> str:
    first = matched.unexcused[0]
    step = trace.steps[first]
    more = len(matched.unexcused) - 1
    told = f"step {first + 1} {describe_step(step)} failed with {failure_of(step)}, which was not expected"
    return f"{told}; {more} more failed" if more else told


def check_status(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`status`, for cases with expectations; success is expected where the case names no other."""
    if case.expect.decides:
        expected = case.expect.status or OverallStatus.SUCCESS
        met = trace.status is expected
        yield finding("status", "" if met else f"expected overall status {expected}, got {trace.status}")
