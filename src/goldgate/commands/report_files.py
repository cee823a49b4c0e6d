"""Which reports are wanted, and what is written into their files when a command has ended?"""

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from goldgate.commands.project import Project
from goldgate.differ.nearest import unknown
from goldgate.errors import GoldgateError, Problem, UnreadableFile, UsageError
from goldgate.model.frozen import frozen
from goldgate.reports.github import github_refusal, github_report
from goldgate.reports.kinds import KINDS
from goldgate.reports.material import Material, Refusal
from goldgate.store.files import shown
from goldgate.store.report_files import append_text, require_free, size_of, write_report

LARGEST_SUMMARY: Final = 1024 * 1024
"""Bytes of all that one step puts into its summary; GitHub shows nothing of one that is larger."""


@frozen(kw_only=True)
class Wanted:
    """One report, as KIND=FILE asks for it."""

    kind: str
    path: Path


def read_wanted(texts: Iterable[str], *, project: Project, here: Path) -> tuple[Wanted, ...]:
    """What is asked for. Raises UsageError and UnreadableFile for all that could not be written in the end."""
    wanted = tuple(_read(text, here=here) for text in texts)
    require_free([one.path for one in wanted], root=project.root, settings=project.settings)
    return wanted


def _read(text: str, *, here: Path) -> Wanted:
    kind, equals, file = text.partition("=")
    if kind not in KINDS:
        raise UsageError(f"{unknown('report', kind, KINDS)}; write --report KIND=FILE")
    if not equals or file in {"", "-"}:
        raise UsageError(f"the report {kind!r} needs a file: --report {kind}=FILE")
    KINDS[kind].require()
    return Wanted(kind=kind, path=here / file)


def write_reports(wanted: Iterable[Wanted], found: Material | Refusal) -> tuple[Problem, ...]:
    """Write them all, and tell of those that could not be written. Of a refusal too, lest an older report is read."""
    problems: list[Problem] = []
    for one in wanted:
        try:
            write_report(one.path, _pieces(one.kind, found))
        except GoldgateError as error:
            problems += error.problems
    return tuple(problems)


def _pieces(name: str, found: Material | Refusal) -> Iterable[str]:
    kind = KINDS[name]
    return kind.refusal(found) if isinstance(found, Refusal) else kind.report(found)


def annotations(found: Material | Refusal, *, place: Callable[[str], str]) -> Iterator[str]:
    """The lines by which GitHub annotates files, each with its end."""
    if isinstance(found, Refusal):
        return github_refusal(found, place=place)
    return github_report(found, place=place)


def place_in(workspace: str | None, *, here: Path) -> Callable[[str], str]:
    """How GitHub names a file that is shown relative to the current folder: from the top of its workspace."""

    def place(file: str) -> str:
        path = Path(os.path.realpath(here / file))
        top = Path(os.path.realpath(workspace or here))
        return path.relative_to(top).as_posix() if path.is_relative_to(top) else file

    return place


def append_summary(path: Path, found: Material | Refusal) -> tuple[Problem, ...]:
    """Put the Markdown at the end of the summary of a step, as far as GitHub takes it; tell why that did not work."""
    text = "".join(_pieces("markdown", found))
    try:
        if size_of(path) + len(text.encode()) > LARGEST_SUMMARY:
            message = "the summary of this step is full (1 MiB); it goes without this report"
            return (Problem(code=UnreadableFile.code, message=message, file=shown(path)),)
        append_text(path, text)
    except UnreadableFile as error:
        return error.problems
    return ()
