from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

LINE = '{"id":"weather","request":"What is the weather?"}\r\n'
MARKED = (
    '{"id":"weather","request":"What is the weather?",'
    '"known_failure":{"reason":"the hint is gone","issue":"#7","since":"2026-11-30"}}\r\n'
)


def test_a_case_is_marked_and_unmarked_and_no_other_byte_changes(folder: "ProjectFolder") -> None:
    folder.write({"golden/files.jsonl": '\ufeff{"id": "날씨", "request": "x"}\r\n\r\n' + LINE})

    ended = folder.run("mark", "weather", "--reason", "the hint is gone", "--issue", "#7", "--today", "2026-11-30")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "marked  files::weather  golden/files.jsonl:3\n"
        "  the hint is gone\n"
        "  #7, since 2026-11-30, no expiry\n"
        "next: goldgate check\n"
    )
    assert folder.read("golden/files.jsonl") == '\ufeff{"id": "날씨", "request": "x"}\r\n\r\n' + MARKED

    ended = folder.run("unmark", "files::weather")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "unmarked  files::weather  golden/files.jsonl:3\nnext: goldgate check\n"
    assert folder.read("golden/files.jsonl") == '\ufeff{"id": "날씨", "request": "x"}\r\n\r\n' + LINE


def test_fields_that_are_given_change_in_a_marker_that_is_there(folder: "ProjectFolder") -> None:
    folder.write({"golden/files.jsonl": MARKED})

    ended = folder.run("mark", "weather", "--expires", "2027-03-01", "--owner", "Kim", "--format", "json")

    assert ended.code == 0
    assert ended.document == {
        "goldgate": "marked",
        "schema": 1,
        "exit_code": 0,
        "suite": "files",
        "id": "weather",
        "file": "golden/files.jsonl",
        "line": 1,
        "change": "changed",
        "known_failure": {
            "reason": "the hint is gone",
            "issue": "#7",
            "expires": "2027-03-01",
            "since": "2026-11-30",
            "owner": "Kim",
        },
    }


def test_a_new_marker_needs_a_reason_and_an_issue(folder: "ProjectFolder") -> None:
    folder.write({"golden/files.jsonl": LINE})

    ended = folder.run("mark", "weather", "--issue", "#7")

    assert (ended.code, ended.out) == (2, "")
    assert ended.errors == ["a known failure says why, and where it is tracked: give --reason [GG002]"]
    assert folder.read("golden/files.jsonl") == LINE


def test_a_marker_that_the_settings_forbid_is_not_written(folder: "ProjectFolder") -> None:
    folder.write({"golden/files.jsonl": LINE, "goldgate.toml": "known_failures.max_days = 30\n"})

    ended = folder.run(
        *("mark", "weather", "--reason", "r", "--issue", "#7", "--expires", "2027-03-01", "--today", "2026-11-30")
    )

    assert ended.code == 2
    assert ended.errors == [
        (
            "golden/files.jsonl:1: expected 2026-12-30 at the latest, got 2027-03-01 (known_failures.max_days)"
            " @ $.known_failure.expires [GG010]"
        )
    ]
    assert folder.read("golden/files.jsonl") == LINE


def test_there_must_be_a_marker_to_take_away(folder: "ProjectFolder") -> None:
    folder.write({"golden/files.jsonl": LINE})
    assert folder.run("unmark", "weather").errors == ["files::weather carries no known-failure marker [GG002]"]


def test_a_case_of_several_suites_is_asked_for_by_its_whole_name(folder: "ProjectFolder") -> None:
    folder.write({"golden/a.jsonl": LINE, "golden/b.jsonl": LINE})
    assert folder.run("unmark", "weather").errors == [
        "several suites have a case 'weather': a::weather, b::weather [GG002]"
    ]


def test_a_case_of_a_stream_is_one_case(folder: "ProjectFolder") -> None:
    folder.golden(
        {"id": "first", "request": "x", "stream": "s"}, {"id": "second", "request": "x", "stream": "s"}, suite="files"
    )
    ended = folder.run("mark", "second", "--reason", "r", "--issue", "i")
    assert ended.out.splitlines()[0] == "marked  files::second  golden/files.jsonl:2"
