"""What does the judge look at? One file a family, one row a check; findings come in this order."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from goldgate.judge.checks.agent import check_agent
from goldgate.judge.checks.answer import check_answer
from goldgate.judge.checks.calls import check_calls, check_steps
from goldgate.judge.checks.forbid import check_forbid
from goldgate.judge.checks.limits import check_limits
from goldgate.judge.checks.plan import check_plan
from goldgate.judge.checks.success import check_status, check_step_errors
from goldgate.judge.checks.world import check_files, check_state
from goldgate.judge.matched import Matched
from goldgate.model.case import Case
from goldgate.model.judgement import Check
from goldgate.model.trace import Trace

CheckOf: TypeAlias = Callable[[Case, Trace, Matched], Iterable[Check]]
"""Finds nothing where the case does not ask for it."""

CHECKS: Final[Mapping[str, CheckOf]] = {
    "agent": check_agent,
    "calls": check_calls,
    "plan": check_plan,
    "steps": check_steps,
    "forbid": check_forbid,
    "step_errors": check_step_errors,
    "status": check_status,
    "answer": check_answer,
    "state": check_state,
    "files": check_files,
    "limits": check_limits,
}
