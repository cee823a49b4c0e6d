"""Which files does Python code read and write? Those that people commit, and the finished runs of a project."""

from pathlib import Path
from typing import TypeAlias

from goldgate.formats import baseline as baseline_format
from goldgate.formats import golden as golden_format
from goldgate.formats import reference as reference_format
from goldgate.formats import rubric as rubric_format
from goldgate.formats.text import decode
from goldgate.model.baseline import Baseline
from goldgate.model.case import Case
from goldgate.model.evidence import Evidence
from goldgate.model.reference import Reference
from goldgate.model.result import Run
from goldgate.model.rubric import Rubric
from goldgate.store import judgements
from goldgate.store.evidence import require_evidence
from goldgate.store.files import read_bytes, shown
from goldgate.store.runs import all_results, open_proposed, open_run

AnyPath: TypeAlias = Path | str


def read_golden(path: AnyPath) -> tuple[Case, ...]:
    """The cases of a golden file, in its order. Raises BadFile with all its problems, UnreadableFile."""
    path = Path(path)
    return golden_format.read_golden(read_bytes(path), file=shown(path)).cases


def read_baseline(path: AnyPath) -> Baseline:
    """A committed baseline. Raises BadFile with all its problems, UnreadableFile."""
    path = Path(path)
    return baseline_format.read_baseline(read_bytes(path), file=shown(path))


def write_baseline(baseline: Baseline) -> bytes:
    """A baseline in its one spelling, ready to be written; `promote` makes such values."""
    entries = map(baseline_format.entry_of, baseline.lines)
    return baseline_format.write_baseline(baseline.outcome, entries, judge=baseline.judge)


def read_rubric(path: AnyPath) -> Rubric:
    """A rubric, a TOML file. Raises BadFile with all its problems, UnreadableFile."""
    path = Path(path)
    return rubric_format.read_rubric(decode(read_bytes(path), file=shown(path)), file=shown(path))


def read_run(folder: AnyPath, name: str | None = None) -> Run:
    """A finished run of the project whose settings lie in `folder`, by its name, or the newest one.

    All its digests are verified. Raises NoRun, IncompleteRun, BadFile, UnreadableFile.
    """
    found = open_run(Path(folder), name)
    return Run(
        header=found.header,
        results=tuple(all_results(found)),
        proposed={suite: tuple(one.line() for one in open_proposed(found, suite)[1]) for suite in found.end.proposed},
        disagree=found.end.disagree,
        judgements=judgements.read_evidence(found.folder),
    )


def read_reference(path: AnyPath) -> Reference:
    """The rate that a kept report says, what `goldgate pair --format json` printed. Raises BadFile, UnreadableFile."""
    path = Path(path)
    return reference_format.read_reference(read_bytes(path), file=shown(path))


def read_evidence(folder: AnyPath, skill: str) -> Evidence:
    """What paired runs of the project whose settings lie in `folder` showed of a skill, by its name.

    Raises UsageError where there is none, BadFile, UnreadableFile.
    """
    return require_evidence(Path(folder), skill)
