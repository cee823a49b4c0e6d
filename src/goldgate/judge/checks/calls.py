"""Are the calls, and the steps of all kinds, the expected ones?"""

from collections.abc import Iterator

from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.model.case import Case
from goldgate.model.judgement import Check
from goldgate.model.trace import Trace


def check_calls(_case: Case, _trace: Trace, matched: Matched) -> Iterator[Check]:
    """`calls`."""
    if matched.calls is not None:
        yield finding("calls", matched.calls.why)


def check_steps(_case: Case, _trace: Trace, matched: Matched) -> Iterator[Check]:
    """`steps`."""
    if matched.steps is not None:
        yield finding("steps", matched.steps.why)
