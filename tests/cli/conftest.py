"""A project in a temporary folder, and the installed command to use on it."""

import json
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from fcntl import ioctl
from pathlib import Path
from termios import ICANON, TIOCSWINSZ, tcgetattr
from typing import IO, Any, Final

import attrs
import pytest
from jsonschema import Draft202012Validator

from goldgate.formats.schemas import NAMES, schema

COMMAND: Final = Path(sys.executable).with_name("goldgate")
_STYLES: Final = re.compile(r"\x1b\[[0-9;]*m")
_PATIENCE: Final = 60.0
_LOCAL_FLAGS: Final = 3
CODES: Final = {0, 1, 2, 130, 141}
"""What a command may end with, whatever happens to it."""
_ERROR: Final = re.compile(r".+ \[GG\d{3}\]")
_OTHER_LINE: Final = re.compile(r"  .*|and \d+ more \(--format json has all\)")


@attrs.frozen(kw_only=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 - a JSON document
        """The one JSON document on stdout, which is as its schema says, where its kind has one."""
        found = json.loads(self.out)
        if found.get("goldgate") in NAMES:
            Draft202012Validator(schema(found["goldgate"])).validate(found)
        return found

    @property
    def errors(self) -> list[str]:
        """The lines of stderr."""
        return self.err.splitlines()

    @property
    def last(self) -> list[str]:
        """The last two lines of a run or comparison: the verdict of the gate, without its date, and the next step."""
        return [re.sub(r", \d{4}-\d\d-\d\d\)$", ")", line) for line in self.out.splitlines()[-2:]]


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
        """Call `goldgate WORDS` as a user does, and hold what is true of every call."""
        done = subprocess.run(
            [COMMAND, *words],
            cwd=cwd or self.root,
            env={**clean_environment(), **(env or {})},
            capture_output=True,
            timeout=120,
            check=False,
        )
        ended = Ended(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())
        hold(ended, words)
        return ended

    def start(
        self, *words: str, prefix: Sequence[str] = (), stdout: int | IO[bytes] = subprocess.PIPE
    ) -> "subprocess.Popen[bytes]":
        """Begin `PREFIX goldgate WORDS`, to be watched, stopped, or no longer listened to."""
        command = [*prefix, str(COMMAND), *words]
        return subprocess.Popen(command, cwd=self.root, env=unmeasured(), stdout=stdout, stderr=subprocess.PIPE)

    def talk(self, *words: str, turns: Sequence[tuple[str, str]]) -> tuple[int, str]:
        """Call `goldgate WORDS` in a terminal of 80 columns: wait for each text, then type.

        The exit code, and all that stood there, without styles.
        """
        ours, its = pty.openpty()
        ioctl(its, TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        env = {**clean_environment(), "TERM": "xterm"}
        process = subprocess.Popen(
            [COMMAND, *words], cwd=self.root, env=env, stdin=its, stdout=its, stderr=its, start_new_session=True
        )
        os.close(its)
        text, heard = "", 0
        for awaited, typed in turns:
            while awaited not in _STYLES.sub("", text[heard:]):
                more = _heard(ours)
                assert more, f"{awaited!r} never came:\n{text}"
                text += more
            heard = len(text)
            _wait_until_ready(ours, for_a_key="\n" not in typed)
            os.write(ours, typed.encode())
        while more := _heard(ours):
            text += more
        os.close(ours)
        return process.wait(), _STYLES.sub("", text).replace("\r\n", "\n")

    @property
    def runs(self) -> list[Path]:
        """The folders of all runs, the oldest first."""
        return sorted((self.root / ".goldgate/runs").iterdir())

    def snapshot(self) -> dict[str, bytes]:
        """Every file outside `.goldgate` with its bytes."""
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and not {".goldgate", "__pycache__", ".git"} & set(path.relative_to(self.root).parts)
        }


def _wait_until_ready(terminal: int, *, for_a_key: bool) -> None:
    """Wait until the terminal hands over single keys, or whole lines; what is typed before is thrown away."""
    until = time.monotonic() + _PATIENCE
    while bool(tcgetattr(terminal)[_LOCAL_FLAGS] & ICANON) is for_a_key:
        assert time.monotonic() < until, "the terminal is never ready"
        time.sleep(0.01)


def _heard(terminal: int) -> str:
    """What stands there next; nothing when the command has ended. One that waits for what nobody types is stuck."""
    assert select.select([terminal], [], [], _PATIENCE)[0], "the command waits for a key"
    try:
        return os.read(terminal, 65_536).decode(errors="replace")
    except OSError:  # how Linux says that the other end is closed
        return ""


def hold(ended: Ended, words: Sequence[str]) -> None:
    """What is true of every call: a known exit code, errors with their codes, inert text, one document for machines."""
    said = ended.out + ended.err
    assert ended.code in CODES, said
    assert "Traceback" not in said
    assert "\x1b" not in said
    if "json" in words:
        assert ended.document["exit_code"] == ended.code
    elif ended.code == 2 and ended.err and words:
        assert _ERROR.fullmatch(ended.errors[0]), said
        assert all(_ERROR.fullmatch(line) or _OTHER_LINE.fullmatch(line) for line in ended.errors), said


def clean_environment() -> dict[str, str]:
    """The environment without what would change goldgate's mind (CI, colours, its own settings)."""
    unwanted = (
        "CI",
        "PRE_COMMIT",
        "PYTEST_XDIST_WORKER",
        "NO_COLOR",
        "FORCE_COLOR",
        "CLICOLOR_FORCE",
        "TERM",
        "COLUMNS",
    )
    return {
        key: value
        for key, value in os.environ.items()
        if key not in unwanted and not key.startswith(("GOLDGATE_", "GIT_", "GITHUB_"))
    }


def unmeasured() -> dict[str, str]:
    """The clean environment, for a process that coverage would disturb: by what it loads, and by files of its own."""
    return {key: value for key, value in clean_environment().items() if not key.startswith("COVERAGE_")}


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


KNOWN = {
    "id": "read-list",
    "request": "read list",
    "tags": ["odd"],
    "world": {"tools": [{"tool": "file_read", "returns": "text"}, {"tool": "file_list", "returns": []}]},
    "expect": {"calls": ["file_list"]},
    "known_failure": {"reason": "the first word wins", "issue": "#7", "since": "2026-11-01", "expires": "2027-03-01"},
}
"""A known failure; on `TODAY` its marker is live, and does not run out soon."""
FREE = {
    "id": "find-anything",
    "request": "find anything",
    "world": {"tools": [{"tool": "file_search", "returns": ["a.md"]}, {"tool": "file_read", "returns": "text"}]},
}
"""A case without expectations."""
TODAY = ("--today", "2026-11-30")


@pytest.fixture
def folder(tmp_path: Path) -> ProjectFolder:
    """An empty folder."""
    return ProjectFolder(tmp_path)


@pytest.fixture
def project(folder: ProjectFolder) -> ProjectFolder:
    """A project with three passing cases and no baseline yet."""
    _lay(folder, *CASES)
    return folder


@pytest.fixture(scope="session")
def _accepted(tmp_path_factory: pytest.TempPathFactory) -> ProjectFolder:
    folder = ProjectFolder(tmp_path_factory.mktemp("accepted"))
    _lay(folder, *CASES, KNOWN, FREE)
    assert [folder.run(verb, *TODAY).code for verb in ("run", "update-baseline")] == [0, 0]
    return folder


@pytest.fixture
def accepted(folder: ProjectFolder, _accepted: ProjectFolder) -> ProjectFolder:
    """A project with its baseline written: the three passing cases, one known failure, one without expectations."""
    shutil.copytree(_accepted.root, folder.root, dirs_exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def _worse(tmp_path_factory: pytest.TempPathFactory, _accepted: ProjectFolder) -> ProjectFolder:
    folder = ProjectFolder(tmp_path_factory.mktemp("worse"))
    shutil.copytree(_accepted.root, folder.root, dirs_exist_ok=True)
    folder.write({"my_agent.py": ECHO_AGENT.replace('"find": "file_search"', '"find": "file_read"')})
    assert folder.run("run", *TODAY).code == 1
    return folder


@pytest.fixture
def worse(folder: ProjectFolder, _worse: ProjectFolder) -> ProjectFolder:
    """The same project after an edit of the agent and a run: what began with `find` calls `file_read` now."""
    shutil.copytree(_worse.root, folder.root, dirs_exist_ok=True)
    return folder


CLERK = """
from pathlib import Path


def agent(case, context):
    known = Path(__file__).with_name("known.txt").read_text().split()
    return "the deadline is in 30 days" if case.request in known else "no idea"
"""


@pytest.fixture(scope="session")
def _two_runs(tmp_path_factory: pytest.TempPathFactory) -> ProjectFolder:
    folder = ProjectFolder(tmp_path_factory.mktemp("two_runs"))
    folder.write({"goldgate.toml": 'agent = "clerk:agent"\n', "clerk.py": CLERK})
    expected = {"answer": {"contains": "deadline"}}
    cases = [{"id": f"case-{number}", "request": f"q{number}", "expect": expected} for number in range(1, 7)]
    folder.golden(*cases, suite="letters")
    for known in ("q1", "q1 q2 q3 q4 q5 q6"):
        folder.write({"known.txt": known})
        folder.run("run", *TODAY)
    return folder


@pytest.fixture
def two_runs(folder: ProjectFolder, _two_runs: ProjectFolder) -> ProjectFolder:
    """Two runs of six cases, `case-1` to `case-6`: the first solves one of them, the second all."""
    shutil.copytree(_two_runs.root, folder.root, dirs_exist_ok=True)
    return folder


def _lay(folder: ProjectFolder, *cases: Mapping[str, Any]) -> None:
    folder.write({"goldgate.toml": 'agent = "my_agent:agent"\n', "my_agent.py": ECHO_AGENT})
    folder.golden(*cases)


@pytest.fixture
def edit(folder: ProjectFolder) -> Callable[[str, str, str], None]:
    """Replace a text in a file; the text must be there."""

    def replace(name: str, old: str, new: str) -> None:
        text = folder.read(name)
        assert old in text
        folder.write({name: text.replace(old, new)})

    return replace
