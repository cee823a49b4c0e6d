import json
import tracemalloc
from itertools import permutations
from typing import TYPE_CHECKING

import attrs
import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.errors import IncompleteRun, UnreadableFile
from goldgate.formats.baseline import Entry, write_baseline
from goldgate.formats.results import read_end, read_header, read_result, write_result, write_timing
from goldgate.model.judgement import Verdict
from goldgate.model.result import RunEnd
from goldgate.store.journal import begin_run
from goldgate.store.proposals import observed
from goldgate.store.run_folder import RunFolder
from goldgate.store.runs import open_proposed

if TYPE_CHECKING:
    from tests.store.conftest import Runs

PASS, FAIL, ERROR = Verdict.PASS, Verdict.FAIL, Verdict.ERROR


def files_of(folder: RunFolder) -> list[str]:
    """The names of all files of a run."""
    return sorted(str(path.relative_to(folder.path)) for path in folder.path.rglob("*") if path.is_file())


def lasting(folder: RunFolder) -> dict[str, str]:
    """All that must be the same in every run of the same trials: what is left without provenance and digests of it."""
    results = "\n".join(folder.results.read_text().splitlines()[1:-1])
    others = {
        name: (folder.path / name).read_text() for name in files_of(folder) if name not in {"lock", "results.jsonl"}
    }
    return {"results.jsonl": results, **others}


def test_a_finished_run_has_its_files_and_no_journal(runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a"))
    assert files_of(run.folder) == ["lock", "proposed/files.jsonl", "results.jsonl", "summary.json", "timings.jsonl"]


def test_results_stand_between_header_and_end_in_plan_order(runs: "Runs") -> None:
    results = [
        runs.result("한", suite="files"),
        runs.result("b", suite="files", trial=2),
        runs.result("b", suite="files", trial=10),
        runs.result("a", suite="tools"),
        runs.result("z", suite="airline"),
    ]
    run = runs.finish(runs.header("a", "b", "z", "한", suites=("airline", "files", "tools")), *results)
    first, *between, last = run.folder.results.read_text().splitlines()
    keys = [(result.suite, result.id, result.trial) for result in map(read_result, between)]
    assert keys == [("airline", "z", 1), ("files", "b", 2), ("files", "b", 10), ("files", "한", 1), ("tools", "a", 1)]
    assert (read_header(first), read_end(last)) == (run.header, run.end)


def test_the_bytes_are_the_same_in_whatever_order_trials_end(runs: "Runs") -> None:
    header = runs.header("a", "b", "c")
    results = [runs.result("a"), runs.result("b", verdict=FAIL, failed=("calls",)), runs.result("c", verdict=ERROR)]
    finished = [lasting(runs.finish(header, *order).folder) for order in permutations(results)]
    assert finished == [finished[0]] * 6


def test_the_second_result_of_a_trial_takes_the_place_of_the_first(runs: "Runs") -> None:
    run = runs.finish(runs.header("a"), runs.result("a", answer="old"), runs.result("a", answer="new"))
    assert run.folder.results.read_text().splitlines()[1:-1] == [write_result(runs.result("a", answer="new"))]


def test_the_end_counts_and_digests(runs: "Runs") -> None:
    run = runs.finish(runs.header("a", "b"), runs.result("a"), runs.result("b", verdict=ERROR))
    before_the_end = b"".join(run.folder.results.read_bytes().splitlines(keepends=True)[:-1])
    assert run.end == RunEnd(
        results=2,
        errors=1,
        lines=digest_bytes(before_the_end),
        finished="2026-11-30T12:01:00+00:00",
        proposed={"files": digest_bytes(run.folder.proposed("files").read_bytes())},
    )


def test_the_proposed_baseline_is_in_the_form_of_a_baseline(runs: "Runs") -> None:
    header = runs.header("a", "b", "c")
    results = [runs.result("c"), runs.result("a", verdict=FAIL, failed=("calls",)), runs.result("b", verdict=ERROR)]
    run = runs.finish(header, *results)
    settings = runs.settings.outcome_of("files")
    entries = [
        Entry(id=result.id, text=observed(result, definition="c" * 16, settings=settings).text)
        for result in results
        if result.verdict is not ERROR
    ]
    expected = write_baseline(header.suites["files"].outcome, entries)
    assert run.folder.proposed("files").read_bytes() == expected


def test_a_suite_of_which_nothing_ran_proposes_an_empty_baseline(runs: "Runs") -> None:
    header = runs.header("a", suites=("files", "tools"))
    run = runs.finish(header, runs.result("a"))
    assert run.folder.proposed("tools").read_bytes() == write_baseline(header.suites["tools"].outcome, [])
    assert sorted(run.end.proposed) == ["files", "tools"]


def test_cases_whose_trials_disagree_are_named(runs: "Runs") -> None:
    results = [runs.result(case, trial=trial, answer=trial if case != "b" else 0) for case in "abc" for trial in (1, 2)]
    run = runs.finish(runs.header("a", "b", "c"), *results)
    assert run.end.disagree == {"files": ("a", "c")}


def test_files_that_came_late_stand_in_the_end(runs: "Runs") -> None:
    header = runs.header("a", project_files={"agent.py": "1", "b.py": "2"})
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.saw({"agent.py": "1", "late.py": "3", "b.py": "edited"})
        run = runs.end(journal)
    assert run.end.project_files == {"b.py": "edited", "late.py": "3"}


def test_files_that_the_run_wrote_stand_in_the_end(runs: "Runs") -> None:
    header = runs.header("a", project_files={"agent.py": "1", "memory.json": "2"})
    with begin_run(runs.root, header, settings=runs.settings, now=runs.STARTED) as journal:
        journal.saw({"memory.json": None, "cache.db": None})
        journal.saw({"memory.json": "3"})
        run = runs.end(journal)
    assert run.end.project_files == {}
    assert run.end.written == ("cache.db", "memory.json")


def test_timings_are_sorted_too(runs: "Runs") -> None:
    results = [runs.result("b"), runs.result("a")]
    run = runs.finish(runs.header("a", "b"), *results)
    assert run.folder.timings.read_text().splitlines() == [write_timing(result) for result in reversed(results)]


def test_a_failure_on_the_way_leaves_the_journal_and_no_results(runs: "Runs") -> None:
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED) as journal:
        journal.add(runs.result("a"))
        journal.folder.proposed("files").mkdir(parents=True)
        with pytest.raises(UnreadableFile, match=r"proposed/files\.jsonl: can't write: Is a directory"):
            runs.end(journal)
    assert files_of(journal.folder) == ["journal.jsonl", "late_files.jsonl", "lock", "outcomes.jsonl", "timings.jsonl"]


def test_finishing_many_results_takes_little_memory(runs: "Runs") -> None:
    """Four hundred results of 20 KB; all of them at once would be 8 MB."""
    ids = [f"case-{number}" for number in range(400)]
    with begin_run(runs.root, runs.header(*ids), settings=runs.settings, now=runs.STARTED) as journal:
        for case in ids:
            journal.add(runs.result(case, answer=case * 2000))
        tracemalloc.start()
        runs.end(journal)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 1_500_000


def test_only_the_default_variant_is_proposed(runs: "Runs") -> None:
    results = [runs.result("a", variant=variant, answer=variant) for variant in ("default", "none")]
    run = runs.finish(runs.header("a", "b", variants=("default", "none")), *results, runs.result("b", variant="none"))
    lines = run.folder.proposed("files").read_text()
    assert [json.loads(line)["answer"] for line in lines.splitlines() if '"id"' in line] == ["default"]


def test_a_sampled_suite_is_proposed_in_counts_and_its_trials_may_differ(runs: "Runs") -> None:
    header = runs.header("a", "b")
    sampled = attrs.evolve(header, suites={"files": attrs.evolve(header.suites["files"], sampled=True)})
    trials = [runs.result("a", trial=1, answer=1), runs.result("a", trial=2, verdict=FAIL)]
    run = runs.finish(sampled, *trials, runs.result("b", verdict=ERROR))
    assert run.end.disagree == {}
    lines = run.folder.proposed("files").read_text().splitlines()
    assert [json.loads(line).get("trials") for line in lines if line] == [None, [1, 2]]


def test_variants_may_differ_and_trials_of_one_may_not(runs: "Runs") -> None:
    results = [
        runs.result("a", variant="default", answer=1),
        runs.result("a", variant="none", answer=2),
        runs.result("b", variant="none", answer=1),
        runs.result("b", variant="none", answer=2, trial=2),
    ]
    run = runs.finish(runs.header("a", "b", variants=("default", "none")), *results)
    assert run.end.disagree == {"files@none": ("b",)}


def test_each_variant_that_can_have_a_baseline_has_a_proposal_of_its_own(runs: "Runs") -> None:
    results = [runs.result("a", variant=variant, answer=variant) for variant in ("default", "git:v1", "lean")]
    run = runs.finish(runs.header("a", variants=("default", "git:v1", "lean")), *results)

    assert sorted(run.end.proposed) == ["files", "files@lean"]
    assert [entry.line().outcome.answer for entry in open_proposed(run, "files@lean")[1]] == ["lean"]
    assert not run.folder.proposed("files@git:v1").exists()


@pytest.mark.parametrize("name", ["journal", "outcomes"])
def test_a_journal_that_somebody_else_changed_comes_to_nothing(runs: "Runs", name: str) -> None:
    """An agent must not be the one to say what came of it; nor is the run gone on with."""
    with begin_run(runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED) as journal:
        journal.add(runs.result("a"))
        path = getattr(journal.folder, name)
        path.write_bytes(path.read_bytes().replace(b"pass", b"fail"))
        with pytest.raises(IncompleteRun, match=rf"{name}.jsonl was changed during the run; make a new one"):
            runs.end(journal)
    assert (journal.folder.journal.read_bytes(), journal.folder.results.exists()) == (b"", False)
