from collections.abc import Iterable
from pathlib import Path

from goldgate.commands.project import Project
from goldgate.model.limits import LimitSettings
from goldgate.model.settings import Settings
from goldgate.pytest_plugin.batches import Batches, Wanted
from goldgate.pytest_plugin.endings import WHOLE


def project(root: Path, settings: Settings) -> Project:
    return Project(root=root, settings=settings, sources={})


def sizes(
    ids: Iterable[str],
    root: Path,
    *,
    processes: int = 1,
    stops_early: bool = False,
    settings: Settings | None = None,
) -> list[int | None]:
    """How many cases each batch names, in the order of the tests; None for all of the suite."""
    batches = Batches(root)
    of = project(root, settings or Settings())
    wanted = [Wanted(project=of, suite="desk", case_id=case_id, of=2_000) for case_id in ids]
    batches.plan(wanted, processes=processes, stops_early=stops_early)
    found = {batch.number: batch for batch in map(batches.batch_of, wanted)}
    return [None if batch.ids is None else len(batch.ids) for batch in found.values()]


THOUSANDS = [str(number) for number in range(2_000)]


def test_a_suite_runs_at_once(tmp_path: Path) -> None:
    assert sizes(THOUSANDS, tmp_path) == [None]
    assert sizes(THOUSANDS[:-1], tmp_path) == [1_999]


def test_several_processes_take_equal_parts(tmp_path: Path) -> None:
    assert sizes(THOUSANDS, tmp_path, processes=2) == [250] * 8
    assert sizes(THOUSANDS[:20], tmp_path, processes=2) == [8, 8, 4]
    assert sizes(THOUSANDS[:3], tmp_path, processes=2) == [3]


def test_where_the_first_failure_ends_it_batches_begin_small_and_grow(tmp_path: Path) -> None:
    assert sizes(THOUSANDS, tmp_path, stops_early=True) == [8, 16, 32, 64, 128, 256, 500, 500, 496]
    assert sizes(THOUSANDS, tmp_path, stops_early=True, processes=8) == [8, 16, 32, *[62] * 31, 22]
    assert sizes(THOUSANDS[:20], tmp_path, stops_early=True) == [8, 8, 4]


def test_of_a_sampled_suite_and_of_a_limited_one_only_the_whole_says_something(tmp_path: Path) -> None:
    for settings in (Settings(sampled=True), Settings(limits=LimitSettings(tokens=100))):
        assert sizes(THOUSANDS, tmp_path, stops_early=True, processes=2, settings=settings) == [None]


def test_the_suite_as_such_is_part_of_its_batch_and_alone_it_asks_for_all_cases(tmp_path: Path) -> None:
    assert sizes(["a", WHOLE], tmp_path) == [1]
    assert sizes([WHOLE], tmp_path) == [None]
    assert sizes([WHOLE], tmp_path, stops_early=True) == [None]


def test_suites_of_several_projects_have_batches_of_their_own(tmp_path: Path) -> None:
    batches = Batches(tmp_path)
    wanted = [
        Wanted(project=project(tmp_path / name, Settings()), suite="desk", case_id="a", of=2) for name in ("one", "two")
    ]
    batches.plan(wanted)

    assert [batches.batch_of(one).number for one in wanted] == [0, 1]
    assert str(batches.batch_of(wanted[0]).selection) == "--suite desk --case desk::a"
