"""How does a run stand against what was accepted? One class per case, in one pass over two sorted streams."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from goldgate.gate.sampled import SampledExaminer, examiner_of
from goldgate.gate.sides import Markers, Sides, Weigh, require_comparable, sides_of
from goldgate.model.baseline import Baseline
from goldgate.model.case_key import CaseKey
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, SuiteComparison
from goldgate.model.judgement import Verdict
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result, Run

_JUDGED: Final = frozenset({Verdict.PASS, Verdict.FAIL})
_DID_NOT_RUN: Final = "it has no result: it did not run"
_UNLISTED: Final = frozenset({CaseClass.OK, CaseClass.NOT_SELECTED})


def compare_suite(sides: Sides, *, today: dt.date, every: bool = False) -> SuiteComparison:
    """Hold the observed lines of a suite against the accepted ones; today is the date that expiry is judged by.

    A selected case without an observed line is in error. Cases that are ok (and compared in full) or were not selected
    are only counted, so that memory depends on what differs and not on the size of the suite; `every` keeps them.
    Raises MissingBaseline without a baseline, OutcomeSettingsChanged for one of other outcome settings.
    """
    require_comparable(sides)
    examiner = examiner_of(sides, today=today)
    counts: Counter[CaseClass] = Counter()
    listed: list[CaseComparison] = []
    compared = partly_compared = 0
    for case_id, now, then in examiner.cases():
        glance = None if every else examiner.at_a_glance(case_id, now, then)
        if glance is not None:
            counts[glance] += 1
            compared += glance is CaseClass.OK
            continue
        case = examiner.examine(case_id, now, then)
        counts[case.ruling.case_class] += 1
        compared += case.facts.baseline is not None and case.facts.current in _JUDGED
        partly_compared += bool(case.uncaptured)
        if every or case.uncaptured or case.ruling.case_class not in _UNLISTED:
            listed.append(case)
    expected = counts.total() - counts[CaseClass.NOT_SELECTED] - counts[CaseClass.REMOVED]
    return SuiteComparison(
        suite=sides.suite,
        cases=tuple(listed),
        counts={case_class: counts[case_class] for case_class in CaseClass if counts[case_class]},
        expected=expected,
        ran=expected,
        compared=compared,
        errored=counts[CaseClass.ERROR],
        not_selected=counts[CaseClass.NOT_SELECTED],
        partly_compared=partly_compared,
        filtered=sides.filtered,
        sampling=examiner.sampling if isinstance(examiner, SampledExaminer) else None,
    )


def combine(
    run: str, suites: Sequence[SuiteComparison], today: dt.date, *, variant: str = DEFAULT_VARIANT
) -> Comparison:
    """One comparison out of those of the suites, in the order of their names; `run` is the name of the run."""
    ordered = sorted(suites, key=lambda suite: suite.suite)
    counts = sum((Counter(suite.counts) for suite in ordered), Counter[CaseClass]())
    return Comparison(
        run=run,
        today=today,
        cases=tuple(case for suite in ordered for case in suite.cases),
        counts={case_class: counts[case_class] for case_class in CaseClass if counts[case_class]},
        expected=sum(suite.expected for suite in ordered),
        ran=sum(suite.ran for suite in ordered),
        compared=sum(suite.compared for suite in ordered),
        errored=sum(suite.errored for suite in ordered),
        not_selected=sum(suite.not_selected for suite in ordered),
        partly_compared=sum(suite.partly_compared for suite in ordered),
        removed_not_looked_for=any(suite.filtered for suite in ordered),
        sampled={suite.suite: suite.sampling for suite in ordered if suite.sampling is not None},
        variant=variant,
    )


def explain(comparison: Comparison, results: Mapping[CaseKey, Sequence[Result]]) -> Comparison:
    """Add to the listed cases what the judge said: failed checks, reasons, whether the failure is masked.

    `results` maps suite and id to the trials of every listed case. A case in error without any did not run:
    it counts no longer as such.
    """
    cases = tuple(explained(case, results.get((case.suite, case.id), ())) for case in comparison.cases)
    missing = sum(
        case.ruling.case_class is CaseClass.ERROR and not results.get((case.suite, case.id)) for case in cases
    )
    return attrs.evolve(comparison, cases=cases, ran=comparison.ran - missing)


def explained(case: CaseComparison, results: Sequence[Result]) -> CaseComparison:
    """One case with what the judge said of its trials: failed checks, reasons, whether the failure is masked."""
    if not results:
        return attrs.evolve(case, reasons=(_DID_NOT_RUN,)) if case.ruling.case_class is CaseClass.ERROR else case
    telling = [result for result in results if result.fault is not None] or results
    return attrs.evolve(
        case,
        fault=next((result.fault.code for result in results if result.fault is not None), None),
        failed_checks=_once(name for result in results for name in result.failed),
        reasons=_once((*case.reasons, *(reason for result in telling for reason in result.reasons))),
        masked=any(result.masked for result in results),
        raised=_once(place for result in results for place in result.detail.raised),
    )


def _once(texts: Iterable[str]) -> tuple[str, ...]:
    """The texts in order, each once: several trials fail for the same reason more often than not."""
    return tuple(dict.fromkeys(texts))


def compare(
    run: Run,
    baselines: Mapping[str, Baseline],
    *,
    today: dt.date,
    known_failures: Markers | None = None,
    every: bool = False,
    weigh: Weigh | None = None,
    variant: str = DEFAULT_VARIANT,
) -> Comparison:
    """Hold a run against the baselines of its suites; the markers are those of the run unless they are given.

    `weigh` is needed where a suite is sampled; the baselines are those of `variant`.
    Raises MissingBaseline for a suite without a baseline, OutcomeSettingsChanged for one of other outcome settings.
    """
    suites = sides_of(run, baselines, known_failures=known_failures, weigh=weigh, variant=variant)
    require_comparable(*suites)
    compared = [compare_suite(sides, today=today, every=every) for sides in suites]
    results = (result for result in run.results if result.variant == variant)
    return explain(combine(run.header.run, compared, today, variant=variant), _by_case(results))


def _by_case(results: Iterable[Result]) -> Mapping[CaseKey, list[Result]]:
    cases: dict[CaseKey, list[Result]] = {}
    for result in results:
        cases.setdefault((result.suite, result.id), []).append(result)
    return cases
