"""The steps of `action.yml`, run as GitHub runs them: each script by bash, its inputs in the environment."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
import yaml
from tests.cli.conftest import CASES, ECHO_AGENT, ProjectFolder, clean_environment

ACTION: Final = Path(__file__).parents[1] / "action.yml"
DEFINED: Final[Mapping[str, Any]] = yaml.safe_load(ACTION.read_text("utf-8"))
STEPS: Final[list[Mapping[str, Any]]] = DEFINED["runs"]["steps"]
INPUT: Final = re.compile(r"\$\{\{ inputs\.([a-z-]+) \}\}")
WORSE: Final = ECHO_AGENT.replace('"find": "file_search"', '"find": "file_read"')


@attrs.frozen(kw_only=True)
class Acted:
    """How a step ended, and what it said and put out."""

    code: int
    said: str
    output: str


@attrs.frozen(kw_only=True)
class Runner:
    """A repository as a workflow has it, with a project in its folder `agent`."""

    repository: Path

    @property
    def project(self) -> ProjectFolder:
        """The folder of the project."""
        return ProjectFolder(self.repository / "agent")

    def act(self, step: int, **inputs: str) -> Acted:
        """Run one step with these inputs, `_` for `-` in their names, the others as they are by default."""
        given = {name: entry["default"] for name, entry in DEFINED["inputs"].items()}
        given |= {name.replace("_", "-"): value for name, value in inputs.items()}
        output = self.repository / "output"
        output.touch()
        environment = {
            name: INPUT.sub(lambda match: given[match[1]], text) for name, text in STEPS[step]["env"].items()
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEPS[step]["run"]],  # noqa: S607 - as GitHub
            cwd=self.repository,
            env={
                **clean_environment(),
                "PATH": f"{self.repository / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
                "GITHUB_ACTIONS": "true",
                "GITHUB_ACTION_PATH": "/the/action",
                "GITHUB_OUTPUT": str(output),
                "GITHUB_STEP_SUMMARY": str(self.repository / "summary.md"),
                "GITHUB_WORKSPACE": str(self.repository),
                "CI": "true",
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        return Acted(code=done.returncode, said=done.stdout + done.stderr, output=output.read_text())


INSTALL, CHECK = range(2)


@pytest.fixture(scope="session")
def _accepted_action(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    runner = Runner(repository=tmp_path_factory.mktemp("repository"))
    runner.project.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": ECHO_AGENT})
    for suite in ("files", "other files"):
        runner.project.golden(*CASES, suite=suite)
    assert [runner.project.run(verb).code for verb in ("run", "update-baseline")] == [0, 0]
    return runner


@pytest.fixture
def runner(tmp_path: Path, _accepted_action: Runner) -> Runner:
    """A repository whose project was accepted; two suites of the same cases."""
    shutil.copytree(_accepted_action.repository, tmp_path, dirs_exist_ok=True)
    return Runner(repository=tmp_path)


def test_no_script_holds_an_expression() -> None:
    """What is put into a script is run; only what stands in the environment is a value."""
    assert [step["name"] for step in STEPS if "${{" in step["run"]] == []
    assert {step["shell"] for step in STEPS} == {"bash"}


def test_every_input_reaches_a_step_and_is_described() -> None:
    used = {name for step in STEPS for text in step["env"].values() for name in INPUT.findall(text)}

    assert used == set(DEFINED["inputs"])
    assert all(set(entry) == {"description", "default"} for entry in DEFINED["inputs"].values())


def test_an_open_gate_passes_with_its_exit_code_put_out(runner: Runner) -> None:
    acted = runner.act(CHECK, working_directory="agent")

    assert (acted.code, acted.output) == (0, "exit-code=0\n")
    assert "6 expected, 6 run, 6 compared, 0 errored" in acted.said
    assert "### goldgate: gate open" in (runner.repository / "summary.md").read_text()


def test_a_regression_fails_the_step_and_is_told_everywhere(runner: Runner) -> None:
    runner.project.write({"my_agent.py": WORSE})

    acted = runner.act(
        CHECK, working_directory="agent", comment_file="comment.md", report="junit=out/j.xml\nhtml=out/page.html\n"
    )

    assert (acted.code, acted.output) == (1, "exit-code=1\n")
    assert "::error file=agent/golden/files.jsonl,line=1,title=goldgate%3A regression" in acted.said
    comment = (runner.repository / "comment.md").read_text()
    assert comment.startswith("<!-- goldgate -->\n### goldgate: gate closed\n")
    assert (runner.repository / "summary.md").read_text() == comment
    assert sorted(path.name for path in (runner.project.root / "out").iterdir()) == ["j.xml", "page.html"]


def test_suites_are_named_one_a_line(runner: Runner) -> None:
    acted = runner.act(CHECK, working_directory="agent", suite="other files\n\n")

    assert acted.code == 0
    assert "3 expected, 3 run" in acted.said
    assert "suites left out: files" in acted.said


def test_no_judgement_fails_the_step(runner: Runner) -> None:
    acted = runner.act(CHECK, working_directory="agent", suite="fils", annotations="none")

    assert (acted.code, acted.output) == (2, "exit-code=2\n")
    assert "did you mean 'files'?" in acted.said
    assert not (runner.repository / "summary.md").exists()


@pytest.mark.parametrize("name", ["suite", "working_directory", "annotations", "report"])
def test_no_input_is_run_nor_an_option(runner: Runner, name: str) -> None:
    inputs = {"working_directory": "agent", name: """-h "$(touch hacked)"; touch hacked; `touch hacked` '"""}

    acted = runner.act(CHECK, **inputs)

    assert acted.code in {1, 2}
    assert "Usage:" not in acted.said
    assert [*runner.repository.rglob("hacked")] == []


def test_a_comment_file_is_a_name_whatever_it_says(runner: Runner) -> None:
    assert runner.act(CHECK, working_directory="agent", comment_file="$(touch hacked) -h").code == 0
    assert [*runner.repository.rglob("hacked")] == []
    assert (runner.repository / "$(touch hacked) -h").exists()


@pytest.mark.parametrize(
    ("version", "there", "asked"),
    [
        ("0.1.0", True, ["-m pip install --quiet goldgate==0.1.0"]),
        ("", True, []),
        ("", False, ["-m pip install --quiet /the/action"]),
        ("$(touch hacked)", True, ["-m pip install --quiet goldgate==$(touch hacked)"]),
    ],
)
def test_the_version_that_was_asked_for_is_installed(
    tmp_path: Path,
    version: str,
    there: bool,  # noqa: FBT001 - of the table
    asked: list[str],
) -> None:
    """The python that is asked notes down its words, so that nothing is fetched."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("python", *(["goldgate"] if there else [])):
        command = commands / name
        command.write_text(f'#!/bin/sh\necho "$*" >> "{tmp_path}/asked"\n')
        command.chmod(0o755)
    done = subprocess.run(
        ["/bin/bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEPS[INSTALL]["run"]],
        cwd=tmp_path,
        env={"PATH": str(commands), "INPUT_VERSION": version, "GITHUB_ACTION_PATH": "/the/action"},
        check=False,
    )

    assert done.returncode == 0
    words = tmp_path / "asked"
    assert (words.read_text().splitlines() if words.exists() else []) == asked
    assert not (tmp_path / "hacked").exists()
