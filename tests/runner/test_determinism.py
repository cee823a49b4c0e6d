import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol

import pytest

from goldgate.errors import RunStopped
from goldgate.model.case import Case
from goldgate.model.determinism import Source, Unsteady
from goldgate.model.guards import GuardSettings
from goldgate.model.limits import LimitSettings
from goldgate.model.plan import PlannedTrial
from goldgate.model.settings import OutcomeSettings
from goldgate.runner.determinism import Check, seen
from goldgate.runner.executor import result_of
from goldgate.runner.patience import Patience
from goldgate.runner.pools.pool import Company
from goldgate.runner.pools.processes import ProcessPool
from goldgate.runner.purse import Budget

AGENTS = {
    Source.TIMEZONE: """
        import time
        def agent(case):
            return {"answer": time.strftime("%H:%M", time.localtime(0))}
    """,
    Source.DIRECTORY_ORDER: """
        from pathlib import Path
        def agent(case):
            Path("here").mkdir(exist_ok=True)
            for name in "abc":
                Path("here", name).touch()
            return {"answer": [path.name for path in Path("here").iterdir()]}
    """,
    Source.THREAD_TIMING: """
        import threading
        def agent(case):
            came = []
            threads = [threading.Thread(target=came.append, args=(number,)) for number in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return {"answer": came}
    """,
    Source.CASE_ORDER: """
        seen = []
        def agent(case):
            seen.append(case.id)
            return {"answer": seen[0]}
    """,
    Source.UNKNOWN: """
        def agent(case):
            with open("/dev/urandom", "rb") as device:
                return {"answer": device.read(8).hex()}
    """,
}
STEADY = """
    import time, uuid
    def agent(case):
        time.monotonic(), uuid.uuid4()
        return {"answer": sorted({"a", "b", "c"})}
"""


class Project(Protocol):
    """What the fixture of that name gives."""

    def write(self, name: str, text: str) -> Path:
        """Write a file."""

    def company(self, **fields: Any) -> Company:
        """Who performs."""


@pytest.fixture
def check(project: Project, case: Callable[..., Case]) -> Callable[..., tuple[Unsteady, ...]]:
    """Does cases twice by an agent."""

    def checked(agent: str, *, cases: Sequence[str] = ("a", "b"), **fields: Any) -> tuple[Unsteady, ...]:
        project.write("agent.py", agent)
        company = project.company(**fields)
        trials = [PlannedTrial(suite="s", case=case(name), timeout=20.0) for name in cases]
        settings = OutcomeSettings()
        with ProcessPool(company) as pool:
            results = [result_of(one, Patience()) for handful in pool.run(trials) for one in handful]
        first = {result.key: seen(result, settings) for result in results}
        return Check(company=company, open=ProcessPool, settings=lambda _: settings).unsteady(trials, first)

    return checked


@pytest.mark.parametrize("source", AGENTS)
def test_what_does_not_repeat_is_caught_and_its_source_is_named(
    source: Source, check: Callable[..., tuple[Unsteady, ...]]
) -> None:
    unsteady = check(AGENTS[source])
    assert {one.sources for one in unsteady} == {(source,)}


DRAWING = """
    import datetime, os, random, secrets, time, uuid
    FRUIT = "apple pear plum quince cherry medlar sloe fig".split()
    DRAWS = {
        "time": lambda: time.time(),
        "date": lambda: str(datetime.date.today()),
        "random": lambda: random.random(),
        "uuid4": lambda: str(uuid.uuid4()),
        "os.urandom": lambda: os.urandom(8).hex(),
        "secrets": lambda: secrets.token_hex(8),
        "set": lambda: list(set(FRUIT)),
        "time and chance": lambda: [time.time(), random.random()],
        "nothing": lambda: 1,
    }
    def agent(case):
        return {"answer": DRAWS[case.id]()}
"""
DRAWN = {
    "time": (Source.TIME,),
    "date": (Source.TIME,),
    "random": (Source.CHANCE,),
    "uuid4": (Source.CHANCE,),
    "os.urandom": (Source.CHANCE,),
    "secrets": (Source.CHANCE,),
    "set": (Source.SET_ORDER,),
    "time and chance": (Source.TIME, Source.CHANCE),
}
NO_GUARDS = GuardSettings(clock=False, chance=False, environment=False, places=False, network=False)


@pytest.mark.parametrize("guards", [GuardSettings(), NO_GUARDS], ids=["on", "off"])
def test_each_source_is_named_whether_its_guard_is_on_or_off(
    guards: GuardSettings, check: Callable[..., tuple[Unsteady, ...]]
) -> None:
    unsteady = check(DRAWING, cases=(*DRAWN, "nothing"), guards=guards)
    assert {one.case: one.sources for one in unsteady} == DRAWN


def test_what_repeats_is_steady(check: Callable[..., tuple[Unsteady, ...]]) -> None:
    assert check(STEADY) == ()


def test_the_first_place_that_differs_is_told(check: Callable[..., tuple[Unsteady, ...]]) -> None:
    agent = """
        import time
        import goldgate
        @goldgate.tool
        def now():
            return time.time()
        def agent(case):
            now()
    """
    divergence = check(agent)[0].divergence
    assert divergence is not None
    assert (divergence.step, divergence.pointer, divergence.expected) == (0, "/observation", 1767225600.0)


@pytest.fixture
def counter() -> Iterator[int]:
    """A service on this machine that gives every caller another number."""

    def serve() -> None:
        number = 0
        with suppress(OSError):
            while True:
                caller, _ = server.accept()
                number += 1
                with caller:
                    caller.sendall(str(number).encode())

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        with suppress(OSError):
            server.shutdown(socket.SHUT_RDWR)


def test_what_a_service_answers_is_caught_as_network(counter: int, check: Callable[..., tuple[Unsteady, ...]]) -> None:
    agent = f"""
        import socket
        def agent(case):
            with socket.create_connection(("127.0.0.1", {counter})) as service:
                return {{"answer": service.recv(10).decode()}}
    """
    for reached in ({"reachable": {"s": [f"127.0.0.1:{counter}"]}}, {"guards": NO_GUARDS}):
        assert {one.sources for one in check(agent, **reached)} == {(Source.NETWORK,)}


def test_what_the_purse_refuses_to_do_again_leaves_nothing_to_say(
    check: Callable[..., tuple[Unsteady, ...]], tmp_path: Path
) -> None:
    purse = Budget(LimitSettings(usd=Decimal("0.3")), stop_file=tmp_path / "stop")
    with pytest.raises(RunStopped):
        check("def agent(case, context): return {'usage': {'cost_usd': 0.1}}", purse=purse)
    assert purse.total.usd == Decimal("0.3")
