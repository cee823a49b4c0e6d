import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]
BASELINE = "baselines/files.jsonl"
KNOWN_FAILURE = '"known_failure": {"reason": "r", "issue": "i"}'


def line_of(project: "ProjectFolder", case: str) -> dict[str, object]:
    """The accepted line of a case."""
    for line in project.read(BASELINE).splitlines():
        if line.startswith(f'{{"id":"{case}"'):
            found: dict[str, object] = json.loads(line)
            return found
    raise AssertionError(f"{case} has no line")


def test_a_first_baseline_is_readable_without_any_tool(project: "ProjectFolder") -> None:
    project.run("run")

    ended = project.run("update-baseline")

    assert ended.code == 0
    assert ended.out == (
        "wrote files: 3 lines, 0 untouched\n"
        "  new 3  passes, and the baseline does not hold it yet [GG121]\n"
        "    files::find-notes, files::read-notes, files::메모-목록\n"
        "next: look at baselines, then goldgate compare\n"
    )
    header, *lines = project.read(BASELINE).split("\n\n")
    assert header.startswith('{"goldgate":"baseline","schema":1,"outcome":"')
    assert [json.loads(line)["id"] for line in lines] == ["find-notes", "read-notes", "메모-목록"]
    assert '"id":"메모-목록"' in lines[2]
    assert {**line_of(project, "메모-목록"), "case": "…"} == {
        "id": "메모-목록",
        "verdict": "pass",
        "case": "…",
        "status": "success",
        "steps": [{"tool": "file_list", "args": {"words": "list 메모"}, "observation": ["메모.md"]}],
        "answer": "['메모.md']",
    }


def test_with_nothing_to_change_the_file_is_not_touched(accepted: "ProjectFolder") -> None:
    before = (accepted.root / BASELINE).stat()

    ended = accepted.run("update-baseline")

    assert (ended.code, ended.out) == (0, "nothing to change\nnext: goldgate compare\n")
    after = (accepted.root / BASELINE).stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_a_machine_accepts_nothing(worse: "ProjectFolder") -> None:
    before = worse.snapshot()

    for variable in ("CI", "PRE_COMMIT"):
        ended = worse.run("update-baseline", env={variable: "true"})
        assert (ended.code, ended.out) == (2, "")
        assert ended.errors == [
            f"{variable} is set: baselines are accepted by a person who looks at them; nothing was written [GG040]"
        ]
    assert worse.run("update-baseline", env={"CI": "False", "PRE_COMMIT": "0"}).code == 1
    assert worse.snapshot() == before


def test_a_dry_run_says_the_same_and_writes_nothing(accepted: "ProjectFolder") -> None:
    accepted.write({"golden/files.jsonl": accepted.read("golden/files.jsonl") + '{"id": "new", "request": "x"}\n'})
    accepted.run("run")
    before = accepted.snapshot()

    ended = accepted.run("update-baseline", "--dry-run")

    assert ended.code == 0
    assert ended.out == (
        "would write files: 1 line, 5 untouched\n"
        "  new 1  passes, and the baseline does not hold it yet [GG121]\n"
        "    files::new\n"
        "dry run: nothing was written\n"
    )
    assert accepted.snapshot() == before
    assert accepted.run("update-baseline", "--format", "json").document["suites"] == {
        "files": {
            "written": [{"id": "new", "class": "new", "code": "GG121", "trials": None}],
            "refused": [],
            "untouched": 5,
            "blocked": False,
            "drop_refused": False,
        }
    }


def test_what_is_worse_is_refused_and_the_rest_is_written(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"find": "file_search"', '"find": "file_read"')
    edit("my_agent.py", "    result =", "    if word == 'list':\n        return 'other'\n    result =")
    lines = accepted.read("golden/files.jsonl").splitlines()
    lines[2] = json.dumps({"id": "메모-목록", "request": "list 메모", "expect": {"calls": []}}, ensure_ascii=False)
    accepted.write({"golden/files.jsonl": "\n".join(lines)})
    accepted.run("run")

    ended = accepted.run("update-baseline")

    assert ended.code == 1
    assert ended.out == (
        "wrote files: 1 line, 4 untouched\n"
        "  case_edited 1  its definition was edited since the baseline was written [GG124]\n"
        "    files::메모-목록\n"
        "refused regression files::find-anything [GG101]\n"
        "  nothing but the baseline judges it, and its outcome changed; if that is meant: "
        "--accept find-anything --reason TEXT\n"
        "refused regression files::find-notes [GG101]\n"
        "  a failing case without a marker is never written: fix it, or give it a known_failure in the golden file, "
        "then --accept find-notes --reason TEXT\n"
        "2 refused; see above for what to do with each\n"
    )


def test_an_accepted_change_keeps_its_reason(worse: "ProjectFolder") -> None:
    ended = worse.run("update-baseline", "--accept", "files::find-anything", "--reason", "읽는 것이 맞다")

    assert ended.code == 1
    assert ended.out.splitlines()[0] == "wrote files: 1 line, 4 untouched"
    assert line_of(worse, "find-anything")["note"] == "읽는 것이 맞다"
    assert worse.run("compare").last[0] == "gate closed: 1 regression  (exit 1)"


def test_a_failure_enters_the_baseline_marked_and_on_purpose_only(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"list": "file_list"', '"list": "file_tree"')
    edit("golden/files.jsonl", '"request": "list 메모"', f'{KNOWN_FAILURE}, "request": "list 메모"')
    accepted.run("run")

    refused = accepted.run("update-baseline")

    assert refused.code == 1
    assert refused.out.startswith(
        "refused regression files::메모-목록 [GG101]\n"
        "  it was marked after it was accepted as passing; if the failure is to be kept: "
        "--accept '메모-목록' --reason TEXT\n"
    )
    assert accepted.run("update-baseline", "--accept", "메모-목록", "--reason", "see i").code == 0
    assert line_of(accepted, "메모-목록")["verdict"] == "fail"


def test_a_failure_that_changed_or_went_away_is_refused_first(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"read": "file_read"', '"read": "file_tree"')
    accepted.run("run", "--case", "read-list")
    changed = accepted.run("update-baseline", "--case", "read-list")
    edit("my_agent.py", '"read": "file_tree"', '"read": "file_list"')
    accepted.run("run", "--case", "read-list")
    fixed = accepted.run("update-baseline")

    assert (changed.code, fixed.code) == (1, 1)
    assert changed.out.splitlines()[:2] == [
        "refused changed_failure files::read-list [GG103]",
        "  it fails in another way than was accepted; if that is to be kept: --accept read-list --reason TEXT",
    ]
    assert fixed.out.splitlines()[:2] == [
        "refused fixed files::read-list [GG122]",
        "  it passes now: take its known_failure marker out of the golden file first",
    ]


def test_what_makes_no_sense_is_refused_as_a_whole(accepted: "ProjectFolder") -> None:
    without_reason = accepted.run("update-baseline", "--accept", "find-notes")
    unknown = accepted.run("update-baseline", "--accept", "find-note", "--accept", "find-notes", "--reason", "why")

    assert {(ended.code, ended.out) for ended in (without_reason, unknown)} == {(2, "")}
    assert without_reason.errors == [
        "--accept needs --reason TEXT: it is kept in the baseline as the note of the line [GG002]"
    ]
    assert unknown.errors == [
        "unknown case 'find-note', did you mean 'find-notes'? [GG002]",
        "'find-notes' needs no --accept: nothing about it is refused [GG002]",
    ]


def test_removed_cases_are_dropped_when_asked_and_only_by_a_whole_run(accepted: "ProjectFolder") -> None:
    golden = accepted.read("golden/files.jsonl").splitlines()
    accepted.write({"golden/files.jsonl": "\n".join(golden[1:])})
    accepted.run("run", "--case", "read-notes")
    assert accepted.run("update-baseline", "--prune").errors == [
        "--prune needs a run of everything; this one took --case read-notes: goldgate run [GG002]"
    ]
    accepted.run("run")
    before = accepted.read(BASELINE)

    ended = accepted.run("update-baseline", "--prune")

    assert ended.code == 0
    assert ended.out.splitlines()[1] == "  removed 1  in the baseline, no longer in the golden file [GG106]"
    dropped = set(before.splitlines()) - set(accepted.read(BASELINE).splitlines())
    assert [json.loads(line)["id"] for line in dropped] == ["find-notes"]


def test_a_baseline_without_a_golden_file_is_pruned_away(accepted: "ProjectFolder") -> None:
    accepted.write({"baselines/gone.jsonl": accepted.read(BASELINE)})

    assert accepted.run("update-baseline", "--prune").code == 0
    assert sorted(path.name for path in (accepted.root / "baselines").iterdir()) == ["files.jsonl"]


def test_many_changes_have_to_be_confirmed_by_their_number(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("goldgate.toml", "agent =", 'store = "digest"\nagent =')
    accepted.run("run")
    before = accepted.snapshot()

    refused = accepted.run("update-baseline", "--yes", "4")

    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "5 existing lines would change; look at them with --dry-run, then confirm that very number: --yes 5 (not 4); "
        "nothing was written [GG040]\n"
    )
    dry = accepted.run("update-baseline", "--dry-run")
    assert dry.code == 0
    assert (
        dry.out.splitlines()[1::2][0]
        == "  drifted 5  the outcome settings changed, and with them what the line says [GG125]"
    )
    assert dry.out.splitlines()[-1] == "to write it: the same without --dry-run, with --yes 5"
    assert accepted.snapshot() == before
    assert accepted.run("update-baseline", "--yes", "5").code == 0
    assert accepted.snapshot() != before


def test_under_other_outcome_settings_all_lines_are_written_or_none(worse: "ProjectFolder", edit: Edit) -> None:
    edit("goldgate.toml", "agent =", 'store = "digest"\nagent =')
    worse.run("run")
    before = worse.snapshot()

    ended = worse.run("update-baseline")

    assert (ended.code, ended.err) == (1, "")
    assert ended.out.splitlines()[0] == "refused regression files::find-notes [GG101]"
    assert ended.out.splitlines()[2:] == [
        "nothing of files is written: its outcome settings changed, so all of its lines are written or none",
        "nothing to change but what was refused",
        "1 refused; see above for what to do with each",
    ]
    assert worse.snapshot() == before
    assert worse.run("compare").errors[0].startswith("the outcome settings of suite 'files' are not those")


def test_an_outdated_run_is_not_accepted(worse: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"no tool"', '"no tool."')
    before = worse.snapshot()

    ended = worse.run("update-baseline")

    assert (ended.code, ended.out) == (2, "")
    assert ended.errors[0] == f"the run {worse.runs[-1].name} is outdated; make a new one: goldgate run [GG022]"
    assert worse.snapshot() == before


def test_two_that_write_at_once_leave_one_whole_baseline(project: "ProjectFolder") -> None:
    project.run("run")

    with ThreadPoolExecutor() as threads:
        ended = list(threads.map(lambda _: project.run("update-baseline"), range(2)))

    assert {each.code for each in ended} <= {0, 2}
    assert 0 in {each.code for each in ended}
    assert project.run("compare").code == 0
