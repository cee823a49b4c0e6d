"""Every example in README and docs does what the page says.

In a page, blocks of code are taken in order, in one temporary folder a page:

- a block with `title=NAME` is written to that file;
- a `console` block is run: lines that start with `$ ` are commands, the lines below are what they print
  (stdout and stderr together; `...` stands for anything, on a line of its own for any lines);
- a `python` block without a title is run as a script;
- a `json`, `jsonl` or `toml` block without a title must at least be readable;
- a block marked `no-test` is left alone.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import attrs
import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Block:
    """A fenced block: its language, the other words of its info string, its text, the line where it starts."""

    language: str
    words: tuple[str, ...]
    body: str
    line: int

    @property
    def title(self) -> str | None:
        """The file that the block is to be written to."""
        return next((word.removeprefix("title=") for word in self.words if word.startswith("title=")), None)


@attrs.define
class Shell:
    """Runs one command after the other, keeping the folder and the last exit code as a shell does."""

    folder: Path
    code: int = 0

    def run(self, command: str) -> str:
        """What the command prints."""
        script = f'(exit {self.code}); {command}\ncode=$?\nprintf "\\n%s\\n%s" "$code" "$PWD" >&9'
        read_end, write_end = os.pipe()
        ended = subprocess.run(
            ["/bin/bash", "-c", f"exec 9>&{write_end}; {script}"],
            cwd=self.folder,
            env=_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[write_end],
            text=True,
            timeout=120,
            check=False,
        )
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            code, folder = pipe.read().rsplit("\n", 2)[-2:]
        self.code, self.folder = int(code), Path(folder)
        return ended.stdout


def _environment() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in {"CI", "PYTEST_XDIST_WORKER"}}
    git = {f"GIT_{who}_{what}": "reader@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    return {**kept, **git, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}", "COLUMNS": "100"}


def blocks_of(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in FENCE.finditer(text):
        language, *words = found["info"].split() or [""]
        yield Block(language, tuple(words), found["body"], text.count("\n", 0, found.start()) + 1)


def console_steps(body: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that stand below it; a trailing backslash goes on."""
    command, expected = "", list[str]()
    lines = iter(body.splitlines())
    for line in lines:
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = line[2:], list[str]()
            while command.endswith("\\"):
                command = command[:-1] + next(lines)
        else:
            expected.append(line)
    if command:
        yield command, expected


def fits(expected: list[str], actual: list[str]) -> bool:
    """Whether the printed lines are the expected ones; a lone `...` stands for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(fits(expected[1:], actual[at:]) for at in range(len(actual) + 1))
    return bool(actual) and _line_fits(expected[0], actual[0]) and fits(expected[1:], actual[1:])


def _line_fits(expected: str, actual: str) -> bool:
    pattern = re.sub(r"([\[\]?*])", r"[\1]", expected.rstrip()).replace("...", "*")
    return fnmatchcase(actual.rstrip(), pattern)


def try_block(block: Block, shell: Shell, *, page: Path) -> None:
    """Do with a block what its kind says."""
    place = f"{page.relative_to(ROOT)}:{block.line}"
    if "no-test" in block.words:
        return
    if block.title is not None:
        target = shell.folder / block.title
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.body, encoding="utf-8")
        return
    match block.language:
        case "console":
            for command, expected in console_steps(block.body):
                printed = shell.run(command).splitlines()
                assert fits(expected, printed), f"{place}: $ {command}\n" + "\n".join(printed)
        case "python":
            (shell.folder / "_example.py").write_text(block.body, encoding="utf-8")
            said = shell.run("python _example.py")
            assert shell.code == 0, f"{place}:\n{said}"
        case "json":
            json.loads(block.body)
        case "jsonl":
            for line in filter(None, block.body.splitlines()):
                json.loads(line)
        case "toml":
            tomllib.loads(block.body)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_of_the_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    for block in blocks_of(page.read_text(encoding="utf-8")):
        try_block(block, shell, page=page)


LINK = re.compile(r"\]\((?P<target>[^)#\s]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    targets = {found["target"] for found in LINK.finditer(page.read_text(encoding="utf-8"))}
    local = {target for target in targets if "://" not in target and not target.startswith("mailto:")}

    assert {target for target in local if not (page.parent / target).exists()} == set()
