"""Does every example in README, CONTRIBUTING, docs and examples do what the page says?

In a page, blocks of code are taken in order, in one temporary folder a page:

- a block with `title=NAME` is written to that file, a `diff` block with a title is applied to it;
- a block with `append=NAME` is put at the end of that file;
- a `console` block is run: lines that start with `$ ` are commands (a backslash at the end goes on), the lines below
  are what they print (stdout and stderr together; `...` stands for anything, on a line of its own for any lines);
- a `python` block without a title is run as a script;
- a `json`, `jsonl` or `toml` block without a title must at least be readable;
- a `console` block marked `background` holds one command, which runs until the page is done;
- a block marked `in-clone` is tried in a copy of this project's suites and example agents;
- where the docs say that this project is, git finds its hooks for pre-commit;
- a block marked `no-test` is left alone, and so is one with `needs=PROGRAM` where there is no such program.

When a wording changed, `python tests/docs/test_examples.py PAGE...` puts in what the commands print now.
Look at the diff: it may say what it should not.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import attrs
import pytest

import goldgate

ROOT: Final = Path(__file__).resolve().parents[2]
PAGES: Final = sorted(
    {
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "examples").rglob("*.md"),
    }
)
FENCE: Final = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK: Final = re.compile(r"\]\((?P<target>[^)#\s]*)(?:#(?P<anchor>[^)\s]*))?\)")
HEADING: Final = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)
VARYING: Final = (
    (r"\b\d{8}-\d{6}-\d{6}\b", "..."),
    (r"\(exit (\d+), \d{4}-\d\d-\d\d\)", r"(exit \1, ...)"),
    (r'"today": "[\d-]+"', '"today": "..."'),
    (r"^root .*", "root ..."),
    (r" in \d+\.\d+s$", " in ...s"),
)
"""What differs from run to run: names of runs, today, folders, durations."""
OF_THE_MACHINE: Final = (
    "CI",
    "PRE_COMMIT",
    "PYTEST_",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "GOLDGATE_",
    "GIT_",
    "GITHUB_",
)

Fits = Callable[[str, list[str], list[str]], list[str]]
"""Takes a command, what it should print and what it printed; gives what the page should say."""


@attrs.frozen
class Block:
    """A fenced block: its language, the other words of its info string, its text, and where that begins in the page."""

    language: str
    words: tuple[str, ...]
    body: str
    start: int
    line: int

    def said(self, key: str) -> str | None:
        """The value of a word `key=value` in its info string."""
        return next((word.removeprefix(f"{key}=") for word in self.words if word.startswith(f"{key}=")), None)


@attrs.define
class Shell:
    """Runs one command after the other, keeping the folder and the last exit code as a shell does."""

    folder: Path
    variables: Mapping[str, str] = attrs.field(factory=dict)
    code: int = 0
    background: list["subprocess.Popen[str]"] = attrs.field(factory=list)

    def start(self, command: str, *, lines: int) -> list[str]:
        """Have the command run until `close`; so many lines that it prints first."""
        process = subprocess.Popen(
            ["/bin/bash", "-c", f"exec {command}"],
            cwd=self.folder,
            env={**environment(), **self.variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.background.append(process)
        assert process.stdout is not None
        return [process.stdout.readline().rstrip() for _ in range(lines)]

    def close(self) -> None:
        """End all that was started."""
        for process in self.background:
            with process:
                process.kill()

    def run(self, command: str) -> list[str]:
        """The lines that the command prints."""
        script = f'(exit {self.code}); {command}\ncode=$?\nprintf "\\n%s\\n%s" "$code" "$PWD" >&9'
        read_end, write_end = os.pipe()
        ended = subprocess.run(
            ["/bin/bash", "-c", f"exec 9>&{write_end}; {script}"],
            cwd=self.folder,
            env={**environment(), **self.variables},
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
        return ended.stdout.splitlines()


def environment() -> dict[str, str]:
    """That of a reader with goldgate installed, whatever machine runs the tests."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(OF_THE_MACHINE)}
    git = {f"GIT_{who}_{what}": "reader@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    return {**kept, **git, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_PAGER": "cat", "PATH": path}


def blocks_of(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in FENCE.finditer(text):
        language, *words = found["info"].split() or [""]
        line = text.count("\n", 0, found.start()) + 1
        yield Block(language, tuple(words), found["body"], found.start("body"), line)


def console_steps(body: str) -> Iterator[tuple[list[str], list[str]]]:
    """The lines of each command with the lines that stand below it."""
    command, expected = list[str](), list[str]()
    for line in body.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, expected
            command, expected = [line], []
        elif command and not expected and command[-1].endswith("\\"):
            command.append(line)
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


def must_fit(command: str, expected: list[str], actual: list[str]) -> list[str]:
    """Fail where a command prints something else than the page says."""
    assert fits(expected, actual), "\n".join([f"$ {command}", *actual, "--- the page says ---", *expected])
    return expected


def put_in(_command: str, expected: list[str], actual: list[str]) -> list[str]:
    """What the page should say: what it says, where that fits, else what was printed without what varies."""
    if fits(expected, actual):
        return expected
    for pattern, by in VARYING:
        actual = [re.sub(pattern, by, line).rstrip() for line in actual]
    return actual


def try_block(block: Block, shell: Shell, *, fit: Fits) -> str:
    """Do with a block what its kind says; gives its text, which a console block may have other than before."""
    needed = block.said("needs")
    if "no-test" in block.words or (needed and shutil.which(needed) is None):
        return block.body
    if name := block.said("title") or block.said("append"):
        _write(shell.folder / name, block)
        return block.body
    match block.language:
        case "console" if "background" in block.words:
            (((command, *_), expected),) = console_steps(block.body)
            fit(command, expected, shell.start(command.removeprefix("$ "), lines=len(expected)))
        case "console":
            return "".join(_console(block.body, shell, fit=fit))
        case "python":
            (shell.folder / "_example.py").write_text(block.body, encoding="utf-8")
            said = shell.run("python _example.py")
            assert shell.code == 0, "\n".join([f"line {block.line}:", *said])
        case "json":
            json.loads(block.body)
        case "jsonl":
            for line in filter(None, block.body.splitlines()):
                json.loads(line)
        case "toml":
            tomllib.loads(block.body)
    return block.body


def _console(body: str, shell: Shell, *, fit: Fits) -> Iterator[str]:
    for lines, expected in console_steps(body):
        command = "\n".join(lines).removeprefix("$ ")
        for line in (*lines, *fit(command, expected, shell.run(command))):
            yield f"{line}\n"


def _write(file: Path, block: Block) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    text = block.body
    if block.language == "diff":
        text = _patched(before, block.body)
    elif block.said("append"):
        text = before + block.body
    file.write_text(text, encoding="utf-8")


def _patched(before: str, diff: str) -> str:
    """The text with the lines of a diff put in; its old lines must stand there once."""
    lines = diff.splitlines(keepends=True)
    old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
    assert before.count(old) == 1, f"expected once in the file:\n{old}"
    return before.replace(old, new)


def tried(page: Path, folder: Path, *, fit: Fits) -> str:
    """The text of a page all of whose blocks were tried."""
    text, end = page.read_text(encoding="utf-8"), 0
    variables = _with_hooks(folder) if "pre-commit install" in text else {}
    own, clone = Shell(folder / "own", variables=variables), Shell(folder / "clone")
    own.folder.mkdir()
    parts: list[str] = []
    with closing(own), closing(clone):
        for block in blocks_of(text):
            shell = clone if "in-clone" in block.words else own
            if shell is clone and not clone.folder.exists():
                _copy_project(clone.folder)
            parts += [text[end : block.start], try_block(block, shell, fit=fit)]
            end = block.start + len(block.body)
    return "".join([*parts, text[end:]])


def _copy_project(folder: Path) -> None:
    for name in ("golden", "baselines", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)


def _with_hooks(folder: Path) -> dict[str, str]:
    """Variables by which git finds this project's hooks where the docs say they are, and pre-commit a folder."""
    project = folder / "goldgate"
    project.mkdir()
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", project)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "hooks"], ["tag", f"v{goldgate.__version__}"]):
        subprocess.run(["git", *words], cwd=project, env=environment(), check=True)  # noqa: S607 - the git of the path
    return {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{project.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/OWNER/goldgate",
        "PRE_COMMIT_HOME": str(folder / "pre-commit"),
    }


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_examples_of_the_page_do_what_it_says(page: Path, tmp_path: Path) -> None:
    tried(page, tmp_path, fit=must_fit)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_inside_the_project_lead_somewhere(page: Path) -> None:
    links = {(found["target"], found["anchor"]) for found in LINK.finditer(prose_of(page))}
    local = {(target, anchor) for target, anchor in links if "://" not in target and not target.startswith("mailto:")}

    assert {link for link in local if not leads_somewhere(page, *link)} == set()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_a_reader_sees_the_name_of_every_file(page: Path) -> None:
    """The words behind the language of a block are shown by no renderer."""
    text, end = page.read_text(encoding="utf-8"), 0
    unnamed: list[str] = []
    for block in blocks_of(text):
        name = block.said("title") or block.said("append")
        if name and f"`{name}`" not in text[end : block.start]:
            unnamed.append(f"line {block.line}: {name}")
        end = block.start + len(block.body)

    assert unnamed == []


def leads_somewhere(page: Path, target: str, anchor: str | None) -> bool:
    """Whether there is such a file, and in it such a heading."""
    file = page.parent / target if target else page
    return file.exists() and (not anchor or anchor in anchors_of(file))


def anchors_of(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    texts = (re.sub(r"[^\w\- ]", "", found["text"].lower()) for found in HEADING.finditer(prose_of(page)))
    return {text.replace(" ", "-") for text in texts}


def prose_of(page: Path) -> str:
    """A page without its blocks of code."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def main() -> None:
    """Put what the commands print now into the pages that are named."""
    for page in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory() as folder:
            text = tried(page, Path(folder), fit=put_in)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
