"""Did the agent stay within its limits? What is unknown is not within."""

from collections.abc import Iterator

from goldgate.judge.checks.finding import finding
from goldgate.judge.matched import Matched
from goldgate.model.case import Case, Limits
from goldgate.model.judgement import Check
from goldgate.model.trace import Trace

_NONE = Limits()


def check_limits(case: Case, trace: Trace, _matched: Matched) -> Iterator[Check]:
    """`limits.steps`, `limits.calls`, `limits.tokens`, `limits.cost_usd`: at most so much."""
    limits = case.expect.limits
    if limits == _NONE:
        return
    usage = trace.usage
    for name, most, used in (
        ("steps", limits.steps, len(trace.steps)),
        ("calls", limits.calls, len(trace.calls)),
        ("tokens", limits.tokens, usage.tokens),
        ("cost_usd", limits.cost_usd, usage.cost_usd),
    ):
        if most is not None:
            yield finding(f"limits.{name}", _exceeded(name, most, used))


def _exceeded(name: str, most: float, used: float | None) -> str:
    if used is None:
        return f"expected {name} to be at most {most}, but it is not known"
    return "" if used <= most else f"expected {name} to be at most {most}, got {used}"
