import os
import py_compile
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from goldgate.errors import AgentNotLoadable
from goldgate.model.case import Case, World, WorldFile
from goldgate.model.plan import PlannedTrial
from goldgate.runner.pools import PoolName
from goldgate.runner.pools.in_process import InProcessPool

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


def test_an_agent_answers_in_this_process(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import os\ndef agent(case, context): return str(os.getpid())")
    (performed,) = project.perform(case(), pool=PoolName.IN_PROCESS)
    assert performed.trace.answer == str(os.getpid())


def test_it_says_which_guards_are_off(project: Project) -> None:
    assert any("timeout" in guard for guard in InProcessPool(project.company()).guards_off)


def test_a_trial_gives_what_it_gives_in_a_worker(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import pathlib
        def agent(case, context):
            context.step("read", {"path": str(context.folder / "a.txt")})
            pathlib.Path("b.txt").write_text(pathlib.Path("a.txt").read_text())
            return {"answer": case.request, "status": "failure"}
        """,
    )
    cases = [case(name, world=World(files={"a.txt": WorldFile(content=name.encode())})) for name in "abc"]
    here = project.perform(*cases, pool=PoolName.IN_PROCESS)
    there = project.perform(*cases)
    assert [performed.trace for performed in here] == [performed.trace for performed in there]


def test_what_the_agent_prints_is_seen(project: Project, case: MakeCase, capsys: pytest.CaptureFixture[str]) -> None:
    project.write("agent.py", "def agent(case, context): print('hello')")
    project.perform(case(), pool=PoolName.IN_PROCESS)
    assert capsys.readouterr().out == "hello\n"


def test_the_cwd_is_what_it_was_afterwards(project: Project, case: MakeCase) -> None:
    before = Path.cwd()
    project.write("agent.py", "import os\ndef agent(case, context): return os.path.basename(os.getcwd())")
    (performed,) = project.perform(case(), pool=PoolName.IN_PROCESS)
    assert performed.trace.answer == "project"
    assert Path.cwd() == before


def test_what_a_trial_changes_around_it_is_put_back(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os
        def agent(case, context):
            return os.environ.setdefault("MOOD", case.id)
        """,
    )
    performed = project.perform(case("a"), case("b"), pool=PoolName.IN_PROCESS)
    assert [one.trace.answer for one in performed] == ["a", "b"]
    assert "MOOD" not in os.environ


def test_the_project_files_are_known(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import pathlib\ndef agent(case, context): return pathlib.Path('prompt.txt').read_text()")
    project.write("prompt.txt", "hello")
    with InProcessPool(project.company()) as pool:
        assert list(pool.imported) == ["agent.py"]
        ((performed,),) = pool.run([PlannedTrial(suite="s", case=case())])
        assert list(performed.project_files) == ["prompt.txt"]
        assert list(pool.late) == ["prompt.txt"]


def test_a_late_step_makes_its_trial_an_error(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        kept = []
        def agent(case, context):
            kept.append(context)
            kept[0].step("note")
        """,
    )
    a, b, late = project.perform(case("a"), case("b"), pool=PoolName.IN_PROCESS)
    assert (a.fault, b.fault) == (None, None)
    assert (late.planned.case.id, late.fault.code) == ("a", "LOST_STEP")


def test_an_agent_that_cant_be_loaded_is_refused(project: Project) -> None:
    project.write("agent.py", "raise ValueError('no key')")
    with pytest.raises(AgentNotLoadable, match="no key"), InProcessPool(project.company()):
        pass


_INTERRUPTS_ITSELF = """
    import os, signal
    def agent(case, context):
        os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX only")
def test_ctrl_c_ends_the_run_and_not_only_the_trial(project: Project, case: MakeCase) -> None:
    project.write("agent.py", _INTERRUPTS_ITSELF)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        project.perform(case("a"), case("b"), pool=PoolName.IN_PROCESS)
    assert signal.getsignal(signal.SIGINT) is before


def test_trials_may_be_run_from_another_thread(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return case.request")
    with ThreadPoolExecutor(1) as threads:
        (performed,) = threads.submit(project.perform, case("a"), pool=PoolName.IN_PROCESS).result()
    assert performed.trace.answer == "a"


def test_an_edit_of_the_same_length_in_the_same_second_is_seen(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return 'a'")
    source = project.root / "agent.py"
    py_compile.compile(str(source))
    times = source.stat()
    project.write("agent.py", "def agent(case, context): return 'b'")
    os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
    (performed,) = project.perform(case("a"), pool=PoolName.IN_PROCESS)
    assert performed.trace.answer == "b"
