"""Does every pool ask before each call, and finish what is under way?"""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from goldgate.model.case import Case
from goldgate.model.limits import LimitSettings, Stop
from goldgate.model.spending import Spent
from goldgate.runner.pools import PoolName
from goldgate.runner.purse import Budget

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import
POOLS = pytest.mark.parametrize("pool", list(PoolName))

COSTS = "def agent(case, context): return {'answer': case.id, 'usage': {'cost_usd': 0.1}}"
LIMITS = LimitSettings(usd=Decimal("0.3"))


def budget(folder: Path, limits: LimitSettings = LIMITS) -> Budget:
    return Budget(limits, stop_file=folder / "stop")


@POOLS
def test_no_trial_is_begun_once_the_limit_is_reached(project: Project, case: MakeCase, pool: PoolName) -> None:
    project.write("agent.py", COSTS)
    purse = budget(project.root)
    performed = project.perform(*map(case, "abcdef"), pool=pool, purse=purse)
    assert [one.trace.answer for one in performed] == ["a", "b", "c"]
    assert (purse.stop, purse.total.usd) == (Stop.USD, Decimal("0.3"))


@POOLS
def test_a_plan_that_ends_when_the_limit_is_reached_is_whole(project: Project, case: MakeCase, pool: PoolName) -> None:
    project.write("agent.py", COSTS)
    purse = budget(project.root)
    assert len(project.perform(*map(case, "abc"), pool=pool, purse=purse)) == 3
    assert purse.stop is None


def test_what_several_workers_have_under_way_is_finished_and_kept(project: Project, case: MakeCase) -> None:
    project.write("agent.py", COSTS)
    purse = budget(project.root)
    performed = project.perform(*map(case, "abcdefgh"), purse=purse, workers=2)
    assert len(performed) in {3, 4}
    assert all(one.fault is None for one in performed)
    assert purse.total.usd == len(performed) * Decimal("0.1")


@POOLS
def test_a_stream_is_left_where_it_is(project: Project, case: MakeCase, pool: PoolName) -> None:
    project.write("agent.py", COSTS)
    performed = project.perform(*(case(name, stream="s") for name in "abcde"), pool=pool, purse=budget(project.root))
    assert [one.trace.answer for one in performed] == ["a", "b", "c"]


@POOLS
def test_a_stop_file_ends_it_between_two_trials(project: Project, case: MakeCase, pool: PoolName) -> None:
    stop = project.root / "stop"
    project.write(
        "agent.py",
        f"""
        import pathlib, time
        def agent(case, context):
            if case.id == "b":
                pathlib.Path({str(stop)!r}).touch()
            time.sleep(0.1)
            return case.id
        """,
    )
    purse = budget(project.root, LimitSettings())
    performed = project.perform(*map(case, "abcd"), pool=pool, purse=purse)
    assert [one.trace.answer for one in performed] == ["a", "b"]
    assert (purse.stop, purse.total) == (Stop.STOP_FILE, Spent())


def test_a_worker_that_is_lost_told_nothing(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import os\ndef agent(case, context): os._exit(3)")
    purse = budget(project.root)
    performed = project.perform(*map(case, "ab"), purse=purse)
    assert [one.trace.steps[0].error_code for one in performed] == ["AGENT_EXIT"]
    assert (purse.stop, purse.total.unknown_usd) == (Stop.UNMETERED, 1)
