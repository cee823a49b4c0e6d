import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.pytest_plugin.conftest import Folder

pytest_plugins = ["pytester"]

COMMAND: Final = Path(sys.executable).with_name("goldgate")
TWO_ARE_FINE: Final = "def test_one(): pass\n\n\ndef test_two(): pass\n"
KNOWN: Final = {"reason": "the first word wins", "issue": "#7"}
NOTING: Final = """
def agent(case, context):
    with open("{notes}", "a") as notes:
        notes.write("x")
    return case.id
"""
REGRESSION: Final = """\
_______________________________ desk::regression _______________________________
regression: no longer what was accepted as passing [GG101]
  calls: expected call 1 track, got cancel
  first difference: step 1 /tool: "track" → "cancel"
next: goldgate check --case desk::regression
"""


def command(folder: "Folder", *words: str, hidden: tuple[str, ...] = ("PYTEST_", "GOLDGATE_")) -> str:
    """What `pytest WORDS` prints as a process of its own, without how long it took.

    `hidden` are the beginnings of variables that it does not see.
    """
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:randomly", *words],
        cwd=folder.path,
        env={key: value for key, value in os.environ.items() if not key.startswith(hidden)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.stderr == ""
    return re.sub(r"\d+\.\d\ds", "...s", ended.stdout)


@pytest.fixture
def desk(folder: "Folder") -> "Folder":
    """A project with one passing case, `ok`, one known failure, `known`, and two tests in `tests`."""
    folder.accept(folder.case("ok"), folder.case("known", "cancel | cancel", known_failure=KNOWN))
    folder.write({"tests/test_other.py": TWO_ARE_FINE})
    return folder


def test_each_class_ends_as_it_opens_or_closes_the_gate(folder: "Folder") -> None:
    folder.every_class()
    before = folder.snapshot()

    ended = folder.pytest("--golden")

    assert ended.endings == {
        "ok": "PASSED",
        "regression": "FAILED",
        "known": "XFAIL",
        "fixed": "FAILED",
        "changed_failure": "FAILED",
        "expired": "FAILED",
        "drifted": "FAILED",
        "case_edited": "FAILED",
        "unstable[1]": "FAILED",
        "unstable[2]": "FAILED",
        "error": "ERROR",
        "known_new": "FAILED",
        "unexplained": "FAILED",
        "new": "FAILED",
        "[removed]": "FAILED",
    }
    assert ended.last == "12 failed, 1 passed, 1 xfailed, 1 error"
    assert REGRESSION in ended.text
    assert (
        "[XPASS(strict)] the first word wins (#7) [GG122]\nnext: take the known_failure marker of desk::fixed out"
        in ended.text
    )
    assert "XFAIL golden/desk.jsonl::known - the first word wins (#7)" in ended.text
    assert "removed: 1 case in the baseline, no longer in the golden file [GG106]\n  desk::removed\n" in ended.text
    assert "ERROR at setup of desk::error" in ended.text
    assert not re.search(r"Traceback|goldgate/|^E  ", ended.text, re.MULTILINE)
    assert folder.snapshot() == before


def test_a_stale_baseline_passes_with_a_notice_where_the_settings_say_so(folder: "Folder") -> None:
    folder.every_class()
    folder.write({"goldgate.toml": 'agent = "desk:agent"\n[gate]\nstale = "warn"\n'})

    ended = folder.pytest("--golden", "-k", "fixed or drifted or case_edited or new")

    assert ended.endings == {
        "fixed": "PASSED",
        "drifted": "PASSED",
        "case_edited": "PASSED",
        "new": "PASSED",
        "known_new": "FAILED",
    }
    assert (
        "notice 1 fixed: stale [GG122]\nnotice 1 drifted: stale [GG125]\nnotice 1 case_edited: stale [GG124]\n"
        "notice 1 new: stale [GG121]\nnext: goldgate run, then goldgate update-baseline\n"
    ) in ended.text


def test_runxfail_lets_no_marker_excuse_anything(folder: "Folder") -> None:
    folder.every_class()

    ended = folder.pytest("--golden", "--runxfail", "-k", "known or fixed")

    assert ended.endings == {"known": "FAILED", "fixed": "FAILED", "known_new": "FAILED"}


def test_each_trial_is_a_test_and_fails_by_itself(folder: "Folder") -> None:
    folder.accept(folder.case("a", "count", expect={"answer": {"matches": "0|1|2"}}, trials=3))
    folder.golden(folder.case("a", "count", expect={"answer": {"equals": "1"}}, trials=3))

    ended = folder.pytest("--golden")

    assert ended.endings == {"a[1]": "FAILED", "a[2]": "PASSED", "a[3]": "FAILED"}
    assert ended.text.count("answer.equals") == 2


def test_without_being_asked_nothing_is_collected_loaded_or_said(desk: "Folder") -> None:
    loads_nothing = (
        "import sys\n\n\ndef test_it():\n"
        "    heavy = {'cattrs', 'click', 'deepdiff', 'goldgate.testing', 'goldgate.errors'}\n"
        "    assert sys.modules.keys() & heavy == set()\n"
        "    assert 'goldgate' in sys.modules\n"
    )
    desk.write({"tests/test_loaded.py": loads_nothing})

    # coverage would disturb it, by what it loads
    assert command(desk, "-q", hidden=("PYTEST_", "COV")) == f"{'...':<73}[100%]\n3 passed in ...s\n"


def test_without_the_plugin_nobody_can_ask(desk: "Folder") -> None:
    assert "unrecognized arguments: --golden" in desk.pytest("--golden", "-p", "no:goldgate").errors


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--golden",), {"ok", "known", "test_one", "test_two"}),
        (("--golden", "tests"), {"ok", "known", "test_one", "test_two"}),
        (("--golden", "tests/test_other.py::test_two"), {"ok", "known", "test_two"}),
        (("--golden", "golden"), {"ok", "known"}),
        (("--golden", "golden/desk.jsonl::ok"), {"ok"}),
        (("--golden", ".", "-k", "ok or one"), {"ok", "test_one"}),
        (("--golden", "-m", "golden"), {"ok", "known"}),
        (("--golden", "-m", "not golden"), {"test_one", "test_two"}),
        (("-o", "golden=true"), {"ok", "known", "test_one", "test_two"}),
        (("-o", "golden=true", "-o", "testpaths=tests"), {"ok", "known", "test_one", "test_two"}),
        (("-o", "golden=true", "tests"), {"test_one", "test_two"}),
        (("-o", "golden=true", "golden"), {"ok", "known"}),
        ((), {"test_one", "test_two"}),
    ],
)
def test_golden_cases_are_selected_as_all_tests_are(words: tuple[str, ...], expected: set[str], desk: "Folder") -> None:
    ended = desk.pytest(*words, "--collect-only", "-q")

    assert {line.rsplit("::", 1)[1] for line in ended.text.splitlines() if "::" in line} == expected
    assert not (desk.path / ".goldgate").exists()


def test_node_ids_are_paths_and_ids(desk: "Folder") -> None:
    ended = desk.pytest("--golden", "golden", "--collect-only", "-q")

    assert ended.text.splitlines()[:2] == ["golden/desk.jsonl::ok", "golden/desk.jsonl::known"]


def test_the_project_is_found_from_a_folder_in_it(desk: "Folder", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk.path / "tests")

    ended = desk.pytest("--golden")

    assert "PASSED ../golden/desk.jsonl::ok" in ended.text
    assert ended.last == "3 passed, 1 xfailed"


def test_the_project_is_found_at_the_root_of_the_tests(desk: "Folder", monkeypatch: pytest.MonkeyPatch) -> None:
    (desk.path / "elsewhere").mkdir()
    monkeypatch.chdir(desk.path.parent)

    ended = desk.pytest("--golden", f"--rootdir={desk.path}", str(desk.path / "tests"))

    assert ended.last == "3 passed, 1 xfailed"


def test_projects_below_a_path_are_tested_as_well(folder: "Folder") -> None:
    for name in ("one", "two"):
        folder.accept(folder.case(f"of {name}"), root=name)
    folder.write({"broken/goldgate.toml": "agent = 1\n", "broken/golden/data.jsonl": "{}\n"})

    ended = folder.pytest("--golden", "one", "two", "broken")

    assert ended.endings == {"of one": "PASSED", "of two": "PASSED"}


def test_any_id_can_be_named_again_as_it_is_printed(folder: "Folder") -> None:
    ids = ["a b", "a::b", "a[1]", "환불-규정", "a/b", "[", "::", "a\u202eb", "a - b"]
    folder.accept(*map(folder.case, ids), folder.case("other"))

    printed = folder.pytest("--golden", "--collect-only", "-q").text.splitlines()[: len(ids)]
    ended = folder.pytest("--golden", *printed)

    assert printed == [
        f"golden/desk.jsonl::{name}"
        for name in ["a b", "a: :b", "a[1]", "환불-규정", "a/b", "[", ": :", "a\\u202eb", "a - b"]
    ]
    assert ended.last == "9 passed"


def test_the_last_failures_are_tested_again(folder: "Folder") -> None:
    folder.accept(folder.case("ok"), folder.case("regression", "track | cancel"))
    folder.now()

    assert folder.pytest("--golden", "--lf").last == "1 failed, 1 passed"
    assert folder.pytest("--golden", "--lf").last == "1 failed"


def test_after_the_first_failure_only_the_first_cases_were_run(folder: "Folder") -> None:
    notes = folder.path.parent / f"{folder.path.name}-notes"
    agent = NOTING.format(notes=notes)
    folder.accept(*(folder.case(f"{number}", expect={"calls": []}) for number in range(20)), agent=agent)
    folder.golden(*(folder.case(f"{number}", expect={"calls": ["track"]}) for number in range(20)))
    notes.unlink()

    ended = folder.pytest("--golden", "-x")

    assert ended.last == "1 failed"
    assert notes.read_text() == "x" * 8


def test_cases_run_in_any_order_and_once(folder: "Folder") -> None:
    notes = folder.path.parent / f"{folder.path.name}-notes"
    cases = [folder.case(f"{number}", expect={"calls": []}, trials=2) for number in range(9)]
    folder.accept(*cases, agent=NOTING.format(notes=notes))
    notes.unlink()

    ended = folder.pytest("--golden", shuffled=True)

    assert "Using --randomly-seed=" in ended.text
    assert ended.last == "18 passed"
    assert notes.read_text() == "x" * 18


def test_several_processes_share_the_work(folder: "Folder") -> None:
    folder.every_class()

    said = command(folder, "--golden", "-n", "2", "-q")

    assert said.splitlines()[-1] == "12 failed, 1 passed, 1 xfailed, 1 error in ...s"
    assert REGRESSION.split("\n", 1)[1] in said
    assert not (folder.path / ".goldgate").exists()


def test_a_suite_without_a_baseline_is_an_error_of_its_cases_alone(desk: "Folder") -> None:
    (desk.path / "baselines/desk.jsonl").unlink()

    ended = desk.pytest("--golden")

    assert ended.last == "2 passed, 2 errors"
    assert "suite 'desk' has no baseline: run goldgate update-baseline [GG012]\n" in ended.text


def test_what_is_wrong_in_a_golden_file_is_an_error_of_collection(desk: "Folder") -> None:
    desk.golden(desk.case("ok", expct={}))

    ended = desk.pytest("--golden")

    assert "golden/desk.jsonl:1: unknown key 'expct', did you mean 'expect'? @ $ [GG010]" in ended.text
    assert ended.last == "1 error"


def test_a_suite_without_a_case_is_an_error_of_collection(desk: "Folder") -> None:
    desk.golden()

    assert "suite 'desk' has no case; give its golden file one, or take it away" in desk.pytest("--golden").text


def test_a_baseline_that_lost_its_golden_file_fails(desk: "Folder") -> None:
    desk.accept(desk.case("a"), desk.case("b"), suite="old")
    (desk.path / "golden/old.jsonl").unlink()

    ended = desk.pytest("--golden")

    assert "FAILED baselines/old.jsonl::[removed] - removed: 2 cases in the baseline" in ended.text
    assert ended.last == "1 failed, 3 passed, 1 xfailed"


def test_a_baseline_of_nothing_and_without_its_golden_file_says_nothing(desk: "Folder") -> None:
    desk.write({"baselines/old.jsonl": (desk.path / "baselines/desk.jsonl").read_text().splitlines()[0] + "\n"})

    assert desk.pytest("--golden").last == "3 passed, 1 xfailed"


def test_what_is_wrong_in_such_a_baseline_is_an_error_of_collection(desk: "Folder") -> None:
    desk.write({"baselines/old.jsonl": "{}\n"})

    ended = desk.pytest("--golden")

    assert "ERROR collecting baselines/old.jsonl" in ended.text
    assert "baselines/old.jsonl:1: " in ended.text


def test_what_is_wrong_in_a_baseline_is_an_error_of_the_cases(desk: "Folder") -> None:
    desk.write({"baselines/desk.jsonl": "{}\n"})

    ended = desk.pytest("--golden", "golden")

    assert ended.last == "2 errors"
    assert "baselines/desk.jsonl:1: " in ended.text


def test_a_name_that_no_suite_can_have_is_an_error_of_collection(desk: "Folder") -> None:
    desk.write({"golden/a@b.jsonl": ""})

    ended = desk.pytest("--golden", "golden")

    assert "the name of a suite must not hold '@', got 'a@b'; rename the file" in ended.text


@pytest.mark.parametrize(
    ("files", "words", "message"),
    [
        ({}, (), "goldgate: the folder of golden suites, golden, is missing; goldgate init lays a first one"),
        ({"test_a.py": TWO_ARE_FINE}, ("test_a.py",), "goldgate: --golden found no golden case in what is collected"),
        ({"goldgate.toml": "agnt = 1\n"}, (), "goldgate: goldgate.toml:1: unknown key 'agnt', did you mean 'agent'?"),
    ],
)
def test_to_ask_for_golden_cases_where_there_are_none_is_refused(
    files: dict[str, str], words: tuple[str, ...], message: str, folder: "Folder"
) -> None:
    folder.write(files)

    assert f"ERROR: {message}" in folder.pytest("--golden", *words).errors


def test_a_sampled_suite_has_a_test_of_its_own(folder: "Folder") -> None:
    folder.accept(folder.case("a"), folder.case("b"))
    folder.write({"goldgate.toml": 'agent = "desk:agent"\nsampled = true\ntrials = 2\n'})
    for verb in (["run"], ["update-baseline", "--yes", "2"]):
        subprocess.run([COMMAND, *verb], cwd=folder.path, check=False, capture_output=True)

    said = command(folder, "--golden", "-q", "-rA")  # numpy can't be loaded twice in one process

    assert re.findall(r"^PASSED \S+::(.*)", said, re.MULTILINE) == ["a[1]", "a[2]", "b[1]", "b[2]", "[sampled]"]
    assert said.endswith("5 passed in ...s\n")


def test_a_fixture_runs_suites_of_the_project(desk: "Folder") -> None:
    test = (
        "from goldgate.testing import assert_gate_open\n\n\n"
        "def test_it(goldgate_run):\n    run = goldgate_run('desk', cases=['ok'])\n    assert_gate_open(run)\n"
        "    assert run.comparison.not_selected == 1\n"
    )
    desk.write({"test_gate.py": test})

    assert desk.pytest("test_gate.py").last == "1 passed"
