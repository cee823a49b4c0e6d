import datetime as dt
from typing import TYPE_CHECKING

from goldgate.store.journal import begin_run
from goldgate.store.prune import prune_runs
from goldgate.store.run_folder import RunFolder, run_folders, runs_folder

if TYPE_CHECKING:
    from tests.store.conftest import Runs


def finish(runs: "Runs") -> RunFolder:
    """A complete run."""
    return runs.finish(runs.header("a"), runs.result("a")).folder


def test_the_newest_runs_are_kept(runs: "Runs") -> None:
    made = [finish(runs) for _ in range(4)]
    prune_runs(runs.root, keep=2, made=made[-1])
    assert run_folders(runs.root) == (made[3], made[2])


def test_as_many_as_may_be_kept_are(runs: "Runs") -> None:
    made = [finish(runs) for _ in range(2)]
    prune_runs(runs.root, keep=2, made=made[-1])
    assert run_folders(runs.root) == (made[1], made[0])


def test_the_run_just_made_is_kept_whatever_its_place(runs: "Runs") -> None:
    made = [finish(runs) for _ in range(3)]
    prune_runs(runs.root, keep=1, made=made[0])
    assert run_folders(runs.root) == (made[2], made[0])


def test_an_incomplete_newest_run_is_kept_since_it_may_be_resumed(runs: "Runs") -> None:
    made = finish(runs)
    newest = runs.begin(runs.header("a"))
    prune_runs(runs.root, keep=0, made=made)
    assert run_folders(runs.root) == (newest, made)


def test_a_run_that_still_goes_on_is_kept(runs: "Runs") -> None:
    with begin_run(
        runs.root, runs.header("a"), settings=runs.settings, now=runs.STARTED - dt.timedelta(days=1)
    ) as journal:
        made = [finish(runs) for _ in range(2)]
        prune_runs(runs.root, keep=1, made=made[1])
        assert run_folders(runs.root) == (made[1], journal.folder)


def test_what_goldgate_did_not_name_is_left_alone(runs: "Runs") -> None:
    kept = runs_folder(runs.root) / "before"
    finish(runs).path.rename(kept)
    made = [finish(runs) for _ in range(2)]
    prune_runs(runs.root, keep=1, made=made[1])
    assert sorted(path.name for path in runs_folder(runs.root).iterdir()) == [made[1].name, "before"]
