"""Was a tool called that must not be?"""

from collections.abc import Iterator

from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.judge.wording import describe_step
from goldgate.model.case import Case
from goldgate.model.judgement import Check
from goldgate.model.trace import Trace


def check_forbid(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`forbid`; a call that was refused or skipped is a call all the same."""
    forbidden = case.expect.forbid
    if forbidden:
        broken = (step for step in trace.calls if step.name in forbidden)
        yield finding("forbid", next((f"called {describe_step(step)}, which is forbidden" for step in broken), ""))
