"""Reports beside what a command prints, and on runs that have ended."""

import datetime as dt
import json
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

import pytest
from tests.cli.conftest import CASES, ECHO_AGENT, TODAY

from goldgate.commands.holding import hold
from goldgate.commands.material import material_of_comparison
from goldgate.commands.project import open_project
from goldgate.store.runs import open_run

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

ALL: Final = ("--report", "junit=out/j.xml", "--report", "markdown=out/c.md", "--report", "json=out/r.json")
IN_A_WORKFLOW: Final = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md"}
VANDAL: Final = ECHO_AGENT.replace(
    "    word =", '    __import__("pathlib").Path(__file__).with_name("out").touch()\n    word ='
)
"""An agent that puts a file where the folder of the reports should be."""
HOSTILE: Final = ECHO_AGENT.replace(
    'return "no tool"', 'raise ValueError("::error::hostile ##[error]hostile")'
).replace('"read": "file_read", ', "")


VARIANTS: Final = 'agent = "my_agent:agent"\n[variants]\ntuned = "dir:skill"\n'


def junit_of(project: "ProjectFolder", file: str) -> dict[str, str]:
    """The tests of a JUnit report: name → passed, failure, error."""
    return {
        test.attrib["name"]: next((child.tag for child in test if child.tag != "system-out"), "passed")
        for test in ET.fromstring(project.read(file)).iter("testcase")  # noqa: S314 - our own
    }


def test_a_closed_gate_writes_all_its_reports_and_prints_as_ever(worse: "ProjectFolder") -> None:
    silent = worse.run("check", *TODAY)
    ended = worse.run("check", *ALL, "--report", "html=out/deep/page.html", *TODAY)

    assert (ended.code, ended.out, ended.err) == (1, silent.out, "")
    assert junit_of(worse, "out/j.xml") == {
        "find-anything": "failure",
        "find-notes": "failure",
        "read-list": "passed",
        "read-notes": "passed",
        "메모-목록": "passed",
    }
    assert worse.read("out/c.md").startswith("<!-- goldgate -->\n### goldgate: gate closed\n")
    assert "`file_search → file_read` in 2 cases" in worse.read("out/c.md")
    assert worse.read("out/deep/page.html").startswith("<!doctype html>")
    assert sorted(path.name for path in (worse.root / "out").iterdir()) == ["c.md", "deep", "j.xml", "r.json"]


def test_the_json_report_is_what_the_format_prints(worse: "ProjectFolder") -> None:
    ended = worse.run("compare", "--report", "json=r.json", "--format", "json", *TODAY)

    assert json.loads(worse.read("r.json")) == ended.document


def test_a_run_is_told_of_without_a_baseline(project: "ProjectFolder") -> None:
    ended = project.run("run", *ALL, *TODAY)

    assert ended.code == 0
    assert junit_of(project, "out/j.xml") == {"find-notes": "passed", "read-notes": "passed", "메모-목록": "passed"}
    assert json.loads(project.read("out/r.json"))["goldgate"] == "run"


def test_a_command_without_a_judgement_is_told_of_as_well(project: "ProjectFolder") -> None:
    ended = project.run("check", *ALL, "--report", "html=out/page.html", *TODAY)

    assert ended.code == 2
    assert junit_of(project, "out/j.xml") == {"GG012 1": "error"}
    assert "### goldgate: no judgement" in project.read("out/c.md")
    assert json.loads(project.read("out/r.json"))["errors"][0]["code"] == "GG012"
    assert "<li>suite &#x27;files&#x27; has no baseline: run goldgate update-baseline [GG012]</li>" in project.read(
        "out/page.html"
    )


def test_a_run_that_was_stopped_is_told_as_the_format_prints_it(project: "ProjectFolder") -> None:
    ended = project.run(
        "run", "--limit-minutes", "0.000001", "--report", "json=r.json", "--report", "junit=j.xml", "--format", "json"
    )

    assert ended.code == 2
    assert json.loads(project.read("r.json")) == ended.document
    assert set(junit_of(project, "j.xml").values()) == {"error"}


def test_a_refusal_that_can_not_be_told_in_a_report_tells_both(accepted: "ProjectFolder") -> None:
    """The agent damages the baseline, and the place of the report."""
    damage = '(__import__("pathlib").Path(__file__).parent / "baselines/files.jsonl").write_text("")'
    accepted.write({"my_agent.py": VANDAL.replace("    word =", f"    {damage}\n    word =")})

    ended = accepted.run("check", *ALL[:2], *TODAY)

    assert ended.code == 2
    assert ended.errors[-1].startswith("out: can't write: File exists")
    assert len(ended.errors) > 1


@pytest.mark.parametrize(
    ("reports", "said"),
    [
        (["junt=x.xml"], "unknown report 'junt', did you mean 'junit'?; write --report KIND=FILE"),
        (["junit"], "the report 'junit' needs a file: --report junit=FILE"),
        (["junit=-"], "the report 'junit' needs a file: --report junit=FILE"),
        (["junit=x", "json=./x"], "x is named for several reports; each needs a file of its own"),
        (
            ["json=golden/files.jsonl"],
            "a report would replace golden/files.jsonl, which lies among the golden suites; name another file",
        ),
        (["json=golden"], "a report would replace golden, which lies among the golden suites; name another file"),
        (
            ["json=.goldgate/runs/x.json"],
            "a report would replace .goldgate/runs/x.json, which lies among the runs; name another file",
        ),
        (
            ["markdown=goldgate.toml"],
            "a report would replace goldgate.toml, which holds the settings; name another file",
        ),
        (["junit=my_agent.py/x.xml"], "my_agent.py: a part of the path is a file, not a folder"),
    ],
)
def test_what_could_not_be_written_is_refused_before_anything_runs(
    project: "ProjectFolder", reports: list[str], said: str
) -> None:
    before = project.snapshot()

    ended = project.run("run", *(word for report in reports for word in ("--report", report)))

    assert (ended.code, ended.out) == (2, "")
    assert ended.errors[0].startswith(f"{said} [GG0")
    assert project.snapshot() == before
    assert not (project.root / ".goldgate").exists()


@pytest.mark.parametrize("form", [(), ("--format", "json")])
def test_a_report_that_could_not_be_written_is_no_judgement(accepted: "ProjectFolder", form: tuple[str, ...]) -> None:
    """The others are written, and an open gate is not told as open."""
    accepted.write({"my_agent.py": VANDAL})

    ended = accepted.run("check", *ALL[:2], "--report", "markdown=c.md", *form, *TODAY)

    assert ended.code == 2
    assert "### goldgate: gate open" in accepted.read("c.md")
    if form:
        assert (ended.document["open"], ended.document["exit_code"]) == (False, 2)
        assert ended.document["reasons"] == [
            (
                "a report could not be written: out: can't write: File exists; "
                "something else of that name is in the way; move it"
            )
        ]
    else:
        assert ended.errors == [
            "out: can't write: File exists; something else of that name is in the way; move it [GG011]"
        ]


def test_an_ended_run_can_be_reported_again(worse: "ProjectFolder") -> None:
    [run] = [folder.name for folder in worse.runs[-1:]]

    ended = worse.run("report", run, *ALL, *TODAY)

    assert (ended.code, ended.out) == (1, worse.run("compare", *TODAY).out)
    assert list(junit_of(worse, "out/j.xml").values()).count("failure") == 2


@pytest.mark.parametrize("state", ["accepted", "worse"])
def test_every_case_stands_as_the_comparison_has_it(request: pytest.FixtureRequest, state: str) -> None:
    """Those that are as accepted are only counted by it, and told at a glance."""
    root = request.getfixturevalue(state).root
    project = open_project(root, environ={})
    today = dt.date(2026, 11, 30)
    full, brief = (hold(project, open_run(root), today=today, every=every) for every in (True, False))

    material = material_of_comparison(project, brief, summary=None, document=dict)

    assert tuple(case.comparison for case in material.cases()) == full.comparison.cases
    assert [(case.case and case.case.id, case.line) for case in material.cases()] == [
        ("find-anything", 5),
        ("find-notes", 1),
        ("read-list", 4),
        ("read-notes", 2),
        ("메모-목록", 3),
    ]
    assert all(case.accepted and case.observed and case.seconds is not None for case in material.cases())
    assert material.summary.overall.trials == 5


def test_an_edited_case_has_a_place_and_no_definition(
    accepted: "ProjectFolder", edit: Callable[[str, str, str], None]
) -> None:
    edit("golden/files.jsonl", '"request": "find notes"', '"request": "find  notes"')

    ended = accepted.run("report", "--report", "html=page.html", *TODAY)

    assert ended.code == 2
    assert "golden/files.jsonl" in accepted.read("page.html")


def test_the_newest_complete_run_is_reported_also_when_a_later_one_is_not(worse: "ProjectFolder") -> None:
    later = worse.root / ".goldgate/runs/20990101-000000-000000"
    later.mkdir()
    (later / "journal.jsonl").write_text("{}\n")

    assert worse.run("compare", *TODAY).code == 2
    assert worse.run("report", *TODAY).last[0] == "gate closed: 2 regression  (exit 1)"


def test_without_a_baseline_a_run_is_judged_by_its_results(project: "ProjectFolder") -> None:
    """As the command did that made it, streams and all."""
    project.golden(*({**case, "stream": "s", "window": "test"} for case in CASES))
    document = project.run("run", *TODAY, "--format", "json").document

    assert project.run("report", *TODAY, "--format", "json").document == document
    assert document["windows"]

    ended = project.run("report", *TODAY)

    assert ended.code == 0
    assert ended.out.splitlines()[0] == (
        "notice not held against a baseline: suite 'files' has no baseline: run goldgate update-baseline"
    )


def test_a_run_of_another_agent_is_told_of_and_no_judgement(
    accepted: "ProjectFolder", edit: Callable[[str, str, str], None]
) -> None:
    edit("my_agent.py", "no tool", "none")

    ended = accepted.run("report", "--report", "junit=j.xml", *TODAY)

    assert ended.code == 2
    assert ended.last == [
        "no judgement: it can't be held against the baseline any more  (exit 2)",
        "next: goldgate check",
    ]
    assert set(junit_of(accepted, "j.xml").values()) == {"passed", "error"}


def test_a_run_of_other_variants_has_no_baseline(accepted: "ProjectFolder") -> None:
    accepted.write({"skill/SKILL.md": "find", "goldgate.toml": VARIANTS})
    assert accepted.run("run", "--variant", "tuned", "--variant", "default", *TODAY).code == 0

    ended = accepted.run("report", "--report", "junit=j.xml", *TODAY)

    assert ended.code == 0
    assert ended.out.splitlines()[0] == (
        "notice not held against a baseline: "
        "the run measured other variants than the default one; --variant NAME holds one against its own baseline"
    )
    assert {name for name in junit_of(accepted, "j.xml") if "find-notes" in name} == {
        "find-notes",
        "find-notes [tuned]",
    }


def test_two_runs_side_by_side_have_no_report(two_runs: "ProjectFolder") -> None:
    runs = [word for folder in two_runs.runs for word in ("--run", folder.name)]

    ended = two_runs.run("compare", *runs, "--report", "junit=j.xml")

    assert (ended.code, ended.errors) == (
        2,
        ["--report tells of one run and its baseline; of two runs --format json does [GG002]"],
    )


def test_a_workflow_is_told_on_the_lines_of_the_golden_file(worse: "ProjectFolder") -> None:
    shutil.copytree(worse.root, worse.root / "inner")
    environment = {**IN_A_WORKFLOW, "GITHUB_WORKSPACE": str(worse.root)}

    ended = worse.run("compare", *TODAY, env=environment, cwd=worse.root / "inner")

    commands = [line for line in ended.out.splitlines() if line.startswith("::")]
    assert [command.partition(",title")[0] for command in commands] == [
        "::error file=inner/golden/files.jsonl,line=5",
        "::error file=inner/golden/files.jsonl,line=1",
    ]
    assert worse.read("inner/summary.md").startswith("<!-- goldgate -->\n### goldgate: gate closed\n")


def test_in_a_workflow_stdout_stays_one_document(worse: "ProjectFolder") -> None:
    ended = worse.run("compare", "--format", "json", *TODAY, env={"GITHUB_ACTIONS": "true"})

    assert ended.document["goldgate"] == "comparison"
    assert [line[:13] for line in ended.errors] == ["::error file=", "::error file="]


def test_no_annotations_means_nothing_of_github(worse: "ProjectFolder") -> None:
    ended = worse.run("compare", "--annotations", "none", *TODAY, env=IN_A_WORKFLOW)

    assert "::error" not in ended.out
    assert not (worse.root / "summary.md").exists()


def test_a_refusal_is_annotated_where_the_fault_lies(accepted: "ProjectFolder") -> None:
    with (accepted.root / "golden/files.jsonl").open("a") as golden:
        golden.write('{"id": "x", "request": 1}\n')

    ended = accepted.run("check", "--annotations", "github")

    assert ended.code == 2
    assert ended.out.startswith("::error file=golden/files.jsonl,line=6,title=goldgate%3A GG010::")


def test_a_summary_that_is_full_goes_without_and_changes_nothing(accepted: "ProjectFolder") -> None:
    accepted.write({"summary.md": "x" * (1024 * 1024)})

    ended = accepted.run("compare", *TODAY, env=IN_A_WORKFLOW)

    assert ended.code == 0
    assert ended.errors == ["summary.md: the summary of this step is full (1 MiB); it goes without this report [GG011]"]
    assert len(accepted.read("summary.md")) == 1024 * 1024


@pytest.mark.parametrize("words", [("check",), ("check", "--format", "json"), ("show", "read-notes")])
def test_no_text_of_an_agent_commands_the_workflow(accepted: "ProjectFolder", words: tuple[str, ...]) -> None:
    """GitHub obeys `::` after blanks at the start of a line, and `##[` anywhere."""
    accepted.write({"my_agent.py": HOSTILE})
    accepted.run("run", *TODAY)

    ended = (
        accepted.run(*words, *TODAY, "--annotations", "none", env=IN_A_WORKFLOW)
        if words[0] == "check"
        else (accepted.run(*words, env=IN_A_WORKFLOW))
    )

    lines = (ended.out + ended.err).splitlines()
    assert "hostile" in ended.out
    assert [line for line in lines if line.lstrip().startswith("::") or "##[" in line] == []
