import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from goldgate.errors import NoRun, UnreadableFile
from goldgate.store.run_folder import RunFolder, named_run, new_run_folder, newest_run, run_folders, runs_folder

NOON = dt.datetime(2026, 11, 30, 12, 0, 0, 123456, tzinfo=dt.UTC)


def begin(root: Path, *, now: dt.datetime = NOON) -> RunFolder:
    """A run that has begun."""
    folder = new_run_folder(root, now)
    folder.journal.touch()
    return folder


def test_a_run_is_called_by_its_beginning_in_utc(here: Path) -> None:
    korea = dt.timezone(dt.timedelta(hours=9))
    assert new_run_folder(here, NOON.astimezone(korea)).name == "20261130-120000-123456"


def test_two_runs_of_one_moment_have_two_names(here: Path) -> None:
    assert [begin(here).name, begin(here).name] == ["20261130-120000-123456", "20261130-120000-123457"]


def test_a_run_is_above_all_others_also_when_the_clock_went_back(here: Path) -> None:
    later = begin(here, now=NOON.replace(year=2031, microsecond=999_999))
    now = begin(here)
    assert (now.name > later.name, newest_run(here)) == (True, now)


def test_runs_that_begin_at_once_have_their_own_folders(here: Path) -> None:
    at_once = Barrier(16)

    def begin_with_the_others(_: int) -> RunFolder:
        at_once.wait()
        return new_run_folder(here, NOON)

    with ThreadPoolExecutor(16) as pool:
        folders = list(pool.map(begin_with_the_others, range(64)))
    assert len({folder.name for folder in folders}) == 64


def test_runs_come_the_newest_first(here: Path) -> None:
    made = [begin(here) for _ in range(3)]
    assert run_folders(here) == tuple(reversed(made))


def test_folders_that_goldgate_did_not_name_or_begin_are_no_runs(here: Path) -> None:
    for name in ("before", "2026113-0120000-123456", "20261130-120000-12345x"):
        (runs_folder(here) / name).mkdir(parents=True)
        (runs_folder(here) / name / "journal.jsonl").touch()
    new_run_folder(here, NOON)
    assert run_folders(here) == ()


def test_without_a_run_the_command_is_named(here: Path) -> None:
    with pytest.raises(NoRun, match="there is no run yet; make one: goldgate run"):
        newest_run(here)


def test_a_run_is_found_by_name(here: Path) -> None:
    first, _ = begin(here), begin(here)
    assert named_run(here, first.name) == first


def test_a_renamed_run_is_found_by_name(here: Path) -> None:
    begin(here).path.rename(runs_folder(here) / "before")
    assert named_run(here, "before").name == "before"


def test_without_a_name_the_newest_is_meant(here: Path) -> None:
    assert begin(here) == named_run(here, None)


def test_an_unknown_name_is_told_with_the_nearest(here: Path) -> None:
    begin(here)
    with pytest.raises(NoRun) as caught:
        named_run(here, "20261130-120000")
    assert str(caught.value) == "there is no run '20261130-120000'; there is '20261130-120000-123456'"


@pytest.mark.parametrize("name", ["..", ".", "", "a/../b", "/", "20261130-120000-123456/"])
def test_a_name_does_not_lead_out_of_the_runs(here: Path, name: str) -> None:
    begin(here)
    with pytest.raises(NoRun, match="there is no run"):
        named_run(here, name)


def test_a_name_is_unknown_where_there_is_no_run(here: Path) -> None:
    with pytest.raises(NoRun, match="there is no run 'x' yet; make one: goldgate run"):
        named_run(here, "x")


def test_a_file_in_the_place_of_the_runs_is_told(here: Path) -> None:
    (here / ".goldgate").mkdir()
    (here / ".goldgate" / "runs").touch()
    with pytest.raises(UnreadableFile, match=r"^\.goldgate/runs: can't read: Not a directory"):
        run_folders(here)
