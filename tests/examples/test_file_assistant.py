"""The agent of the suite `files`, part by part; what it does as a whole is what the suite says."""

import json
import os
from pathlib import Path

import pytest
from examples.file_assistant import agent, tools
from examples.file_assistant.extractor import Task, TaskExtractor
from examples.file_assistant.hints import HINTS, choose
from examples.file_assistant.policy import refusal
from examples.file_assistant.words import clean

from goldgate import CaseView, OverallStatus, ToolError, Trace, World
from goldgate.agents.perform import perform
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

GOLDEN = Path(__file__).parents[2] / "golden" / "files.jsonl"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(folder: Path, name: str, text: str = "", *, days: int = 0) -> None:
    """Write a file, dated so many days after the first of January 1970."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (days * 86_400, days * 86_400))


def extract(request: str, *earlier: str) -> Task:
    return TaskExtractor().extract(request, earlier=earlier)


def done(request: str, folder: Path, state: Json | NotCaptured = NOT_CAPTURED) -> Trace:
    return perform(agent, CaseView(id="x", request=request, world=World(state=state)), folder=folder).trace


def plan(request: str, folder: Path, state: Json | NotCaptured = NOT_CAPTURED) -> list[tuple[str, object]]:
    """Tool and arguments of every planned step."""
    planned = done(request, folder, state).plan or ()
    return [(step.name, step.args) for step in planned]


def told(trace: Trace) -> list[tuple[str | None, str | None]]:
    """Tool and error code of every step."""
    return [(step.name, step.error_code) for step in trace.steps]


# The extractor


def test_names_are_told_from_words() -> None:
    task = extract("please read notes/today.md and *.csv")
    assert task.names == ("notes/today.md", "*.csv")
    assert task.topic == ""


def test_a_korean_particle_is_no_part_of_a_name() -> None:
    assert extract("메모/오늘.md를 읽어줘").names == ("메모/오늘.md",)


def test_a_short_korean_word_keeps_what_looks_like_a_particle() -> None:
    assert extract("회의 찾아줘").topic == "회의"


def test_quotes_hold_names_with_spaces_and_texts() -> None:
    task = extract("add \"two words\" to 'my list.md'")
    assert (task.texts, task.target) == (("two words",), "my list.md")


def test_an_apostrophe_opens_no_quote() -> None:
    assert extract("don't read Ana's a.md").texts == ()


def test_prepositions_say_where_and_where_to() -> None:
    task = extract("move the plan in the inbox to archive/")
    assert (task.topic, task.folder, task.target) == ("plan", "inbox", "archive/")


@pytest.mark.parametrize(
    ("request_", "since", "before"),
    [
        ("list files since 2026-11-01", "2026-11-01", None),
        ("list files before 2026-11-01", None, "2026-11-01"),
        ("list files until 2026-11-30", None, "2026-12-01"),
        ("list files from 2026-11-01 to 2026-11-15", "2026-11-01", "2026-11-16"),
        ("what changed on 2026-12-31?", "2026-12-31", "2027-01-01"),
        ("2026년 11월 1일부터 2026년 11월 15일까지 목록", "2026-11-01", "2026-11-16"),
        ("2026-11-01 이전 목록", None, "2026-11-01"),
        ("list files since 2026-02-30", None, None),
    ],
)
def test_days_bound_a_list(request_: str, since: str | None, before: str | None) -> None:
    task = extract(request_)
    assert (task.since, task.before) == (since, before)


def test_what_a_file_must_mention_is_no_hint() -> None:
    task = extract("find notes that mention delete")
    assert (task.hints, task.topic, task.about) == (("find", "find"), "notes", "delete")


def test_it_is_what_was_named_last() -> None:
    assert extract("delete it", "read a.md", "list files").names == ("a.md",)


def test_invisible_characters_go_and_joiners_stay() -> None:
    assert clean("re\u200bad \u202e👩\u200d👧.md") == "read 👩\u200d👧.md"


def test_decomposed_hangul_is_composed() -> None:
    assert clean("\u1106\u1166\u1106\u1169") == "메모"


# Hints and plans


@pytest.mark.parametrize(
    ("request_", "tool"),
    [
        ("read the recent notes", "file_read"),
        ("find recent notes", "file_search"),
        ("list recent notes", "file_list"),
        ("show me the recent files", "file_list"),
        ("which file mentions the dentist?", "file_search"),
        ("최근 메모 읽어줘", "file_read"),
        ("최근 메모 찾아줘", "file_search"),
        ("최근 메모 목록", "file_list"),
        ("what is the weather like?", None),
        ("", None),
    ],
)
def test_words_near_one_another_choose_tools_apart(request_: str, tool: str | None) -> None:
    assert choose(extract(request_).hints) == tool


def test_the_file_hint_drowns_the_list() -> None:
    """The planted fault, which the suite knows as `recent-files-list`."""
    assert choose(extract("show me the recent file list").hints) == "file_read"


def test_one_hint_decides_over_thirteen_golden_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the README says will happen when "recent" speaks louder for reading."""
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    requests = [case["request"] for case in map(json.loads, filter(None, lines)) if isinstance(case["request"], str)]
    before = [choose(extract(request).hints) for request in requests]
    monkeypatch.setitem(HINTS, "recent", {"file_list": 4, "file_read": 10})
    after = [choose(extract(request).hints) for request in requests]
    assert sum(old != new for old, new in zip(before, after, strict=True)) == 13


def test_a_plan_names_only_what_was_said(folder: Path) -> None:
    expected = [("file_list", {"folder": "inbox", "limit": 3})]
    assert plan("list the 3 newest files in inbox", folder) == expected


def test_only_the_list_knows_days(folder: Path) -> None:
    expected = [("file_list", {"name": "reports", "since": "2026-11-01"})]
    assert plan("find the reports since 2026-11-01", folder) == expected


def test_a_remembered_place_is_looked_into(folder: Path) -> None:
    expected = [("file_list", {"folder": "work"})]
    assert plan("list the reports", folder, {"memory": {"reports": "work"}}) == expected


def test_a_move_without_a_target_is_no_plan(folder: Path) -> None:
    assert plan("move draft.md", folder) == []


# The policy


@pytest.mark.parametrize(
    ("phase", "tool", "path", "code"),
    [
        (None, "file_read", "secrets/api.key", None),
        ("read_only", "file_read", "notes/today.md", None),
        ("read_only", "file_read", "secrets/api.txt", "SENSITIVE_FILE"),
        ("read_only", "file_read", "notes/../.ENV", "SENSITIVE_FILE"),
        ("read_only", "file_list", "secrets", None),
        ("read_only", "file_delete", "notes/today.md", "READ_ONLY_PHASE"),
    ],
)
def test_the_read_only_phase_refuses(phase: str | None, tool: str, path: str, code: str | None) -> None:
    assert refusal(phase, tool, {"path": path}) == code


# The tools


def test_the_newest_file_comes_first(folder: Path) -> None:
    for days, name in enumerate(["b.md", "c.md", "a.md"]):
        put(folder, name, days=days)
    assert tools.file_list(limit=2) == [
        {"path": "a.md", "modified": "1970-01-03"},
        {"path": "c.md", "modified": "1970-01-02"},
    ]


def test_search_holds_every_word_against_the_path_and_the_text_against_the_file(folder: Path) -> None:
    put(folder, "travel/plan.md", "Lisbon")
    put(folder, "travel/bill.md", "lisbon")
    put(folder, "travel/plan.bin", "Porto")
    assert tools.file_search(name="travel plans", text="LISBON") == ["travel/plan.md"]


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "notes/../../x"])
def test_no_tool_leaves_the_folder(folder: Path, path: str) -> None:
    put(folder, "a.md", "a")
    for call in (
        lambda: tools.file_read(path=path),
        lambda: tools.file_write(path=path, text=""),
        lambda: tools.file_move(source="a.md", target=path),
    ):
        with pytest.raises(ToolError, match="OUTSIDE_FOLDER"):
            call()


@pytest.mark.parametrize("path", ["", " ", "a\0b", "\ud83c.md", "x" * 256])
def test_some_names_no_file_can_have(folder: Path, path: str) -> None:
    del folder
    with pytest.raises(ToolError, match="BAD_NAME"):
        tools.file_read(path=path)


def test_nothing_is_overwritten(folder: Path) -> None:
    put(folder, "a.md", "a")
    put(folder, "b.md", "b")
    with pytest.raises(ToolError, match="EXISTS"):
        tools.file_write(path="a.md", text="new")
    with pytest.raises(ToolError, match="EXISTS"):
        tools.file_move(source="a.md", target="b.md")


def test_a_line_is_put_at_the_end(folder: Path) -> None:
    put(folder, "a.md", "one")
    tools.file_write(path="a.md", text="two", append=True)
    assert (folder / "a.md").read_text(encoding="utf-8") == "one\ntwo"


def test_a_file_is_no_folder(folder: Path) -> None:
    put(folder, "a.md", "a")
    with pytest.raises(ToolError, match="NOT_FOLDER"):
        tools.file_write(path="a.md/b.md", text="b")


# All together


def test_what_is_not_there_is_looked_for(folder: Path) -> None:
    put(folder, "archive/today.md", "here")
    trace = done("read today.md", folder)
    assert told(trace) == [("file_read", "NOT_FOUND"), ("file_search", None), ("file_read", None)]
    assert (trace.answer, trace.status) == ("here", OverallStatus.SUCCESS)


def test_a_move_takes_no_pick_among_several(folder: Path) -> None:
    put(folder, "a/plan.md")
    put(folder, "b/plan.md")
    trace = done("move the plan to c/", folder)
    assert told(trace)[-1] == ("file_move", "AMBIGUOUS")
    assert trace.status is OverallStatus.FAILURE


def test_a_rehearsal_succeeds_and_changes_nothing(folder: Path) -> None:
    put(folder, "a.md", "a")
    trace = done("delete a.md", folder, {"phase": "read_only"})
    assert told(trace) == [("file_delete", "READ_ONLY_PHASE")]
    assert trace.status is OverallStatus.SUCCESS
    assert (folder / "a.md").exists()


def test_a_name_said_twice_is_read_once(folder: Path) -> None:
    assert len(done("delete a.md a.md", folder).steps) == 2


def test_what_it_can_not_understand_it_asks(folder: Path) -> None:
    trace = done("안녕하세요", folder)
    assert (trace.steps, trace.answer, trace.status) == ((), "어떤 파일로 무엇을 할까요?", OverallStatus.FAILURE)
