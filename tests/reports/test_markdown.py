import datetime as dt
import re
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reports.conftest import OTHER_TOOL, material_of

from goldgate.errors import Problem
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseComparison, Comparison, Facts, Marker
from goldgate.model.judgement import Check, Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.model.result import Result
from goldgate.model.shard import Shard
from goldgate.model.trace import Trace
from goldgate.reports.halves import Contest
from goldgate.reports.markdown import LONGEST, code, markdown_refusal, markdown_report
from goldgate.reports.material import Material, Refusal, ReportedCase
from goldgate.reports.pair import PairReport
from goldgate.statistics.trials import Trials

Make = Callable[..., ReportedCase]
KNOWN = KnownFailure(reason="the hint pulls", issue="https://example.org/7", expires=dt.date(2027, 3, 1))
TAKEN_BY_GITHUB = 65_536
CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")


def test_an_open_gate_needs_four_lines(reported: Make, material: Callable[..., Material]) -> None:
    assert "".join(markdown_report(material(reported("a")))) == (
        "<!-- goldgate -->\n"
        "### goldgate: gate open\n\n"
        "1 expected, 1 run, 0 compared, 0 errored; passed 1, failed 0, masked 0; known 0, expiring 0\n\n"
        "Next: `goldgate compare`\n"
    )


def test_what_is_worse_stands_in_a_table_with_reasons_and_place(
    reported: Make,
    material: Callable[..., Material],
    compared: Callable[..., CaseComparison],
    comparison: Callable[..., Comparison],
) -> None:
    worse = compared("b", reasons=("calls: expected file_search, got file_read",), divergence=OTHER_TOOL)
    stale = compared("a", facts=Facts(current=Verdict.PASS))
    cases = (reported("a", comparison=stale), reported("b", Verdict.FAIL, line=12, comparison=worse))

    text = "".join(
        markdown_report(
            material(
                *cases,
                code=ExitCode.CLOSED,
                reasons=("1 regression", "1 new: stale"),
                comparison=comparison(stale, worse, ok=3),
                not_selected=2,
            )
        )
    )

    assert text == (
        "<!-- goldgate -->\n"
        "### goldgate: gate closed\n\n"
        "**`1 regression`, `1 new: stale`**\n\n"
        "| | case | why |\n"
        "|---|---|---|\n"
        "| **WORSE** regression [GG101] | `files::b`<br>`golden/files.jsonl:12` "
        "| no longer what was accepted as passing"
        "<br>`calls: expected file_search, got file_read`"
        '<br>`first difference: step 1 /tool: "file_search" → "file_read"` |\n'
        "| **STALE** new [GG121] | `files::a`<br>`golden/files.jsonl:1` "
        "| passes, and the baseline does not hold it yet |\n"
        "\n"
        "5 expected, 5 run, 5 compared, 0 errored; ok 3, regression 1, new 1; known 0, expiring 0; 2 not selected\n\n"
        "Next: `goldgate compare`\n"
    )


def test_one_of_several_comments_says_which_shard_it_is_of(material: Callable[..., Material]) -> None:
    whole = material(not_selected=2)
    shard = attrs.evolve(whole, header=attrs.evolve(whole.header, shard=Shard(number=2, of=5)))
    assert "; 2 not selected; shard 2/5\n" in "".join(markdown_report(shard))


def test_cases_that_changed_alike_are_one_row(
    reported: Make,
    material: Callable[..., Material],
    compared: Callable[..., CaseComparison],
    comparison: Callable[..., Comparison],
) -> None:
    worse = [compared(f"case-{number:02}", divergence=OTHER_TOOL) for number in range(12)]
    cases = [reported(case.id, Verdict.FAIL, comparison=case) for case in worse]

    text = "".join(markdown_report(material(*cases, code=ExitCode.CLOSED, comparison=comparison(*worse))))

    [row] = [line for line in text.splitlines() if "WORSE" in line]
    assert row.count("files::") == 10
    assert row.endswith(
        "<br>… and 2 more | no longer what was accepted as passing<br>`file_search → file_read` in 12 cases |"
    )


def test_known_failures_are_counted_and_told_behind_a_line(reported: Make, material: Callable[..., Material]) -> None:
    case = reported("a", Verdict.FAIL, known_failure=KNOWN, marker=Marker.LIVE, age_days=3)

    assert (
        "<details><summary>1 known failure</summary>\n\n"
        "- `files::a`: `the hint pulls (https://example.org/7)`, marked 3 days ago, until 2027-03-01\n"
        "\n</details>\n"
    ) in "".join(markdown_report(material(case)))


def test_more_known_failures_than_fit_are_counted(reported: Make, material: Callable[..., Material]) -> None:
    cases = [reported(f"case-{number}", Verdict.FAIL, known_failure=KNOWN, marker=Marker.LIVE) for number in range(25)]

    text = "".join(markdown_report(material(*cases)))

    assert "<summary>25 known failures</summary>" in text
    assert "- … and 5 more\n" in text


def test_notices_say_what_was_let_pass_and_why_nothing_was_compared(
    reported: Make, material: Callable[..., Material]
) -> None:
    text = "".join(
        markdown_report(material(reported("a"), notices=("1 new: stale",), not_compared="suite 'a' has no baseline"))
    )

    assert "\n\nNotice: `1 new: stale`\n\nNot held against a baseline: `suite 'a' has no baseline`\n\n" in text


def test_a_big_run_says_how_much_it_leaves_out_and_stays_small_enough(
    reported: Make, material: Callable[..., Material]
) -> None:
    """Each text is as long as it may be, in characters of four bytes."""
    cases = [
        reported(f"{number}-" + "\U0001f99c" * 400, Verdict.FAIL, failed=dict.fromkeys("abcdef", "🦜" * 400))
        for number in range(200)
    ]
    known = [
        reported("\U0001f99c" * 400, Verdict.FAIL, known_failure=KNOWN, marker=Marker.LIVE, line=number)
        for number in range(99)
    ]
    reasons = ("\U0001f99c" * 400,) * 50

    text = "".join(markdown_report(material(*cases, *known, code=ExitCode.CLOSED, reasons=reasons, notices=reasons)))

    assert len(text.encode()) < TAKEN_BY_GITHUB
    [rest] = re.findall(r"… and (\d+) more cases", text)
    assert int(rest) + text.count("**WORSE**") == 200


HOSTILE = (
    "@everyone see #12",
    "a | b",
    "`` ` ```",
    "</td><script>alert(1)</script>",
    "[click](javascript:alert(1)) ![x](https://example.org/x.png)",
    "line\n\n# heading\n- item",
    "ends with a backslash \\",
    "~~~ <!-- -->",
    "   ",
    "",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_others_wrote_stands_in_code_on_one_line(text: str, reported: Make) -> None:
    held(reported("a", Verdict.FAIL, failed={"answer": text}))


@given(st.text())
def test_no_text_leaves_its_cell(text: str) -> None:
    check = Check(name="answer", passed=False, why=text)
    trial = Result(id=text, suite="files", trace=Trace(), verdict=Verdict.FAIL, checks=(check,))
    held(ReportedCase(suite="files", id=text, results=(trial,)))


def held(case: ReportedCase) -> None:
    """The row of a case has three cells, and outside of code nothing but our own words."""
    lines = "".join(markdown_report(material_of(case, code=ExitCode.CLOSED))).split("\n")
    [row] = [line for line in lines if line.startswith("| **")]
    assert row.count("|") == 4
    assert CODE.sub("", row) in {"| **WORSE** fail |  | fails<br> |", "| **WORSE** fail | <br> | fails<br> |"}


@given(st.text(st.characters(codec="utf-8")))
def test_code_is_one_span(text: str) -> None:
    """As CommonMark reads it: from a run of backticks to the next run of as many."""
    assert CODE.fullmatch(code(text))
    assert len(code(text)) <= 2 * LONGEST + 4


def test_a_bar_in_a_command_stays_a_bar(material: Callable[..., Material]) -> None:
    assert code("goldgate show 'a|b'") == "`goldgate show 'a|b'`"


def test_a_refusal_lists_its_problems() -> None:
    problems = tuple(Problem(code="GG010", message=f"wrong {number}", file="golden/a.jsonl") for number in range(15))

    text = "".join(markdown_refusal(Refusal(exit_code=ExitCode.NO_JUDGEMENT, problems=problems)))

    assert text.startswith("<!-- goldgate -->\n### goldgate: no judgement\n\n- `golden/a.jsonl: wrong 0` GG010\n")
    assert text.endswith("- `golden/a.jsonl: wrong 7` GG010\n- … and 7 more\n")


def test_a_refusal_with_few_problems_leaves_none_out() -> None:
    problems = (Problem(code="GG012", message="no baseline"),)

    text = "".join(markdown_refusal(Refusal(exit_code=ExitCode.NO_JUDGEMENT, problems=problems)))

    assert text == "<!-- goldgate -->\n### goldgate: no judgement\n\n- `no baseline` GG012\n"


def test_a_paired_run_says_what_skills_contribute_and_which_cases_are_lost(
    reported: Make, material: Callable[..., Material], paired: Callable[..., PairReport]
) -> None:
    solved, failed = Trials(solved=1, failed=0), Trials(solved=0, failed=1)
    report = paired(("a", solved, failed), ("b", failed, failed))
    case = attrs.evolve(reported("a", Verdict.FAIL), contest=Contest.LOST)

    assert "".join(markdown_report(material(case, paired=report))) == (
        "<!-- goldgate -->\n"
        "### goldgate: gate open\n\n"
        "**`contribution of triage`**\n\n"
        "- `without solves 50.0%`\n"
        "- `with solves 0.0%`\n"
        "- `wins 0, ties 1, losses 1 of the half with`\n"
        "- `delta -50 points (-1/2): the half with does worse, chance may do as much`\n"
        "- `sign test, one-sided: better p = 1.0000, worse p = 0.5000`\n"
        "- `interval of the difference: -90.5 to +27.3 points (95%)`\n"
        "- `underpowered with 2 cases no result could have been significant`\n"
        "- lost: `files::a`\n\n"
        "- `given triage  handed in 1 of 1 trial, seen to be loaded in 1`\n"
        "- `regression gate: not applicable, there is no reference (--reference FILE|RUN)`\n\n"
        "1 expected, 1 run, 0 compared, 0 errored; passed 0, failed 1, masked 0; known 0, expiring 0\n\n"
        "Next: `goldgate compare`\n"
    )
