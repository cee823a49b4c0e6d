import os
import time
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from goldgate.errors import AgentNotLoadable
from goldgate.model.case import Case
from goldgate.model.trace import OverallStatus, Step, StepStatus
from goldgate.runner.pools.pool import Performed
from goldgate.runner.pools.processes import ProcessPool

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import

_POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX only")


def _answers(performed: Iterable[Performed]) -> list[Any]:
    return [one.trace.answer for one in performed]


def _fault_step(code: str, observation: str) -> Step:
    return Step(kind="exception", status=StepStatus.ERROR, error_code=code, observation=observation)


def test_sys_exit_is_a_step_and_the_next_trial_goes_on(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import sys
        def agent(case, context):
            if case.id == "exits":
                sys.exit(0)
            return "fine"
        """,
    )
    exits, fine = project.perform(case("exits"), case("fine"))
    assert [step.error_code for step in exits.trace.steps] == ["AGENT_EXIT"]
    assert fine.trace.answer == "fine"


_LOSES_ITS_PROCESS = """
    import os, signal
    import goldgate

    def agent(case, context):
        context.step("look")
        if case.id == "exits":
            os._exit(0)
        if case.id == "crashes":
            os.kill(os.getpid(), signal.SIGSEGV)
        return case.id
"""


def test_an_exit_of_the_process_ends_the_trial_alone(project: Project, case: MakeCase) -> None:
    project.write("agent.py", _LOSES_ITS_PROCESS)
    performed = project.perform(*(case(name) for name in ("a", "b", "c", "exits", "d", "e")))
    assert _answers(performed[:3] + performed[4:]) == ["a", "b", "c", "d", "e"]
    assert performed[3].trace.steps == (_fault_step("AGENT_EXIT", "exit status 0"),)
    assert performed[3].trace.status is OverallStatus.ERROR
    assert performed[3].fault is None


@_POSIX
def test_a_native_crash_ends_the_trial_alone(project: Project, case: MakeCase) -> None:
    project.write("agent.py", _LOSES_ITS_PROCESS)
    performed = project.perform(case("crashes"), case("a"))
    assert performed[0].trace.steps == (_fault_step("CRASH", "SIGSEGV"),)
    assert performed[1].trace.answer == "a"


def test_an_endless_loop_is_ended_after_its_time(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        def agent(case, context):
            while case.id == "loops":
                pass
            return "fine"
        """,
    )
    start = time.monotonic()
    performed = project.perform(case("loops"), case("fine"), timeout=0.5)
    assert performed[0].trace.steps == (_fault_step("TIMEOUT", "no end after 0.5 s"),)
    assert performed[1].trace.answer == "fine"
    assert time.monotonic() - start < 10


def test_an_exception_in_a_trial_that_closed_the_line_is_not_waited_for(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os
        def agent(case, context):
            if case.id == "closes":
                os.closerange(3, 256)
            return "fine"
        """,
    )
    performed = project.perform(case("closes"), case("fine"))
    assert [step.error_code for step in performed[0].trace.steps] == ["AGENT_EXIT"]
    assert performed[1].trace.answer == "fine"


def test_an_agent_that_closed_the_line_and_hangs_is_killed(
    project: Project, case: MakeCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldgate.runner.pools.child.GRACE", 0.2)
    project.write(
        "agent.py",
        """
        import os, time
        def agent(case, context):
            os.closerange(3, 256)
            time.sleep(600)
        """,
    )
    (performed,) = project.perform(case())
    assert [step.error_code for step in performed.trace.steps] == ["CRASH"]


@_POSIX
def test_a_child_that_was_given_the_line_does_not_keep_us_waiting(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, subprocess, sys
        def agent(case, context):
            descriptors = [number for number in range(3, 64) if os.path.exists(f"/dev/fd/{number}")]
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], pass_fds=descriptors)
            os._exit(4)
        """,
    )
    start = time.monotonic()
    (performed,) = project.perform(case())
    assert performed.trace.steps == (_fault_step("AGENT_EXIT", "exit status 4"),)
    assert time.monotonic() - start < 10


def test_an_agent_that_exits_at_import_is_told_with_what_it_printed_last(project: Project) -> None:
    project.write("agent.py", "import os\nprint('set the key first')\nos._exit(3)")
    with pytest.raises(AgentNotLoadable) as caught, ProcessPool(project.company()):
        pass
    assert str(caught.value) == "the process ended (exit status 3) while it loaded agent:agent\nset the key first"


@_POSIX
def test_an_agent_that_crashes_at_import_is_told_with_the_signal(project: Project) -> None:
    project.write("agent.py", "import os, signal\nos.kill(os.getpid(), signal.SIGABRT)")
    with pytest.raises(AgentNotLoadable, match=r"ended \(SIGABRT\) while"), ProcessPool(project.company()):
        pass


def test_an_import_that_hangs_is_ended(project: Project) -> None:
    project.write("agent.py", "import time\ntime.sleep(600)")
    company = project.company(import_timeout=0.5)
    with pytest.raises(AgentNotLoadable, match=r"agent:agent could not be loaded within 0\.5 s"), ProcessPool(company):
        pass
