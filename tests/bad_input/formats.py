"""Which formats does goldgate read, and how is a file of each given to it? One row for each folder of `tests/data/bad`.

Where a command reads such files, the command is called, in this process; of what lies among the files of a run, or
comes from an agent, the reader itself.
"""

import contextlib
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from goldgate.agents.commands.messages import read_message
from goldgate.cli.main import exit_code_of
from goldgate.errors import GoldgateError
from goldgate.formats.cassette import read_cassette
from goldgate.formats.judgements import read_judged
from goldgate.formats.results import read_header, read_result
from goldgate.formats.summary import read_counts
from goldgate.formats.text import loads
from goldgate.formats.trace import read_trace
from goldgate.store.lines import placing

BAD: Final = Path(__file__).parents[1] / "data/bad"

SETTINGS: Final = 'agent = "my_agent:agent"\n'
GOLDEN: Final = '{"id": "a", "request": "show the list"}\n'
BASELINE: Final = '{"goldgate":"baseline","schema":1,"outcome":"90b4a63fff8a40a3"}\n'
SKILL: Final = "---\nname: triage\n---\nDo it.\n"
RUBRIC: Final = (BAD / "scores/rubric.toml").read_text(encoding="utf-8")
ROWS: Final = '{"case_id": "a", "trial": 1, "condition": "clarity", "score": 74}\n'
EVALS: Final = json.dumps(
    {"skill_name": "triage", "evals": [{"id": 1, "prompt": "p", "files": ["a.txt"], "expectations": ["short"]}]}
)
PROJECT: Final = {"goldgate.toml": SETTINGS, "golden/files.jsonl": GOLDEN}
SKILLED: Final = {**PROJECT, "skills/triage/SKILL.md": SKILL, "skills/triage/a.txt": "x"}


@attrs.frozen(kw_only=True)
class Told:
    """What came of a file: the exit code, every problem in a line of its own, and what else was printed."""

    code: int
    problems: Sequence[str]
    out: str = ""


@attrs.frozen(kw_only=True)
class Format:
    """How a file is read: what lies in the project, where the file does, and by which words; or by a function."""

    place: str = "bad"
    files: Mapping[str, str] = attrs.field(factory=dict)
    words: tuple[str, ...] = ()
    read: Callable[[bytes, str], object] | None = None

    def lay(self, folder: Path) -> None:
        """Make the project, without the file."""
        for name, content in {self.place: "", **self.files}.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")

    def told(self, data: bytes, *, folder: Path, called: str) -> Told:
        """What is said of the file with these bytes, which is called so in the problems."""
        if self.read is not None:
            return _of_reader(self.read, data, called)
        (folder / self.place).write_bytes(data)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = exit_code_of(self.words)
        return Told(code=code, problems=err.getvalue().replace(self.place, called).splitlines(), out=out.getvalue())


def _of_reader(read: Callable[[bytes, str], object], data: bytes, called: str) -> Told:
    try:
        read(data, called)
    except GoldgateError as error:
        placed = [one if one.file else one._replace(file=called) for one in error.problems]
        return Told(code=error.exit_code, problems=[f"{one} [{one.code}]" for one in placed])
    return Told(code=0, problems=[])


def _each_line(read: Callable[[bytes], object]) -> Callable[[bytes, str], object]:
    def read_lines(data: bytes, called: str) -> None:
        for number, line in enumerate(data.splitlines(keepends=True) or [b""], 1):
            with placing(Path(called), number):
                read(line)

    return read_lines


def _judged(data: bytes, called: str) -> None:
    with placing(Path(called)):
        list(read_judged(iter(data.splitlines(keepends=True))))


FORMATS: Final[Mapping[str, Format]] = {
    "golden": Format(place="golden/bad.jsonl", files=PROJECT, words=("validate",)),
    "baselines": Format(place="baselines/files.jsonl", files=PROJECT, words=("validate",)),
    "settings": Format(place="goldgate.toml", files={"golden/files.jsonl": GOLDEN}, words=("config",)),
    "pyproject": Format(place="pyproject.toml", files={"golden/files.jsonl": GOLDEN}, words=("config",)),
    "rubrics": Format(
        place="bad.toml", files={"rows.jsonl": ROWS}, words=("score", "rows.jsonl", "--rubric", "bad.toml")
    ),
    "scores": Format(
        place="bad.jsonl", files={"rubric.toml": RUBRIC}, words=("score", "bad.jsonl", "--rubric", "rubric.toml")
    ),
    "evidence": Format(place="evidence/triage.json", files=PROJECT, words=("evidence", "triage")),
    "references": Format(
        place="bad.json", files=SKILLED, words=("pair", "--linked", "skills/triage", "--reference", "bad.json")
    ),
    "worlds": Format(
        place="bad.json", files=PROJECT, words=("add", "show it", "--world", "bad.json", "--expect", "nothing")
    ),
    "otlp": Format(place="bad.json", files=PROJECT, words=("import", "otlp", "bad.json", "--suite", "files")),
    "vcr": Format(
        place="bad.yaml", files=PROJECT, words=("import", "cassette", "bad.yaml", "--suite", "files", "--case", "a")
    ),
    "evals": Format(place="skills/triage/evals/evals.json", files=SKILLED, words=("import", "evals", "skills/triage")),
    "skills": Format(
        place="skills/triage/SKILL.md",
        files={**SKILLED, "skills/triage/evals/evals.json": EVALS},
        words=("import", "evals", "skills/triage"),
    ),
    "cassettes": Format(read=lambda data, called: read_cassette(data, file=called)),
    "run-headers": Format(read=_each_line(lambda line: read_header(line.decode(errors="replace")))),
    "results": Format(read=_each_line(read_result)),
    "judgements": Format(read=_judged),
    "summaries": Format(read=lambda data, called: read_counts(data, file=called)),
    "messages": Format(read=lambda data, _: read_message(data)),
    "traces": Format(read=lambda data, _: read_trace(loads(data.decode()))),
}
"""Folder of `tests/data/bad` → how its files are read."""


def bad_files() -> Iterator[tuple[str, str]]:
    """Folder and name of every bad file; `rubric.toml` among the scores is a good one."""
    for path in sorted(BAD.glob("*/*"), key=lambda path: (path.parent.name, path.stem)):
        if path.suffix != ".toml" or path.parent.name != "scores":
            yield path.parent.name, path.name


def expected(folder: str) -> list[str]:
    """What is said of the files of a folder, the names of the files before it."""
    return (BAD / f"{folder}.txt").read_text(encoding="utf-8").splitlines()
