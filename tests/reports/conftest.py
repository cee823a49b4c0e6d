"""Cases, comparisons and results to report on."""

import datetime as dt
from collections.abc import Callable

import pytest

from goldgate.gate.classify import classify
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Divergence, Facts, Ruling
from goldgate.model.judgement import Check, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.trace import Step, Trace, Usage

REGRESSED = Facts(baseline=Verdict.PASS, current=Verdict.FAIL, same_definition=True)
OTHER_TOOL = Divergence(kind="changed", pointer="/tool", step=0, expected="file_search", actual="file_read")


@pytest.fixture
def compared() -> Callable[..., CaseComparison]:
    """A case of a comparison; a regression to another tool unless said otherwise."""

    def make(
        case_id: str,
        *,
        facts: Facts = REGRESSED,
        divergence: Divergence | None = None,
        reasons: tuple[str, ...] = (),
        masked: bool = False,
        known_failure: KnownFailure | None = None,
        ruling: Ruling | None = None,
        uncaptured: tuple[str, ...] = (),
    ) -> CaseComparison:
        return CaseComparison(
            suite="files",
            id=case_id,
            ruling=ruling or classify(facts),
            facts=facts,
            divergence=divergence,
            reasons=reasons,
            masked=masked,
            known_failure=known_failure,
            uncaptured=uncaptured,
        )

    return make


@pytest.fixture
def comparison() -> Callable[..., Comparison]:
    """A comparison of these cases beside some that are ok."""

    def make(*cases: CaseComparison, ok: int = 0, partly: int = 0, filtered: bool = False) -> Comparison:
        counts = {CaseClass.OK: ok} if ok else {}
        for case in cases:
            counts[case.ruling.case_class] = counts.get(case.ruling.case_class, 0) + 1
        total = ok + len(cases)
        errors = counts.get(CaseClass.ERROR, 0)
        return Comparison(
            run="20261130-101010-000001",
            today=dt.date(2026, 11, 30),
            cases=cases,
            counts=counts,
            expected=total,
            ran=total,
            compared=total - errors,
            errored=errors,
            not_selected=2 if filtered else 0,
            partly_compared=partly,
            removed_not_looked_for=filtered,
        )

    return make


@pytest.fixture
def result() -> Callable[..., Result]:
    """One judged trial; failing checks by name → why."""

    def make(
        case_id: str, verdict: Verdict = Verdict.PASS, *, trial: int = 1, cost: float | None = None, **failed: str
    ) -> Result:
        checks = tuple(Check(name=name, passed=False, why=why) for name, why in failed.items())
        trace = Trace(steps=(Step(name="file_read"),), usage=Usage(cost_usd=cost))
        return Result(id=case_id, suite="files", trace=trace, verdict=verdict, checks=checks, trial=trial)

    return make
