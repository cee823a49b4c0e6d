"""Is this trace right? All checks on one trace, and the verdict."""

from goldgate.judge.checks import CHECKS
from goldgate.judge.matched import match_trace
from goldgate.model.case import Case
from goldgate.model.grading import UNJUDGED
from goldgate.model.judgement import Check, Fault, Judgement, Verdict
from goldgate.model.trace import Trace

CHECK_CRASHED = "CHECK_CRASHED"
"""The code of a fault of the judge itself."""


def judge(case: Case, trace: Trace) -> Judgement:
    """Hold a trace against what its case expects.

    PASS when every check passed, else FAIL. ERROR when a check crashed: then nothing is known, whatever others found.
    ERROR as well when the case expects a rubric: the checks are done, and a judge is asked by whoever can.
    """
    checks: list[Check] = []
    looking_at = "calls"
    try:
        matched = match_trace(case, trace)
        for looking_at, check in CHECKS.items():  # noqa: B007 - the fault names it
            checks.extend(check(case, trace, matched))
    except Exception as error:  # noqa: BLE001 - a crash is no judgement, and must not end the run
        fault = Fault(code=CHECK_CRASHED, message=f"the check of {looking_at} crashed: {type(error).__name__}: {error}")
        return Judgement(verdict=Verdict.ERROR, fault=fault)
    if case.expect.rubric is not None:
        return Judgement(verdict=Verdict.ERROR, checks=tuple(checks), fault=UNJUDGED)
    verdict = Verdict.PASS if all(check.passed for check in checks) else Verdict.FAIL
    return Judgement(verdict=verdict, checks=tuple(checks))
