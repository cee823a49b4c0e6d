import datetime as dt
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from goldgate.errors import BadFile, LockHeld, UnreadableFile
from goldgate.formats.results import read_header, write_result, write_timing
from goldgate.model.case import Case
from goldgate.model.judgement import Fault, Verdict
from goldgate.model.plan import Plan, PlannedTrial
from goldgate.store.journal import begin_run, open_journal, read_late_files, writing
from goldgate.store.run_folder import runs_folder
from goldgate.store.runs import results_of

if TYPE_CHECKING:
    from tests.store.conftest import Runs

AsNobody = Callable[[], AbstractContextManager[None]]
NOW = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)


def test_a_run_begins_with_its_header(runs: "Runs") -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        lines = journal.folder.journal.read_text().splitlines()
    assert [read_header(line) for line in lines] == [journal.header]


def test_the_header_bears_the_name_of_the_run(runs: "Runs") -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        assert journal.header.run == journal.folder.name == "20261130-120000-000000"


def test_a_result_is_on_the_disk_as_soon_as_it_is_added(runs: "Runs") -> None:
    result = runs.result("최근")
    with begin_run(runs.root, runs.header("최근"), settings=runs.settings, now=NOW) as journal:
        journal.add(result)
        written = journal.folder.journal.read_text().splitlines()[1:], journal.folder.timings.read_text().splitlines()
    assert written == ([write_result(result)], [write_timing(result)])


def test_the_figures_of_a_trial_are_those_of_its_last_result(runs: "Runs") -> None:
    passed, failed = runs.result("a"), runs.result("a", verdict=Verdict.FAIL)
    with begin_run(runs.root, runs.header("a", "b"), settings=runs.settings, now=NOW) as journal:
        journal.add(passed, runs.result("b"))
        journal.add(failed)
        assert journal.figures == {failed.key: failed.figures, ("files", "b", "default", 1): passed.figures}


def test_files_that_came_late_are_kept_as_they_came(runs: "Runs") -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        journal.saw({"agent.py": "1", "도구.py": "2"})
        journal.saw({"agent.py": "1"})
        assert read_late_files(journal.folder) == {"agent.py": "1", "도구.py": "2"}


def test_a_file_that_changed_while_the_run_went_on_fits_nothing_any_more(runs: "Runs") -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        journal.saw({"agent.py": "1"})
        journal.saw({"agent.py": "2"})
        journal.saw({"agent.py": "1"})
        assert read_late_files(journal.folder) == {"agent.py": "changed meanwhile"}


def test_a_file_that_the_agent_writes_is_no_source(runs: "Runs") -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        journal.saw({"memory.json": "1"})
        journal.saw({"memory.json": None})
        journal.saw({"memory.json": "2"})
        assert read_late_files(journal.folder) == {"memory.json": None}


def test_what_is_left_of_a_plan_are_the_trials_that_did_not_finish(runs: "Runs") -> None:
    folder = runs.begin(runs.header("a", "b"), runs.result("a"), runs.result("b", trial=2))
    trials = tuple(
        PlannedTrial(suite="files", case=Case(id=case, request="x"), trial=trial) for case in "ab" for trial in (1, 2)
    )
    with open_journal(folder, runs.header("a", "b"), settings=runs.settings) as journal:
        left = journal.left_of(Plan(trials=trials, not_selected=3))
    assert left == Plan(trials=(trials[1], trials[2]), not_selected=3)


def test_one_process_at_a_time_writes_a_run(runs: "Runs", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.store.locks.PATIENCE", 0.1)
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        second = writing(journal.folder)
        with pytest.raises(LockHeld, match="is writing the run 20261130-120000-000000"), second:
            pytest.fail("two writers")


def test_a_project_that_can_not_be_written_is_told_before_anything_runs(runs: "Runs", as_nobody: AsNobody) -> None:
    begun = begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW)
    with as_nobody(), pytest.raises(UnreadableFile, match=r"^\.goldgate: can't write: Permission denied"), begun:
        pytest.fail("a run without a place")


def test_a_file_in_the_place_of_the_runs_is_told(runs: "Runs", here: Path) -> None:
    (here / ".goldgate").mkdir()
    (here / ".goldgate" / "runs").touch()
    begun = begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW)
    with pytest.raises(UnreadableFile, match=r"^\.goldgate/runs: can't write: File exists"), begun:
        pytest.fail("a run without a place")


JOURNAL_ON_A_FULL_DISK = """
import resource, sys
from pathlib import Path
from goldgate.errors import UnreadableFile
from goldgate.formats.results import read_header, read_result
from goldgate.model.settings import Settings
from goldgate.store.journal import begin_run
import datetime as dt

header, result = read_header(sys.argv[1]), read_result(sys.argv[2])
unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
try:
    with begin_run(Path.cwd(), header, settings=Settings(), now=dt.datetime(2026, 11, 30, tzinfo=dt.UTC)) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, unlimited[1]))
        while True:
            journal.add(result)
except UnreadableFile as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
"""


def test_a_full_disk_ends_the_run_and_leaves_what_was_written(runs: "Runs") -> None:
    result = write_result(runs.result("a"))
    folder = runs.begin(runs.header("a"))
    header = folder.journal.read_text().strip()
    done = subprocess.run(
        [sys.executable, "-c", JOURNAL_ON_A_FULL_DISK, header, result],
        check=True,
        capture_output=True,
        text=True,
        cwd=runs.root,
    )
    full = runs_folder(runs.root) / "20261130-120000-000001"
    whole, half = full.joinpath("journal.jsonl").read_text().rsplit("\n", 1)
    assert done.stdout.startswith(f".goldgate/runs/{full.name}/journal.jsonl: can't write: File too large")
    assert (set(whole.splitlines()[1:]), result.startswith(half)) == ({result}, True)


def test_a_variant_whose_trials_mean_nothing_loses_its_judgement(runs: "Runs") -> None:
    fault = Fault(code="ADAPTER_CHANGED", message="it was changed")
    header = runs.header("a", variants=("final", "none"))
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.add(runs.result("a", variant="final"), runs.result("a", variant="none"))
        journal.void("files", "final", fault)
        verdicts = {key[2]: figures.verdict for key, figures in journal.figures.items()}
        run = runs.end(journal)
    assert verdicts == {"final": Verdict.ERROR, "none": Verdict.PASS}
    results = results_of(run, {("files", "a")})["files", "a"]
    assert {one.variant: one.fault for one in results} == {"final": fault, "none": None}


def damaged(runs: "Runs", name: str, line: bytes) -> str:
    """What is said when a run goes on in which a line of a file is something else."""
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=NOW) as journal:
        journal.add(runs.result("a"))
    path = journal.folder.path / name
    with path.open("ab") as file:
        file.write(line)
    with (
        pytest.raises(BadFile) as caught,
        open_journal(journal.folder, journal.header, settings=runs.settings) as again,
    ):
        read_late_files(again.folder)
    return str(caught.value)


def test_a_line_that_is_no_result_is_told_with_its_file(runs: "Runs") -> None:
    begin = b'{"id":"a","suite":"files","variant":"default","trial":1,'
    folder = ".goldgate/runs/20261130-120000-000000"

    assert damaged(runs, "journal.jsonl", begin + b'"x":"\xff"}\n').startswith(
        f"{folder}/journal.jsonl: not a result of a trial: b"
    )


def test_a_result_of_a_case_that_was_never_planned_is_told_with_its_file(runs: "Runs") -> None:
    line = write_result(runs.result("b")).encode() + b"\n"
    assert damaged(runs, "journal.jsonl", line) == (
        ".goldgate/runs/20261130-120000-000000/journal.jsonl: a result of 'files::b', which the header does not name"
    )


@pytest.mark.parametrize("line", [b"[]\n", b'{"a.py": 3}\n', b"\xff\n", b"[" * 100_000 + b"\n"])
def test_a_line_that_is_no_digests_of_files_is_told_with_its_place(line: bytes, runs: "Runs") -> None:
    said = damaged(runs, "late_files.jsonl", line)
    assert said.startswith(
        ".goldgate/runs/20261130-120000-000000/late_files.jsonl:1: not the digests of project files: b"
    )
