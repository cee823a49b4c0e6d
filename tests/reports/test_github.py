from collections.abc import Callable, Iterable

from hypothesis import given
from hypothesis import strategies as st
from tests.reports.conftest import material_of

from goldgate.errors import Problem
from goldgate.exit_codes import ExitCode
from goldgate.model.comparison import CaseComparison, Facts
from goldgate.model.judgement import Check, Verdict
from goldgate.model.result import Result
from goldgate.model.settings import Stale
from goldgate.model.trace import Trace
from goldgate.reports.github import github_refusal, github_report
from goldgate.reports.material import Material, Refusal, ReportedCase

Make = Callable[..., ReportedCase]


def read(lines: Iterable[str]) -> list[tuple[str, dict[str, str], str]]:
    """The commands as GitHub's runner reads them: kind, properties, message."""
    return [_command(line) for line in lines]


def _command(line: str) -> tuple[str, dict[str, str], str]:
    assert line.startswith("::")
    assert line.endswith("\n")
    assert "\n" not in line[:-1]
    head, _, message = line[2:-1].partition("::")
    kind, _, properties = head.partition(" ")
    pairs = (pair.partition("=") for pair in properties.split(","))
    return kind, {name: _unescaped(value) for name, _, value in pairs}, _unescaped(message)


def _unescaped(text: str) -> str:
    for escape, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, char)
    return text


def test_a_case_that_fails_is_an_error_on_its_line(reported: Make, material: Callable[..., Material]) -> None:
    case = reported("a", Verdict.FAIL, line=12, failed={"calls": "100 % of 2, none"})

    assert "".join(github_report(material(case, code=ExitCode.CLOSED))) == (
        "::error file=golden/files.jsonl,line=12,title=goldgate%3A fail files%3A%3Aa"
        "::fails%0Acalls: 100 %25 of 2, none\n"
    )


def test_a_stale_case_that_is_let_pass_is_a_warning(
    reported: Make, material: Callable[..., Material], compared: Callable[..., CaseComparison]
) -> None:
    case = reported("a", comparison=compared("a", facts=Facts(current=Verdict.PASS)))

    [(kind, _, message)] = read(github_report(material(case, stale=Stale.WARN)))

    assert (kind, message) == ("warning", "passes, and the baseline does not hold it yet")


def test_nothing_is_said_of_what_is_fine(reported: Make, material: Callable[..., Material]) -> None:
    assert [*github_report(material(reported("a")))] == []


def test_the_tenth_says_how_many_github_would_not_show(reported: Make, material: Callable[..., Material]) -> None:
    cases = [reported(f"case-{number}", Verdict.FAIL) for number in range(12)]

    commands = read(github_report(material(*cases, code=ExitCode.CLOSED)))

    assert len(commands) == 10
    assert commands[-1] == (
        "error",
        {"title": "goldgate"},
        "3 more cases, which GitHub would not show; the report has all",
    )


def test_ten_are_all_shown(reported: Make, material: Callable[..., Material]) -> None:
    cases = [reported(f"case-{number}", Verdict.FAIL) for number in range(10)]

    assert all("file" in where for _, where, _ in read(github_report(material(*cases, code=ExitCode.CLOSED))))


def test_a_gate_that_no_case_closes_is_an_error_itself(reported: Make, material: Callable[..., Material]) -> None:
    report = github_report(material(code=ExitCode.NO_JUDGEMENT, reasons=("no case was run",)))

    assert read(report) == [("error", {"title": "goldgate: no judgement"}, "no case was run")]


def test_a_case_without_a_place_has_none(reported: Make, material: Callable[..., Material]) -> None:
    case = ReportedCase(suite="gone", id="a")

    [(_, where, _)] = read(github_report(material(case, code=ExitCode.NO_JUDGEMENT)))

    assert where == {"title": "goldgate: error gone::a"}


def test_files_are_named_from_the_top_of_the_repository(reported: Make, material: Callable[..., Material]) -> None:
    report = github_report(
        material(reported("a", Verdict.FAIL), code=ExitCode.CLOSED), place=lambda file: f"sub/{file}"
    )

    assert [where["file"] for _, where, _ in read(report)] == ["sub/golden/files.jsonl"]


def test_a_refusal_is_an_error_for_each_problem_on_its_line() -> None:
    problems = (
        Problem(code="GG010", message="expected int", file="golden/a.jsonl", line=3, pointer="$.times"),
        Problem(code="GG030", message="no agent\n  agent.py:4 in plan"),
    )

    assert read(github_refusal(Refusal(exit_code=ExitCode.NO_JUDGEMENT, problems=problems))) == [
        ("error", {"file": "golden/a.jsonl", "line": "3", "title": "goldgate: GG010"}, "expected int @ $.times"),
        ("error", {"title": "goldgate: GG030"}, "no agent\n  agent.py:4 in plan"),
    ]


@given(st.text(), st.text())
def test_no_text_ends_a_command_or_begins_another(why: str, name: str) -> None:
    check = Check(name="answer", passed=False, why=why)
    trial = Result(id=name, suite="files", trace=Trace(), verdict=Verdict.FAIL, checks=(check,))
    case = ReportedCase(suite="files", id=name, file=f"{name}.jsonl", line=1, results=(trial,))

    [(kind, where, message)] = read(github_report(material_of(case, code=ExitCode.CLOSED)))

    assert (kind, set(where)) == ("error", {"file", "line", "title"})
    assert message.startswith("fails\nanswer: ")
