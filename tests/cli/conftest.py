"""A project in a temporary folder, and the installed command to use on it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

COMMAND = Path(sys.executable).with_name("goldgate")


@attrs.frozen(kw_only=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 - a JSON document
        """The one JSON document on stdout."""
        return json.loads(self.out)


@attrs.frozen
class ProjectFolder:
    """A folder with the files of a project, and a way to call goldgate in it."""

    root: Path

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files, texts as UTF-8; folders are made."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    def golden(self, *cases: Mapping[str, Any], suite: str = "files") -> None:
        """Write a golden file of these cases."""
        lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
        self.write({f"golden/{suite}.jsonl": lines})

    def read(self, name: str) -> str:
        """A file as text."""
        return (self.root / name).read_bytes().decode()

    def run(self, *words: str, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ended:
        """Call `goldgate WORDS` as a user does, without the environment of the machine that tests."""
        ended = subprocess.run(
            [COMMAND, *words],
            cwd=cwd or self.root,
            env={**clean_environment(), **(env or {})},
            capture_output=True,
            timeout=120,
            check=False,
        )
        return Ended(code=ended.returncode, out=ended.stdout.decode(), err=ended.stderr.decode())

    def snapshot(self) -> dict[str, bytes]:
        """Every file outside `.goldgate` with its bytes."""
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and not {".goldgate", "__pycache__", ".git"} & set(path.relative_to(self.root).parts)
        }


def clean_environment() -> dict[str, str]:
    """The environment without what would change goldgate's mind (CI, colours, its own settings)."""
    unwanted = ("CI", "PRE_COMMIT", "PYTEST_XDIST_WORKER", "NO_COLOR", "TERM")
    return {
        key: value
        for key, value in os.environ.items()
        if key not in unwanted and not key.startswith(("GOLDGATE_", "GIT_"))
    }


ECHO_AGENT = '''
"""Calls the tool that the first word of the request names."""

TOOLS = {"find": "file_search", "read": "file_read", "list": "file_list"}


def agent(case, context):
    word = case.request.split()[0]
    if word not in TOOLS:
        return "no tool"
    result = context.tools.call(TOOLS[word], {"words": case.request})
    return str(result)
'''

CASES = (
    {
        "id": "find-notes",
        "request": "find notes",
        "world": {"tools": [{"tool": "file_search", "returns": ["notes.md"]}]},
        "expect": {"calls": ["file_search"]},
    },
    {
        "id": "read-notes",
        "request": "read notes",
        "world": {"tools": [{"tool": "file_read", "returns": "text"}]},
        "expect": {"calls": ["file_read"]},
    },
    {
        "id": "메모-목록",
        "request": "list 메모",
        "world": {"tools": [{"tool": "file_list", "returns": ["메모.md"]}]},
        "expect": {"calls": [{"tool": "file_list", "args": {"words": {"$contains": "메모"}}}]},
    },
)


@pytest.fixture
def folder(tmp_path: Path) -> ProjectFolder:
    """An empty folder."""
    return ProjectFolder(tmp_path)


@pytest.fixture
def project(folder: ProjectFolder) -> ProjectFolder:
    """A project with three passing cases and no baseline yet."""
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": ECHO_AGENT})
    folder.golden(*CASES)
    return folder


@pytest.fixture
def accepted(project: ProjectFolder) -> ProjectFolder:
    """The same project with its baseline written."""
    assert project.run("run").code == 0
    assert project.run("update-baseline").code == 0
    return project


@pytest.fixture
def edit(folder: ProjectFolder) -> Callable[[str, str, str], None]:
    """Replace a text in a file; the text must be there."""

    def replace(name: str, old: str, new: str) -> None:
        text = folder.read(name)
        assert old in text
        folder.write({name: text.replace(old, new)})

    return replace
