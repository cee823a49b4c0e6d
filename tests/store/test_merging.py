import datetime as dt
import os
import random
import shutil
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from goldgate.errors import BadFile, IncompleteRun, NoRun, UnreadableFile
from goldgate.model.result import RunHeader
from goldgate.model.settings import Settings
from goldgate.model.shard import Shard
from goldgate.store.journal import Journal
from goldgate.store.merging import merging, runs_given, take_over
from goldgate.store.run_folder import RunFolder, run_folders
from goldgate.store.runs import FinishedRun, all_results, open_run

if TYPE_CHECKING:
    from tests.store.conftest import Runs

NOW = dt.datetime(2026, 11, 30, 13, 0, tzinfo=dt.UTC)


def part(runs: "Runs", *cases: str, **changes: Any) -> FinishedRun:
    """A run of some of the cases a to d."""
    header = runs.header("a", "b", "c", "d", trials=len(cases), **changes)
    return runs.finish(header, *(runs.result(case) for case in cases))


def whole(runs: "Runs") -> RunHeader:
    return runs.header("a", "b", "c", "d")


def merge(runs: "Runs", *parts: FinishedRun) -> FinishedRun:
    with merging(runs.root, whole(runs), settings=runs.settings, now=NOW) as journal:
        take_over(journal, parts)
        return runs.end(journal)


def lines(path: Path) -> Sequence[bytes]:
    """Without header and end line, which say when."""
    return path.read_bytes().splitlines()[1:-1]


def test_the_merged_run_holds_the_same_bytes_as_the_one_that_was_not_sharded(runs: "Runs") -> None:
    expected = runs.finish(whole(runs), *map(runs.result, "abcd"))
    merged = merge(runs, part(runs, "d", "a"), part(runs, "c", "b"))
    assert lines(merged.folder.results) == lines(expected.folder.results)
    assert merged.folder.timings.read_bytes() == expected.folder.timings.read_bytes()
    proposed = [run.folder.proposed("files").read_bytes() for run in (merged, expected)]
    assert proposed[0] == proposed[1]
    ends = [attrs.evolve(run.end, lines="of the header, too") for run in (merged, expected)]
    assert ends[0] == ends[1]


def test_recordings_that_nothing_used_are_those_of_all_shards(runs: "Runs") -> None:
    results = [
        attrs.evolve(runs.result(case), unused=unused) for case, unused in (("a", (2, 3)), ("b", ()), ("c", (7,)))
    ]
    halves = [runs.finish(runs.header("a", "b", "c", trials=len(of)), *of) for of in (results[:2], results[2:])]
    with merging(runs.root, runs.header("a", "b", "c"), settings=runs.settings, now=NOW) as journal:
        take_over(journal, halves)
        assert runs.end(journal).end.unused == {"files": {"a": (2, 3), "c": (7,)}}


def test_trials_of_every_variant_come_over(runs: "Runs") -> None:
    """Of three variants and two trials, and where trials of a case disagree that is known again."""
    trials = [
        runs.result(case, variant=variant, trial=trial, answer=trial if case == "b" else None)
        for case in ("a", "b")
        for variant in ("default", "none", "root")
        for trial in (1, 2)
    ]
    header = runs.header("a", "b", trials=6, variants=("default", "none", "root"))
    halves = [runs.finish(header, *of) for of in (trials[:6], trials[6:])]
    with merging(runs.root, attrs.evolve(header, trials=12), settings=runs.settings, now=NOW) as journal:
        take_over(journal, halves)
        merged = runs.end(journal)
    assert [result.key for result in all_results(merged)] == [trial.key for trial in trials]
    assert merged.end.disagree == {"files": ("b",), "files@none": ("b",), "files@root": ("b",)}


def test_the_merged_run_is_the_newest_and_verified_as_any(runs: "Runs") -> None:
    merged = merge(runs, part(runs, "a", "b"), part(runs, "c", "d"))
    assert open_run(runs.root).name == merged.name


def test_nothing_of_the_merge_itself_stays_in_its_folder(runs: "Runs") -> None:
    merged = merge(runs, part(runs, "a", "b"), part(runs, "c", "d"))
    names = sorted(path.name for path in merged.folder.path.iterdir())
    assert names == ["lock", "proposed", "results.jsonl", "summary.json", "timings.jsonl"]


def test_files_that_shards_saw_late_or_wrote_are_those_of_the_merged_run(runs: "Runs") -> None:
    one, two = part(runs, "a", "b"), part(runs, "c", "d")
    one = attrs.evolve(one, end=attrs.evolve(one.end, project_files={"late.py": "11"}, written=("memory.json",)))
    end = merge(runs, one, two).end
    assert (end.project_files, end.written) == ({"late.py": "11"}, ("memory.json",))


def test_a_merge_that_goes_on_is_no_run_yet(runs: "Runs") -> None:
    one = part(runs, "a", "b", "c", "d")
    with merging(runs.root, whole(runs), settings=runs.settings, now=NOW) as journal:
        take_over(journal, [one])
        assert [folder.name for folder in run_folders(runs.root)] == [one.name]


def test_a_merge_that_fails_leaves_nothing(runs: "Runs") -> None:
    one = part(runs, "a", "b", "c", "d")

    def fail(journal: Journal) -> None:
        take_over(journal, [one])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), merging(runs.root, whole(runs), settings=runs.settings, now=NOW) as journal:
        fail(journal)
    assert [path.name for path in one.folder.path.parent.iterdir()] == [one.name]


def test_what_a_killed_merge_left_goes_with_the_next_one(runs: "Runs") -> None:
    one = part(runs, "a", "b", "c", "d")
    left = one.folder.path.with_name("20261130-120500-000000")
    left.mkdir()
    (left / "merging.jsonl").write_bytes(b"{}\n")
    assert [folder.name for folder in run_folders(runs.root)] == [one.name]
    merged = merge(runs, one)
    assert sorted(path.name for path in left.parent.iterdir()) == [one.name, merged.name]


def test_a_merge_beside_this_one_is_left_alone(runs: "Runs") -> None:
    one = part(runs, "a", "b", "c", "d")
    with merging(runs.root, whole(runs), settings=runs.settings, now=NOW) as journal:
        merged = merge(runs, one)
        assert journal.folder.journal.exists()
        take_over(journal, [one])
        assert runs.end(journal).name < merged.name


@pytest.mark.parametrize("seed", range(25))
def test_a_merge_that_is_killed_at_any_moment_leaves_the_shards_or_the_whole_run(runs: "Runs", seed: int) -> None:
    """And the next merge makes it all the same."""
    ids = [f"case-{number:02}" for number in range(60)]
    halves = [runs.finish(runs.header(*ids, trials=30), *map(runs.result, half)) for half in (ids[::2], ids[1::2])]
    shards = [run.name for run in halves]
    child = os.fork()
    if child == 0:
        with merging(runs.root, runs.header(*ids), settings=runs.settings, now=NOW) as journal:
            take_over(journal, halves)
            runs.end(journal)
        os._exit(0)
    time.sleep(random.Random(seed).uniform(0, 0.04))  # noqa: S311 - a moment, which the seed names again
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    seen = sorted(folder.name for folder in run_folders(runs.root))
    assert seen[:2] == shards
    assert [open_run(runs.root, name).end.results for name in seen] == [30, 30, 60][: len(seen)]
    with merging(runs.root, runs.header(*ids), settings=runs.settings, now=NOW) as journal:
        take_over(journal, halves)
        merged = runs.end(journal)
    assert open_run(runs.root).name == merged.name
    left = [path for path in merged.folder.path.parent.iterdir() if path.name not in {*seen, merged.name}]
    assert [file.name for path in left for file in path.iterdir() if file.name != "lock"] == []


def test_a_trial_that_its_header_knows_nothing_of_is_refused(runs: "Runs") -> None:
    one = part(runs, "a", "b", "c", "d")
    files = one.header.suites["files"]
    claimed = attrs.evolve(one.header, suites={"files": attrs.evolve(files, selected=frozenset("abc"))})
    with pytest.raises(BadFile, match=r"results\.jsonl:5: a trial of files::d, which was not selected$"):
        merge(runs, attrs.evolve(one, header=claimed))
    elsewhere = attrs.evolve(one.header, suites={})
    with pytest.raises(BadFile, match=r"results\.jsonl:2: a trial of files::a, which was not selected$"):
        merge(runs, attrs.evolve(one, header=elsewhere))


def given(runs: "Runs", *names: str) -> list[tuple[str, str]]:
    """What people call them, and the names that their headers say."""
    return [(name, run.header.run) for name, run in runs_given(runs.root, names)]


def test_a_run_is_given_by_its_name(runs: "Runs") -> None:
    run = part(runs, "a")
    assert given(runs, run.name) == [(run.name, run.name)]


def test_a_run_is_given_by_its_folder_wherever_that_lies(runs: "Runs") -> None:
    run = part(runs, "a")
    shutil.move(run.folder.path, runs.root / "from-elsewhere")
    assert given(runs, "from-elsewhere") == [("from-elsewhere", run.name)]


def test_a_folder_may_be_named_from_the_root(runs: "Runs") -> None:
    run = part(runs, "a")
    assert given(runs, str(run.folder.path)) == [(run.name, run.name)]


def test_a_name_that_is_too_long_for_any_folder_is_told(runs: "Runs") -> None:
    with pytest.raises(UnreadableFile, match="use a shorter name"):
        given(runs, "x" * 300)


def test_runs_are_found_below_a_folder_each_once(runs: "Runs") -> None:
    one, two = part(runs, "a"), part(runs, "b")
    shutil.copytree(one.folder.path, runs.root / "shards/shard-1" / one.name)
    shutil.copytree(two.folder.path, runs.root / "shards/shard-2" / two.name)
    expected = [(f"shards/shard-1/{one.name}", one.name), (f"shards/shard-2/{two.name}", two.name)]
    assert given(runs, "shards", f"shards/shard-1/{one.name}") == expected


def test_the_folder_of_all_runs_is_one_in_which_runs_lie(runs: "Runs") -> None:
    one, two = part(runs, "a"), part(runs, "b")
    assert given(runs, ".goldgate/runs") == [(one.name, one.name), (two.name, two.name)]


def test_a_folder_without_a_run_is_refused(runs: "Runs") -> None:
    (runs.root / "shards").mkdir()
    with pytest.raises(NoRun, match=r"^no run lies in shards: a folder with a results\.jsonl"):
        given(runs, "shards")


def test_a_name_that_no_run_has_names_the_nearest(runs: "Runs") -> None:
    run = part(runs, "a")
    with pytest.raises(NoRun, match=f"there is no run 'shards'; there is {run.name!r}"):
        given(runs, "shards")


def test_an_incomplete_run_is_refused_and_not_passed_over(runs: "Runs") -> None:
    shard = attrs.evolve(whole(runs), shard=Shard(number=2, of=5), selection="--tag slow --shard 2/5")
    folder = runs.begin(shard, runs.result("a"))
    shutil.move(folder.path, runs.root / "from-elsewhere")
    with pytest.raises(IncompleteRun) as raised:
        given(runs, "from-elsewhere")
    assert str(raised.value) == (
        "the run in from-elsewhere is incomplete: it has no valid end line; "
        "make a new one: goldgate run --tag slow --shard 2/5"
    )


@pytest.mark.parametrize("name", ["results.jsonl", "proposed/files.jsonl"])
def test_all_runs_that_were_changed_after_their_end_are_named(runs: "Runs", name: str) -> None:
    """Who changes a file that its end line digests."""
    for run in (part(runs, "a"), part(runs, "b")):
        path = run.folder.path / name
        path.write_bytes(path.read_bytes().replace(b"file_read", b"file_list"))
    with pytest.raises(IncompleteRun) as raised:
        given(runs, ".goldgate/runs")
    assert [f"{name} was changed after the run" in problem.message for problem in raised.value.problems] == [True, True]


def test_settings_of_the_project_say_how_outcomes_are_written(runs: "Runs") -> None:
    """As for any run: whoever merges has made sure that they are those of the shards."""
    settings = Settings()
    with merging(runs.root, whole(runs), settings=settings, now=NOW) as journal:
        take_over(journal, [part(runs, "a", "b", "c", "d")])
        assert RunFolder(runs.end(journal).folder.path).results.exists()
