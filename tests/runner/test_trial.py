import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from goldgate.model.case import Case, World, WorldFile
from goldgate.runner.pools.pool import Performed

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


def _answers(performed: Iterable[Performed]) -> list[Any]:
    return [one.trace.answer for one in performed]


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


LEFTOVERS = {
    "a thread": "threading.Thread(target=intrude).start()",
    "a daemon": "threading.Thread(target=intrude, daemon=True).start()",
    "a timer": "threading.Timer(0.2, intrude).start()",
    "a busy pool": "POOL.submit(intrude)",
    "a thread that threading does not know": "_thread.start_new_thread(intrude, ()); time.sleep(0.05)",
}
INTRUDER = """
    import _thread, atexit, os, threading, time
    from concurrent.futures import ThreadPoolExecutor
    POOL = ThreadPoolExecutor(1)
    def intrude():
        time.sleep(0.1)
        while True:
            os.chdir("/")
            os.environ["MOOD"] = "bad"
    def agent(case, context):
        if case.id == "leaves":
            START
            return str(os.getpid())
        time.sleep(0.4)
        return f"{os.getpid()} {os.path.basename(os.getcwd())} {os.environ.get('MOOD')}"
    """


@pytest.mark.parametrize("start", LEFTOVERS.values(), ids=LEFTOVERS)
def test_what_a_trial_leaves_running_never_meets_the_next_trial(project: Project, case: MakeCase, start: str) -> None:
    project.write("agent.py", INTRUDER.replace("START", start))
    begun = time.monotonic()
    leaves, after = _answers(project.perform(case("leaves"), case("after")))
    process, *seen = after.split()
    assert process != leaves
    assert seen == ["project", "None"]
    assert time.monotonic() - begun < 10


NO_LEFTOVERS = {
    "an idle pool": "POOL.submit(time.time).result()",
    "a pool of the event loop": "asyncio.run(asyncio.to_thread(time.time))",
    "a thread that is about to end": "threading.Thread(target=time.sleep, args=(0.02,)).start()",
    "a thread that is older than all trials": "TASKS.put(1)",
}


@pytest.mark.parametrize("does", NO_LEFTOVERS.values(), ids=NO_LEFTOVERS)
def test_a_worker_stays_when_nothing_of_a_trial_runs_any_more(project: Project, case: MakeCase, does: str) -> None:
    project.write(
        "agent.py",
        f"""
        import asyncio, os, queue, threading, time
        from concurrent.futures import ThreadPoolExecutor
        POOL, TASKS = ThreadPoolExecutor(1), queue.Queue()
        threading.Thread(target=lambda: [task for task in iter(TASKS.get, None)], daemon=True).start()
        def agent(case, context):
            {does}
            return os.getpid()
        """,
    )
    assert len({*_answers(project.perform(*map(case, "abc")))}) == 1


@pytest.mark.parametrize("thirds", [0, 1])
def test_a_step_that_comes_after_its_trial_makes_that_trial_an_error(
    project: Project, case: MakeCase, thirds: int
) -> None:
    project.write(
        "agent.py",
        """
        import queue, threading
        waiting, done = queue.Queue(), threading.Event()
        go = threading.Event()
        def late():
            context = waiting.get()
            go.wait()
            context.step("too late")
            done.set()
        threading.Thread(target=late).start()
        def agent(case, context):
            if case.id == "starts":
                waiting.put(context)
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
    project.write(
        "agent.py",
        """
        import sys
        def agent(case, context):
            if case.id == "broken":
                sys.argv = None
            return "fine"
        """,
    )
    broken, fine = project.perform(case("broken"), case("fine"))
    assert broken.fault is not None
    assert broken.fault.code == "WORKER_BROKE"
    assert "TypeError" in broken.fault.message
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
