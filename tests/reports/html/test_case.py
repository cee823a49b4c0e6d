import datetime as dt
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import attrs
import pytest

from goldgate.model.baseline import BaselineLine, Outcome
from goldgate.model.case import Case, Expectation, Turn
from goldgate.model.comparison import CaseClass, CaseComparison, Facts, Marker, Ruling, Severity
from goldgate.model.judgement import Verdict
from goldgate.model.sampling import Counts
from goldgate.reports.halves import Contest
from goldgate.reports.html.case import details_document, fall_of, index_document, line_of, look_of
from goldgate.reports.material import ReportedCase

TODAY = dt.date(2026, 11, 30)

Make = Callable[..., Any]


def details(case: ReportedCase) -> dict[str, Any]:
    return details_document(case, today=TODAY)


def test_the_index_holds_what_a_row_shows_and_a_search_finds(regressed: Make) -> None:
    assert index_document(regressed("a", request="list\nthe files"), suite=3, tags=[0, 2]) == {
        "suite": 3,
        "id": "a",
        "class": "regression",
        "tags": [0, 2],
        "line": "calls: expected call 1 file_search, got file_read",
        "request": "list\nthe files",
        "masked": True,
    }


def test_a_regression_says_all_that_is_known_of_it(regressed: Make) -> None:
    found = details(regressed("a"))
    assert found["meaning"] == "no longer what was accepted as passing"
    assert found["reasons"] == [
        "calls: expected call 1 file_search, got file_read",
        "step_errors: step 1 file_read failed with NOT_FOUND",
    ]
    assert found["divergence"] == 'first difference: step 1 /tool: "file_search" → "file_read"'
    assert found["notices"] == ["defined in golden/files.jsonl, line 2"]
    assert found["command"] == "goldgate show files::a"
    assert found["request"] == [{"text": "list the files"}]
    assert found["masked"] == {"says": "success", "steps": ["step 1 file_read failed with NOT_FOUND"]}
    assert [pair["kind"] for pair in found["comparison"]["pairs"]] == ["changed"]
    assert found["row"] == regressed("a").comparison.ruling.row
    assert found["facts"][:2] == [["baseline verdict (B)", "pass"], ["verdict now (C)", "fail"]]


def test_the_same_outcome_is_not_aligned(regressed: Make) -> None:
    case = regressed("a")
    assert details(attrs.evolve(case, observed=case.accepted))["comparison"] == {"same": True}


def test_a_case_of_a_sampled_suite_has_counts_and_no_outcome_to_compare(regressed: Make) -> None:
    case = regressed("a")
    then, now = Counts(solved=5, total=5), Counts(solved=0, total=5)
    sampled = attrs.evolve(
        case,
        accepted=BaselineLine(id="a", verdict=Verdict.PASS, case="1", trials=then),
        observed=BaselineLine(id="a", verdict=Verdict.FAIL, case="1", trials=now),
        comparison=attrs.evolve(case.comparison, then=then, now=now, divergence=None),
    )
    found = details(sampled)
    assert "comparison" not in found
    assert found["notices"][1:] == ["solved 5 of 5 times as accepted, 0 of 5 now"]
    assert [name for name, _ in found["facts"]] == [
        "baseline verdict (B)",
        "verdict now (C)",
        "known-failure marker (K)",
        "same definition of the case (I)",
    ]


def test_a_line_says_the_most_that_there_is_to_say(regressed: Make, passing: Make, result: Make) -> None:
    drifted = attrs.evolve(regressed("a"), comparison=attrs.evolve(regressed("a").comparison, reasons=()))
    halves = (result("a", variant="without", verdict=Verdict.FAIL), result("a", variant="with"))
    assert line_of(drifted) == 'first difference: step 1 /tool: "file_search" → "file_read"'
    assert line_of(passing("a", request="one\n two")) == "one two"
    assert line_of(attrs.evolve(passing("a"), case=None)) == "passes as accepted"
    assert line_of(passing("a", results=halves)) == "without: failed, with: passed"


def test_a_conversation_keeps_its_roles(passing: Make) -> None:
    request = (Turn(role="user", content="Hi"), Turn(role="assistant", content="Hello\u202e"))
    assert details(passing("a", request=request))["request"] == [
        {"role": "user", "text": "Hi"},
        {"role": "assistant", "text": "Hello\\u202e"},
    ]


def test_what_is_expected_stands_as_json_and_nothing_as_nothing(passing: Make) -> None:
    case = Case(id="a", request="r", notes="why", expect=Expectation(calls=()))
    expecting = details(attrs.evolve(passing("a"), case=case))
    assert (expecting["expect"], expecting["note"]) == ('{\n  "calls": []\n}', "why")
    assert details(passing("a"))["unexpecting"] is True


def test_a_case_that_is_gone_says_so(passing: Make) -> None:
    gone = attrs.evolve(passing("a"), case=None, file=None, line=None, results=())
    assert details(gone)["notices"] == ["the golden file has no such case any more, or another one of that id"]
    assert (details(gone)["request"], details(gone)["variants"]) == ([], [])


def test_what_was_accepted_with_a_note_or_not_compared_is_told(passing: Make) -> None:
    note = BaselineLine(id="a", verdict=Verdict.PASS, case="0", outcome=Outcome(), note="agreed")
    case = passing("a", accepted=note)
    case = attrs.evolve(case, line=None, comparison=attrs.evolve(case.comparison, uncaptured=("/answer",)))
    assert details(case)["notices"] == [
        "defined in golden/files.jsonl",
        "accepted with the note: agreed",
        "not compared, since the baseline does not hold it: /answer",
    ]


@pytest.mark.parametrize(
    ("marker", "facts"),
    [
        ({}, ["excused today", "age unknown", "never expires"]),
        (
            {"since": dt.date(2026, 11, 29), "expires": dt.date(2026, 12, 2), "owner": "mina"},
            ["excused today", "1 day old, since 2026-11-29", "expires on 2026-12-02, in 2 days", "owner mina"],
        ),
        ({"expires": TODAY}, ["excused today", "age unknown", "expires on 2026-11-30, today is the last day"]),
    ],
)
def test_a_known_failure_says_its_age_and_when_it_ends(known: Make, marker: dict[str, Any], facts: list[str]) -> None:
    found = details(known("a", **marker))["known"]
    assert found == {
        "reason": "the hint comes too early",
        "issue": "https://example.org/issues/12",
        "link": True,
        "facts": facts,
    }


def test_an_expired_marker_says_since_when(known: Make) -> None:
    case = attrs.evolve(known("a", expires=dt.date(2026, 11, 28)), marker=Marker.EXPIRED)
    assert details(case)["known"]["facts"] == ["expired", "age unknown", "expired on 2026-11-28, 2 days ago"]


def test_an_issue_that_is_no_web_address_is_no_link(known: Make) -> None:
    assert details(known("a", issue="javascript:alert(1)"))["known"]["link"] is False


def test_a_case_of_a_sampled_suite_says_how_often_it_was_solved(passing: Make) -> None:
    case = passing("a")
    counted = attrs.evolve(case.comparison, then=Counts(solved=6, total=6), now=Counts(solved=2, total=6))
    sampled = attrs.evolve(case, comparison=counted)
    assert line_of(sampled) == "solved 6 of 6 times as accepted, 2 of 6 now"
    assert details(sampled)["notices"][-1] == "solved 6 of 6 times as accepted, 2 of 6 now"
    assert (fall_of(sampled), fall_of(case)) == (Fraction(2, 3), Fraction(0))


def test_the_look_follows_the_severity_and_a_known_failure_has_its_own(
    passing: Make, regressed: Make, known: Make
) -> None:
    error = CaseComparison(
        suite="s",
        id="e",
        ruling=Ruling(case_class=CaseClass.ERROR, severity=Severity.NO_JUDGEMENT, row=3),
        facts=Facts(),
    )
    cases = [passing("a"), regressed("b"), known("c"), attrs.evolve(passing("d"), comparison=error)]
    assert [look_of(case) for case in cases] == ["good", "bad", "known", "error"]


def test_where_no_baseline_was_read_there_is_no_ruling(passing: Make) -> None:
    found = details(attrs.evolve(passing("a"), comparison=None))
    assert {"facts", "row", "comparison", "divergence"}.isdisjoint(found)


def test_a_case_of_a_paired_run_is_of_the_class_that_the_pair_asks_for(passing: Make, result: Make) -> None:
    halves = (result("a", variant="without", verdict=Verdict.FAIL), result("a", variant="with"))
    case = attrs.evolve(passing("a", results=halves), comparison=None, contest=Contest.WON)
    assert (case.kind, look_of(case), case.meaning) == ("won", "good", "passes more often with than without")
