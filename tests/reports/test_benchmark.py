from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from goldgate import __version__
from goldgate.formats.schemas import schema
from goldgate.model.case import Case, Expectation, ExpectedRubric
from goldgate.model.evidence import Handed
from goldgate.model.grading import Scored
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.result import Result
from goldgate.model.rubric import Criterion, Layout, Rubric, RubricGate, Scale
from goldgate.model.trace import OverallStatus, Step, StepStatus, Trace, Usage
from goldgate.reports.benchmark import Benchmark, Configuration, benchmark_document

DECIDED = Rubric(
    layout=Layout.DIMENSIONS,
    criteria=(Criterion(name="expectation-1", description="Names Friday"), Criterion(name="short")),
    scale=Scale(min=Decimal(0), max=Decimal(1)),
    gate=RubricGate(threshold=Decimal(1)),
)
WEIGHED = Rubric(layout=Layout.DIMENSIONS, criteria=(Criterion(name="tone", weight=Decimal(1)),))
RUBRICS = {"decided": DECIDED, "weighed": WEIGHED}
IMPLIED = (Check(name="step_errors", passed=True), Check(name="status", passed=True))


def case(name: str, *, rubric: str | None = "decided", **more: Any) -> Case:
    expected = None if rubric is None else ExpectedRubric(name=rubric, threshold=more.pop("threshold", None))
    return Case(id=name, request="?", expect=Expectation(rubric=expected, **more))


def scored(rubric: str, *scores: int, why: str | None = "it says so") -> Scored:
    criteria = {one.name: Decimal(score) for one, score in zip(RUBRICS[rubric].criteria, scores, strict=True)}
    return Scored(rubric=rubric, criteria=criteria, weighted=Decimal(0), scale=RUBRICS[rubric].scale, explanation=why)


def trial(*checks: Check, name: str = "eval-1", number: int = 1, scores: Scored | None = None, **more: Any) -> Result:
    failed = any(not check.passed for check in checks)
    values: dict[str, Any] = {
        "verdict": Verdict.FAIL if failed else Verdict.PASS,
        "trace": Trace(answer="x", usage=Usage(input_tokens=90, output_tokens=10)),
        "seconds": 2.0,
        **more,
    }
    return Result(id=name, suite="mail", trial=number, checks=(*IMPLIED, *checks), scores=scores, **values)


def judged(*scores: int, **more: Any) -> Result:
    passed = all(scores)
    return trial(
        Check(name="rubric", passed=passed, why="" if passed else "below"), scores=scored("decided", *scores), **more
    )


def measured(with_skill: list[Result], without: list[Result], *cases: Case) -> Benchmark:
    def by_case(trials: list[Result]) -> Mapping[tuple[str, str], list[Result]]:
        found: dict[tuple[str, str], list[Result]] = {}
        for one in trials:
            found.setdefault((one.suite, one.id), []).append(one)
        return found

    return Benchmark(
        run="20261130-100000-000000",
        finished="2026-11-30T10:00:00+00:00",
        halves={Configuration.WITH: by_case(with_skill), Configuration.WITHOUT: by_case(without)},
        cases={("mail", one.id): one for one in cases or (case("eval-1"),)},
        rubrics={"mail": RUBRICS},
        handed=(Handed(skill="triage", digest="f7d2", trials=1, handed=1, loaded=1),),
        paths=("skills/triage",),
    )


def document(given: Benchmark) -> Any:  # noqa: ANN401 - a JSON document
    """The document, which is always of the form that others read."""
    found = benchmark_document(given)
    Draft202012Validator(schema("benchmark")).validate(found)
    return found


def expectations(one: Result, *cases: Case) -> list[tuple[str, bool, str | None]]:
    (run, _) = document(measured([one], [one], *cases))["runs"]
    return [(told["text"], told["passed"], told["evidence"]) for told in run["expectations"]]


def test_a_run_is_a_trial_of_a_half_with_what_was_decided_of_each_expectation() -> None:
    steps = (Step(name="send", status=StepStatus.ERROR), Step(name="send"), Step(kind="message", name="note"))
    trace = Trace(steps=steps, usage=Usage(input_tokens=90, output_tokens=10))

    first, second = document(measured([judged(1, 1)], [judged(0, 1, trace=trace, seconds=None, number=2)]))["runs"]

    assert first == {
        "eval_id": 1,
        "eval_name": "mail::eval-1",
        "configuration": "with_skill",
        "run_number": 1,
        "result": {
            "pass_rate": 1.0,
            "passed": 2,
            "failed": 0,
            "total": 2,
            "time_seconds": 2.0,
            "tokens": 100,
            "tool_calls": 0,
            "errors": 0,
        },
        "expectations": [
            {"text": "Names Friday", "passed": True, "evidence": "it says so"},
            {"text": "short", "passed": True, "evidence": "it says so"},
        ],
        "notes": [],
    }
    assert (second["configuration"], second["run_number"], second["result"]) == (
        "without_skill",
        2,
        {
            "pass_rate": 0.5,
            "passed": 1,
            "failed": 1,
            "total": 2,
            "time_seconds": None,
            "tokens": 100,
            "tool_calls": 2,
            "errors": 1,
        },
    )


def test_both_halves_are_summed_up_and_their_difference_is_said() -> None:
    with_skill = [judged(1, 1), judged(1, 0, number=2)]
    without = [judged(0, 0, seconds=1.0), judged(0, 1, seconds=2.0, number=2)]

    found = document(measured(with_skill, without))

    assert found["run_summary"]["with_skill"]["pass_rate"] == {
        "mean": 0.75,
        "stddev": pytest.approx(0.3535533906),
        "min": 0.5,
        "max": 1.0,
    }
    assert found["run_summary"]["delta"] == {"pass_rate": "+0.50", "time_seconds": "+0.5", "tokens": "+0"}
    assert found["metadata"] == {
        "skill_name": "triage",
        "skill_path": "skills/triage",
        "executor_model": None,
        "analyzer_model": None,
        "timestamp": "2026-11-30T10:00:00+00:00",
        "evals_run": [1],
        "runs_per_configuration": 2,
    }


def test_what_nobody_knows_is_null_and_never_zero() -> None:
    """One run without a judgement, and no mean is known: whatever it was might have been anything."""
    error = trial(
        verdict=Verdict.ERROR, fault=Fault(code="JUDGE_FAILED", message="no answer"), trace=Trace(), seconds=None
    )

    found = document(measured([judged(1, 1), attrs.evolve(error, trial=2)], [judged(1, 1)]))

    unknown = dict.fromkeys(("mean", "stddev", "min", "max"))
    assert set(found["runs"][1]["result"].values()) == {None}
    assert (found["runs"][1]["expectations"], found["runs"][1]["notes"]) == (
        [],
        ["no judgement: JUDGE_FAILED: no answer"],
    )
    assert found["run_summary"]["with_skill"] == dict.fromkeys(("pass_rate", "time_seconds", "tokens"), unknown)
    assert found["run_summary"]["without_skill"]["pass_rate"] == {"mean": 1.0, "stddev": None, "min": 1.0, "max": 1.0}
    assert found["run_summary"]["delta"] == dict.fromkeys(("pass_rate", "time_seconds", "tokens"))
    assert found["metadata"]["runs_per_configuration"] is None
    assert found["notes"] == [
        f"goldgate {__version__}, run 20261130-100000-000000",
        "with_skill: triage (f7d2) was handed in 1 of 1 trial, seen to be loaded in 1",
        "1 of 3 runs have no judgement: their figures, and the means of these, are null",
    ]


def test_every_check_that_somebody_wrote_is_an_expectation() -> None:
    checks = (Check(name="calls", passed=True), Check(name="answer.contains", passed=False, why="no Friday"))

    assert expectations(trial(*checks), case("eval-1", rubric=None)) == [
        ("calls", True, None),
        ("answer.contains", False, "no Friday"),
    ]


def test_what_nobody_wrote_counts_where_it_failed() -> None:
    one = attrs.evolve(judged(1, 1), checks=(Check(name="step_errors", passed=False, why="NO_STUB"),))

    assert expectations(one) == [("step_errors", False, "NO_STUB")]


def test_a_status_that_is_expected_is_an_expectation() -> None:
    failure = case("eval-1", rubric=None, status=OverallStatus.FAILURE)

    assert expectations(trial(), failure) == [("status", True, None)]
    assert expectations(trial(), case("eval-1", rubric=None)) == []


@pytest.mark.parametrize(("threshold", "least"), [(None, "70"), (Decimal("69.5"), "69.5")])
def test_a_rubric_that_weighs_scores_is_one_expectation(threshold: Decimal | None, least: str) -> None:
    weighed = case("eval-1", rubric="weighed", threshold=threshold)
    passed = trial(Check(name="rubric", passed=True), scores=scored("weighed", 80))
    failed = trial(Check(name="rubric", passed=False, why="weighted 60"), scores=scored("weighed", 60))

    assert expectations(passed, weighed) == [(f"rubric weighed: at least {least}", True, "it says so")]
    assert expectations(failed, weighed) == [(f"rubric weighed: at least {least}", False, "weighted 60")]


def test_without_anything_expected_the_rate_is_unknown() -> None:
    bare = trial()

    assert document(measured([bare], [bare], case("eval-1", rubric=None)))["runs"][0]["result"]["pass_rate"] is None


def test_cases_that_are_no_evals_are_numbered_by_their_place_in_the_suite() -> None:
    late = trial(Check(name="calls", passed=True), name="late")
    cases = [case("early", rubric=None), case("eval-7", rubric=None), case("late", rubric=None)]

    found = document(measured([late], [late], *cases))

    assert (found["metadata"]["evals_run"], found["runs"][0]["eval_name"]) == ([3], "mail::late")


def test_the_model_that_judged_is_named() -> None:
    given = attrs.evolve(measured([judged(1, 1)], [judged(1, 1)]), judges=frozenset({"judge-1"}))

    assert document(given)["metadata"]["analyzer_model"] == "judge-1"
