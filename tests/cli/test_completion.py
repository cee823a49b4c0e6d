import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

SETTINGS = 'variants.before = "none"\nvariants.after = "final"\nagent = "a:b"\n'
CASES = """\
{"id": "날씨", "request": "x", "tags": ["slow"]}
{"id": "find-notes", "request": "x", "tags": ["files", "slow"]}
"""
BASH = shutil.which("bash")


def offered(folder: "ProjectFolder", *words: str) -> list[str]:
    """What a shell is given to choose from, for the last word."""
    asked = {
        "COMP_WORDS": " ".join(("goldgate", *words)),
        "COMP_CWORD": str(len(words)),
        "_GOLDGATE_COMPLETE": "bash_complete",
    }
    ended = folder.run(env=asked)
    assert (ended.code, ended.err) == (0, "")
    return [line.partition(",")[2] for line in ended.out.splitlines() if line]


def test_commands_are_completed(folder: "ProjectFolder") -> None:
    assert offered(folder, "sh") == ["show"]
    assert offered(folder, "--ver") == ["--version"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["run", "--case", ""], ["find-notes", "날씨"]),
        (["show", "find"], ["find-notes"]),
        (["mark", "날"], ["날씨"]),
        (["check", "--suite", ""], ["notes"]),
        (["run", "--tag", "s"], ["slow"]),
        (["run", "--variant", ""], ["after", "before"]),
        (["compare", "--run", ""], []),
        (["schema", "gold"], ["golden"]),
    ],
)
def test_names_of_the_project_are_completed(folder: "ProjectFolder", words: list[str], names: list[str]) -> None:
    folder.write({"goldgate.toml": SETTINGS, "golden/notes.jsonl": CASES})
    assert offered(folder, *words) == names


def test_runs_are_completed(accepted: "ProjectFolder") -> None:
    assert offered(accepted, "show", "--run", "") == [run.name for run in accepted.runs]


def test_a_project_that_cannot_be_read_offers_nothing(folder: "ProjectFolder") -> None:
    folder.write({"golden/notes.jsonl": "{"})
    assert offered(folder, "run", "--case", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(folder: "ProjectFolder", shell: str) -> None:
    ended = folder.run("completion", shell)
    assert ended.code == 0
    assert f"_GOLDGATE_COMPLETE={shell}_complete" in ended.out


@pytest.mark.skipif(BASH is None, reason="bash is not there to try it in")
def test_bash_takes_the_script_and_completes_with_it(folder: "ProjectFolder") -> None:
    folder.write({"goldgate.toml": SETTINGS, "golden/notes.jsonl": CASES})
    script = (
        'eval "$(goldgate completion bash)"; COMP_WORDS=(goldgate run --case fi); COMP_CWORD=3;'
        '_goldgate_completion goldgate; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(
        [str(BASH), "--norc", "-c", script],
        cwd=folder.root,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.stdout, ended.stderr) == ("find-notes\n", "")


def test_a_shell_that_is_missing_or_unknown_is_said_on_one_line(folder: "ProjectFolder") -> None:
    missing, unknown = folder.run("completion"), folder.run("completion", "nosh")

    see = "(see goldgate completion --help) [GG002]"
    assert (missing.code, unknown.code) == (2, 2)
    assert missing.errors == [
        f"goldgate completion: missing argument '{{bash|zsh|fish}}'. Choose from: bash, zsh, fish {see}"
    ]
    assert unknown.errors == [
        f"goldgate completion: invalid value for '{{bash|zsh|fish}}': 'nosh' is not one of 'bash', 'zsh', 'fish' {see}"
    ]
