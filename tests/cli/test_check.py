import os
import py_compile
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]
TODAY = ("--today", "2026-11-30")


def test_check_is_run_and_compare_and_writes_nothing_that_is_committed(accepted: "ProjectFolder") -> None:
    before = accepted.snapshot()

    ended = accepted.run("check", *TODAY)

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == accepted.run("compare", *TODAY).out
    assert len(accepted.runs) == 2
    assert accepted.snapshot() == before


def test_what_is_worse_closes_the_gate_and_nothing_is_written(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"read": "file_read"', '"read": "file_find"')
    before = accepted.snapshot()

    ended = accepted.run("check", "--case", "read-notes", *TODAY)

    assert ended.code == 1
    assert ended.last == ["gate closed: 1 regression  (exit 1)", "next: goldgate show files::read-notes"]
    assert '       first difference: step 1 /tool: "file_read" → "file_find"' in ended.out.splitlines()
    assert accepted.snapshot() == before


def test_without_a_baseline_there_is_no_judgement_and_nothing_is_run(project: "ProjectFolder") -> None:
    project.write({"my_agent.py": "raise SystemExit('imported')\n"})
    ended = project.run("check")
    assert (ended.code, ended.out) == (2, "")
    assert ended.errors == ["suite 'files' has no baseline: run goldgate update-baseline [GG012]"]
    assert not (project.root / ".goldgate").exists()


def test_only_the_selected_suites_need_a_baseline(accepted: "ProjectFolder") -> None:
    accepted.golden({"id": "a", "request": "x"}, suite="more")
    assert accepted.run("check", "--suite", "files").code == 0
    assert accepted.run("check").errors == ["suite 'more' has no baseline: run goldgate update-baseline [GG012]"]


def test_an_edit_of_the_same_length_in_the_same_second_is_seen(accepted: "ProjectFolder", edit: Edit) -> None:
    agent = accepted.root / "my_agent.py"
    times = agent.stat().st_atime_ns, agent.stat().st_mtime_ns
    py_compile.compile(str(agent), doraise=True)

    edit("my_agent.py", '"file_search"', '"file_moved!"')
    os.utime(agent, ns=times)

    assert accepted.run("check").last[0] == "gate closed: 2 regression  (exit 1)"


def test_in_this_process_it_says_which_guards_are_off(accepted: "ProjectFolder") -> None:
    lines = accepted.run("check", "--in-process", "--case", "find-notes").out.splitlines()

    guards = lines[: lines.index("1 expected, 1 run, 1 compared, 0 errored")]
    assert guards[0] == "without a process of its own: an exit or a crash of the agent ends this one"
    assert all(line.startswith("without ") for line in guards)
    assert accepted.run("compare").out.splitlines()[: len(guards)] == guards


def test_what_an_agent_in_this_process_prints_is_no_part_of_the_document(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", "    word = ", '    print("hello from the agent")\n    word = ')

    ended = accepted.run("run", "--in-process", "--format", "json", "--case", "find-notes")

    assert ended.code == 0
    assert "the timeout" in ended.document["guards_off"]
    assert ended.err == "hello from the agent\n"


def test_trials_that_disagree_are_shown_where_they_part(accepted: "ProjectFolder") -> None:
    accepted.write(
        {
            "my_agent.py": (
                "from itertools import count\n\nNUMBER = count(1)\n\n\n"
                "def agent(case):\n    return f'answer {next(NUMBER)}'\n"
            )
        }
    )
    accepted.golden({"id": "flaky", "request": "x"}, suite="flaky")
    words = ("--suite", "flaky")
    accepted.run("run", *words)
    accepted.run("update-baseline")

    ended = accepted.run("check", "--trials", "2", *words)

    assert ended.code == 1
    assert ended.out.splitlines()[0] == "WORSE unstable  flaky::flaky  its trials disagree [GG105]"
    assert ended.last[1] == "next: goldgate show flaky::flaky"
    shown = accepted.run("show", "flaky").out
    assert '  unlike trial 1; first difference: /answer: "answer 1" → "answer 2"\n' in shown
    assert "ruling: unstable, worse (row 4 of the table)" in shown
