import datetime as dt
from collections.abc import Callable

import attrs
import pytest
from tests.reports.conftest import OTHER_TOOL

from goldgate.model.comparison import CaseComparison, Facts, Marker, Severity
from goldgate.model.judgement import STEP_ERRORS, Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.reports.material import Material, ReportedCase
from goldgate.reports.summarise import Ending

Make = Callable[..., ReportedCase]
KNOWN = KnownFailure(reason="the hint pulls", issue="#7", expires=dt.date(2027, 3, 1))
STALE = Facts(baseline=None, current=Verdict.PASS)


def test_a_case_is_as_bad_as_its_worst_trial(reported: Make, result: Callable[..., Result]) -> None:
    fault = Fault(code="LOST_STEP", message="gone")
    error = attrs.evolve(result("a", Verdict.ERROR, trial=3), fault=fault)
    trials = (result("a"), result("a", Verdict.FAIL, trial=2, calls="none"), error)

    assert [reported("a", results=trials[:number]).verdict for number in range(4)] == [
        None,
        Verdict.PASS,
        Verdict.FAIL,
        Verdict.ERROR,
    ]


@pytest.mark.parametrize(
    ("verdict", "marker", "said"),
    [
        (Verdict.PASS, Marker.NONE, ("pass", Severity.FINE, "passes", Ending.PASSED)),
        (Verdict.FAIL, Marker.NONE, ("fail", Severity.WORSE, "fails", Ending.FAILED)),
        (Verdict.FAIL, Marker.LIVE, ("known", Severity.FINE, "fails as it is known to", Ending.PASSED)),
        (
            Verdict.FAIL,
            Marker.EXPIRED,
            ("fail", Severity.WORSE, "fails, and its known-failure marker has expired", Ending.FAILED),
        ),
        (Verdict.ERROR, Marker.LIVE, ("error", Severity.NO_JUDGEMENT, "no judgement was possible", Ending.ERROR)),
    ],
)
def test_without_a_baseline_verdict_and_marker_say_how_a_case_stands(
    reported: Make,
    material: Callable[..., Material],
    verdict: Verdict,
    marker: Marker,
    said: tuple[str, Severity, str, Ending],
) -> None:
    case = reported("a", verdict, marker=marker)

    assert (case.kind, case.severity, case.meaning, material().ending(case)) == said


@pytest.mark.parametrize(("marker", "severity"), [(Marker.NONE, Severity.FINE), (Marker.EXPIRED, Severity.WORSE)])
def test_a_failing_case_of_a_sampled_suite_says_nothing_by_itself(
    reported: Make, marker: Marker, severity: Severity
) -> None:
    assert reported("a", Verdict.FAIL, sampled=frozenset({"default"}), marker=marker).severity is severity


def test_a_case_that_did_not_run_could_not_be_judged(reported: Make) -> None:
    case = reported("a", results=())

    assert (case.kind, case.severity, case.seconds) == ("error", Severity.NO_JUDGEMENT, None)


def test_with_a_baseline_the_class_says_how_a_case_stands(
    reported: Make, compared: Callable[..., CaseComparison]
) -> None:
    case = reported("a", Verdict.FAIL, comparison=compared("a", reasons=("calls: none",), known_failure=KNOWN))

    assert (case.kind, case.severity) == ("regression", Severity.WORSE)
    assert case.reasons == ("calls: none",)
    assert not case.is_known


@pytest.mark.parametrize(("stale", "ending"), [(Stale.FAIL, Ending.FAILED), (Stale.WARN, Ending.PASSED)])
def test_a_stale_baseline_fails_a_case_unless_it_is_let_pass(
    reported: Make,
    compared: Callable[..., CaseComparison],
    material: Callable[..., Material],
    stale: Stale,
    ending: Ending,
) -> None:
    assert material(stale=stale).ending(reported("a", comparison=compared("a", facts=STALE))) is ending


def test_the_findings_are_all_that_there_is_to_know(
    reported: Make, compared: Callable[..., CaseComparison], result: Callable[..., Result]
) -> None:
    failed = result("a", Verdict.FAIL, **{STEP_ERRORS: "NOT_FOUND"})
    trial = attrs.evolve(failed, detail=attrs.evolve(failed.detail, raised=("ValueError at agent.py:4 in plan",)))
    comparison = compared("a", reasons=("step_errors: NOT_FOUND",), divergence=OTHER_TOOL, known_failure=KNOWN)

    assert reported("a", results=(trial,), comparison=comparison).findings == (
        "step_errors: NOT_FOUND",
        "raised: ValueError at agent.py:4 in plan",
        "masked: the agent says success, its steps say otherwise",
        'first difference: step 1 /tool: "file_search" → "file_read"',
        "known failure: the hint pulls (#7)",
    )


def test_a_case_of_several_variants_can_be_told_of_each(reported: Make, result: Callable[..., Result]) -> None:
    plain, tuned = result("a"), attrs.evolve(result("a", Verdict.FAIL, calls="none"), variant="tuned")
    case = reported("a", results=(plain, tuned))

    assert [(one.variant, one.verdict) for one in case.by_variant()] == [(None, Verdict.PASS), ("tuned", Verdict.FAIL)]
    assert [*reported("a").by_variant()] == [reported("a")]


def test_the_time_of_a_case_is_unknown_when_that_of_a_trial_is(reported: Make, result: Callable[..., Result]) -> None:
    timed = attrs.evolve(result("a"), seconds=0.5)

    assert reported("a", results=(timed, attrs.evolve(timed, trial=2))).seconds == 1.0
    assert reported("a", results=(timed, result("a", trial=2))).seconds is None
