from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]


def test_every_marker_is_listed_with_age_issue_expiry_and_state(accepted: "ProjectFolder", edit: Edit) -> None:
    edit(
        "golden/files.jsonl", '"id": "find-notes"', '"id": "find-notes", "known_failure": {"reason": "r", "issue": "i"}'
    )

    ended = accepted.run("known-failures", "--today", "2026-11-30")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "live     files::find-notes\n"
        "         r\n"
        "         i, age unknown, no expiry\n"
        "         passed in the last run: take the marker out, then goldgate update-baseline\n"
        "live     files::read-list\n"
        "         the first word wins\n"
        "         #7, 29 days old, expires 2027-03-01\n"
        "         failed in the last run\n"
        "known 2, expiring 0\n"
    )


def test_a_marker_warns_seven_days_ahead_and_expires(accepted: "ProjectFolder") -> None:
    states = {
        day: accepted.run("known-failures", "--today", day).out.split()[0] for day in ("2027-02-22", "2027-03-02")
    }

    assert states == {
        "2027-02-22": "expiring",
        "2027-03-02": "expired",
    }


def test_what_the_last_run_did_not_come_to_is_not_said(accepted: "ProjectFolder") -> None:
    accepted.run("run", "--case", "find-notes")
    assert "the last run" not in accepted.run("known-failures").out


def test_that_the_last_run_could_not_judge_is_said(project: "ProjectFolder") -> None:
    known = {"reason": "r", "issue": "i"}
    project.golden({"id": "a", "request": "x", "known_failure": known, "world": {"files": {"long" * 100: "text"}}})
    project.run("run")
    assert "         in error in the last run\n" in project.run("known-failures").out


def test_those_of_one_suite_are_listed_alone(folder: "ProjectFolder") -> None:
    for suite in ("files", "mail"):
        folder.golden({"id": "a", "request": "x", "known_failure": {"reason": "r", "issue": suite}}, suite=suite)

    listed = folder.run("known-failures", "--suite", "mail", "--format", "json").document
    strange = folder.run("known-failures", "--suite", "mial")

    assert [(case["suite"], case["issue"]) for case in listed["cases"]] == [("mail", "mail")]
    assert (strange.code, strange.errors) == (2, ["unknown suite 'mial', did you mean 'mail'? [GG002]"])


def test_no_run_is_needed(folder: "ProjectFolder") -> None:
    folder.golden({"id": "a", "request": "x"})

    assert folder.run("known-failures").out == "known 0, expiring 0\n"


def test_the_document_has_unknown_as_null(accepted: "ProjectFolder") -> None:
    document = accepted.run("known-failures", "--format", "json", "--today", "2027-03-02").document

    assert document == {
        "goldgate": "known-failures",
        "schema": 1,
        "exit_code": 0,
        "today": "2027-03-02",
        "known": 1,
        "expiring": 0,
        "expired": 1,
        "cases": [
            {
                "suite": "files",
                "id": "read-list",
                "state": "expired",
                "age_days": 121,
                "last_verdict": "fail",
                "reason": "the first word wins",
                "issue": "#7",
                "expires": "2027-03-01",
                "since": "2026-11-01",
                "owner": None,
            }
        ],
    }


def test_the_settings_may_ask_for_an_expiry_and_bound_it(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("goldgate.toml", "agent =", "known_failures = {require_expiry = true, max_days = 30}\nagent =")
    edit(
        "golden/files.jsonl", '"id": "find-notes"', '"id": "find-notes", "known_failure": {"reason": "r", "issue": "i"}'
    )

    soon, far = accepted.run("validate", "--today", "2027-02-01"), accepted.run("validate", "--today", "2026-11-30")

    missing = "golden/files.jsonl:1: required key 'expires' is missing (known_failures.require_expiry)"
    assert soon.errors == [f"{missing} @ $.known_failure [GG010]"]
    assert len(far.errors) == 2
