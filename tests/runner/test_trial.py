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
        import os
        def agent(case, context):
            if case.id == "broken":
                os.chdir = lambda folder: 1 / 0
            return "fine"
        """,
    )
    broken, fine = project.perform(case("broken"), case("fine"))
    assert broken.fault is not None
    assert broken.fault.code == "WORKER_BROKE"
    assert "ZeroDivisionError" in broken.fault.message
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
