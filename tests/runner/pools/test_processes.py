import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from goldgate.errors import AgentNotLoadable, InternalFault
from goldgate.model.case import Case
from goldgate.model.plan import PlannedTrial
from goldgate.runner.pools.pool import Performed
from goldgate.runner.pools.processes import ProcessPool

PATIENCE = 120
"""Seconds within which what is expected happens on any machine, and what hangs for ten minutes does not end."""

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


def _answers(performed: Iterable[Performed]) -> list[Any]:
    return [one.trace.answer for one in performed]


def test_an_agent_answers_in_another_process(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import os\ndef agent(case, context): return str(os.getpid())")
    (answer,) = _answers(project.perform(case()))
    assert int(answer) != os.getpid()


def test_results_come_in_plan_order_from_one_worker(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return case.request")
    names = [f"case-{number}" for number in range(100)]
    assert _answers(project.perform(*map(case, names))) == names


def test_several_workers_give_what_one_gives(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        def agent(case, context):
            context.step("think", {"words": sorted(set(case.request)), "order": list({"b", "a", "c"})})
            return case.request[::-1]
        """,
    )
    cases = [case(f"case-{number}") for number in range(300)]
    one = project.perform(*cases)
    three = sorted(project.perform(*cases, workers=3), key=lambda performed: int(performed.planned.case.id[5:]))
    assert [performed.trace for performed in one] == [performed.trace for performed in three]


def test_an_agent_sees_neither_expectation_nor_marker(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return ' '.join(sorted(dir(case)))")
    (answer,) = _answers(project.perform(case()))
    assert "expect" not in answer
    assert "known_failure" not in answer


def test_suites_may_name_different_agents(project: Project, case: MakeCase) -> None:
    project.write("one.py", "def agent(case, context): return 'one'")
    project.write("two.py", "def agent(case, context): return 'two'")
    company = project.company(agents={"a": "one:agent", "b": "two:agent"})
    trials = [PlannedTrial(suite="a", case=case()), PlannedTrial(suite="b", case=case())]
    with ProcessPool(company) as pool:
        assert _answers(chain.from_iterable(pool.run(trials))) == ["one", "two"]


def test_a_very_long_answer_comes_through(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return '가' * 5_000_000")
    performed = project.perform(case("a"), case("b"))
    assert [len(answer) for answer in _answers(performed)] == [5_000_000, 5_000_000]


def test_seconds_are_those_that_the_agent_took(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import time\ndef agent(case, context): time.sleep(0.05)")
    start = time.monotonic()
    (performed,) = project.perform(case())
    assert 0.05 <= performed.seconds <= time.monotonic() - start


def test_an_agent_that_cant_be_imported_is_told_with_the_users_own_frames(project: Project) -> None:
    project.write("agent.py", "def broken():\n    raise ValueError('no key')\nbroken()")
    with pytest.raises(AgentNotLoadable, match="no key") as caught, ProcessPool(project.company()):
        pass
    assert "agent.py" in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_an_agent_that_interrupts_itself_while_it_is_loaded_is_told_with_its_frames(project: Project) -> None:
    project.write("agent.py", "raise KeyboardInterrupt")
    with pytest.raises(AgentNotLoadable) as caught, ProcessPool(project.company()):
        pass
    (problem,) = caught.value.problems
    assert (problem.file, problem.line) == ("agent.py", 1)
    assert problem.message.startswith("an agent raised KeyboardInterrupt while it was loaded\n")


def test_a_worker_that_cant_be_replaced_makes_the_rest_errors(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib
        def agent(case, context):
            if case.id == "breaks":
                pathlib.Path("agent.py").write_text("raise ValueError('broken since')")
                os._exit(0)
            return "fine"
        """,
    )
    breaks, *rest = project.perform(case("breaks"), case("b"), case("c"))
    assert [step.error_code for step in breaks.trace.steps] == ["AGENT_EXIT"]
    assert [performed.planned.case.id for performed in rest] == ["b", "c"]
    for performed in rest:
        assert performed.fault is not None
        assert performed.fault.code == "LOST_WORKER"
        assert "broken since" in performed.fault.message


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_no_trial_goes_missing_when_no_worker_can_be_had(project: Project, case: MakeCase, workers: int) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib
        def agent(case, context):
            pathlib.Path("agent.py").write_text("raise ValueError('broken since')")
            os._exit(0)
        """,
    )
    performed = project.perform(*map(case, "abcdefgh"), workers=workers)
    assert sorted(one.planned.case.id for one in performed) == [*"abcdefgh"]
    assert {one.fault.code for one in performed if one.fault} == {"LOST_WORKER"}


def test_a_worker_that_breaks_while_it_loads_is_told_as_ours(project: Project) -> None:
    company = project.company(agents=["no mapping"])
    with pytest.raises(InternalFault, match="a worker broke before it began: AttributeError"), ProcessPool(company):
        pass


def test_a_pool_that_can_start_no_process_says_so(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no-python"))
    with pytest.raises(InternalFault, match="no worker process could be started"), ProcessPool(project.company()):
        pass


def test_no_trials_are_no_trouble(project: Project) -> None:
    project.write("agent.py", "def agent(case, context): pass")
    assert project.perform() == []


def test_whoever_stops_to_read_ends_the_workers_at_once(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib, time
        def agent(case, context):
            if case.id == "first":
                return str(os.getpid())
            time.sleep(600)
        """,
    )
    start = time.monotonic()
    with ProcessPool(project.company()) as pool:
        cases = map(case, ("first", "hangs", "never"))
        trials = pool.run([PlannedTrial(suite="s", case=one, timeout=600) for one in cases])
        (first,) = next(trials)
        process = int(str(first.trace.answer))
        trials.close()
    assert time.monotonic() - start < PATIENCE
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


_RUNS_AN_AGENT = """
    import signal, sys
    from pathlib import Path
    from goldgate.model.case import Case
    from goldgate.model.plan import PlannedTrial
    from goldgate.runner.pools.pool import Company
    from goldgate.runner.pools.processes import ProcessPool

    if __name__ == "__main__":
        signal.signal(signal.SIGINT, signal.default_int_handler)  # also when the tests run in the background
        company = Company(agents={"s": "agent:agent"}, root=Path(sys.argv[1]))
        with ProcessPool(company) as pool:
            for handful in pool.run([PlannedTrial(suite="s", case=Case(id="a", request="a"))]):
                print(handful)
"""


def _wait_for(path: Path) -> str:
    limit = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < limit, f"{path} does not appear"
        time.sleep(0.01)
    return path.read_text()


def _wait_for_the_end_of(process: int) -> None:
    limit = time.monotonic() + PATIENCE
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < limit, f"process {process} does not end"
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_the_end_of_the_parent_ends_workers_that_hang_and_all_that_they_started(
    project: Project, how: signal.Signals
) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib, subprocess, sys
        def agent(case, context):
            child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
            pathlib.Path("started.txt").write_text(f"{os.getpid()} {child.pid}")
            while True:
                pass
        """,
    )
    program = project.root.parent / "program.py"
    program.write_text(dedent(_RUNS_AN_AGENT))
    with subprocess.Popen(
        [sys.executable, program, project.root], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        started = _wait_for(project.root / "started.txt")
        parent.send_signal(how)
        parent.communicate(timeout=PATIENCE)
    assert parent.returncode == -how if how is signal.SIGKILL else parent.returncode in {1, 130, -how}
    for process in started.split():
        _wait_for_the_end_of(int(process))
