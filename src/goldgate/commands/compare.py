"""`goldgate compare`: how does a finished run stand against the committed baseline?"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from goldgate.commands.answer import Answer
from goldgate.commands.holding import Held, hold
from goldgate.commands.project import Project
from goldgate.model.result import Summary
from goldgate.reports.json_ import comparison_document
from goldgate.reports.line import Line
from goldgate.reports.recordings import recordings_document, recordings_lines
from goldgate.reports.terminal import comparison_lines, guards_off_lines
from goldgate.store.runs import open_run

if TYPE_CHECKING:
    from goldgate.reports.material import Material


def compare(*, project: Project, run: str | None, every: bool, today: dt.date, variant: str | None = None) -> Answer:
    """Hold a run, the newest by default, against the baselines of a variant; runs nothing, writes nothing."""
    held = hold(project, open_run(project.root, run), today=today, every=every, variant=variant)
    return answer_of(project, held, every=every)


def answer_of(project: Project, held: Held, *, every: bool, summary: Summary | None = None) -> Answer:
    """The answer of `compare` and of `check`, which has a summary of the run already."""
    return Answer(
        exit_code=held.decision.exit_code,
        lines=lambda: _lines(held, every=every),
        document=lambda: _document(held, every=every),
        material=lambda: _material(project, held, every=every, summary=summary),
    )


def _document(held: Held, *, every: bool) -> Mapping[str, Any]:
    return comparison_document(
        held.comparison,
        held.decision,
        every=every,
        suites_left_out=held.suites_left_out,
        guards_off=held.run.header.guards_off,
        recordings=recordings_document(held.run.header, held.run.end),
    )


def _material(project: Project, held: Held, *, every: bool, summary: Summary | None) -> "Material":
    from goldgate.commands.material import material_of_comparison  # noqa: PLC0415 - only where a report is written

    return material_of_comparison(project, held, summary=summary, document=lambda: _document(held, every=every))


def _lines(held: Held, *, every: bool) -> Iterator[Line]:
    yield from guards_off_lines(held.run.header.guards_off)
    yield from recordings_lines(held.run.header, held.run.end)
    yield from comparison_lines(
        held.comparison,
        held.decision,
        suites_left_out=held.suites_left_out,
        expiring=len(held.markers.expiring),
        expired=len(held.markers.expired),
        every=every,
    )
