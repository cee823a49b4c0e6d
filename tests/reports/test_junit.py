import datetime as dt
from collections.abc import Callable, Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

import attrs
import pytest
import xmlschema
from hypothesis import given
from hypothesis import strategies as st
from tests.reports.conftest import OTHER_TOOL, material_of

from goldgate.errors import Problem
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseComparison, Facts, Marker
from goldgate.model.judgement import Check, Fault, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.model.trace import Trace
from goldgate.reports.halves import Contest
from goldgate.reports.junit import junit_refusal, junit_report
from goldgate.reports.material import Material, Refusal, ReportedCase
from goldgate.reports.pair import PairReport
from goldgate.statistics.trials import Trials

Make = Callable[..., ReportedCase]
SCHEMA = xmlschema.XMLSchema(Path(__file__).parents[1] / "data/junit/junit.xsd")
SOLVED, FAILED = Trials(solved=1, failed=0), Trials(solved=0, failed=1)
KNOWN = KnownFailure(reason="the hint pulls", issue="#7", expires=dt.date(2027, 3, 1))


def read(pieces: Iterable[str]) -> ET.Element:
    """The document, which the schema allows."""
    text = "".join(pieces)
    SCHEMA.validate(text)
    return ET.fromstring(text)  # noqa: S314 - our own


def counts(element: ET.Element) -> tuple[str, ...]:
    return tuple(element.attrib[name] for name in ("tests", "failures", "errors"))


def test_a_suite_is_a_testsuite_and_a_case_a_test(reported: Make, material: Callable[..., Material]) -> None:
    report = read(junit_report(material(reported("a"), reported("b"))))

    assert report.attrib == {"name": "goldgate", "tests": "2", "failures": "0", "errors": "0", "time": "1.000"}
    [suite] = report
    assert suite.attrib == {
        "name": "files",
        "tests": "2",
        "failures": "0",
        "errors": "0",
        "time": "1.000",
        "skipped": "0",
        "timestamp": "2026-11-30T10:10:10",
        "file": "golden/files.jsonl",
    }
    assert [test.attrib for test in suite.iter("testcase")] == [
        {"classname": "files", "name": "a", "time": "0.500"},
        {"classname": "files", "name": "b", "time": "0.500"},
    ]
    assert {one.attrib["name"]: one.attrib["value"] for one in suite.iter("property")} == {
        "run": "20261130-101010-000001",
        "goldgate": "0.1.0",
        "agent": "my_agent:agent",
        "known_failures": "0",
    }


def test_what_is_worse_is_a_failure_with_all_that_was_found(
    reported: Make, material: Callable[..., Material], compared: Callable[..., CaseComparison]
) -> None:
    comparison = compared("a", reasons=("calls: expected file_search, got file_read",), divergence=OTHER_TOOL)
    case = reported("a", Verdict.FAIL, line=12, comparison=comparison)

    report = read(junit_report(material(case, code=ExitCode.CLOSED)))

    assert counts(report) == ("1", "1", "0")
    [failure] = report.iter("failure")
    assert failure.attrib == {"type": "regression", "message": "calls: expected file_search, got file_read"}
    assert (failure.text or "").splitlines() == [
        "no longer what was accepted as passing [GG101]",
        "calls: expected file_search, got file_read",
        'first difference: step 1 /tool: "file_search" → "file_read"',
        "golden/files.jsonl:12",
        "goldgate show files::a",
    ]


def test_what_could_not_be_judged_is_an_error_of_its_fault(
    reported: Make, material: Callable[..., Material], result: Callable[..., Result]
) -> None:
    fault = Fault(code="CASSETTE_MISS", message="not recorded")
    trial = attrs.evolve(result("a", Verdict.ERROR), fault=fault)

    report = read(junit_report(material(reported("a", results=(trial,)), code=ExitCode.NO_JUDGEMENT)))

    assert counts(report) == ("1", "0", "1")
    assert [one.attrib for one in report.iter("error")] == [
        {"type": "CASSETTE_MISS", "message": "CASSETTE_MISS: not recorded"}
    ]


def test_a_known_failure_is_a_test_that_passed_with_its_reason_as_a_property(
    reported: Make, material: Callable[..., Material]
) -> None:
    case = reported("a", Verdict.FAIL, known_failure=KNOWN, marker=Marker.LIVE)

    report = read(junit_report(material(case)))

    assert counts(report) == ("1", "0", "0")
    properties = {one.attrib["name"]: one.attrib["value"] for one in report.iter("property")}
    assert properties["known_failures"] == "1"
    assert properties["known_failure:a"] == "the hint pulls (#7)"
    [said] = report.iter("system-out")
    assert (said.text or "").splitlines()[0] == "fails as it is known to"


@pytest.mark.parametrize(("stale", "tags"), [(Stale.FAIL, ["failure"]), (Stale.WARN, ["system-out"])])
def test_a_stale_baseline_is_a_failure_unless_it_is_let_pass(
    reported: Make,
    material: Callable[..., Material],
    compared: Callable[..., CaseComparison],
    stale: Stale,
    tags: list[str],
) -> None:
    case = reported("a", comparison=compared("a", facts=Facts(baseline=None, current=Verdict.PASS)))

    [test] = read(junit_report(material(case, stale=stale))).iter("testcase")

    assert [child.tag for child in test] == tags


def test_each_variant_has_a_test_of_its_own(
    reported: Make, material: Callable[..., Material], result: Callable[..., Result]
) -> None:
    trials = (result("a"), attrs.evolve(result("a", Verdict.FAIL, calls="none"), variant="tuned"))

    report = read(junit_report(material(reported("a", results=trials), code=ExitCode.CLOSED)))

    assert counts(report) == ("2", "1", "0")
    assert [test.attrib for test in report.iter("testcase")] == [
        {"classname": "files", "name": "a"},
        {"classname": "files", "name": "a [tuned]"},
    ]


def test_a_case_that_was_removed_has_no_time_and_spoils_none(
    reported: Make, material: Callable[..., Material], compared: Callable[..., CaseComparison]
) -> None:
    facts = Facts(baseline=Verdict.PASS, in_golden=False, selected=True)
    removed = reported("b", results=(), comparison=compared("b", facts=facts))

    report = read(junit_report(material(reported("a"), removed, code=ExitCode.CLOSED)))

    assert report.attrib["time"] == "0.500"
    assert [one.attrib["type"] for one in report.iter("failure")] == ["removed"]


@pytest.mark.parametrize(("code", "tag"), [(ExitCode.CLOSED, "failure"), (ExitCode.NO_JUDGEMENT, "error")])
def test_a_gate_that_no_case_closes_is_a_test_itself(
    reported: Make, material: Callable[..., Material], code: ExitCode, tag: str
) -> None:
    """A suite dropped as a whole, or nothing was run: without it all tests would be green."""
    report = read(junit_report(material(reported("a"), code=code, reasons=("files dropped",))))

    assert report.attrib["tests"] == "2"
    [test] = report[-1].iter("testcase")
    assert test.attrib == {"classname": "goldgate", "name": "gate"}
    assert [(child.tag, child.attrib["message"]) for child in test] == [(tag, "files dropped")]


def test_a_refusal_is_a_test_in_error_for_each_problem() -> None:
    problems = (
        Problem(code="GG010", message="expected int, got str", file="golden/files.jsonl", line=12),
        Problem(code="GG012", message="suite 'letters' has no baseline"),
    )

    report = read(junit_refusal(Refusal(exit_code=ExitCode.NO_JUDGEMENT, problems=problems)))

    assert counts(report) == ("2", "0", "2")
    assert [one.attrib["message"] for one in report.iter("error")] == [
        "golden/files.jsonl:12: expected int, got str",
        "suite 'letters' has no baseline",
    ]


def test_a_long_reason_is_cut_in_the_message_and_whole_in_the_text(
    reported: Make, material: Callable[..., Material]
) -> None:
    case = reported("a", Verdict.FAIL, failed={"answer": "x" * 300})

    [failure] = read(junit_report(material(case, code=ExitCode.CLOSED))).iter("failure")

    assert failure.attrib["message"] == f"answer: {'x' * 192}…"
    assert f"answer: {'x' * 300}" in (failure.text or "").splitlines()


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_any_text_of_an_agent_is_well_formed(text: str) -> None:
    """What XML can't hold, NUL, lone surrogates, is written as an escape; markup of others is no markup."""
    check = Check(name="answer", passed=False, why=f"got {text}")
    trace = Result(id=f"a{text}", suite="files", trace=Trace(), verdict=Verdict.FAIL, checks=(check,))
    case = ReportedCase(suite="files", id=f"a{text}", results=(trace,))

    report = read(junit_report(material_of(case)))

    assert counts(report) == ("1", "1", "0")


def test_a_character_that_xml_has_not_can_be_seen(reported: Make, material: Callable[..., Material]) -> None:
    case = reported("a", Verdict.FAIL, failed={"answer": "got \x00 ]]> <b>&\ud800"})

    [failure] = read(junit_report(material(case, code=ExitCode.CLOSED))).iter("failure")

    assert failure.attrib["message"] == r"answer: got \u0000 ]]> <b>&\ud800"


def halves(result: Callable[..., Result]) -> tuple[Result, ...]:
    return (attrs.evolve(result("a"), variant="without"), attrs.evolve(result("a", Verdict.FAIL), variant="with"))


def test_both_halves_of_a_paired_run_are_one_test_and_the_gate_is_another(
    reported: Make,
    result: Callable[..., Result],
    material: Callable[..., Material],
    paired: Callable[..., PairReport],
) -> None:
    case = attrs.evolve(reported("a", results=halves(result)), contest=Contest.LOST)

    report = read(junit_report(material(case, paired=paired(("a", SOLVED, FAILED)))))

    assert counts(report) == ("2", "0", "0")
    of_case, of_gate = report.iter("testcase")
    assert of_case.attrib == {"classname": "files", "name": "a"}
    assert [found.text for found in of_case] == [
        "lost: passes less often with than without\nwithout: passed, with: failed"
    ]
    assert of_gate.attrib == {"classname": "goldgate", "name": "gate"}
    [said] = of_gate
    assert (said.text or "").splitlines()[:4] == [
        "gate open",
        "contribution of triage",
        "without solves 100.0%",
        "with solves 0.0%",
    ]


def test_a_paired_run_that_fell_below_its_reference_is_one_failure(
    reported: Make,
    result: Callable[..., Result],
    material: Callable[..., Material],
    paired: Callable[..., PairReport],
) -> None:
    case = attrs.evolve(reported("a", results=halves(result)), contest=Contest.LOST)
    fell = "the half with fell by more than 10 points below the reference"

    report = read(
        junit_report(material(case, code=ExitCode.CLOSED, reasons=(fell,), paired=paired(("a", SOLVED, FAILED))))
    )

    assert counts(report) == ("2", "1", "0")
    assert [found.attrib for found in report.iter("failure")] == [{"type": "gate closed", "message": fell}]


def test_a_case_of_a_paired_run_without_judgement_is_an_error(
    reported: Make, material: Callable[..., Material], paired: Callable[..., PairReport]
) -> None:
    unjudged = paired(("a", SOLVED, Trials(solved=0, failed=0, errors=1)), code=ExitCode.NO_JUDGEMENT)

    report = read(junit_report(material(reported("a", Verdict.ERROR), code=ExitCode.NO_JUDGEMENT, paired=unjudged)))

    assert counts(report) == ("1", "0", "1")
