"""What is loaded when? Start-up is held by what is in `sys.modules`, which is the same on every machine."""

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

HEAVY: Final = {
    "deepdiff",
    "rich",
    "jsonschema",
    "pytest",
    "numpy",
    "asyncio",
    "importlib.metadata",
    "multiprocessing",
    "concurrent.futures",
}
OURS: Final = {"attr", "attrs", "cattr", "cattrs", "jsonlines", "tomllib", "subprocess", "logging"}
REPORTS: Final = {
    "jinja2",
    "xml.etree.ElementTree",
    "goldgate.cli.desk",
    "goldgate.commands.material",
    "goldgate.commands.report_files",
    "goldgate.reports.kinds",
    "goldgate.reports.material",
}
LOADED: Final = """
import sys
from goldgate.cli.main import exit_code_of

code = exit_code_of(sys.argv[1:])
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(project: "ProjectFolder", *words: str) -> tuple[int, set[str]]:
    """The exit code of a command, and the modules that it loaded."""
    unwanted = ("CI", "PRE_COMMIT", "PYTEST_XDIST_WORKER")
    unmeasured = {
        key: value
        for key, value in os.environ.items()
        if key not in unwanted and not key.startswith(("COVERAGE_", "GITHUB_"))
    }
    ended = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        cwd=project.root,
        env=unmeasured,
        capture_output=True,
        text=True,
        check=True,
    )
    code, *modules = ended.stderr.splitlines()[-1].split()
    return int(code), set(modules)


@pytest.mark.parametrize("words", [("--help",), ()])
def test_help_loads_click_and_little_else(words: tuple[str, ...], folder: "ProjectFolder") -> None:
    _, modules = loaded(folder, *words)

    assert "click" in modules
    assert not modules & (HEAVY | OURS)
    assert {name for name in modules if name.startswith("goldgate")} == {
        "goldgate",
        "goldgate.cli",
        "goldgate.cli.glyphs",
        "goldgate.cli.help_page",
        "goldgate.cli.interruption",
        "goldgate.cli.main",
        "goldgate.cli.output",
        "goldgate.errors",
        "goldgate.exit_codes",
    }


@pytest.mark.parametrize("words", [("compare",), ("check", "--format", "json"), ("update-baseline",)])
def test_an_unchanged_suite_loads_nothing_heavy(words: tuple[str, ...], accepted: "ProjectFolder") -> None:
    code, modules = loaded(accepted, *words)

    assert code == 0
    assert not modules & (HEAVY | REPORTS)


def test_an_agent_that_records_its_tools_loads_nothing_of_the_command(folder: "ProjectFolder") -> None:
    ended = subprocess.run(
        [sys.executable, "-c", "import goldgate, sys; goldgate.tool; print(*sys.modules)"],
        cwd=folder.root,
        capture_output=True,
        text=True,
        check=True,
    )

    assert not {"click", "cattrs", "rich", "deepdiff", "goldgate.cli", "goldgate.store.files"} & set(
        ended.stdout.split()
    )
