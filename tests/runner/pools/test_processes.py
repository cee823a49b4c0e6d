import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from goldgate.errors import AgentNotLoadable, InternalFault
from goldgate.model.case import Case, World, WorldFile
from goldgate.model.plan import PlannedTrial
from goldgate.model.trace import OverallStatus, Step, StepStatus
from goldgate.runner.pools.pool import Performed
from goldgate.runner.pools.processes import ProcessPool
from goldgate.runner.project_files import CHANGED

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import

_POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX only")


def _answers(performed: Iterable[Performed]) -> list[Any]:
    return [one.trace.answer for one in performed]


def _fault_step(code: str, observation: str) -> Step:
    return Step(kind="exception", status=StepStatus.ERROR, error_code=code, observation=observation)


# What the agent does


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
        assert _answers(pool.run(trials)) == ["one", "two"]


def test_a_very_long_answer_comes_through(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return '가' * 5_000_000")
    performed = project.perform(case("a"), case("b"))
    assert [len(answer) for answer in _answers(performed)] == [5_000_000, 5_000_000]


def test_seconds_are_those_that_the_agent_took(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import time\ndef agent(case, context): time.sleep(0.05)")
    (performed,) = project.perform(case())
    assert 0.05 <= performed.seconds < 5


# What the agent must not be able to do


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


def test_nothing_that_the_agent_prints_reaches_us(
    project: Project, case: MakeCase, capfd: pytest.CaptureFixture[str]
) -> None:
    project.write(
        "agent.py",
        r"""
        import os, subprocess, sys
        def agent(case, context):
            print('["reply", 0]', "\udc80 안녕", flush=True)
            print("to stderr", file=sys.stderr)
            os.write(1, b'["reply", 0]\n')
            os.write(2, b"more\n")
            subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
            sys.stdout.close()
            print("after close")
            return "fine"
        """,
    )
    assert _answers(project.perform(case("a"), case("b"))) == ["fine", "fine"]
    assert capfd.readouterr() == ("", "")


def test_the_agent_finds_nothing_to_read_on_stdin(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import sys\ndef agent(case, context): return repr(sys.stdin.read())")
    assert _answers(project.perform(case("a"), case("b"))) == ["''", "''"]


@_POSIX
def test_a_forked_child_that_comes_back_answers_nothing(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, sys
        def agent(case, context):
            child = os.fork()
            if child == 0:
                return "the child"
            os.waitpid(child, 0)
            return case.id
        """,
    )
    files = World(files={"a.txt": WorldFile(content=b"a")})
    performed = project.perform(case("a"), case("b", world=files), case("c"))
    assert _answers(performed) == ["a", "b", "c"]
    assert performed[1].trace.files == {}


@_POSIX
def test_children_of_the_agent_inherit_no_line_to_us(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, subprocess, sys
        COUNT = "import os; print(sum(os.path.exists(f'/dev/fd/{n}') for n in range(3, 64)))"
        def agent(case, context):
            child = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, close_fds=False, text=True)
            return child.stdout.strip()
        """,
    )
    assert _answers(project.perform(case())) == ["0"]


def test_what_a_trial_changes_around_it_is_put_back(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, sys, tempfile
        def agent(case, context):
            seen = f"{os.path.basename(os.getcwd())} {os.environ.get('MOOD')} {'vendored' in sys.path}"
            os.chdir(tempfile.gettempdir())
            os.environ["MOOD"] = "bad"
            sys.path.append("vendored")
            return seen
        """,
    )
    assert _answers(project.perform(case("a"), case("b"))) == ["project None False"] * 2


def test_what_the_import_changes_around_it_stays(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os
        os.environ["MOOD"] = "good"
        def agent(case, context):
            return os.environ.pop("MOOD")
        """,
    )
    assert _answers(project.perform(case("a"), case("b"))) == ["good", "good"]


def test_threads_that_are_left_behind_change_nothing(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import threading, time
        def agent(case, context):
            threading.Thread(target=time.sleep, args=(60,)).start()
            return case.id
        """,
    )
    start = time.monotonic()
    assert _answers(project.perform(case("a"), case("b"))) == ["a", "b"]
    assert time.monotonic() - start < 10


def test_an_agent_may_join_all_threads_that_it_finds(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import threading
        def agent(case, context):
            for thread in threading.enumerate():
                if thread is not threading.current_thread():
                    thread.join()
            return "joined"
        """,
    )
    assert _answers(project.perform(case())) == ["joined"]


@pytest.mark.parametrize("thirds", [0, 1])
def test_a_step_that_comes_after_its_trial_makes_that_trial_an_error(
    project: Project, case: MakeCase, thirds: int
) -> None:
    project.write(
        "agent.py",
        """
        import threading
        go, done = threading.Event(), threading.Event()
        def late(context):
            go.wait()
            context.step("too late")
            done.set()
        def agent(case, context):
            if case.id == "starts":
                threading.Thread(target=late, args=(context,)).start()
            else:
                go.set()
                done.wait()
            return case.id
        """,
    )
    performed = project.perform(case("starts"), case("other"), *(case("third") for _ in range(thirds)))
    assert [one.planned.case.id for one in performed] == ["starts", "other", "starts", *["third"] * thirds]
    assert [one.fault and one.fault.code for one in performed] == [None, None, "LOST_STEP", *[None] * thirds]


def test_what_the_agent_registered_for_the_end_of_the_process_happens(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import atexit, pathlib
        atexit.register(pathlib.Path("flushed.txt").touch)
        def agent(case, context): pass
        """,
    )
    project.perform(case())
    assert (project.root / "flushed.txt").exists()


# The world's files


def test_a_case_with_files_runs_in_a_folder_of_its_own(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib
        def agent(case, context):
            assert os.path.samefile(context.folder, ".")
            text = pathlib.Path("notes/today.md").read_text()
            pathlib.Path("notes/today.md").unlink()
            pathlib.Path("done.txt").write_text(text.upper())
            return text
        """,
    )
    world = World(files={"notes/today.md": WorldFile(content=b"milk")})
    for performed in project.perform(case("a", world=world), case("b", world=world)):
        assert performed.trace.answer == "milk"
        assert performed.trace.files == {"done.txt": "MILK", "notes/today.md": None}


def test_a_world_that_cant_be_made_is_a_fault_and_nobodys_failure(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return 'fine'")
    impossible = World(files={"n" * 1_000: WorldFile(content=b"")})
    broken, fine = project.perform(case("broken", world=impossible), case("fine"))
    assert broken.fault is not None
    assert broken.fault.code == "WORLD_NOT_MADE"
    assert fine.trace.answer == "fine"


def test_a_worker_that_breaks_is_a_fault_of_ours_and_is_replaced(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "def agent(case, context): return 'fine'")
    unreadable = World(files={"../escaped.txt": WorldFile(content=b"")})
    broken, fine = project.perform(case("broken", world=unreadable), case("fine"))
    assert broken.fault is not None
    assert broken.fault.code == "WORKER_BROKE"
    assert "escaped.txt" in broken.fault.message
    assert fine.trace.answer == "fine"


def test_nothing_is_left_of_the_folders_even_of_a_trial_that_crashed(
    project: Project, case: MakeCase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    project.write(
        "agent.py",
        """
        import os
        def agent(case, context):
            os.chmod(".", 0o500)
            if case.id == "exits":
                os._exit(1)
        """,
    )
    world = World(files={"notes/today.md": WorldFile(content=b"milk")})
    project.perform(case("exits", world=world), case("ends", world=world))
    assert list(scratch.iterdir()) == []


# Project files


def test_the_sources_of_the_agent_are_known_when_it_is_loaded(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import rules\nTEXT = open('prompt.txt').read()\ndef agent(case, context): return TEXT")
    project.write("rules.py", "")
    project.write("unused.py", "")
    project.write("prompt.txt", "hello")
    with ProcessPool(project.company()) as pool:
        assert list(pool.imported) == ["agent.py", "prompt.txt", "rules.py"]
        list(pool.run([PlannedTrial(suite="s", case=case())]))
        assert pool.late == {}


def test_what_a_trial_reads_is_told_with_its_result(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import pathlib
        def agent(case, context):
            import rules
            pathlib.Path("log.txt").write_text("seen")
            pathlib.Path("log.txt").read_text()
            return pathlib.Path("prompt.txt").read_text()
        """,
    )
    project.write("rules.py", "")
    project.write("prompt.txt", "hello")
    with ProcessPool(project.company()) as pool:
        first, second = pool.run([PlannedTrial(suite="s", case=case()), PlannedTrial(suite="s", case=case())])
        assert sorted(first.project_files) == ["prompt.txt", "rules.py"]
        assert second.project_files == {}
        assert sorted(pool.late) == ["prompt.txt", "rules.py"]


def test_a_source_that_is_edited_while_the_run_goes_on_is_told(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib
        def agent(case, context):
            if case.id == "exits":
                with open("edited", "w"):
                    os.system("echo '# edited' >> agent.py")
                os._exit(0)
        """,
    )
    with ProcessPool(project.company()) as pool:
        list(pool.run([PlannedTrial(suite="s", case=case("exits")), PlannedTrial(suite="s", case=case("after"))]))
        assert pool.late == {"agent.py": CHANGED}


# Loading


def test_an_agent_that_cant_be_imported_is_told_with_the_users_own_frames(project: Project) -> None:
    project.write("agent.py", "def broken():\n    raise ValueError('no key')\nbroken()")
    with pytest.raises(AgentNotLoadable, match="no key") as caught, ProcessPool(project.company()):
        pass
    assert "agent.py" in str(caught.value)
    assert "Traceback" not in str(caught.value)


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


def test_a_worker_that_breaks_while_it_loads_is_told_as_ours(project: Project) -> None:
    company = project.company(agents={"s": None})
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


# The end


def test_whoever_stops_to_read_ends_the_workers_at_once(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, pathlib, time
        def agent(case, context):
            if case.id == "first":
                return str(os.getpid())
            time.sleep(60)
        """,
    )
    start = time.monotonic()
    with ProcessPool(project.company()) as pool:
        trials = pool.run([PlannedTrial(suite="s", case=case(name)) for name in ("first", "hangs", "never")])
        process = int(str(next(trials).trace.answer))
        trials.close()
    assert time.monotonic() - start < 10
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
            for performed in pool.run([PlannedTrial(suite="s", case=Case(id="a", request="a"))]):
                print(performed)
"""


def _wait_for(path: Path) -> str:
    limit = time.monotonic() + 20
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < limit, f"{path} does not appear"
        time.sleep(0.01)
    return path.read_text()


def _wait_for_the_end_of(process: int) -> None:
    limit = time.monotonic() + 20
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
        parent.communicate(timeout=20)
    assert parent.returncode == -how if how is signal.SIGKILL else parent.returncode in {1, 130, -how}
    for process in started.split():
        _wait_for_the_end_of(int(process))
