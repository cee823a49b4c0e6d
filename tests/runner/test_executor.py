import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from goldgate.errors import InternalFault, SettingsError
from goldgate.model.case import Case, Expectation, ExpectedAnswer
from goldgate.model.detail import Detail
from goldgate.model.judgement import Fault, Verdict
from goldgate.model.plan import Plan, PlannedTrial
from goldgate.model.result import Result
from goldgate.model.trace import Trace
from goldgate.runner.executor import execute, require_all, result_of
from goldgate.runner.patience import Patience
from goldgate.runner.pools import PoolName, pool_named
from goldgate.runner.pools.pool import Performed

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


def _expecting(answer: str) -> Expectation:
    return Expectation(answer=ExpectedAnswer(equals=answer))


def test_a_trace_is_judged_against_its_case(case: MakeCase) -> None:
    planned = PlannedTrial(suite="s", case=case("a", expect=_expecting("yes")), variant="v", trial=3)
    result = result_of(Performed(planned=planned, trace=Trace(answer="no"), seconds=0.5), Patience())
    assert (result.suite, result.id, result.variant, result.trial) == ("s", "a", "v", 3)
    assert result.verdict is Verdict.FAIL
    assert result.failed == ("answer.equals",)
    assert result.seconds == 0.5


def test_a_fault_is_an_error_and_never_judged(case: MakeCase) -> None:
    fault = Fault(code="LOST_STEP", message="a step came late")
    planned = PlannedTrial(suite="s", case=case("a", expect=_expecting("yes")))
    result = result_of(Performed(planned=planned, trace=Trace(answer="no"), fault=fault), Patience())
    assert (result.verdict, result.checks, result.fault) == (Verdict.ERROR, (), fault)


def test_every_trial_of_a_plan_has_a_result(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return open('prompt.txt').read()")
    project.write("prompt.txt", "hello")
    cases = case("a", expect=_expecting("hello")), case("b", expect=_expecting("bye"))
    plan = Plan(trials=tuple(PlannedTrial(suite="s", case=one) for one in cases))
    results: list[Result] = []
    told: list[Mapping[str, str | None]] = []
    with pool_named(PoolName.PROCESSES, project.company()) as entered:
        execute(plan, entered, on_results=results.extend, on_project_files=told.append)
    assert [(result.id, result.verdict) for result in results] == [("a", Verdict.PASS), ("b", Verdict.FAIL)]
    assert [list(files) for files in told] == [["prompt.txt"], ["prompt.txt"]]


def test_a_trial_without_a_result_is_never_passed_over(case: MakeCase) -> None:
    plan = Plan(trials=tuple(PlannedTrial(suite="s", case=case(name)) for name in "abc"))
    keys = [trial.key for trial in plan.trials]
    require_all(plan, keys)
    with pytest.raises(InternalFault, match=r"^2 of 3 trials brought no result, the first of s::b"):
        require_all(plan, keys[:1])


def test_a_plan_that_reads_nothing_tells_of_no_project_files(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): pass")
    told: list[Mapping[str, str | None]] = []
    plan = Plan(trials=(PlannedTrial(suite="s", case=case()),))
    with pool_named(PoolName.PROCESSES, project.company()) as entered:
        execute(plan, entered, on_results=lambda _: None, on_project_files=told.append)
    assert told == []


def test_what_is_printed_is_kept_of_trials_that_did_not_pass(case: MakeCase) -> None:
    planned = PlannedTrial(suite="s", case=case("a", expect=_expecting("yes")))
    detail = Detail(raised=("KeyError at a.py:1 in f",), printed="hello")
    failed, passed = (
        result_of(Performed(planned=planned, trace=Trace(answer=answer), detail=detail), Patience())
        for answer in ("no", "yes")
    )
    assert failed.detail == detail
    assert passed.detail == Detail(raised=("KeyError at a.py:1 in f",))


def test_what_can_not_be_redacted_in_time_names_the_case_and_the_settings(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return 'a' * 50 + 'b'")
    plan = Plan(trials=(PlannedTrial(suite="s", case=case("a")),))

    def redact(results: Sequence[Result]) -> None:
        re.search("(a+)+$", str(results[0].trace.answer))

    with (
        pool_named(PoolName.PROCESSES, project.company()) as entered,
        pytest.raises(SettingsError, match=r"results from s::a on could not be redacted: it took more than 0\.1 s"),
    ):
        execute(plan, entered, on_results=redact, on_project_files=lambda _: None, seconds=0.1)
