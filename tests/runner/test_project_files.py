import importlib.util
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.model.project_file import CHANGED_MEANWHILE
from goldgate.runner.audit import Touched, listening
from goldgate.runner.project_files import ProjectFiles, ProjectFolder, SeenFiles


@pytest.fixture
def files(tmp_path: Path) -> ProjectFiles:
    folder = ProjectFolder(root=tmp_path)
    return ProjectFiles(folder=folder, touched=Touched(below=folder.below))


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("agent.py", "agent.py"),
        ("prompts/system.txt", "prompts/system.txt"),
        ("golden.py", "golden.py"),
        ("golden/files.jsonl", None),
        ("tests/baselines/files.jsonl", None),
        (".goldgate/runs/1/results.jsonl", None),
        (".venv/bin/activate.py", None),
        ("lib/python3.11/site-packages/requests/api.py", None),
        (".goldgate", None),
    ],
)
def test_a_project_file_lies_below_the_root_and_outside_of_environments(
    tmp_path: Path, place: str, name: str | None
) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/pyvenv.cfg").touch()
    folder = ProjectFolder(root=tmp_path, outside=("golden", "tests/baselines/", "."))
    assert folder.name_of(str(tmp_path / place)) == name


def test_a_file_beside_the_root_is_no_project_file(tmp_path: Path) -> None:
    folder = ProjectFolder(root=tmp_path / "project")
    assert folder.name_of(str(tmp_path / "project-2/agent.py")) is None


def test_a_root_behind_a_link_is_known_under_both_names(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    folder = ProjectFolder(root=tmp_path / "link")
    assert folder.name_of(str(tmp_path / "link/agent.py")) == "agent.py"
    assert folder.name_of(str(tmp_path / "real/agent.py")) == "agent.py"


def test_the_environment_that_runs_is_outside_even_without_a_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "conda"))
    folder = ProjectFolder(root=tmp_path)
    assert folder.name_of(str(tmp_path / "conda/lib/python3.11/json/decoder.py")) is None


def test_the_root_of_the_disk_can_be_a_root() -> None:
    assert ProjectFolder(root=Path("/")).name_of("/agent.py") == "agent.py"


def test_a_file_that_was_read_is_told_once_with_its_digest(files: ProjectFiles, tmp_path: Path) -> None:
    (tmp_path / "prompt.txt").write_bytes(b"hello")
    files.touched.read.add(str(tmp_path / "prompt.txt"))
    assert files.news() == {"prompt.txt": digest_bytes(b"hello")}
    files.touched.read.add(str(tmp_path / "prompt.txt"))
    assert files.news() == {}


def test_a_file_that_others_write_after_it_was_opened_equals_no_digest(files: ProjectFiles, tmp_path: Path) -> None:
    """What the agent read is gone: the digest that can still be taken is of something else."""
    path = tmp_path / "prompt.txt"
    path.write_bytes(b"hello")
    with listening(files.touched):
        path.read_bytes()
    path.write_bytes(b"world")
    os.utime(path, (0, 0))
    assert files.news() == {"prompt.txt": CHANGED_MEANWHILE}


def test_a_file_that_was_left_alone_since_it_was_opened_has_its_digest(files: ProjectFiles, tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_bytes(b"hello")
    with listening(files.touched):
        path.read_bytes()
    assert files.news() == {"prompt.txt": digest_bytes(b"hello")}


def test_a_file_that_is_written_too_is_the_agents_memory(files: ProjectFiles, tmp_path: Path) -> None:
    (tmp_path / "memory.json").write_bytes(b"[]")
    files.touched.read.add(str(tmp_path / "memory.json"))
    files.touched.written.add(str(tmp_path / "memory.json"))
    assert files.news() == {"./": None, "memory.json": None}


def test_a_file_that_is_written_later_is_taken_back_once(files: ProjectFiles, tmp_path: Path) -> None:
    (tmp_path / "memory.json").write_bytes(b"[]")
    files.touched.read.add(str(tmp_path / "memory.json"))
    files.news()
    for _ in range(2):
        files.touched.written.add(str(tmp_path / "memory.json"))
    assert files.news() == {"./": None, "memory.json": None}
    files.touched.written.add(str(tmp_path / "memory.json"))
    assert files.news() == {}


def test_folders_and_what_is_gone_are_no_project_files(files: ProjectFiles, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    files.touched.read.update({str(tmp_path / "folder"), str(tmp_path / "gone.txt")})
    assert files.news() == {}


def test_a_file_that_cant_be_read_any_more_is_left_out(
    files: ProjectFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(path)

    (tmp_path / "locked.txt").touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    files.touched.read.add(str(tmp_path / "locked.txt"))
    assert files.news() == {}


def test_a_folder_that_was_listed_is_told_once_with_the_digest_of_its_listing(
    files: ProjectFiles, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    told = []
    for _ in range(2):
        with listening(files.touched):
            list(tmp_path.glob("data/*.txt"))
        told.append(files.news())
        (tmp_path / "data/later.txt").touch()
    assert told == [{"data/": digest_bytes(b"")}, {}]


@pytest.mark.parametrize("place", [".git/objects", ".goldgate/runs", "golden/cassettes", "src/__pycache__"])
def test_listings_of_folders_that_hold_nothing_of_the_project_are_not_told(tmp_path: Path, place: str) -> None:
    folder = ProjectFolder(root=tmp_path, outside=("golden",))
    assert folder.name_of_folder(f"{tmp_path}/{place}/") is None


def test_folders_have_names_with_a_mark_at_their_end(tmp_path: Path) -> None:
    folder = ProjectFolder(root=tmp_path)
    assert folder.name_of_folder(f"{tmp_path}/") == "./"
    assert folder.name_of_folder(f"{tmp_path}/a/b/") == "a/b/"


CHANGES: Mapping[str, Callable[[Path], object]] = {
    "a file": lambda folder: (folder / "new").touch(),
    "a folder": lambda folder: (folder / "new").mkdir(),
    "removed": lambda folder: (folder / "old").unlink(),
    "renamed": lambda folder: (folder / "old").rename(folder / "new"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_the_listing_of_a_folder_in_which_the_agent_makes_or_removes_something_is_left_out(
    files: ProjectFiles, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "old").touch()
    with listening(files.touched):
        list(folder.iterdir())
        assert files.news()["data/"] is not None
        change(folder)
    assert files.news()["data/"] is None


def test_a_database_is_a_project_file_until_it_is_written(files: ProjectFiles, tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    sqlite3.connect(path).close()
    path.write_bytes(b"")
    with listening(files.touched), closing(sqlite3.connect(path)) as database:
        assert files.news() == {"notes.db": digest_bytes(b"")}
        database.execute("CREATE TABLE notes (text)")
        database.commit()
    assert files.news()["notes.db"] is None


def test_a_database_whose_changes_lie_beside_it_is_written(files: ProjectFiles, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "notes.db")) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE notes (text)")
        with listening(files.touched), closing(sqlite3.connect(tmp_path / "notes.db")):
            assert files.news()["notes.db"] is None


def test_a_file_that_a_program_is_given_is_a_project_file(files: ProjectFiles, tmp_path: Path) -> None:
    (tmp_path / "prompt.txt").write_bytes(b"hello")
    with listening(files.touched):
        subprocess.run([sys.executable, "-c", "", "prompt.txt"], cwd=tmp_path, check=True)
    assert files.news() == {"prompt.txt": digest_bytes(b"hello")}


def test_a_file_that_a_program_writes_is_none(files: ProjectFiles, tmp_path: Path) -> None:
    (tmp_path / "out.txt").touch()
    with listening(files.touched):
        subprocess.run(
            [sys.executable, "-c", "open('out.txt', 'w').write('hello')", "out.txt"], cwd=tmp_path, check=True
        )
    assert files.news()["out.txt"] is None


def test_modules_that_were_loaded_by_others_are_among_the_imported(
    files: ProjectFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("my_extension")
    module.__file__ = str(tmp_path / "my_extension.so")
    (tmp_path / "my_extension.so").write_bytes(b"native")
    monkeypatch.setitem(sys.modules, "my_extension", module)
    assert files.imported() == {"my_extension.so": digest_bytes(b"native")}


def test_looking_at_modules_does_not_wake_lazy_ones(
    files: ProjectFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lazy.py").write_text("raise RuntimeError('awake')")
    spec = importlib.util.spec_from_file_location("lazy", tmp_path / "lazy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    importlib.util.LazyLoader(spec.loader).exec_module(module)
    monkeypatch.setitem(sys.modules, "lazy", module)
    monkeypatch.setitem(sys.modules, "none", None)  # Python keeps None for a failed import
    assert set(files.imported()) == {"lazy.py"}


def test_what_several_workers_read_is_told_once() -> None:
    seen = SeenFiles()
    assert seen.add({"agent.py": "a", "memory.json": None}) == {"agent.py": "a", "memory.json": None}
    seen.close_import()
    assert seen.add({"agent.py": "a", "memory.json": "m", "rules.txt": "r"}) == {"rules.txt": "r"}
    assert seen.imported == {"agent.py": "a"}
    assert seen.late == {"memory.json": None, "rules.txt": "r"}


def test_a_file_that_workers_saw_differently_equals_no_digest() -> None:
    seen = SeenFiles()
    seen.add({"agent.py": "a"})
    seen.close_import()
    assert seen.add({"agent.py": "b"}) == {"agent.py": CHANGED_MEANWHILE}
    assert seen.add({"agent.py": "a"}) == {}
    assert seen.late == {"agent.py": CHANGED_MEANWHILE}


def test_a_file_that_any_worker_writes_is_left_out_from_then_on() -> None:
    seen = SeenFiles()
    seen.close_import()
    seen.add({"cache.db": "c"})
    assert seen.add({"cache.db": None}) == {"cache.db": None}
    assert seen.add({"cache.db": "d"}) == {}
    assert seen.late == {"cache.db": None}
