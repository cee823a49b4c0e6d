"""Did the agent mean to do what was expected?"""

from collections.abc import Iterator

from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.judge.pairing import Rules
from goldgate.judge.steps_match import match_steps
from goldgate.model.case import Case
from goldgate.model.judgement import Check
from goldgate.model.trace import Step, Trace


def check_plan(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`plan`; an agent without a plan of its own fails it, whatever plan is expected."""
    expect = case.expect
    if expect.plan is None:
        return
    if trace.plan is None:
        yield finding("plan", "expected a plan, the agent gave none")
        return
    planned = tuple(Step(name=step.name, args=step.args) for step in trace.plan)
    rules = Rules(args_match=expect.args_match)
    yield finding(
        "plan", match_steps(expect.plan, planned, match=expect.plan_match, rules=rules, noun="planned step").why
    )
