"""What does a paired run say in the `benchmark.json` of skill-creator? Each trial, and both halves, with their means.

The form is that of others, so that their viewers read it. Where it asks for a number that nobody knows there is null.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from re import compile as pattern
from statistics import fmean, stdev
from typing import Any, Final

from goldgate import __version__
from goldgate.formats.decimals import brief_decimal
from goldgate.model.case import Case, ExpectedRubric
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.evidence import Handed
from goldgate.model.frozen import frozen
from goldgate.model.grading import RUBRIC, Scored
from goldgate.model.judgement import STEP_ERRORS, Check, Verdict
from goldgate.model.result import Result
from goldgate.model.rubric import Rubric
from goldgate.model.trace import StepStatus
from goldgate.model.value import Json
from goldgate.reports.handed import handed_words

_NUMBERED: Final = pattern(r"eval-(\d+)")
_IMPLIED: Final = frozenset({STEP_ERRORS, "status", "agent"})
"""Checks that every case has: nobody wrote them as an expectation, so they are told only where they failed."""
_DECISION: Final = (Decimal(0), Decimal(1))
"""The scale on which a criterion is a sentence that holds or doesn't."""


class Configuration(StrEnum):
    """Which half a run is of."""

    WITH = "with_skill"
    WITHOUT = "without_skill"


@frozen(kw_only=True)
class Benchmark:
    """A finished paired run with one contribution.

    `halves` are the trials of each half by case, in plan order, with their seconds; `cases` all cases of the suites
    that were asked, in the order of their files; `rubrics` those that they expect, by suite and name. `judges` are the
    models that judged, None for a judge that is none. `paths` are the folders of the skills.
    """

    run: str
    finished: str
    halves: Mapping[Configuration, Mapping[CaseKey, Sequence[Result]]]
    cases: Mapping[CaseKey, Case]
    rubrics: Mapping[str, Mapping[str, Rubric]]
    handed: tuple[Handed, ...]
    paths: tuple[str, ...]
    judges: frozenset[str | None] = frozenset()


def benchmark_document(given: Benchmark) -> dict[str, Json]:
    """The document."""
    numbers = _numbers(given)
    runs = {half: [*_runs(given, half, numbers)] for half in Configuration}
    summary = {half.value: _summary(of_half) for half, of_half in runs.items()}
    trials = {len(of_case) for half in given.halves.values() for of_case in half.values()}
    return {
        "metadata": {
            "skill_name": ", ".join(one.skill for one in given.handed),
            "skill_path": ", ".join(given.paths),
            "executor_model": None,
            "analyzer_model": next(iter(given.judges)) if len(given.judges) == 1 else None,
            "timestamp": given.finished,
            "evals_run": [numbers[key] for key in given.halves[Configuration.WITH]],
            "runs_per_configuration": trials.pop() if len(trials) == 1 else None,
        },
        "runs": [run for of_half in runs.values() for run in of_half],
        "run_summary": {**summary, "delta": _delta(*summary.values())},
        "notes": [*_notes(given)],
    }


def _numbers(given: Benchmark) -> dict[CaseKey, int]:
    """The number of each case: that of its eval, where all have one; else its place, which no selection changes."""
    asked = given.halves[Configuration.WITH]
    named = {key: int(found[1]) for key in asked if (found := _NUMBERED.fullmatch(key[1]))}
    if len(named) == len(asked) == len(set(named.values())):
        return named
    return {key: number for number, key in enumerate(given.cases, 1)}


def _runs(given: Benchmark, half: Configuration, numbers: Mapping[CaseKey, int]) -> Iterator[dict[str, Json]]:
    for key, trials in given.halves[half].items():
        for trial in trials:
            yield {
                "eval_id": numbers[key],
                "eval_name": case_name(*key),
                "configuration": half.value,
                "run_number": trial.trial,
                **_told(trial, [*_expectations(given, trial)]),
            }


def _told(trial: Result, expectations: list[dict[str, Json]]) -> dict[str, Json]:
    judged = trial.verdict is not Verdict.ERROR
    passed = [one["passed"] for one in expectations].count(True)
    total = len(expectations)
    return {
        "result": {
            "pass_rate": float(Fraction(passed, total)) if judged and total else None,
            "passed": passed if judged else None,
            "failed": total - passed if judged else None,
            "total": total if judged else None,
            "time_seconds": trial.seconds,
            "tokens": trial.trace.usage.tokens,
            "tool_calls": len(trial.trace.calls) if judged else None,
            "errors": [step.status for step in trial.trace.steps].count(StepStatus.ERROR) if judged else None,
        },
        "expectations": [*expectations] if judged else [],
        "notes": [] if judged else [f"no judgement: {reason}" for reason in trial.reasons],
    }


def _expectations(given: Benchmark, trial: Result) -> Iterator[dict[str, Json]]:
    """What was expected, each with whether it holds."""
    case = given.cases[trial.suite, trial.id]
    for check in trial.checks:
        if check.name == RUBRIC and trial.scores is not None and case.expect.rubric is not None:
            rubric = given.rubrics[trial.suite][case.expect.rubric.name]
            yield from _rubric(rubric, case.expect.rubric, trial.scores, check)
        elif check.name not in _IMPLIED or not check.passed or (check.name == "status" and case.expect.status):
            yield _expectation(check.name, passed=check.passed, evidence=check.why)


def _rubric(rubric: Rubric, expected: ExpectedRubric, scores: Scored, check: Check) -> Iterator[dict[str, Json]]:
    """The sentences that a judge decided one by one; of a rubric that weighs scores, that these reach its threshold."""
    why = scores.explanation
    if (rubric.scale.min, rubric.scale.max) == _DECISION and rubric.whole_scores:
        for criterion in rubric.criteria:
            holds = scores.criteria[criterion.name] == rubric.scale.max
            yield _expectation(criterion.description or criterion.name, passed=holds, evidence=why)
        return
    threshold = next(least for least in (expected.threshold, rubric.threshold) if least is not None)
    text = f"rubric {expected.name}: at least {brief_decimal(threshold)}"
    yield _expectation(text, passed=check.passed, evidence=check.why or why)


def _expectation(text: str, *, passed: bool, evidence: str | None) -> dict[str, Json]:
    return {"text": text, "passed": passed, "evidence": evidence or None}


def _summary(runs: Sequence[Mapping[str, Any]]) -> dict[str, Json]:
    return {
        figure: _figures([run["result"][figure] for run in runs]) for figure in ("pass_rate", "time_seconds", "tokens")
    }


def _figures(values: Iterable[float | None]) -> dict[str, Json]:
    """Mean, deviation and ends; all null as soon as one value is unknown, the deviation also of a single one."""
    taken = [*values]
    known = [value for value in taken if value is not None]
    if not known or len(known) < len(taken):
        return dict.fromkeys(("mean", "stddev", "min", "max"))
    spread = stdev(known) if known[1:] else None
    return {"mean": fmean(known), "stddev": spread, "min": min(known), "max": max(known)}


def _delta(with_skill: Any, without_skill: Any) -> dict[str, Json]:  # noqa: ANN401 - as _summary has it
    places = {"pass_rate": 2, "time_seconds": 1, "tokens": 0}
    return {
        figure: _signed(with_skill[figure]["mean"], without_skill[figure]["mean"], places=of_figure)
        for figure, of_figure in places.items()
    }


def _signed(candidate: float | None, reference: float | None, *, places: int) -> str | None:
    return None if candidate is None or reference is None else f"{candidate - reference:+.{places}f}"


def _notes(given: Benchmark) -> Iterator[str]:
    yield f"goldgate {__version__}, run {given.run}"
    for one in given.handed:
        yield f"{Configuration.WITH}: {one.skill} ({one.digest}) was {handed_words(one)}"
    trials = [trial for half in given.halves.values() for of_case in half.values() for trial in of_case]
    if errors := [trial.verdict for trial in trials].count(Verdict.ERROR):
        yield f"{errors} of {len(trials)} runs have no judgement: their figures, and the means of these, are null"
