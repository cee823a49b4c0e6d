"""A maintainer decides about changes: by single keys in a terminal, by options without one."""

import datetime as dt
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from goldgate.commands.project import open_project
from goldgate.commands.review import Review, carry_out, named_decisions, open_review
from goldgate.errors import OutdatedRun, UpdateRefused

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]

STYLES = re.compile(r"\x1b\[[0-9;]*m")
TODAY = ("--today", "2026-11-30")
KEYS = "[q] stop here"
"""The end of the line that offers the keys."""


def talk(project: "ProjectFolder", *turns: tuple[str, str]) -> tuple[int, str]:
    """Hold a review in a terminal: wait for each text, then type; the exit code, and all that stood there."""
    return project.talk("review", *TODAY, turns=turns)


def test_nothing_waits_where_all_is_as_accepted(accepted: "ProjectFolder") -> None:
    ended = accepted.run("review", *TODAY)
    assert (ended.code, ended.out, ended.err) == (0, "nothing to review\n", "")


def test_what_waits_is_listed_with_what_may_be_done(worse: "ProjectFolder") -> None:
    ended = worse.run("review", "--list", *TODAY)

    assert (ended.code, ended.err) == (1, "")
    assert ended.out == (
        "WORSE regression  file_search → file_read in 2 cases [GG101]\n"
        "       files::find-anything  accepted with a reason\n"
        "       files::find-notes  a failing case without a marker is never written: fix it, or give it a "
        "known_failure in the golden file, then --accept find-notes --reason TEXT\n"
        "2 cases to review\n"
    )


def test_machines_are_told_the_same(worse: "ProjectFolder") -> None:
    document = worse.run("review", "--list", "--format", "json", *TODAY).document

    assert (document["goldgate"], document["exit_code"], document["update"]) == ("review", 1, None)
    (subject,) = document["subjects"]
    assert (subject["severity"], subject["class"], subject["summary"]) == (
        "worse",
        "regression",
        "file_search → file_read",
    )
    assert subject["cases"][0] == {
        "suite": "files",
        "id": "find-anything",
        "can_be_accepted": True,
        "needs_reason": True,
        "can_be_marked": False,
        "can_be_unmarked": False,
        "why": "nothing but the baseline judges it, and its outcome changed; if that is meant:"
        " --accept find-anything --reason TEXT",
        "decision": None,
    }


def test_scripts_accept_and_reject_by_name(worse: "ProjectFolder") -> None:
    ended = worse.run(
        *("review", "--accept", "find-anything", "--reason", "meant", "--reject", "files::find-notes", *TODAY)
    )

    assert (ended.code, ended.err) == (1, "")
    assert ended.out == (
        "rejected 1: files::find-notes; repair the agent, then goldgate check\n"
        "wrote files: 1 line, 4 untouched\n"
        "  regression 1  no longer what was accepted as passing [GG101]\n"
        "    files::find-anything\n"
        "next: look at baselines, then goldgate compare\n"
    )
    line = next(text for text in worse.read("baselines/files.jsonl").splitlines() if '"find-anything"' in text)
    assert json.loads(line)["note"] == "meant"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["--accept", "find-notes"],
            (
                "files::find-notes can't be accepted (regression): a failing case without a marker is never written: "
                "fix it, or give it a known_failure in the golden file, then --accept find-notes --reason TEXT [GG002]"
            ),
        ),
        (
            ["--accept", "find-anything"],
            "files::find-anything needs --reason TEXT: it is kept in the baseline as the note of the line [GG002]",
        ),
        (["--accept", "find-anythin"], "unknown case to review 'find-anythin', did you mean 'find-anything'? [GG002]"),
        (
            ["--accept", "find-notes", "--reject", "find-notes"],
            "files::find-notes is accepted and rejected; decide for one [GG002]",
        ),
        (["--list", "--reject", "find-notes"], "--list only lists; leave out --accept and --reject [GG002]"),
        ([], "there is no terminal to ask in: --list says what waits; then --accept ID, --reject ID [GG002]"),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    worse: "ProjectFolder", words: list[str], error: str
) -> None:
    before = worse.snapshot()

    ended = worse.run("review", *words, *TODAY)

    assert (ended.code, ended.out, ended.errors) == (2, "", [error])
    assert worse.snapshot() == before


def test_machines_accept_nothing(worse: "ProjectFolder") -> None:
    ended = worse.run("review", "--accept", "find-anything", "--reason", "x", *TODAY, env={"CI": "true"})
    assert ended.code == 2
    said = "CI is set: baselines are accepted by a person who looks at them; nothing was written [GG040]"
    assert ended.errors == [said]


def test_keys_accept_with_a_reason_and_mark_as_known(worse: "ProjectFolder") -> None:
    code, text = talk(
        worse,
        (KEYS, "a"),
        ("reason, kept in the baseline; empty to go back:", "\n"),
        (KEYS, "a"),
        ("reason, kept in the baseline; empty to go back:", "찾기는 읽기다\n"),
        (KEYS, "k"),
        ("why does it fail; empty to go back:", "the hint is gone\n"),
        ("issue, where that is tracked; empty to go back:", "#9\n"),
        ("empty for none:", "soon\n"),
        ("'soon' is no date", "2027-02-01\n"),
        ("write it? [y]es [n]o", "y"),
    )

    assert code == 0
    assert "1 accepted, 1 marked as known, 0 left open of 2 cases" in text
    golden = [json.loads(line) for line in worse.read("golden/files.jsonl").splitlines()]
    assert {case["id"]: case.get("known_failure") for case in golden}["find-notes"] == {
        "reason": "the hint is gone",
        "issue": "#9",
        "expires": "2027-02-01",
        "since": "2026-11-30",
    }
    assert worse.run("compare", *TODAY).last[0] == "gate open  (exit 0)"


def test_both_sides_stand_beside_each_other_with_what_differs(worse: "ProjectFolder") -> None:
    _, text = talk(worse, (KEYS, "q"))

    rows = text.splitlines()
    start = rows.index("  baseline                              | now")
    assert rows[start + 1 : start + 4] == [
        '~ file_search {"words":"find anything"… | file_read {"words":"find anything"} …',
        '      /observation: ["a.md"] → "text"',
        '      /tool: "file_search" → "file_read"',
    ]
    assert "1 other case changed alike: files::find-notes\n" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_group_is_accepted_at_once(project: "ProjectFolder", edit: Edit) -> None:
    tools = [{"tool": "file_search", "returns": 1}, {"tool": "file_read", "returns": 2}]
    project.golden(*({"id": name, "request": f"find {name}", "world": {"tools": tools}} for name in ("a", "b", "c")))
    project.run("run", *TODAY)
    project.run("update-baseline", *TODAY)
    edit("my_agent.py", '"find": "file_search"', '"find": "file_read"')
    project.run("run", *TODAY)

    code, text = talk(
        project,
        (KEYS, "g"),
        ("reason, kept in the baseline; empty to go back:", "reading finds more\n"),
        ("write it?", "y"),
    )

    assert (code, "3 accepted, 0 left open of 3 cases" in text) == (0, True)
    lines = [json.loads(line) for line in project.read("baselines/files.jsonl").splitlines()[1:] if line]
    assert [line["note"] for line in lines] == ["reading finds more"] * 3
    assert project.run("compare", *TODAY).code == 0


def test_a_repaired_failure_is_unmarked(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"read": "file_read"', '"read": "file_list" if "list" in "read list" else "file_read"')
    accepted.run("run", "--case", "read-list", *TODAY)

    code, text = talk(accepted, (KEYS, "u"), ("write it?", "y"))

    assert (code, "1 unmarked, 0 left open of 1 case" in text) == (0, True)
    assert "known_failure" not in accepted.read("golden/files.jsonl")


@pytest.mark.parametrize("keys", [("s", "s"), ("r", "q"), ("q",)])
def test_nothing_is_written_where_nothing_is_decided_for(worse: "ProjectFolder", keys: tuple[str, ...]) -> None:
    before = worse.snapshot()

    code, text = talk(worse, *((KEYS, key) for key in keys))

    assert (code, "write it?" in text) == (1, False)
    assert worse.snapshot() == before


def test_nothing_is_written_without_a_yes(worse: "ProjectFolder") -> None:
    before = worse.snapshot()

    code, text = talk(worse, (KEYS, "a"), ("reason", "x\n"), (KEYS, "s"), ("write it?", "n"))

    assert (code, text.splitlines()[-1]) == (1, "left open 2: files::find-anything, files::find-notes")
    assert worse.snapshot() == before


def test_ctrl_c_writes_nothing(worse: "ProjectFolder") -> None:
    before = worse.snapshot()

    code, text = talk(worse, (KEYS, "a"), ("reason", "x\n"), (KEYS, "\x03"))

    assert (code, text.splitlines()[-1]) == (130, "interrupted; nothing was written [GG098]")
    assert worse.snapshot() == before


def test_a_case_is_opened_in_the_report(worse: "ProjectFolder") -> None:
    _, text = talk(worse, (KEYS, "o"), ("opened", "q"))

    address = (worse.root / ".goldgate/review.html").as_uri()
    assert f"{address}#case=files%3A%3Afind-anything" in text.replace("\n  ", "")
    assert "<!doctype html>" in worse.read(".goldgate/review.html").lower()


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ([("a", "reason"), ("\n", KEYS), ("s", KEYS), ("q", "")], "nothing decided, 2 left open of 2 cases"),
        ([("s", KEYS), ("k", "why does it fail"), ("x\n", "issue"), ("\n", KEYS), ("q", "")], "nothing decided"),
    ],
)
def test_an_empty_answer_leads_back_to_the_keys(
    worse: "ProjectFolder", turns: list[tuple[str, str]], said: str
) -> None:
    awaited = (KEYS, *(text for _, text in turns))

    code, text = talk(worse, *zip(awaited, (typed for typed, _ in turns), strict=False))

    assert (code, said in text) == (1, True)


@pytest.mark.parametrize(
    "before", [[("a", "reason")], [("s", KEYS), ("k", "why")], [("s", KEYS), ("k", "why"), ("x\n", "issue")]]
)
def test_the_end_of_what_is_typed_writes_nothing(worse: "ProjectFolder", before: list[tuple[str, str]]) -> None:
    kept = worse.snapshot()
    awaited = (KEYS, *(text for _, text in before))
    typed = (*(key for key, _ in before), "\x04\n")

    code, text = talk(worse, *zip(awaited, typed, strict=True))

    assert (code, text.splitlines()[-1]) == (130, "interrupted; nothing was written [GG098]")
    assert worse.snapshot() == kept


def test_ctrl_c_at_the_last_question_writes_nothing(worse: "ProjectFolder") -> None:
    kept = worse.snapshot()

    code, text = talk(worse, (KEYS, "a"), ("reason", "x\n"), (KEYS, "s"), ("write it?", "\x03"))

    assert (code, text.splitlines()[-1]) == (130, "interrupted; nothing was written [GG098]")
    assert worse.snapshot() == kept


def opened(project: "ProjectFolder") -> Review:
    return open_review(project=open_project(project.root, environ={}), run=None, today=dt.date(2026, 11, 30))


def carried_out(review: Review) -> None:
    decisions = named_decisions(review, accept=["find-anything"], reject=[], reason="meant")
    carry_out(review, decisions, environ={})


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("baselines/files.jsonl", '"file_search"', '"file_list"', "the baseline of suite 'files' changed meanwhile"),
        ("golden/files.jsonl", "the first word", "some word", "the markers of suite 'files' changed meanwhile"),
    ],
)
def test_what_others_change_while_somebody_decides_is_not_overwritten(
    worse: "ProjectFolder", file: str, old: str, new: str, said: str
) -> None:
    review = opened(worse)
    worse.write({file: worse.read(file).replace(old, new)})
    before = worse.snapshot()

    with pytest.raises(UpdateRefused) as raised:
        carried_out(review)

    assert str(raised.value) == f"{said}; nothing was written: goldgate review"
    assert worse.snapshot() == before


def test_a_case_that_is_edited_while_somebody_decides_is_not_judged_by_the_old_run(worse: "ProjectFolder") -> None:
    review = opened(worse)
    worse.write({"golden/files.jsonl": worse.read("golden/files.jsonl").replace('"find anything"', '"find it"')})
    before = worse.snapshot()

    with pytest.raises(OutdatedRun):
        carried_out(review)

    assert worse.snapshot() == before
