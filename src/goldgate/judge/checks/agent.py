"""Did the agent itself get through? It raised, exited, crashed, hung or returned no trace, or none of these."""

from collections.abc import Iterator

from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.judge.wording import failure_of
from goldgate.model.case import Case
from goldgate.model.judgement import Check
from goldgate.model.trace import EXCEPTION, Trace


def check_agent(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`agent`, for cases without expectations; for others a fault is a step error."""
    if case.expect.decides:
        return
    fault = next((step for step in trace.steps if step.kind == EXCEPTION), None)
    yield finding("agent", "" if fault is None else f"the agent ended with {failure_of(fault)}")
