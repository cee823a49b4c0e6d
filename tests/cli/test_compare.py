import json
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

Edit = Callable[[str, str, str], None]
TODAY = ("--today", "2026-11-30")


def test_an_unchanged_agent_finds_the_gate_open(accepted: "ProjectFolder") -> None:
    before = accepted.snapshot()

    ended = accepted.run("compare", *TODAY)

    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        "5 expected, 5 run, 5 compared, 0 errored\n"
        "ok 4, known 1\n"
        "known 1, expiring 0\n"
        "gate open  (exit 0, 2026-11-30)\n"
        "next: nothing to do\n"
    )
    assert accepted.snapshot() == before


def test_all_cases_are_listed_when_asked_for(accepted: "ProjectFolder") -> None:
    ended = accepted.run("compare", "--all", *TODAY)

    assert ended.code == 0
    assert ended.out.splitlines()[:5] == [
        "ok    ok  files::find-anything  passes as accepted [GG131]",
        "ok    ok  files::find-notes  passes as accepted [GG131]",
        "ok    known  files::read-list  fails as it is known to [GG132]",
        '       calls: expected call 1 file_list, got file_read {"words":"read list"}',
        "       known failure: the first word wins (#7)",
    ]


def test_before_any_run_and_before_any_baseline_there_is_no_judgement(project: "ProjectFolder") -> None:
    assert project.run("compare").errors == ["there is no run yet; make one: goldgate run [GG020]"]
    project.golden({"id": "a", "request": "x"}, suite="more")
    assert project.run("run").last[1] == "next: goldgate update-baseline"

    assert project.run("compare").errors == [
        "suite 'files' has no baseline: run goldgate update-baseline [GG012]",
        "suite 'more' has no baseline: run goldgate update-baseline [GG012]",
    ]


def test_an_outdated_run_is_refused_and_says_all_that_changed(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"no tool"', '"no tool."')
    edit("golden/files.jsonl", '"find anything"', '"find something"')
    edit("golden/files.jsonl", '"read-notes"', '"notes"')
    edit("goldgate.toml", "my_agent:agent", "other:agent")
    edit("goldgate.toml", "agent =", 'store = "digest"\nagent =')

    ended = accepted.run("compare")

    assert (ended.code, ended.out) == (2, "")
    assert ended.errors == [
        f"{problem} [GG022]"
        for problem in (
            f"the run {accepted.runs[-1].name} is outdated; make a new one: goldgate run",
            "the agent of suite 'files' was my_agent:agent, is other:agent",
            "settings of suite 'files' are changed: store",
            "golden/files.jsonl: cases are edited: find-anything",
            "golden/files.jsonl: cases are new: notes",
            "golden/files.jsonl: cases are gone: read-notes",
            "my_agent.py: the project file is changed",
        )
    ]


def test_settings_that_decide_results_outdate_a_run_for_every_command(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("goldgate.toml", "agent =", 'timeout = 5\nguards.seed = "7"\nagent =')
    for command in ("compare", "update-baseline"):
        ended = accepted.run(command)
        assert (ended.code, ended.errors[1:]) == (
            2,
            ["settings of suite 'files' are changed: guards.seed, timeout [GG022]"],
        )


def test_a_run_with_options_of_its_own_is_not_outdated_by_them(accepted: "ProjectFolder") -> None:
    accepted.run("run", "--timeout", "5", "--trials", "2")
    assert accepted.run("compare").code == 0
    assert accepted.run("compare", "--run", accepted.runs[-1].name, *TODAY).code == 0


def test_an_expiry_that_is_required_by_now_is_missed_in_an_older_run(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("golden/files.jsonl", ', "expires": "2027-03-01"', "")
    accepted.run("run")
    edit("goldgate.toml", "agent =", "known_failures.require_expiry = true\nagent =")

    missing = "required key 'expires' is missing (known_failures.require_expiry) @ $.known_failure [GG010]"
    for command in ("run", "compare", "update-baseline"):
        ended = accepted.run(command)
        assert (ended.code, ended.out, ended.errors) == (2, "", [f"golden/files.jsonl:4: {missing}"])


def test_what_is_no_part_of_the_definition_may_be_edited(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("golden/files.jsonl", '"tags": ["odd"]', '"tags": ["even"], "notes": "n", "split": "test"')
    edit("golden/files.jsonl", '"expires": "2027-03-01"', '"expires": "2026-12-02"')

    assert accepted.run("compare", *TODAY).out.splitlines()[2] == "known 1, expiring 1"
    assert accepted.run("compare", "--today", "2026-12-03").last == [
        "gate closed: 1 expired  (exit 1)",
        "next: goldgate show files::read-list",
    ]


def test_a_change_of_every_kind_has_its_class_and_its_reason(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("my_agent.py", '"read": "file_read"', '"read": "file_list"')
    edit("golden/files.jsonl", '"request": "list 메모"', '"request": "list 메모 전부"')
    lines = accepted.read("golden/files.jsonl").splitlines()
    new = [
        json.dumps({"id": "new-one", "request": "x"}),
        json.dumps(
            {
                "id": "new-known",
                "request": "x",
                "expect": {"calls": ["file_read"]},
                "known_failure": {"reason": "r", "issue": "i"},
            }
        ),
        json.dumps({"id": "new-bad", "request": "x", "expect": {"calls": ["file_read"]}}),
    ]
    kept = [line for line in lines if '"find-anything"' not in line]
    accepted.write({"golden/files.jsonl": "\n".join([*kept, *new])})
    assert accepted.run("run").code == 1

    ended = accepted.run("compare", *TODAY)

    assert ended.code == 1
    assert ended.out == (
        "WORSE removed  files::find-anything  in the baseline, no longer in the golden file [GG106]\n"
        "WORSE unexplained  files::new-bad  fails without a known-failure marker [GG102]\n"
        "       calls: expected call 1 file_read, got no call\n"
        "WORSE regression  files::read-notes  no longer what was accepted as passing [GG101]\n"
        '       calls: expected call 1 file_read, got file_list {"words":"read notes"}\n'
        '       step_errors: step 1 file_list {"words":"read notes"} failed with NO_STUB, which was not expected; '
        "1 more failed\n"
        "       status: expected overall status success, got error\n"
        "       raised: ToolError at my_agent.py:11 in agent\n"
        '       first difference: step 1 /tool: "file_read" → "file_list"\n'
        "STALE known_new  files::new-known  a known failure that the baseline does not hold yet [GG123]\n"
        "       calls: expected call 1 file_read, got no call\n"
        "       known failure: r (i)\n"
        "STALE new  files::new-one  passes, and the baseline does not hold it yet [GG121]\n"
        "STALE fixed  files::read-list  was a failure, passes now [GG122]\n"
        '       first difference: step 1 /tool: "file_read" → "file_list"\n'
        "       known failure: the first word wins (#7)\n"
        "STALE case_edited  files::메모-목록  its definition was edited since the baseline was written [GG124]\n"
        '       first difference: step 1 /args/words: "list 메모" → "list 메모 전부"\n'
        "\n"
        "7 expected, 7 run, 4 compared, 0 errored\n"
        "ok 1, removed 1, regression 1, fixed 1, known_new 1, unexplained 1, new 1, case_edited 1\n"
        "known 0, expiring 0\n"
        "gate closed: 1 removed; 1 regression; 1 unexplained; 1 fixed: stale; 1 known_new: stale; 1 new: stale; "
        "1 case_edited: stale  (exit 1, 2026-11-30)\n"
        "next: goldgate update-baseline --prune\n"
    )


def test_the_same_change_in_several_cases_is_told_once(worse: "ProjectFolder") -> None:
    ended = worse.run("compare")

    assert ended.code == 1
    assert ended.out.startswith(
        "WORSE regression: file_search → file_read in 2 cases, at step 1 [GG101]\n"
        "       files::find-anything, files::find-notes\n"
        "\n"
        "5 expected, 5 run, 5 compared, 0 errored\n"
    )


def test_a_stale_baseline_may_pass_with_a_notice(accepted: "ProjectFolder", edit: Edit) -> None:
    edit("goldgate.toml", "agent =", 'gate.stale = "warn"\nagent =')
    accepted.write({"golden/files.jsonl": accepted.read("golden/files.jsonl") + '{"id": "new", "request": "x"}\n'})
    accepted.run("run")

    ended = accepted.run("compare")

    assert ended.code == 0
    assert ended.out.splitlines()[-3] == "notice 1 new: stale"
    assert ended.last == ["gate open  (exit 0)", "next: goldgate update-baseline"]


def test_a_filtered_run_looks_for_no_removed_cases(accepted: "ProjectFolder") -> None:
    accepted.write({"baselines/gone.jsonl": accepted.read("baselines/files.jsonl")})
    accepted.run("run", "--case", "find-notes")

    ended = accepted.run("compare", *TODAY)

    assert ended.code == 0
    assert ended.out == (
        "1 expected, 1 run, 1 compared, 0 errored\n"
        "ok 1, not_selected 4\n"
        "4 not selected; removed cases were not looked for\n"
        "known 0, expiring 0\n"
        "gate open  (exit 0, 2026-11-30)\n"
        "next: nothing to do\n"
    )


def test_a_baseline_whose_golden_file_is_gone_is_all_removed(accepted: "ProjectFolder") -> None:
    accepted.write({"baselines/gone.jsonl": accepted.read("baselines/files.jsonl")})

    ended = accepted.run("compare")

    assert ended.code == 1
    assert ended.last == ["gate closed: 5 removed  (exit 1)", "next: goldgate update-baseline --prune"]
    assert "WORSE removed  gone::find-notes  in the baseline, no longer in the golden file" in ended.out


def test_an_older_run_is_named_in_full(worse: "ProjectFolder") -> None:
    assert worse.run("compare", "--run", "yesterday").errors == [
        f"there is no run 'yesterday'; there is {worse.runs[-1].name!r} [GG020]"
    ]
    assert worse.run("compare", "--run", worse.runs[0].name).err.startswith(f"the run {worse.runs[0].name} is outdated")


def test_the_document_says_what_the_text_says(worse: "ProjectFolder") -> None:
    document = worse.run("compare", "--format", "json", *TODAY).document

    cases = document.pop("cases")
    assert document == {
        "goldgate": "comparison",
        "schema": 1,
        "exit_code": 1,
        "open": False,
        "reasons": ["2 regression"],
        "notices": [],
        "run": worse.runs[-1].name,
        "shard": None,
        "variant": "default",
        "today": "2026-11-30",
        "expected": 5,
        "ran": 5,
        "compared": 5,
        "errored": 0,
        "not_selected": 0,
        "suites_left_out": [],
        "partly_compared": 0,
        "recordings": {"by_order": [], "live": False, "unused": []},
        "unstable": None,
        "classes": {"ok": 2, "regression": 2, "known": 1},
        "sampled": {},
        "guards_off": [],
        "next": "goldgate show files::find-anything",
    }
    assert [(case["id"], case["class"], case["row"]) for case in cases] == [
        ("find-anything", "regression", 5),
        ("find-notes", "regression", 12),
        ("read-list", "known", 11),
    ]
    assert cases[0]["divergence"] == {
        "step": 0,
        "kind": "changed",
        "pointer": "/tool",
        "expected": "file_search",
        "actual": "file_read",
    }


def test_what_a_run_itself_writes_does_not_outdate_it_and_what_it_lists_does(project: "ProjectFolder") -> None:
    """Memory that is read when the agent is loaded is written by trials; notes are only listed."""
    project.write(
        {
            "memory.txt": "0",
            "notes/a.md": "a",
            "my_agent.py": (
                "from pathlib import Path\n"
                "SEEN = Path('memory.txt').read_text()\n"
                "def agent(case, context):\n"
                "    Path('memory.txt').write_text(SEEN + case.id)\n"
                "    return str(len(list(Path('notes').glob('*.md'))))\n"
            ),
        }
    )
    project.golden({"id": "one", "request": "one"})
    assert project.run("run").code == 0
    assert project.run("update-baseline").code == 0
    assert project.run("compare").code == 0

    project.write({"notes/b.md": "b"})
    outdated = project.run("compare")

    assert (outdated.code, outdated.errors[1:]) == (
        2,
        ["notes/: the agent lists this folder, and files came to it or went [GG022]"],
    )
