"""Runs to make pages of, and a real browser to look at them."""

import datetime as dt
import os
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect, sync_playwright

from goldgate.exit_codes import ExitCode
from goldgate.gate.classify import classify
from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.case import Case
from goldgate.model.comparison import CaseComparison, Comparison, Decision, Divergence, Facts, Marker
from goldgate.model.judgement import STEP_ERRORS, Check, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result, RunHeader, SuiteHeader, Summary
from goldgate.model.trace import Step, StepStatus, Trace
from goldgate.reports.html.page import html_page
from goldgate.reports.material import Material, ReportedCase
from goldgate.reports.summarise import summarise

TODAY: Final = dt.date(2026, 11, 30)
RUN: Final = "20261130-101010-000001"
SEARCHED: Final = Step(name="file_search", args={"pattern": "*.md"}, observation=["a.md", "b.md"])
READ: Final = Step(name="file_read", args={"path": "recent"}, status=StepStatus.ERROR, error_code="NOT_FOUND")
CHROMIUM: Final = "/usr/bin/chromium"
REQUIRED: Final = "required"
"""What GOLDGATE_BROWSER says where a missing browser is a failure and not a reason to skip."""
PATIENCE: Final = 20_000
"""Milliseconds; a busy machine is no failure."""
FLAGS: Final = (
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Make = Callable[..., Any]


def _result(case_id: str, *, suite: str = "files", steps: tuple[Step, ...] = (SEARCHED,), **given: Any) -> Result:
    verdict = given.pop("verdict", Verdict.PASS)
    checks = given.pop("checks", (Check(name="calls", passed=verdict is Verdict.PASS, why=given.pop("why", "")),))
    trace = given.pop("trace", Trace(steps=steps, answer=given.pop("answer", "Here they are.")))
    return Result(suite=suite, id=case_id, verdict=verdict, checks=checks, trace=trace, **given)


@pytest.fixture
def result() -> Make:
    """One judged trial; it passes unless said otherwise."""
    return _result


@pytest.fixture
def passing() -> Make:
    """A case that passes as accepted."""

    def make(case_id: str, *, suite: str = "files", tags: tuple[str, ...] = (), **given: Any) -> ReportedCase:
        facts = Facts(
            baseline=Verdict.PASS, current=Verdict.PASS, same_outcome=True, same_failure=True, same_definition=True
        )
        return ReportedCase(
            suite=suite,
            id=case_id,
            case=Case(id=case_id, request=given.pop("request", "list the files"), tags=tags),
            file=f"golden/{suite}.jsonl",
            line=1,
            results=given.pop("results", (_result(case_id, suite=suite),)),
            comparison=CaseComparison(suite=suite, id=case_id, ruling=classify(facts), facts=facts),
            **given,
        )

    return make


def _line(case_id: str, verdict: Verdict, *steps: dict[str, Any]) -> BaselineLine:
    outcome = Outcome(steps=steps, answer="Here they are.", status="success")
    return BaselineLine(id=case_id, verdict=verdict, case="0" * 16, outcome=outcome)


@pytest.fixture
def regressed() -> Make:
    """A case that calls another tool than was accepted, hides the error, and fails."""

    def make(case_id: str, *, suite: str = "files", tags: tuple[str, ...] = (), **given: Any) -> ReportedCase:
        facts = Facts(baseline=Verdict.PASS, current=Verdict.FAIL, same_definition=True)
        checks = (
            Check(name="calls", passed=False, why="expected call 1 file_search, got file_read"),
            Check(name=STEP_ERRORS, passed=False, why="step 1 file_read failed with NOT_FOUND"),
            Check(name="status", passed=True),
        )
        failed = _result(case_id, suite=suite, steps=(READ,), verdict=Verdict.FAIL, checks=checks)
        return ReportedCase(
            suite=suite,
            id=case_id,
            case=Case(id=case_id, request=given.pop("request", "list the files"), tags=tags),
            file=f"golden/{suite}.jsonl",
            line=2,
            results=given.pop("results", (failed,)),
            accepted=_line(case_id, Verdict.PASS, {"tool": "file_search", "args": {"pattern": "*.md"}}),
            observed=_line(
                case_id, Verdict.FAIL, {"tool": "file_read", "args": {"path": "recent"}, "error_code": "NOT_FOUND"}
            ),
            comparison=CaseComparison(
                suite=suite,
                id=case_id,
                ruling=classify(facts),
                facts=facts,
                reasons=failed.reasons,
                masked=True,
                divergence=Divergence(
                    kind="changed", pointer="/tool", step=0, expected="file_search", actual="file_read"
                ),
            ),
            **given,
        )

    return make


@pytest.fixture
def known() -> Make:
    """A case that fails as it is known to."""

    def make(case_id: str, *, suite: str = "files", **marker: Any) -> ReportedCase:
        facts = Facts(
            baseline=Verdict.FAIL,
            current=Verdict.FAIL,
            marker=Marker.LIVE,
            same_outcome=True,
            same_failure=True,
            same_definition=True,
        )
        issue = marker.pop("issue", "https://example.org/issues/12")
        failure = KnownFailure(reason="the hint comes too early", issue=issue, **marker)
        comparison = CaseComparison(suite=suite, id=case_id, ruling=classify(facts), facts=facts, known_failure=failure)
        return ReportedCase(
            suite=suite,
            id=case_id,
            case=Case(id=case_id, request="a note about the weather"),
            results=(_result(case_id, suite=suite, verdict=Verdict.FAIL, why="expected call 1 search_notes"),),
            comparison=comparison,
            known_failure=failure,
            marker=Marker.LIVE,
            age_days=None if failure.since is None else (TODAY - failure.since).days,
        )

    return make


def _summary(cases: tuple[ReportedCase, ...]) -> Summary:
    figures = {one.key: one.figures for case in cases for one in case.results}
    return summarise(RUN, figures, known=frozenset((case.suite, case.id) for case in cases if case.is_known))


def _comparison(cases: tuple[ReportedCase, ...]) -> Comparison:
    compared = tuple(case.comparison for case in cases if case.comparison is not None)
    kinds = [case.ruling.case_class for case in compared]
    return Comparison(
        run=RUN,
        today=TODAY,
        cases=compared,
        counts={kind: kinds.count(kind) for kind in kinds},
        expected=len(compared),
        ran=len(compared),
        compared=len(compared),
        errored=0,
        not_selected=0,
    )


@pytest.fixture
def material() -> Make:
    """What a run of these cases has to report; the gate is closed unless said otherwise."""

    def make(*cases: ReportedCase, **given: Any) -> Material:
        header = RunHeader(
            run=RUN,
            goldgate="0.1.0",
            started="2026-11-30T10:10:10+00:00",
            suites={
                suite: SuiteHeader(golden="1" * 16, outcome="2" * 16, agent="my_agent:agent", cases={})
                for suite in sorted({case.suite for case in cases} or {"files"})
            },
            trials=len(cases),
            project_files={"my_agent.py": "3" * 16},
            revision="0123456789abcdef0123",
            dirty=True,
        )
        filled: dict[str, Any] = {
            "header": header,
            "finished": "2026-11-30T10:10:12+00:00",
            "summary": _summary(cases),
            "decision": Decision(exit_code=ExitCode.CLOSED, reasons=("1 regression",)),
            "today": TODAY,
            "next_step": "goldgate show files::a",
            "cases": lambda: iter(cases),
            "document": dict,
            "comparison": _comparison(cases),
            **given,
        }
        return Material(**filled)

    return make


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real Chromium; its client keeps an event loop running, which tests of other modules must not meet."""
    if not Path(CHROMIUM).exists():
        why = f"there is no {CHROMIUM}; on Debian: apt-get install chromium"
        if os.environ.get("GOLDGATE_BROWSER") == REQUIRED:
            pytest.fail(why)
        pytest.skip(why)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens the report of a run at a place in it (`#case=…`).

    At the end no page may have complained, shown a dialog, or asked for anything but itself.
    """
    requests: list[str] = []
    complaints: list[str] = []
    file = tmp_path / "report.html"

    def complain(dialog: Dialog) -> None:
        complaints.append(dialog.message)
        dialog.dismiss()

    def make(material: Material, *, at: str = "", width: int = 1280, height: int = 900, **context: Any) -> Page:
        file.write_text(html_page(material), encoding="utf-8")
        page = browser.new_context(viewport={"width": width, "height": height}, **context).new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", complain)
        page.goto(f"{file.as_uri()}{at}")
        return page

    yield make
    for context in browser.contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith((file.as_uri(), "data:"))] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
