import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

WORLD = '{"tools": [{"tool": "file_search", "returns": ["메모.md"]}], "state": {"n": 1}}'


def last_case(project: "ProjectFolder", suite: str = "files") -> Any:  # noqa: ANN401 - a golden line
    return json.loads(project.read(f"golden/{suite}.jsonl").splitlines()[-1])


def test_what_the_agent_does_is_shown_and_expected(project: "ProjectFolder") -> None:
    project.write({"world.json": WORLD})
    before = project.read("golden/files.jsonl")

    ended = project.run("add", "find 메모, please!", "--world", "world.json", "--expect", "calls", "--tag", "new")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "files::find-메모-please  new\n"
        "request  find 메모, please!\n"
        '    1  file_search {"words":"find 메모, please!"} → ["메모.md"]\n'
        """  answer "['메모.md']"\n"""
        "  status success\n"
        "added files::find-메모-please  golden/files.jsonl\n"
        "next: goldgate run --suite files\n"
    )
    line = (
        '{"id": "find-메모-please", "request": "find 메모, please!", "tags": ["new"], '
        '"world": {"state": {"n": 1}, "tools": [{"tool": "file_search", "returns": ["메모.md"]}]}, '
        '"expect": {"calls": [{"tool": "file_search", "args": {"words": "find 메모, please!"}}]}}\n'
    )
    assert project.read("golden/files.jsonl") == before + line
    assert project.run("run", "--case", "find-메모-please").code == 0


@pytest.mark.parametrize(
    ("parts", "expect"),
    [
        (["tools"], {"calls": ["file_search"]}),
        (["answer"], {"answer": {"equals": "['메모.md']"}}),
        (["tools", "answer"], {"calls": ["file_search"], "answer": {"equals": "['메모.md']"}}),
        (["nothing"], None),
    ],
)
def test_what_is_asked_for_is_expected(project: "ProjectFolder", parts: list[str], expect: object) -> None:
    project.write({"world.json": WORLD})
    wanted = [word for part in parts for word in ("--expect", part)]

    ended = project.run("add", "find x", "--id", "날씨", "--world", "world.json", *wanted, "--format", "json")

    assert ended.document == {
        "goldgate": "added",
        "schema": 1,
        "exit_code": 0,
        "suite": "files",
        "id": "날씨",
        "file": "golden/files.jsonl",
        "case": last_case(project),
        "verdict": "pass",
    }
    assert last_case(project).get("expect") == expect


def test_a_case_of_a_run_makes_another(accepted: "ProjectFolder") -> None:
    ended = accepted.run("add", "--from-run", accepted.runs[0].name, "read-list", "--expect", "calls")

    assert (ended.code, ended.err) == (0, "")
    assert last_case(accepted) == {
        "id": "read-list-2",
        "request": "read list",
        "tags": ["odd"],
        "world": {"tools": [{"tool": "file_read", "returns": "text"}, {"tool": "file_list", "returns": []}]},
        "expect": {"calls": [{"tool": "file_read", "args": {"words": "read list"}}]},
    }


def test_the_first_case_of_a_suite_makes_its_file(folder: "ProjectFolder") -> None:
    folder.write({"goldgate.toml": 'agent = "a:agent"\n', "a.py": "def agent(case, context):\n    return 'hello'\n"})

    ended = folder.run("add", "Hello!", "--suite", "talk", "--expect", "answer")

    assert (ended.code, ended.err) == (0, "")
    assert last_case(folder, "talk") == {"id": "hello", "request": "Hello!", "expect": {"answer": {"equals": "hello"}}}


def test_an_agent_that_raises_makes_a_case_that_fails_and_that_is_said(folder: "ProjectFolder") -> None:
    folder.write({"goldgate.toml": 'agent = "a:agent"\n', "a.py": "def agent(case, context):\n    raise KeyError(1)\n"})

    ended = folder.run("add", "Hello!", "--suite", "talk", "--expect", "nothing")

    assert ended.code == 0
    assert (
        "it fails as it is: write what is right into golden/talk.jsonl, or mark it: "
        "goldgate mark talk::hello --reason TEXT --issue TEXT\n" in ended.out
    )


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["find x"], "there is no terminal to ask in; say what is expected: --expect calls|tools|answer|nothing"),
        (
            ["find x", "--expect", "nothing", "--expect", "calls"],
            "--expect nothing leaves all to the baseline; leave out the other --expect, or this one",
        ),
        (["--expect", "calls"], "what is the case to be made of? Give a REQUEST, or --from-run RUN CASE"),
        (
            ["find x", "--id", "find-notes", "--expect", "calls"],
            "suite 'files' has a case 'find-notes' already; give another --id",
        ),
        (["find x", "--id", " ", "--expect", "calls"], "--id: an id must not be blank"),
        (
            ["find x", "--expect", "calls"],
            "nothing in the case's world answers file_search; give it what its tools return: --world FILE",
        ),
        (
            ["mail sk-proj-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4", "--expect", "answer"],
            "the case would hold an API key; nothing was written",
        ),
    ],
)
def test_what_makes_no_case_changes_nothing(project: "ProjectFolder", words: list[str], error: str) -> None:
    before = project.snapshot()

    ended = project.run("add", *words)

    assert ended.code == 2
    assert ended.errors == [f"{error} [GG002]"]
    assert project.snapshot() == before


def test_several_suites_ask_for_a_name(project: "ProjectFolder") -> None:
    project.golden({"id": "a", "request": "x"}, suite="other")
    assert project.run("add", "find x", "--expect", "calls").errors == [
        "there are several suites, files, other; say which: --suite NAME [GG002]"
    ]


def test_a_case_that_the_run_did_not_come_to_makes_none(accepted: "ProjectFolder") -> None:
    accepted.run("run", "--case", "find-notes")
    name = accepted.runs[-1].name
    ended = accepted.run("add", "--from-run", name, "read-notes", "--expect", "calls")
    assert ended.errors == [f"the run {name} says nothing of files::read-notes [GG002]"]


def test_where_nobody_can_say_what_the_agent_does_there_is_no_case(folder: "ProjectFolder") -> None:
    agent = "import httpx\n\n\ndef agent(case, context):\n    return httpx.get('http://127.0.0.1:9/').text\n"
    folder.write({"goldgate.toml": 'agent = "a:agent"\n', "a.py": agent})

    ended = folder.run("add", "Hello!", "--suite", "talk", "--expect", "nothing")

    assert ended.code == 2
    assert ended.errors[0].startswith("nobody can say what the agent does: CASSETTE_MISS: ")
    assert "golden/talk.jsonl" not in folder.snapshot()


@pytest.mark.parametrize(
    ("key", "expect"),
    [
        ("c", {"calls": [{"tool": "file_search", "args": {"words": "find x"}}]}),
        ("t", {"calls": ["file_search"]}),
        ("n", None),
    ],
)
def test_a_key_confirms_what_is_expected(project: "ProjectFolder", key: str, expect: object) -> None:
    project.write({"world.json": WORLD})

    code, text = project.talk("add", "find x", "--world", "world.json", turns=[("[q]uit", key)])

    assert (code, last_case(project).get("expect")) == (0, expect)
    assert text.splitlines()[-2] == "added files::find-x  golden/files.jsonl"


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_nothing_is_added_where_nothing_is_confirmed(project: "ProjectFolder", key: str) -> None:
    project.write({"world.json": WORLD})
    before = project.snapshot()

    code, text = project.talk("add", "find x", "--world", "world.json", turns=[("[q]uit", key)])

    assert (code, text.splitlines()[-1]) == (130, "nothing was added [GG098]")
    assert project.snapshot() == before
