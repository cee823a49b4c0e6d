"""Projects in temporary folders, and a nursery of goldgate processes that die where they are told."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final, cast

import attrs
import pytest

_UNWANTED: Final = ("CI", "PRE_COMMIT", "PYTEST_XDIST_WORKER", "NO_COLOR", "TERM", "COLUMNS")
_OURS: Final = ("GOLDGATE_", "GIT_", "GITHUB_", "COVERAGE_")
_NOT_COMMITTED: Final = {".goldgate", "__pycache__", "called.txt", "asked.txt"}

ROUNDS: Final = int(os.environ.get("GOLDGATE_ROUNDS", "0"))
"""How many rounds each test of faults goes; 0 for the few that everyday takes."""
SEED: Final = int(os.environ.get("GOLDGATE_SEED", "0")) or random.SystemRandom().randrange(1, 1_000_000)
"""What the rounds are drawn by; said by every test that fails."""


@attrs.frozen
class Ended:
    """How a command ended, what it said, and how many calls it made that change something on the disk, if counted."""

    code: int
    said: str
    count: int = 0
    other: int | None = None
    """The exit code of what was started meanwhile."""


@attrs.frozen
class Folder:
    """A folder with the files of a project."""

    root: Path

    def write(self, files: Mapping[str, str]) -> None:
        """Write files; folders are made."""
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def golden(self, suite: str, *cases: Mapping[str, Any]) -> None:
        """Write the golden file of a suite."""
        self.write({f"golden/{suite}.jsonl": "".join(f"{json.dumps(case)}\n" for case in cases)})

    def read(self, name: str) -> str:
        """A file as text; nothing when it is not there."""
        path = self.root / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    @property
    def committed(self) -> dict[str, bytes]:
        """Every file that is the user's, or that a commit would hold, with its bytes."""
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and not _NOT_COMMITTED & set(path.relative_to(self.root).parts)
        }

    @property
    def runs(self) -> list[Path]:
        """The folders of all runs that have begun, the oldest first."""
        folders = sorted((self.root / ".goldgate/runs").glob("*-*-*"))
        return [run for run in folders if any((run / f"{name}.jsonl").exists() for name in ("journal", "results"))]

    @property
    def finished(self) -> list[str]:
        """The ids of the trials that the newest run has a result of, complete or not; one of each half in a pair."""
        if not self.runs:
            return []
        run = self.runs[-1]
        path = run / "results.jsonl" if (run / "results.jsonl").exists() else run / "journal.jsonl"
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        whole = [json.loads(line) for line in lines if line.startswith(b'{"id"') and line.endswith(b"\n")]
        return [f"{line['id']}{line.get('variant', '')}" for line in whole]

    def copy(self, to: Path) -> "Folder":
        """The same project elsewhere."""
        shutil.copytree(self.root, to, symlinks=True)
        return Folder(to)


def environment() -> dict[str, str]:
    """The environment without what would change goldgate's mind."""
    return {name: value for name, value in os.environ.items() if name not in _UNWANTED and not name.startswith(_OURS)}


@attrs.frozen
class Nursery:
    """Starts commands; see `nursery.py`."""

    process: "subprocess.Popen[str]"
    folder: Path
    environment: Mapping[str, str] = attrs.field(factory=environment)
    """What it was started with, for processes of other kinds."""

    @staticmethod
    def command(*words: str) -> list[str]:
        """How a user starts goldgate, for what has to be a process from its beginning."""
        return [str(Path(sys.executable).with_name("goldgate")), *words]

    def run(
        self,
        project: Folder,
        *words: str,
        at: int | None = None,
        after: float | None = None,
        reading: bool = False,
        meanwhile: Sequence[str | int] | None = None,
        most_bytes: int | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> Ended:
        """A command in a project, which dies before its call number `at` (0: never, but they are counted).

        See `nursery.py` for the rest. No file may grow beyond `most_bytes`.
        """
        said = self.folder / "said.txt"
        job = {
            "folder": str(project.root),
            "words": words,
            "at": at,
            "after": after,
            "reading": reading,
            "meanwhile": meanwhile,
            "most_bytes": most_bytes,
            "said": str(said),
            "environ": dict(environ or {}),
        }
        print(json.dumps(job), file=cast("IO[str]", self.process.stdin), flush=True)
        answer = json.loads(cast("IO[str]", self.process.stdout).readline())
        return Ended(code=answer["code"], said=said.read_text(), count=answer["count"], other=answer["other"])


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """One for all tests."""
    program = Path(__file__).with_name("nursery.py")
    with subprocess.Popen(
        [sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        yield Nursery(process, tmp_path_factory.mktemp("nursery"))
        cast("IO[str]", process.stdin).close()


Draw = Callable[[int, int], Sequence[int]]


@pytest.fixture
def draw(request: pytest.FixtureRequest) -> Draw:
    """Some numbers from 1 to the first argument: as many as the second says, or as GOLDGATE_ROUNDS.

    What is drawn depends on the name of the test and on the seed, which is printed.
    """
    sys.stdout.write(f"GOLDGATE_SEED={SEED}\n")
    chance = random.Random(f"{SEED} {request.node.name}")  # noqa: S311 - no secrets

    def drawn(most: int, few: int) -> Sequence[int]:
        return sorted(chance.sample(range(1, most + 1), min(most, ROUNDS or few)))

    return drawn


_TODAY: Final = ("--today", "2026-11-30")
_AGENT: Final = """
import time
from pathlib import Path

HERE = Path(__file__).parent


def agent(case, context):
    with (HERE / "called.txt").open("a") as log:
        print(case.id + context.variant, file=log)
    time.sleep(0.01)
    known = [word for skill in context.skills for word in (skill.folder / "SKILL.md").read_text().split()]
    word = (HERE / f"data/{case.id}.txt").read_text()
    return f"known {word}" if case.id in known else f"{VERSION} {word}"
"""
_JUDGE: Final = """
from pathlib import Path


def judge(question):
    with Path(__file__).with_name("asked.txt").open("a") as log:
        print(question["request"], file=log)
    marks = {"scores": {"clarity": 60, "actionability": 80}, "explanation": "as it is"}
    return {"conditions": dict.fromkeys(question["conditions"], marks)}
"""
_RUBRIC: Final = 'layout = "dimensions"\n[criteria]\nclarity = 0.4\nactionability = 0.6\n'
_SETTINGS: Final = 'agent = "my_agent:agent"\n[judge]\njudge = "judges:judge"\n[rubrics]\ntriage = "triage.toml"\n'

_CASES: Final = ("a", "b", "c", "d", "e")


def _version(number: int) -> dict[str, str]:
    return {"my_agent.py": _AGENT.replace("VERSION", str(number))}


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery) -> Folder:
    """Two suites whose agent reads another project file for each case, with baselines; then the agent was edited."""
    folder = Folder(tmp_path_factory.mktemp("fresh") / "project")
    folder.write({"goldgate.toml": _SETTINGS, "judges.py": _JUDGE, "triage.toml": _RUBRIC, **_version(1)})
    folder.write({f"data/{case}{suite}.txt": f"data of {case}" for case in _CASES for suite in "12"})
    folder.write({"skills/tone/SKILL.md": "a1 b1", "skills/triage/SKILL.md": "c1"})
    for suite in "12":
        rubric: dict[str, Any] = {"rubric": "triage"} if suite == "2" else {}
        folder.golden(
            f"suite{suite}",
            *(
                {
                    "id": f"{case}{suite}",
                    "request": case,
                    "tags": ["short"] if case == "a" else [],
                    "expect": {"status": "success", **rubric},
                }
                for case in _CASES
            ),
        )
    assert nursery.run(folder, "run", *_TODAY).code == 0
    assert nursery.run(folder, "update-baseline", *_TODAY).code == 0
    folder.write({**_version(2), "called.txt": "", "asked.txt": ""})
    return folder


@pytest.fixture(scope="session")
def ready(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery, fresh: Folder) -> Folder:
    """The same after a run: all cases of both suites drifted."""
    folder = fresh.copy(tmp_path_factory.mktemp("ready") / "project")
    assert nursery.run(folder, "run", *_TODAY).code == 0
    return folder


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory, nursery: Nursery, fresh: Folder) -> Folder:
    """A run that was killed when about half of its trials had a result."""
    for at in range(30, 200, 5):
        folder = fresh.copy(tmp_path_factory.mktemp("begun") / "project")
        assert nursery.run(folder, "run", *_TODAY, at=at).code == -9
        if len(folder.runs) > len(fresh.runs) and len(folder.finished) >= len(_CASES):
            return folder
    raise AssertionError("it did not get so far")
