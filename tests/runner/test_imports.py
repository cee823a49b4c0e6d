import os
import py_compile
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

_WITHOUT_BYTECODE = """
    import importlib.util, sys
    from goldgate.runner.imports import distrusting_bytecode

    project = sys.argv[1]
    sys.path.insert(0, project)
    distrusting = distrusting_bytecode(lambda path: path.startswith(project) and "package" not in path)
    distrusting.__enter__()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "agent.py").write_text("ANSWER = 1\n")
    return tmp_path


def _print(expression: str, *, project: Path) -> str:
    program = f"{dedent(_WITHOUT_BYTECODE)}\n{dedent(expression)}"
    ways_of_bytecode = {"PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"}
    environment = {name: value for name, value in os.environ.items() if name not in ways_of_bytecode}
    done = subprocess.run(
        [sys.executable, "-c", program, project], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


def _edit_within_the_second(path: Path, text: str) -> None:
    """An edit that size and time of the file don't show."""
    before = path.stat()
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def test_an_edit_of_the_same_length_in_the_same_second_is_seen(project: Path) -> None:
    py_compile.compile(str(project / "agent.py"))
    _edit_within_the_second(project / "agent.py", "ANSWER = 2\n")
    assert _print("import agent; print(agent.ANSWER)", project=project) == "2"


def test_a_module_that_is_loaded_by_its_path_is_compiled_from_its_source_too(project: Path) -> None:
    py_compile.compile(str(project / "agent.py"))
    _edit_within_the_second(project / "agent.py", "ANSWER = 2\n")
    by_path = """
        spec = importlib.util.spec_from_file_location("by_path", f"{project}/agent.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        print(module.ANSWER)
    """
    assert _print(by_path, project=project) == "2"


def test_no_bytecode_of_project_files_is_written(project: Path) -> None:
    _print("import agent", project=project)
    assert [path.name for path in project.iterdir()] == ["agent.py"]


def test_bytecode_without_a_source_is_refused(project: Path) -> None:
    py_compile.compile(str(project / "agent.py"), cfile=str(project / "agent.pyc"))
    (project / "agent.py").unlink()
    refused = """
        try:
            import agent
        except ImportError as error:
            print(error)
    """
    assert _print(refused, project=project) == f"{project}/agent.pyc has no source beside it"


def test_other_packages_keep_their_bytecode(project: Path) -> None:
    package = project / "package"
    package.mkdir()
    (package / "__init__.py").write_text("VERSION = 1\n")
    (package / "part.py").write_text("PART = 1\n")
    py_compile.compile(str(package / "part.py"), cfile=str(package / "part.pyc"))
    (package / "part.py").unlink()
    assert _print("import package.part; print(package.part.PART)", project=project) == "1"
    assert [path.suffix for path in (package / "__pycache__").iterdir()] == [".pyc"]
