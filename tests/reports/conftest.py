"""Cases, comparisons and results to report on."""

import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest

from goldgate.exit_codes import ExitCode
from goldgate.gate.classify import classify
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision, Divergence, Facts, Ruling
from goldgate.model.evidence import Handed, PairMode
from goldgate.model.judgement import Check, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.pairing import Order
from goldgate.model.reference import Regression, RegressionStatus
from goldgate.model.result import Result, RunHeader, SuiteHeader
from goldgate.model.trace import Step, Trace, Usage
from goldgate.reports.material import Material, ReportedCase
from goldgate.reports.pair import Contribution, Cost, PairReport
from goldgate.reports.summarise import summarise
from goldgate.statistics.contrast import CaseSides, contrast
from goldgate.statistics.flips import Flips
from goldgate.statistics.trials import Trials

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


@pytest.fixture
def reported(result: Callable[..., Result]) -> Callable[..., ReportedCase]:
    """A case of a report on the line of its number in `golden/files.jsonl`; it passed half a second unless said so."""

    def make(case_id: str, verdict: Verdict = Verdict.PASS, *, line: int = 1, **given: Any) -> ReportedCase:
        failed = given.pop(
            "failed", {"calls": "expected file_search, got file_read"} if verdict is Verdict.FAIL else {}
        )
        trials = given.pop("results", (attrs.evolve(result(case_id, verdict, **failed), seconds=0.5),))
        comparison = given.get("comparison")
        if comparison is not None:
            given.setdefault("known_failure", comparison.known_failure)
        return ReportedCase(suite="files", id=case_id, file="golden/files.jsonl", line=line, results=trials, **given)

    return make


@pytest.fixture
def material() -> Callable[..., Material]:
    """A run with these cases that was not held against a baseline; the gate is open unless said otherwise."""
    return material_of


def material_of(*cases: ReportedCase, code: ExitCode = ExitCode.OPEN, **given: Any) -> Material:
    """As the fixture, for examples that are made up."""
    trials = {result.key: result.figures for case in cases for result in case.results}
    header = RunHeader(
        run="20261130-101010-000001",
        goldgate="0.1.0",
        started="2026-11-30T10:10:10+00:00",
        suites={"files": SuiteHeader(golden="", outcome="", agent="my_agent:agent", cases={})},
        trials=len(trials),
    )
    return Material(
        header=header,
        finished="2026-11-30T10:10:12+00:00",
        summary=summarise(header.run, trials, known=()),
        decision=Decision(exit_code=code, reasons=given.pop("reasons", ()), notices=given.pop("notices", ())),
        today=dt.date(2026, 11, 30),
        next_step="goldgate compare",
        cases=lambda: iter(cases),
        document=lambda: {"goldgate": "run", "exit_code": int(code)},
        **given,
    )


@pytest.fixture
def paired() -> Callable[..., PairReport]:
    """What a paired run showed of `triage`: how often each case was solved without and with it, of one trial each."""

    def make(*cases: tuple[str, Trials, Trials], code: ExitCode = ExitCode.OPEN) -> PairReport:
        flips = Flips(pairs=1, agent=0, judge=0, infrastructure=0)
        found = contrast(
            [CaseSides(suite="files", id=name, reference=old, candidate=new, flips=flips) for name, old, new in cases]
        )
        return PairReport(
            run="20261130-101010-000001",
            order=Order.INTERLEAVED,
            cost=Cost(mode=PairMode.JOINT, skills=(), halves=2, cases=len(cases), calls=2, underpowered=True),
            suites={"files": "4e9c"},
            rate=found.candidate,
            contributions=(Contribution(skills=("triage",), without="without", contrast=found),),
            regression=Regression(status=RegressionStatus.NOT_APPLICABLE, threshold=Fraction(1, 10)),
            decision=Decision(exit_code=code),
            handed=(Handed(skill="triage", digest="f7d2", trials=1, handed=1, loaded=1),),
        )

    return make
