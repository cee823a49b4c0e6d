"""`goldgate known-failures`: what is known to fail, since when, until when, and does it still?"""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from goldgate.commands.answer import Answer
from goldgate.commands.markers import Markers, markers_on
from goldgate.commands.project import Project
from goldgate.errors import IncompleteRun, NoRun
from goldgate.exit_codes import ExitCode
from goldgate.gate.known_failures import age_days
from goldgate.judge.trials import case_verdict
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Verdict
from goldgate.model.known_failure import KnownFailure
from goldgate.reports.json_ import known_failure_document
from goldgate.reports.line import Line, Span, Style, dim, line, strong
from goldgate.reports.terminal import known_line
from goldgate.reports.wording import counted
from goldgate.store.golden import load_golden
from goldgate.store.runs import open_run, results_of


@frozen(kw_only=True)
class Tracked:
    """One known failure today: `state` is live, expiring or expired; `seen` is its verdict in the last run, if any."""

    key: CaseKey
    marker: KnownFailure
    state: str
    age: int | None
    seen: Verdict | None


def known_failures(*, project: Project, suites: tuple[str, ...] = (), today: dt.date) -> Answer:
    """Every marker of the golden files of these suites, of all where none is named.

    Raises BadFile for golden files that can't be read, UsageError for suites that are not there.
    """
    goldens = load_golden(project.root, project.settings, names=suites or None, today=today)
    marked = {
        suite: {case.id: case.known_failure for case in golden.cases if case.known_failure}
        for suite, golden in goldens.items()
    }
    markers = markers_on(today, marked)
    every = {**markers.live, **markers.expired}
    seen = _seen(project, every)
    tracked = [
        Tracked(
            key=key,
            marker=every[key],
            state=_state(key, markers),
            age=age_days(every[key], today),
            seen=seen.get(key),
        )
        for key in sorted(every)
    ]
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(tracked, markers),
        document=lambda: _document(tracked, markers, today=today),
    )


def _seen(project: Project, keys: Mapping[CaseKey, KnownFailure]) -> Mapping[CaseKey, Verdict]:
    """The verdicts in the newest run; nothing when there is no whole one."""
    try:
        results = results_of(open_run(project.root), keys)
    except (NoRun, IncompleteRun):
        return {}
    return {key: case_verdict([result.verdict for result in trials]) for key, trials in results.items()}


def _state(key: CaseKey, markers: Markers) -> str:
    if key in markers.expired:
        return "expired"
    return "expiring" if key in markers.expiring else "live"


_SEEN = {
    Verdict.PASS: "passed in the last run: take the marker out, then goldgate update-baseline",
    Verdict.FAIL: "failed in the last run",
    Verdict.ERROR: "in error in the last run",
}
_LOOK = {"live": Style.PLAIN, "expiring": Style.WARN, "expired": Style.BAD}


def _lines(tracked: list[Tracked], markers: Markers) -> Iterator[Line]:
    for item in tracked:
        age = "age unknown" if item.age is None else f"{counted(item.age, 'day')} old"
        expires = f"expires {item.marker.expires}" if item.marker.expires else "no expiry"
        owner = f", {item.marker.owner}" if item.marker.owner else ""
        yield line(Span(f"{item.state:<9}", _LOOK[item.state]), strong(case_name(*item.key)))
        yield line(f"         {item.marker.reason}")
        yield line(dim(f"         {item.marker.issue}, {age}, {expires}{owner}"))
        if item.seen is not None:
            yield line(f"         {_SEEN[item.seen]}")
    yield known_line(len(tracked), expiring=len(markers.expiring), expired=len(markers.expired))


def _document(tracked: list[Tracked], markers: Markers, *, today: dt.date) -> Mapping[str, Any]:
    return {
        "goldgate": "known-failures",
        "schema": 1,
        "exit_code": 0,
        "today": today.isoformat(),
        "known": len(tracked),
        "expiring": len(markers.expiring),
        "expired": len(markers.expired),
        "cases": [
            {
                "suite": item.key[0],
                "id": item.key[1],
                "state": item.state,
                "age_days": item.age,
                "last_verdict": item.seen and item.seen.value,
                **known_failure_document(item.marker),
            }
            for item in tracked
        ],
    }
