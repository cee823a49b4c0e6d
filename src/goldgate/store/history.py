"""How did it go earlier? Read from the runs that are kept, and from the commits that changed the baselines."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from goldgate.errors import BadFile, UnreadableFile
from goldgate.formats.summary import read_counts
from goldgate.model.baseline import VARIANT_MARK
from goldgate.model.history import CommittedBaselines, Counts, KeptRun, PastRun
from goldgate.model.result import RunHeader
from goldgate.model.settings import Settings
from goldgate.store.files import read_bytes, shown
from goldgate.store.git import said_by_git
from goldgate.store.run_folder import RunFolder, run_folders
from goldgate.store.runs import end_of, header_of
from goldgate.store.suite_files import SUFFIX

_FAILS: Final = "fail"
_FIELDS: Final = 3


def kept_runs(root: Path) -> Iterator[KeptRun]:
    """The runs that are still there, the newest first; one that can't be read any more is passed over."""
    for folder in run_folders(root):
        try:
            yield _kept(folder)
        except (BadFile, UnreadableFile):
            continue


def runs_like(root: Path, header: RunHeader) -> tuple[PastRun, ...]:
    """The finished runs of the same suites, selection and variants, up to this one, the oldest first."""
    like = [
        PastRun(run=kept.run, pass_rate=kept.counts.pass_rate, trials=kept.counts.trials, known=kept.counts.known)
        for kept in kept_runs(root)
        if kept.counts is not None
        and kept.run <= header.run
        and (kept.suites, kept.variants, kept.selection) == (tuple(header.suites), header.variants, header.selection)
    ]
    return tuple(reversed(like))


def committed_baselines(root: Path, settings: Settings, *, most: int) -> Iterator[CommittedBaselines]:
    """The last commits that changed baselines, the newest first; nothing outside a repository, or without git."""
    log = said_by_git(root, "log", f"-{most}", "--format=%H%x00%cI%x00%s", "--", settings.baselines)
    for line in (log or b"").decode(errors="replace").splitlines():
        fields = line.split("\0", _FIELDS - 1)
        if len(fields) == _FIELDS:
            revision, date, subject = fields
            verdicts = tuple(_verdicts(root, revision, settings.baselines))
            yield CommittedBaselines(
                revision=revision, date=date, subject=subject, cases=len(verdicts), known=verdicts.count(_FAILS)
            )


def _kept(folder: RunFolder) -> KeptRun:
    is_whole = end_of(folder) is not None
    header = header_of(folder.results if is_whole else folder.journal)
    return KeptRun(
        run=folder.name,
        started=header.started,
        suites=tuple(header.suites),
        variants=header.variants,
        selection=header.selection,
        revision=header.revision,
        dirty=header.dirty,
        counts=_counts(folder) if is_whole else None,
    )


def _counts(folder: RunFolder) -> Counts:
    return read_counts(read_bytes(folder.summary), file=shown(folder.summary))


def _verdicts(root: Path, revision: str, folder: str) -> Iterator[str]:
    """The verdict of every case in the baselines of a commit, under the default variant: each case counts once."""
    names = said_by_git(root, "ls-tree", "-z", "--name-only", revision, f"./{folder}/") or b""
    for name in names.decode(errors="surrogateescape").split("\0"):
        if name.endswith(SUFFIX) and VARIANT_MARK not in name.rpartition("/")[2]:
            data = said_by_git(root, "show", f"{revision}:./{name}") or b""
            yield from filter(None, map(_verdict, data.splitlines()))


def _verdict(line: bytes) -> str | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):  # what was committed once may be anything; it is only looked at
        return None
    found = value.get("verdict") if isinstance(value, dict) else None
    return found if isinstance(found, str) else None
