from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]
TODAY = ("--today", "2026-11-30")


def test_a_case_is_shown_from_its_request_to_the_row_that_decided(worse: "ProjectFolder") -> None:
    ended = worse.run("show", "find-anything", *TODAY)

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "files::find-anything  golden/files.jsonl:5\n"
        "request  find anything\n"
        "expect   nothing; judged by its baseline\n"
        "notice $.world.tools[0] answered no call of file_search\n"
        "\n"
        f"run {worse.runs[-1].name}, trial 1: pass, the agent says success\n"
        "\n"
        "steps: - baseline, + now\n"
        '  - file_search {"words":"find anything"} → ["a.md"]\n'
        '  + file_read {"words":"find anything"} → "text"\n'
        '      /observation: ["a.md"] → "text"\n'
        '      /tool: "file_search" → "file_read"\n'
        """  answer: - "['a.md']"  + "text"\n"""
        'first difference: step 1 /tool: "file_search" → "file_read"\n'
        "\n"
        "ruling: regression, worse (row 5 of the table): no longer what was accepted as passing [GG101]\n"
        "  B baseline verdict: pass\n"
        "  C verdict now: pass\n"
        "  K known-failure marker: none\n"
        "  S same outcome: no\n"
        "  F same failure signature: no\n"
        "  I same definition of the case: yes\n"
        "  X has expectations: no\n"
    )


def test_a_known_failure_is_shown_with_its_marker_and_both_layers(accepted: "ProjectFolder") -> None:
    lines = accepted.run("show", "files::read-list", *TODAY).out.splitlines()

    assert lines[:4] == [
        "files::read-list  golden/files.jsonl:4",
        "request  read list",
        'expect   {"calls":["file_list"]}',
        "known    the first word wins (#7, until 2027-03-01)",
    ]
    assert lines[4:9] == [
        "notice $.world.tools[1] answered no call of file_list",
        "",
        f"run {accepted.runs[-1].name}, trial 1: fail, the agent says success",
        '  - calls: expected call 1 file_list, got file_read {"words":"read list"}',
        "",
    ]
    assert lines[-8:] == [
        "ruling: known, fine (row 11 of the table): fails as it is known to [GG132]",
        "  B baseline verdict: fail",
        "  C verdict now: fail",
        "  K known-failure marker: live",
        "  S same outcome: yes",
        "  F same failure signature: yes",
        "  I same definition of the case: yes",
        "  X has expectations: yes",
    ]


def test_what_is_not_there_yet_is_said(project: "ProjectFolder", edit: Edit) -> None:
    project.run("run", "--case", "read-notes")
    assert project.run("show", "find-notes").out.splitlines()[-1] == (
        f"notice the case is not part of the run {project.runs[-1].name}"
    )
    edit("my_agent.py", '"no tool"', '"none"')
    lines = project.run("show", "read-notes").out.splitlines()
    assert "notice my_agent.py: the project file is changed" in lines
    assert "notice suite 'files' has no baseline" in lines
    assert lines[-4:] == [
        "steps",
        '    1  file_read {"words":"read notes"} → "text"',
        '  answer "text"',
        "  status success",
    ]


def test_a_name_that_is_none_or_means_several_is_refused(accepted: "ProjectFolder") -> None:
    accepted.golden({"id": "find-notes", "request": "x"}, suite="more")

    assert accepted.run("show", "find-note").errors == ["unknown case 'find-note', did you mean 'find-notes'? [GG002]"]
    assert accepted.run("show", "find-notes").errors == [
        "several suites have a case 'find-notes': files::find-notes, more::find-notes [GG002]"
    ]


def test_the_document_holds_definition_trace_and_facts(accepted: "ProjectFolder") -> None:
    document = accepted.run("show", "메모-목록", "--format", "json", *TODAY).document

    assert document["case"]["request"] == "list 메모"
    assert document["trials"][0]["trace"]["steps"][0]["args"] == {"words": "list 메모"}
    assert document["baseline"] == document["observed"]
    assert document["facts"] == {"B": "pass", "C": "pass", "K": "none", "S": "yes", "F": "yes", "I": "yes", "X": "yes"}
    assert document["comparison"]["class"] == "ok"


def test_what_an_agent_says_does_nothing_to_the_terminal(project: "ProjectFolder") -> None:
    nasty = "\x1b[2J\x9b31m\u202e\r\x07text\u200b"
    project.write(
        {"my_agent.py": f"def agent(case, context):\n    context.step({nasty!r})\n    raise ValueError({nasty!r})\n"}
    )
    project.golden(
        {"id": "a", "request": nasty, "expect": {"calls": []}, "known_failure": {"reason": nasty, "issue": nasty}},
        {"id": "b\u202ec", "request": nasty, "expect": {"calls": [nasty], "answer": {"contains": nasty}}},
    )
    said = [
        project.run("run"),
        project.run("update-baseline"),
        project.run("show", "a"),
        project.run("show", "b\u202ec", "--format", "json"),
        project.run("known-failures"),
        project.run("show", nasty),
    ]

    everything = "".join(each.out + each.err for each in said)
    assert not set(everything) & {"\x1b", "\x9b", "\u202e", "\r", "\x07"}
    assert r"files::b\u202ec" in everything
