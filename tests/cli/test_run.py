import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]
TODAY = ("--today", "2026-11-30")


def test_a_run_in_which_all_is_well_says_so_in_five_lines(project: "ProjectFolder") -> None:
    before = project.snapshot()

    ended = project.run("run", *TODAY)

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "3 expected, 3 run, 0 compared, 0 errored\n"
        "passed 3, failed 0, masked 0\n"
        "known 0, expiring 0\n"
        "gate open  (exit 0, 2026-11-30)\n"
        "next: goldgate update-baseline\n"
    )
    assert project.snapshot() == before
    assert project.read(".goldgate/.gitignore") == "*\n"
    assert sorted(path.name for path in project.runs[-1].iterdir()) == [
        "lock",
        "proposed",
        "results.jsonl",
        "summary.json",
        "timings.jsonl",
    ]


def test_a_failure_is_told_with_its_reasons_and_the_next_step(project: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"find": "file_search"', '"find": "file_read"')

    ended = project.run("run", *TODAY)

    assert ended.code == 1
    assert ended.out == (
        "FAIL  files::find-notes\n"
        '       calls: expected call 1 file_search, got file_read {"words":"find notes"}\n'
        '       step_errors: step 1 file_read {"words":"find notes"} failed with NO_STUB, which was not expected; '
        "1 more failed\n"
        "       status: expected overall status success, got error\n"
        "       raised: ToolError at my_agent.py:11 in agent\n"
        "\n"
        "3 expected, 3 run, 0 compared, 0 errored\n"
        "passed 2, failed 1, masked 0\n"
        "known 0, expiring 0\n"
        "gate closed: 1 failed  (exit 1, 2026-11-30)\n"
        "next: goldgate show files::find-notes\n"
    )


def test_a_known_failure_is_excused_until_its_last_day(accepted: "ProjectFolder") -> None:
    assert accepted.run("run", "--today", "2027-03-01").out.splitlines()[3] == "known 1, expiring 1"

    expired = accepted.run("run", "--case", "read-list", "--today", "2027-03-02")

    assert expired.code == 1
    assert expired.out == (
        "FAIL  files::read-list\n"
        '       calls: expected call 1 file_list, got file_read {"words":"read list"}\n'
        "\n"
        "1 expected, 1 run, 0 compared, 0 errored\n"
        "passed 0, failed 1, masked 0\n"
        "4 not selected\n"
        "known 0, expiring 0, expired 1\n"
        "gate closed: 1 failed under an expired marker  (exit 1, 2027-03-02)\n"
        "next: goldgate show files::read-list\n"
    )


def test_no_judgement_wins_over_a_failure(project: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"find": "file_search"', '"find": "file_read"')
    project.golden(
        {"id": "no-place", "request": "x", "world": {"files": {"long" * 100: "text"}}},
        {"id": "find-notes", "request": "find notes", "expect": {"calls": ["file_search"]}},
    )

    ended = project.run("run")

    assert ended.code == 2
    assert ended.last == [
        "no judgement: 1 error; 1 failed  (exit 2)",
        "next: goldgate show files::no-place",
    ]
    assert "ERROR files::no-place\n       WORLD_NOT_MADE: " in ended.out


@pytest.mark.parametrize(
    ("words", "selected"),
    [
        (("--case", "find-notes", "--case", "files::메모-목록"), {"find-notes", "메모-목록"}),
        (("--tag", "odd", "-k", "read and not notes"), {"read-list"}),
        (("--suite", "more"), {"read-more"}),
        (("--last-failed",), {"read-list"}),
    ],
)
def test_a_selection_narrows_the_run(words: tuple[str, ...], selected: set[str], accepted: "ProjectFolder") -> None:
    accepted.golden({"id": "read-more", "request": "x"}, suite="more")

    ended = accepted.run("run", *words)

    results = (accepted.runs[-1] / "results.jsonl").read_text(encoding="utf-8").splitlines()[1:-1]
    assert {json.loads(line)["id"] for line in results} == selected
    left_out = "suites left out: files" if "more" in words else f"{6 - len(selected)} not selected"
    assert left_out in ended.out.splitlines()


def test_a_selection_of_nothing_is_refused(accepted: "ProjectFolder") -> None:
    runs = accepted.runs

    unknown = accepted.run("run", "--case", "find-note", "--suite", "file", "--tag", "even")
    nothing = accepted.run("run", "-k", "nothing")
    resumed = accepted.run("run", "--resume", "-k", "notes")

    assert {(ended.code, ended.out) for ended in (unknown, nothing, resumed)} == {(2, "")}
    assert unknown.errors == ["unknown suite 'file', did you mean 'files'? [GG002]"]
    assert nothing.errors == ["nothing is selected by -k nothing [GG002]"]
    assert resumed.errors == [
        "--resume goes on with the cases that the interrupted run selected; leave the selection out [GG002]"
    ]
    assert accepted.runs == runs


def test_last_failed_needs_a_run(project: "ProjectFolder") -> None:
    assert project.run("run", "--last-failed").errors == ["there is no run yet; make one: goldgate run [GG020]"]


def test_results_are_the_same_bytes_whatever_the_number_of_workers(accepted: "ProjectFolder") -> None:
    first = accepted.runs[-1]
    ended = accepted.run("run", "--workers", "3", "--trials", "2")
    assert ended.out.splitlines()[1] == "10 expected, 10 run, 0 compared, 0 errored  (trials of 5 cases)"
    accepted.run("run", "--trials", "2")

    one, other = (
        [line for line in (run / "results.jsonl").read_text(encoding="utf-8").splitlines() if line.startswith('{"id"')]
        for run in accepted.runs[-2:]
    )

    assert len(one) == 10
    assert one == other
    assert [(run / "proposed/files.jsonl").read_bytes() for run in accepted.runs] == 3 * [
        (first / "proposed/files.jsonl").read_bytes()
    ]


def test_suites_may_have_agents_of_their_own(project: "ProjectFolder") -> None:
    project.write(
        {
            "goldgate.toml": 'agent = "my_agent:agent"\n[suites."two words"]\nagent = "agents.other:make()"\n',
            "agents/other.py": "def make():\n    return lambda case: f'other {case.request}'\n",
        }
    )
    project.golden({"id": "a", "request": "x", "expect": {"answer": "other x"}}, suite="two words")

    assert project.run("run").out.splitlines()[0] == "4 expected, 4 run, 0 compared, 0 errored"
    assert (
        project.run("config").out.splitlines()[-1]
        == 'suites.two words.agent        = "agents.other:make()"  (goldgate.toml)'
    )


def test_a_suite_without_an_agent_is_refused(project: "ProjectFolder") -> None:
    project.write({"goldgate.toml": '[suites.file]\nagent = "my_agent:agent"\n'})

    (error,) = project.run("run").errors

    assert error == (
        "suite 'files' has no agent; the settings name a suite 'file', which may be meant; "
        'write agent = "module:object" into goldgate.toml, for all suites at its top or under [suites.files] '
        "(in pyproject.toml under [tool.goldgate] or [tool.goldgate.suites.files]) [GG003]"
    )


def test_the_document_has_the_figures_and_every_failure(accepted: "ProjectFolder") -> None:
    ended = accepted.run("run", "--format", "json", *TODAY)

    document = ended.document
    assert ended.err == ""
    assert {key: document[key] for key in ("goldgate", "open", "expected", "ran", "errored", "next")} == {
        "goldgate": "run",
        "open": True,
        "expected": 5,
        "ran": 5,
        "errored": 0,
        "next": "goldgate compare",
    }
    assert document["overall"]["known"] == 1
    assert document["overall"]["cost_usd"] is None
    assert [failure["id"] for failure in document["failures"]] == ["read-list"]


def test_the_newest_runs_are_kept(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("goldgate.toml", "agent =", "keep_runs = 1\nagent =")
    (older,) = accepted.runs

    accepted.run("run", "--case", "find-notes")

    assert older not in accepted.runs
    assert len(accepted.runs) == 1


def test_stubs_that_a_passing_case_did_without_take_a_line(folder: "ProjectFolder") -> None:
    folder.write(
        {
            "goldgate.toml": 'agent = "real:agent"\n',
            "real.py": """
import goldgate


@goldgate.tool
def file_search(words):
    return ["real.md"]


def agent(case, context):
    return str(file_search(case.request))
""",
        }
    )
    world = {"tools": [{"tool": "file_search", "returns": []}]}
    folder.golden(
        {"id": "a", "request": "x", "world": world, "expect": {"calls": ["file_search"]}},
        {"id": "b", "request": "x", "world": world, "expect": {"calls": []}},
    )

    assert folder.run("run").out.splitlines()[0] == "1 stub answered no call in cases that passed: files::a"
    assert folder.run("run", "--format", "json").document["idle_stubs"] == [{"suite": "files", "id": "a", "stubs": [0]}]
    assert folder.run("show", "a").out.splitlines()[4] == (
        "notice $.world.tools[0] answered no call of file_search; it was called without asking the world: "
        "a function under @goldgate.tool is recorded, and runs for real"
    )
