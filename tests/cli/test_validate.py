from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder


def test_all_well_is_said_with_the_counts(accepted: "ProjectFolder") -> None:
    ended = accepted.run("validate")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "files: 5 cases\nall well: 1 suite, 1 baseline\n"


def test_files_of_windows_and_blank_lines_are_fine(accepted: "ProjectFolder") -> None:
    text = accepted.read("golden/files.jsonl")
    accepted.write({"golden/files.jsonl": "\ufeff\r\n" + text.replace("\n", "\r\n\r\n") + "\r\n"})

    assert accepted.run("validate").out == "files: 5 cases\nall well: 1 suite, 1 baseline\n"
    assert accepted.run("compare").code == 0


def test_what_may_not_be_meant_is_warned_of(accepted: "ProjectFolder") -> None:
    accepted.write(
        {
            "baselines/gone.jsonl": accepted.read("baselines/files.jsonl"),
            "goldgate.toml": 'agent = "my_agent:agent"\n[suites.file]\ntrials = 2\n'
            '[[suites.more.redactions]]\npath = "/steps/**"\ndrop = true\n',
        }
    )
    accepted.golden({"id": "a", "request": "x", "expect": {"calls": [], "match": "superset"}}, suite="more")

    ended = accepted.run("validate")

    assert ended.code == 0
    assert [line for line in ended.out.splitlines() if line.startswith("warning ")] == [
        f"warning {said}"
        for said in (
            "golden/more.jsonl:1: an empty list matched as superset expects nothing @ $.expect.calls",
            "baselines/gone.jsonl: no golden file gone.jsonl belongs to this baseline; all its cases count as removed",
            "the settings speak of a suite that has no golden file: unknown suite 'file', did you mean 'files'?",
            (
                "suites.more.redactions[0] drops what steps are made of: no trace differs from another any more "
                "but in the number of its steps"
            ),
        )
    ]
    document = accepted.run("validate", "--format", "json").document
    assert (document["suites"], document["baselines"]) == ({"files": 5, "more": 1}, ["files", "gone"])
    assert [warning["code"] for warning in document["warnings"]] == ["GG014", "GG015", "GG016", "GG017"]


def test_golden_files_that_lie_too_deep_to_be_run_are_named(project: "ProjectFolder") -> None:
    project.golden({"id": "a", "request": "x"}, suite="more/second")
    project.golden({"id": "a", "request": "x"}, suite="more/first")
    project.golden({"id": "a", "request": "x"}, suite="cassettes/gone/find-notes")
    deep = "lies too deep to be a suite: move it up into the folder of golden suites"

    assert project.run("validate").out.splitlines()[:2] == [
        f"warning golden/more/first.jsonl: {deep}",
        f"warning golden/more/second.jsonl: {deep}",
    ]
    assert project.run("run").out.splitlines()[0] == f"notice golden/more/first.jsonl {deep} (and 1 more)"

    (project.root / "golden/files.jsonl").unlink()
    assert project.run("run").errors == [
        f"the folder of golden suites, golden, is empty of suites, but golden/more/first.jsonl {deep} [GG002]"
    ]


def test_a_project_without_suites_is_told_how_to_begin(folder: "ProjectFolder") -> None:
    assert folder.run("validate").errors == [
        "the folder of golden suites, golden, is missing; goldgate init lays a first one [GG002]"
    ]
    (folder.root / "golden").mkdir()
    assert folder.run("validate").errors == [
        "the folder of golden suites, golden, is empty of suites; goldgate init lays a first one [GG002]"
    ]
