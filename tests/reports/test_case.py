from collections.abc import Callable
from decimal import Decimal

import attrs
import pytest

from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.case import Case, Expectation, ExpectedStep, Stub, World
from goldgate.model.comparison import CaseComparison, Divergence, Facts
from goldgate.model.detail import Detail
from goldgate.model.grading import Scored
from goldgate.model.judgement import Check, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.rubric import Scale
from goldgate.model.trace import Trace
from goldgate.model.value import Json
from goldgate.reports.case import MOST_STEPS, CaseReport, case_document, case_lines
from goldgate.reports.line import plain_text

CASE = Case(id="a", request="read the notes", expect=Expectation(calls=(ExpectedStep(name="file_read"),)), line=3)
OTHER_TOOL = Divergence(kind="changed", pointer="/tool", step=1, expected="file_search", actual="file_read")


def outcome(*steps: dict[str, Json], answer: str = "done", verdict: Verdict = Verdict.PASS) -> BaselineLine:
    return BaselineLine(
        id="a",
        verdict=verdict,
        case="0123456789abcdef",
        outcome=Outcome(steps=steps, answer=answer, status="success"),
    )


LIST: dict[str, Json] = {"tool": "file_list"}
SEARCH: dict[str, Json] = {"tool": "file_search", "args": {"pattern": "*.md"}, "observation": ["a.md"]}
READ: dict[str, Json] = {"tool": "file_read", "args": {"pattern": "*.md"}, "error_code": "NOT_FOUND"}


def text(report: CaseReport) -> str:
    return plain_text(case_lines(report))


def test_a_case_without_a_run_shows_its_definition_and_says_why_there_is_no_more() -> None:
    report = CaseReport(suite="files", case=CASE, file="golden/files.jsonl", notices=("there is no run yet",))

    assert text(report) == (
        "files::a  golden/files.jsonl:3\n"
        "request  read the notes\n"
        'expect   {"calls":["file_read"]}\n'
        "notice there is no run yet\n"
    )


def test_a_case_without_expectations_says_what_judges_it() -> None:
    report = CaseReport(suite="files", case=Case(id="a", request="x"), file="golden/files.jsonl")

    assert "expect   nothing; judged by its baseline" in text(report)


def test_a_very_long_request_is_cut_and_counted() -> None:
    report = CaseReport(suite="files", case=Case(id="a", request='say "x" ' * 1_000), file="golden/files.jsonl")

    assert "left out]" in text(report)
    assert max(map(len, text(report).splitlines())) < 1_000


def test_trials_that_disagree_say_where_they_part(result: Callable[..., Result]) -> None:
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        run="run-1",
        results=(result("a"), result("a", trial=2)),
        observed=outcome(),
        disagreements=((2, OTHER_TOOL),),
    )

    assert text(report).endswith(
        "run run-1, trial 2: pass, the agent says success\n"
        '  unlike trial 1; first difference: step 2 /tool: "file_search" → "file_read"\n'
        "\n"
        "steps\n"
        "  none\n"
        '  answer "done"\n'
        "  status success\n"
    )


def test_a_marker_is_shown_with_its_issue() -> None:
    marked = attrs.evolve(CASE, known_failure=KnownFailure(reason="slow", issue="#1"))

    assert "known    slow (#1)" in text(CaseReport(suite="files", case=marked, file="golden/files.jsonl"))


def test_changed_steps_stand_under_one_another_with_their_fields(
    compared: Callable[..., CaseComparison], result: Callable[..., Result]
) -> None:
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        run="run-1",
        results=(result("a", Verdict.FAIL, calls="expected x"),),
        accepted=outcome(LIST, SEARCH),
        observed=outcome(LIST, READ, answer="gone", verdict=Verdict.FAIL),
        comparison=compared("a", divergence=OTHER_TOOL),
    )

    assert text(report).split("\n\n")[2] == (
        "steps: - baseline, + now\n"
        "  = file_list\n"
        '  - file_search {"pattern":"*.md"} → ["a.md"]\n'
        '  + file_read {"pattern":"*.md"} NOT_FOUND\n'
        '      /error_code: added "NOT_FOUND"\n'
        '      /observation: removed ["a.md"]\n'
        '      /tool: "file_search" → "file_read"\n'
        '  answer: - "done"  + "gone"\n'
        'first difference: step 2 /tool: "file_search" → "file_read"'
    )


def test_the_ruling_names_the_row_and_the_letters_of_the_table(compared: Callable[..., CaseComparison]) -> None:
    report = CaseReport(suite="files", case=CASE, file="golden/files.jsonl", comparison=compared("a"))

    assert text(report).endswith(
        "ruling: regression, worse (row 12 of the table): no longer what was accepted as passing [GG101]\n"
        "  B baseline verdict: pass\n"
        "  C verdict now: fail\n"
        "  K known-failure marker: none\n"
        "  S same outcome: no\n"
        "  F same failure signature: no\n"
        "  I same definition of the case: yes\n"
        "  X has expectations: yes\n"
    )


def test_equal_outcomes_are_shown_once(compared: Callable[..., CaseComparison]) -> None:
    facts = Facts(baseline=Verdict.PASS, current=Verdict.PASS, same_outcome=True, same_definition=True)
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        accepted=outcome(SEARCH),
        observed=outcome(SEARCH),
        comparison=compared("a", facts=facts),
    )

    assert 'steps, as in the baseline\n    1  file_search {"pattern":"*.md"} → ["a.md"]\n' in text(report)


@pytest.mark.parametrize("both", [True, False])
def test_a_very_long_trace_is_cut_and_counted(compared: Callable[..., CaseComparison], *, both: bool) -> None:
    many: list[dict[str, Json]] = [{"tool": f"tool_{number}"} for number in range(MOST_STEPS + 3)]
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        accepted=outcome(*many, answer="a") if both else None,
        observed=outcome(*many, answer="b"),
        comparison=compared("a"),
    )

    assert "… and 3 more steps" in text(report)


def test_a_step_that_differs_in_very_many_fields_is_cut_and_counted(compared: Callable[..., CaseComparison]) -> None:
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        accepted=outcome({"tool": "fill", "args": {f"field_{number}": "a" for number in range(25)}}),
        observed=outcome({"tool": "fill", "args": {f"field_{number}": "b" for number in range(25)}}),
        comparison=compared("a"),
    )

    assert '      /args/field_0: "a" → "b"\n' in text(report)
    assert "      … and 5 more fields\n" in text(report)


def test_traces_that_differ_in_too_much_to_be_aligned_say_so(compared: Callable[..., CaseComparison]) -> None:
    then, now = ([dict[str, Json](tool=f"{name}_{number}") for number in range(20_001)] for name in ("old", "new"))
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        accepted=outcome(*then),
        observed=outcome(*now),
        comparison=compared("a"),
    )

    assert "    the traces differ in so much that the alignment was cut short\n" in text(report)


def test_the_document_holds_case_trials_outcomes_and_facts(
    compared: Callable[..., CaseComparison], result: Callable[..., Result]
) -> None:
    report = CaseReport(
        suite="files",
        case=CASE,
        file="golden/files.jsonl",
        run="run-1",
        results=(result("a", Verdict.FAIL, calls="expected x"),),
        accepted=outcome(SEARCH),
        observed=outcome(READ),
        comparison=compared("a"),
    )

    document = case_document(report)

    assert document["case"]["request"] == "read the notes"
    assert document["trials"][0]["reasons"] == ["calls: expected x"]
    assert document["baseline"]["steps"] == [SEARCH]
    assert document["observed"]["steps"] == [READ]
    assert document["facts"]["B"] == "pass"
    assert document["comparison"]["class"] == "regression"


def test_a_document_without_a_run_has_nulls() -> None:
    document = case_document(CaseReport(suite="files", case=CASE, file="golden/files.jsonl"))

    assert (document["run"], document["baseline"], document["facts"], document["trials"]) == (None, None, None, [])


def test_where_it_raised_and_what_the_agent_printed_stand_below_the_reasons(result: Callable[..., Result]) -> None:
    detail = Detail(raised=("KeyError at agent.py:42 in plan",), printed="hello\nthere")
    failed = attrs.evolve(result("a", Verdict.FAIL, calls="expected x"), detail=detail)
    report = CaseReport(suite="files", case=CASE, file="golden/files.jsonl", run="run-1", results=(failed,))

    assert text(report).split("\n\n")[1] == (
        "run run-1, trial 1: fail, the agent says success\n"
        "  - calls: expected x\n"
        "  raised: KeyError at agent.py:42 in plan\n"
        "  printed:\n"
        "  | hello\n"
        "  | there\n"
    )
    (trial,) = case_document(report)["trials"]
    assert (trial["raised"], trial["printed"]) == (["KeyError at agent.py:42 in plan"], "hello\nthere")


def test_of_much_that_was_printed_the_last_lines_are_shown(result: Callable[..., Result]) -> None:
    detail = Detail(printed="\n".join(map(str, range(30))))
    failed = attrs.evolve(result("a", Verdict.FAIL), detail=detail)
    lines = text(CaseReport(suite="files", case=CASE, file="f", run="r", results=(failed,))).splitlines()

    assert lines[5:7] == ["  printed, the last 20 lines (--format json has more):", "  | 10"]
    assert lines[-1] == "  | 29"


def test_a_stub_that_no_trial_used_is_a_notice(result: Callable[..., Result]) -> None:
    case = attrs.evolve(CASE, world=World(tools=(Stub(tool="file_read", returns=1),)))
    passed = attrs.evolve(result("a"), detail=Detail(idle_stubs=(0,)))
    report = CaseReport(suite="files", case=case, file="golden/files.jsonl", run="run-1", results=(passed,))

    assert "notice $.world.tools[0] answered no call of file_read\n" in text(report)
    assert case_document(report)["notices"] == ["$.world.tools[0] answered no call of file_read"]


def scored(verdict: Verdict, *, passed: bool, explanation: str | None = "polite") -> Result:
    scores = Scored(
        rubric="tone.toml",
        criteria={"tone": Decimal(88), "wit": Decimal("12.5")},
        weighted=Decimal("50.25"),
        scale=Scale(),
        explanation=explanation,
    )
    check = Check(name="rubric", passed=passed, why="" if passed else "weighted 50.25 is below 70; polite")
    return Result(id="a", suite="files", verdict=verdict, trace=Trace(), checks=(check,), scores=scores)


def report_of(result: Result) -> CaseReport:
    return CaseReport(suite="files", case=CASE, file="golden/files.jsonl", run="r", results=(result,))


def test_what_a_judge_gave_is_told_and_why() -> None:
    report = report_of(scored(Verdict.PASS, passed=True))
    said = "  scored by tone.toml: weighted 50.25  (tone 88, wit 12.5)\n  | polite\n"
    assert said in text(report)
    assert case_document(report)["trials"][0]["scores"]["criteria"] == {"tone": 88, "wit": 12.5}


def test_a_judge_may_say_nothing_why() -> None:
    assert "  | " not in text(report_of(scored(Verdict.PASS, passed=True, explanation=None)))


def test_of_scores_that_fail_the_reason_says_all() -> None:
    assert "scored by" not in text(report_of(scored(Verdict.FAIL, passed=False)))
