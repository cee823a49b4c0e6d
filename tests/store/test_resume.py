import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import BadFile, LockHeld, NoRun, ResumeRefused
from goldgate.formats.results import write_header, write_result
from goldgate.model.judgement import Verdict
from goldgate.model.result import RunHeader
from goldgate.model.variant import ResolvedVariant, Skill
from goldgate.store.journal import begin_run
from goldgate.store.resume import interrupted_run, resume_run
from goldgate.store.run_folder import RunFolder, named_run
from goldgate.store.runs import open_run

if TYPE_CHECKING:
    from tests.store.conftest import Runs


def lasting(folder: RunFolder) -> dict[str, str]:
    """All that must be the same in a run that was interrupted and one that was not."""
    return {
        "results": "\n".join(folder.results.read_text().splitlines()[1:-1]),
        "proposed": folder.proposed("files").read_text(),
        "summary": folder.summary.read_text(),
    }


def refusal(runs: "Runs", header: RunHeader) -> list[str]:
    """What a resume under this header is refused with."""
    resumed = resume_run(runs.root, header, settings=runs.settings)
    with pytest.raises(ResumeRefused) as caught, resumed:
        pytest.fail("resumed")
    return [problem.message for problem in caught.value.problems]


def test_a_run_goes_on_where_it_was_left(runs: "Runs") -> None:
    header = runs.header("a", "한글", "c")
    folder = runs.begin(header, runs.result("a"), runs.result("한글", trial=2))
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        assert journal.folder == folder
        assert journal.finished == {("files", "a", "default", 1), ("files", "한글", "default", 2)}


def test_the_results_are_those_of_a_run_that_was_not_interrupted(runs: "Runs") -> None:
    header = runs.header("a", "b", "c")
    results = [runs.result("a"), runs.result("b", verdict=Verdict.FAIL, failed=("calls",)), runs.result("c")]
    whole = runs.finish(header, *results)
    runs.begin(header, results[2], results[0])
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        journal.add(results[1])
        resumed = runs.end(journal)
    assert (lasting(resumed.folder), open_run(runs.root)) == (lasting(whole.folder), resumed)


def test_the_header_stays_that_of_the_beginning(runs: "Runs") -> None:
    begun = runs.header("a", revision="1" * 40, dirty=False)
    folder = runs.begin(begun)
    with resume_run(
        runs.root, runs.header("a", revision="2" * 40, dirty=True, started="later"), settings=runs.settings
    ) as journal:
        run = runs.end(journal)
    assert run.header == attrs.evolve(begun, run=folder.name)


@pytest.mark.parametrize("length", [1, 20, 200])
def test_a_half_written_result_is_done_again(runs: "Runs", length: int) -> None:
    header = runs.header("a", "b")
    whole = runs.finish(header, runs.result("a"), runs.result("b"))
    folder = runs.begin(header, runs.result("a"))
    with folder.journal.open("ab") as file:
        file.write(write_result(runs.result("b")).encode()[:length])
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        assert journal.finished == {("files", "a", "default", 1)}
        journal.add(runs.result("b"))
        resumed = runs.end(journal)
    assert lasting(resumed.folder) == lasting(whole.folder)


def test_a_run_that_has_all_its_results_only_has_to_be_finished(runs: "Runs") -> None:
    header = runs.header("a")
    runs.begin(header, runs.result("a"))
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        run = runs.end(journal)
    assert run.end.results == 1


def test_a_run_that_was_killed_while_it_was_finished_is_finished_again(runs: "Runs") -> None:
    header = runs.header("a")
    folder = runs.begin(header, runs.result("a"))
    folder.proposed("files").parent.mkdir()
    folder.proposed("files").write_text("half")
    (folder.path / ".goldgate-0.tmp").write_text("half")
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        runs.end(journal)
    assert open_run(runs.root).end.results == 1


def test_late_files_of_before_are_remembered(runs: "Runs") -> None:
    (runs.root / "late.py").write_bytes(b"x")
    header = runs.header("a")
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.saw({"late.py": digest_bytes(b"x")})
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        run = runs.end(journal)
    assert run.end.project_files == {"late.py": digest_bytes(b"x")}


def test_files_beside_the_journal_may_be_missing(runs: "Runs") -> None:
    """A process may be killed between the first file and the others."""
    header = runs.header("a")
    folder = runs.begin(header)
    folder.timings.unlink()
    folder.late_files.unlink()
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        journal.add(runs.result("a"))
        runs.end(journal)
    assert open_run(runs.root).end.results == 1


def test_a_named_run_is_resumed(runs: "Runs") -> None:
    header = runs.header("a")
    folder = runs.begin(header)
    runs.begin(header)
    with resume_run(runs.root, header, settings=runs.settings, name=folder.name) as journal:
        assert journal.folder == folder


def test_the_header_of_the_interrupted_run_can_be_asked_for(runs: "Runs") -> None:
    header = runs.header("a", selection="--tag slow")
    folder = runs.begin(header)
    assert interrupted_run(runs.root) == attrs.evolve(header, run=folder.name)


def test_without_a_run_there_is_nothing_to_resume(here: Path) -> None:
    with pytest.raises(NoRun, match="there is no run yet"):
        interrupted_run(here)


def test_a_complete_run_is_not_resumed(runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    assert refusal(runs, runs.header("a")) == [f"the run {run.name} is complete; start a new one: goldgate run"]


def test_a_run_without_a_journal_is_not_resumed(runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    run.folder.results.write_bytes(b"")
    expected = f"the run {run.name} has no journal to go on with; start a new one: goldgate run"
    assert refusal(runs, runs.header("a")) == [expected]


@pytest.mark.parametrize("journal", [b"", b'{"goldgate":"ru', b'{"goldgate":"run","schema":99}\n'])
def test_a_run_without_a_header_is_not_resumed(runs: "Runs", journal: bytes) -> None:
    folder = runs.begin(runs.header("a"))
    folder.journal.write_bytes(journal)
    expected = f"the run {folder.name} ended before it had begun; start a new one: goldgate run"
    assert refusal(runs, runs.header("a")) == [expected]


def test_a_run_that_only_judged_again_is_not_resumed(runs: "Runs") -> None:
    folder = runs.begin(attrs.evolve(runs.header("a"), trials_of="20270101-000000-000000"))
    with pytest.raises(ResumeRefused) as caught:
        interrupted_run(runs.root)
    way_on = "do that again: goldgate judge 20270101-000000-000000, or go on: goldgate judge --fresh --resume"
    (problem,) = caught.value.problems
    assert problem.message == f"the run {folder.name} only judged the trials of another one again; {way_on}"


def test_a_damaged_journal_is_told_with_its_place(runs: "Runs") -> None:
    header = runs.header("a")
    folder = runs.begin(header, runs.result("a"))
    with folder.journal.open("ab") as file:
        file.write(b"\0\0\0\n")
    resumed = resume_run(runs.root, header, settings=runs.settings)
    with pytest.raises(BadFile, match=rf"^\.goldgate/runs/{folder.name}/journal\.jsonl:3: not a result"), resumed:
        pytest.fail("resumed")


def test_a_run_that_still_goes_on_is_not_resumed(runs: "Runs", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.store.locks.PATIENCE", 0.1)
    header = runs.header("a")
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED):
        resumed = resume_run(runs.root, header, settings=runs.settings)
        with pytest.raises(LockHeld, match="is writing the run"), resumed:
            pytest.fail("resumed")


def test_everything_that_differs_is_named(runs: "Runs") -> None:
    begun = runs.header("a", suites=("files", "gone"), project_files={"a.py": "1", "b.py": "1", "c.py": "1"})
    folder = runs.begin(begun)
    now = runs.header("a", suites=("files", "new"), project_files={"a.py": "1", "b.py": "2", "d.py": "1"})
    edited = attrs.evolve(
        now.suites["files"],
        golden="9" * 16,
        agent="other:agent",
        settings={"guards.seed": "7" * 16, "timeout": "8" * 16},
        selected=frozenset({"a"}),
    )
    now = attrs.evolve(
        now,
        goldgate="0.2.0",
        selection="--case a",
        variants=("other",),
        guards_off=("the timeout", "silence"),
        trials=7,
        suites={**now.suites, "files": edited},
    )
    assert refusal(runs, now) == [
        f"the run {folder.name} began under other conditions; start a new one: goldgate run",
        "goldgate was 0.1.0, is 0.2.0",
        "the selection was 'everything', is '--case a'",
        "the variants were default, are other",
        "it was without nothing, is without the timeout, silence",
        "the number of trials was 1, is 7",
        "the suite gone is gone",
        "the suite new is new",
        "the golden file of suite files is changed",
        "the agent of suite files was agent:agent, is other:agent",
        "settings of suite files are changed: guards.seed, timeout",
        "the selected cases of suite files are others",
        "the project file c.py is gone",
        "the project file d.py is new",
        "the project file b.py is changed",
    ]


def halves(runs: "Runs", **skills: str) -> RunHeader:
    """A paired run of a case, with and without skills, which map a name to a digest."""
    given = tuple(Skill(name=name, digest=digest) for name, digest in skills.items())
    header = runs.header("a", suites=("files", "mail"), variants=("with", "without"))
    variants = {"with": ResolvedVariant(name="with", skills=given), "without": ResolvedVariant(name="without")}
    suites = {name: attrs.evolve(suite, variants=variants) for name, suite in header.suites.items()}
    return attrs.evolve(header, suites=suites)


def test_a_paired_run_says_what_became_of_its_skills_and_how_to_make_another(runs: "Runs") -> None:
    folder = runs.begin(halves(runs, tone="1", deadlines="2"))
    began = f"the run {folder.name} began under other conditions; start a new one: goldgate pair --linked SKILL"
    assert refusal(runs, halves(runs, tone="9", deadlines="2")) == [began, "the skill tone is changed"]
    assert refusal(runs, halves(runs, tone="1")) == [
        began,
        "the skills of variant 'with' were tone, deadlines, are tone",
    ]


def test_a_late_file_that_is_changed_by_now_refuses_the_resume(runs: "Runs") -> None:
    header = runs.header("a")
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.saw({"late.py": "1"})
    assert refusal(runs, header)[1:] == ["late.py: the project file is gone"]


def test_files_that_the_run_wrote_before_it_was_interrupted_refuse_nothing(runs: "Runs") -> None:
    header = runs.header("a", project_files={"memory.json": "1", "log.txt": "1"})
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.saw({"memory.json": None, "log.txt": None})
    now = attrs.evolve(header, project_files={"memory.json": "2"})
    with resume_run(runs.root, now, settings=runs.settings) as journal:
        assert journal.header.project_files == header.project_files


def test_a_refused_resume_changes_nothing(runs: "Runs") -> None:
    folder = runs.begin(runs.header("a"), runs.result("a"))
    before = folder.journal.read_bytes()
    refusal(runs, runs.header("a", trials=7))
    assert folder.journal.read_bytes() == before


RUN_UNTIL_KILLED = """
import datetime as dt, sys, time
from pathlib import Path
from goldgate.formats.results import read_header, read_result
from goldgate.model.settings import Settings
from goldgate.store.journal import begin_run

header = read_header(sys.argv[1])
results = [read_result(line) for line in Path("results.txt").read_text().splitlines()]
with begin_run(Path.cwd(), header, settings=Settings(), now=dt.datetime(2026, 11, 30, tzinfo=dt.UTC)) as journal:
    print(journal.folder.name, flush=True)
    for result in results:
        journal.add(result)
    time.sleep(60)
"""


def killed_run(header: RunHeader, *, after: int, root: Path) -> RunFolder:
    """A run whose process was killed once its journal had so many bytes."""
    with subprocess.Popen(
        [sys.executable, "-c", RUN_UNTIL_KILLED, write_header(header)], cwd=root, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = named_run(root, process.stdout.readline().strip())
        while folder.journal.stat().st_size < after:
            time.sleep(0.0001)
        process.kill()
    return folder


@pytest.mark.parametrize("after", [1, 50_000, 200_000])
def test_a_killed_run_goes_on_without_losing_or_repeating_a_trial(runs: "Runs", after: int) -> None:
    cases = [f"case-{number:03}" for number in range(400)]
    header = runs.header(*cases)
    results = [runs.result(case, answer=case * 100) for case in cases]
    (runs.root / "results.txt").write_text("".join(f"{write_result(result)}\n" for result in results))
    folder = killed_run(header, after=after, root=runs.root)
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        done = len(journal.finished)
        left = [result for result in results if result.key not in journal.finished]
        assert (journal.folder, len(left)) == (folder, 400 - done)
        for result in left:
            journal.add(result)
        resumed = runs.end(journal)
    assert lasting(resumed.folder) == lasting(runs.finish(header, *results).folder)


FINISH_UNTIL_KILLED = """
import sys
from pathlib import Path
from goldgate.formats.results import read_header
from goldgate.model.result import Summary
from goldgate.model.settings import Settings
from goldgate.store.finish import finish
from goldgate.store.resume import resume_run

class Hanging:
    def __getattr__(self, name):
        return sys.stdin.read()

with resume_run(Path.cwd(), read_header(sys.argv[1]), settings=Settings()) as journal:
    print("finishing", flush=True)
    finish(journal, summary=Summary(run="", overall=Hanging(), variants={}), finished="x")
"""


def test_a_run_that_is_killed_while_it_is_finished_stays_resumable(runs: "Runs") -> None:
    """The process has begun to write the results and hangs until it is killed."""
    header = runs.header("a", "b")
    folder = runs.begin(header, runs.result("b"), runs.result("a"))
    with subprocess.Popen(
        [sys.executable, "-c", FINISH_UNTIL_KILLED, write_header(header)],
        cwd=runs.root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"finishing\n"
        while not list(folder.path.glob(".goldgate-*.tmp")):
            time.sleep(0.001)
        process.kill()
    with resume_run(runs.root, header, settings=runs.settings) as journal:
        assert len(journal.finished) == 2
        resumed = runs.end(journal)
    assert lasting(resumed.folder) == lasting(runs.finish(header, runs.result("a"), runs.result("b")).folder)
