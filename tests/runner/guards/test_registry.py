import time
from collections.abc import Callable
from typing import Any, Protocol

import pytest

from goldgate.formats.guards import GUARDS as GUARD_FORM
from goldgate.model.case import Case
from goldgate.model.guards import GuardSettings
from goldgate.runner.guards.registry import GUARDS, Guarding, Guards
from goldgate.runner.pools import PoolName
from goldgate.runner.pools.pool import Performed


class Project(Protocol):
    """What the fixture of that name gives."""

    def write(self, name: str, text: str) -> object:
        """Write a file."""

    def perform(self, *cases: Case, **fields: Any) -> list[Performed]:
        """What came of the cases."""


EVERYTHING = """
    import datetime, locale, os, random, time, uuid

    LOADED = [time.time(), random.random(), str(uuid.uuid4())]

    def agent(case):
        return {"answer": [
            LOADED, datetime.datetime.now().isoformat(), time.tzname, random.random(), str(uuid.uuid4()),
            os.urandom(4).hex(), sorted(os.environ), locale.setlocale(locale.LC_ALL, ""), list({"a", "b", "c"}),
        ]}
"""
REFUSED = """
    import urllib.request
    import goldgate

    @goldgate.tool
    def fetch(url):
        urllib.request.urlopen(url)

    def agent(case):
        try:
            fetch("http://example.org/")
        except OSError:
            pass
"""
STARTS = """
    import subprocess, sys

    def agent(case):
        subprocess.run([sys.executable, "-c", ""], check=True)
"""


def test_a_run_repeats_to_the_byte(project: Project, case: Callable[..., Case]) -> None:
    project.write("agent.py", EVERYTHING)
    first, second = (project.perform(case("a"), case("b")) for _ in range(2))
    assert [one.trace for one in first] == [one.trace for one in second]
    assert first[0].trace.answer != first[1].trace.answer


def test_the_same_holds_in_this_process_but_for_what_a_process_is_born_with(
    project: Project, case: Callable[..., Case]
) -> None:
    project.write("everything.py", EVERYTHING)
    before = time.time()
    agents = {"s": "everything:agent"}
    ours, theirs = (project.perform(case("a"), pool=pool, agents=agents)[0].trace.answer for pool in PoolName)
    assert isinstance(ours, list)
    assert isinstance(theirs, list)
    held = (3, 4, 5)
    assert [ours[index] for index in held] == [theirs[index] for index in held]
    assert time.time() >= before


@pytest.mark.parametrize("pool", PoolName)
def test_a_refused_connection_is_a_step_that_names_the_host(
    pool: PoolName, project: Project, case: Callable[..., Case]
) -> None:
    project.write("fetching.py", REFUSED)
    (step,) = project.perform(case("a"), pool=pool, agents={"s": "fetching:agent"})[0].trace.steps
    assert (step.error_code, step.observation) == (
        "NETWORK_REFUSED",
        "no connection to example.org: the network guard refuses it",
    )


def test_an_agent_that_does_not_catch_a_refusal_ends_with_it(project: Project, case: Callable[..., Case]) -> None:
    project.write("agent.py", STARTS)
    (performed,) = project.perform(case("a"), guards=GuardSettings(processes=True))
    assert [step.error_code for step in performed.trace.steps] == ["PROCESS_REFUSED"]


def test_programs_start_unless_the_settings_refuse_them(project: Project, case: Callable[..., Case]) -> None:
    project.write("agent.py", STARTS)
    assert project.perform(case("a"))[0].trace.steps == ()


def test_what_an_agent_raises_in_a_dead_end_of_its_own_is_not_a_refusal(
    project: Project, case: Callable[..., Case]
) -> None:
    project.write("agent.py", "def agent(case):\n    raise OSError('no connection')")
    assert project.perform(case("a"))[0].trace.steps[0].error_code == "OSError"


@pytest.mark.parametrize("name", GUARDS)
def test_every_guard_has_its_switch(name: str) -> None:
    on = GUARD_FORM({name: True})
    off = GUARD_FORM({name: False})
    assert (Guarding(settings=on).holds(name), Guarding(settings=off).holds(name)) == (True, False)


def test_where_agents_are_to_ask_the_outside_world_the_network_is_open() -> None:
    assert not Guarding(replaying=False).holds("network")


def test_all_guards_together_cost_little() -> None:
    """The budget is 30 µs on a quiet machine; this one may be busy, and traced."""
    guards = Guards.of(Guarding())
    with guards.opened():
        best = min(_seconds(guards) for _ in range(20))
    assert best < 0.001


def _seconds(guards: Guards) -> float:
    start = time.perf_counter()
    guards.begin("s", "a")
    guards.end()
    return time.perf_counter() - start
