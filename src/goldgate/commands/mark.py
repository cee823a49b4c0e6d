"""`goldgate mark` and `unmark`: which known-failure marker does a case carry from now on?"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.named_case import NamedCase, find_case
from goldgate.commands.project import Project
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.golden_edit import with_marker, without_marker
from goldgate.model.frozen import frozen
from goldgate.model.known_failure import KnownFailure
from goldgate.reports.json_ import known_failure_document
from goldgate.reports.line import Line, dim, line, strong
from goldgate.store.golden import edit_golden


@frozen(kw_only=True)
class Marking:
    """The fields of a marker as far as somebody gave them."""

    reason: str | None = None
    issue: str | None = None
    expires: dt.date | None = None
    since: dt.date | None = None
    owner: str | None = None

    def on(self, marker: KnownFailure | None, *, today: dt.date) -> KnownFailure:
        """These fields over those of the marker that is there; a new one is as old as today.

        Raises UsageError when a new one says no reason or names no issue.
        """
        given = {key: value for key, value in attrs.asdict(self).items() if value is not None}
        if marker is not None:
            return attrs.evolve(marker, **given)
        if missing := [f"--{key}" for key in ("reason", "issue") if key not in given]:
            raise UsageError(f"a known failure says why, and where it is tracked: give {' and '.join(missing)}")
        return KnownFailure(**{"since": today, **given})


def mark(*, project: Project, case: str, marking: Marking, today: dt.date) -> Answer:
    """Give a case a marker, or change the given fields of the one that it has; every other byte stays.

    Raises UsageError when no case, or more than one, has that name, or a new marker lacks a field; BadFile when the
    settings don't allow the marker.
    """
    found = find_case(project, case, today=None)
    marker = marking.on(found.case.known_failure, today=today)
    changed = edit_golden(
        project.root,
        project.settings,
        found.suite,
        lambda data: with_marker(data, found.case.id, marker),
        today=today,
    )
    what = "marked" if found.case.known_failure is None else "changed"
    return _answer(found, marker=marker, what=what if changed else "unchanged")


def unmark(*, project: Project, case: str) -> Answer:
    """Take the marker of a case away; every other byte stays. Raises UsageError when it has none, or is no one case."""
    found = find_case(project, case, today=None)
    if found.case.known_failure is None:
        raise UsageError(f"{found.name} carries no known-failure marker")
    edit_golden(
        project.root, project.settings, found.suite, lambda data: without_marker(data, found.case.id), today=None
    )
    return _answer(found, marker=None, what="unmarked")


def _answer(found: NamedCase, *, marker: KnownFailure | None, what: str) -> Answer:
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(found, marker=marker, what=what),
        document=lambda: _document(found, marker=marker, what=what),
    )


def _lines(found: NamedCase, *, marker: KnownFailure | None, what: str) -> Iterator[Line]:
    yield line(f"{what}  ", strong(found.name), dim(f"  {found.file}:{found.case.line}"))
    if marker is not None:
        until = "no expiry" if marker.expires is None else f"expires {marker.expires}"
        since = "" if marker.since is None else f"since {marker.since}, "
        owner = "" if marker.owner is None else f", {marker.owner}"
        yield line(f"  {marker.reason}")
        yield line(dim(f"  {marker.issue}, {since}{until}{owner}"))
    yield line("next: goldgate check")


def _document(found: NamedCase, *, marker: KnownFailure | None, what: str) -> Mapping[str, Any]:
    return {
        "goldgate": "marked",
        "schema": 1,
        "exit_code": 0,
        "suite": found.suite,
        "id": found.case.id,
        "file": found.file,
        "line": found.case.line,
        "change": what,
        "known_failure": None if marker is None else known_failure_document(marker),
    }
