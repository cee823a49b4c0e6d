"""How does the past read? A line for each run that is kept, and one for each commit that changed baselines."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from goldgate.model.frozen import frozen
from goldgate.model.history import CommittedBaselines, KeptRun
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.reports.evidence import sparkline
from goldgate.reports.line import Line, Span, dim, line, strong, warn
from goldgate.reports.wording import counted

_REVISION: Final = 7
"""Characters of a commit that people are shown."""
_SUBJECT: Final = 40


@frozen(kw_only=True)
class Past:
    """Both, the newest first."""

    runs: tuple[KeptRun, ...]
    commits: tuple[CommittedBaselines, ...]


def history_lines(past: Past) -> Iterator[Line]:
    """Runs, then commits, each with its course from the oldest to the newest."""
    yield from _runs(past.runs)
    yield from _commits(past.commits)


def _runs(runs: Sequence[KeptRun]) -> Iterator[Line]:
    yield line(strong("runs kept here"), "" if runs else ": none yet")
    for run in runs:
        yield line(f"  {run.run}  ", _result(run), dim(_origin(run)))
    whole = [run.counts for run in reversed(runs) if run.counts is not None and not run.selection]
    rates = [Fraction(counts.pass_rate) for counts in whole if counts.pass_rate is not None]
    if len(rates) > 1:
        yield line("  pass rate of whole runs ", strong(sparkline(rates)), f" {_percent(float(rates[-1]))}")


def _commits(commits: Sequence[CommittedBaselines]) -> Iterator[Line]:
    yield line(strong("baselines committed"), "" if commits else ": none that git knows of")
    for commit in commits:
        yield line(
            f"  {commit.date[:10]} {commit.revision[:_REVISION]}  "
            f"{counted(commit.cases, 'case')}, {counted(commit.known, 'known failure')}  ",
            dim(_shortened(commit.subject)),
        )
    known = [commit.known for commit in reversed(commits)]
    if len(known) > 1:
        yield line("  known failures ", strong(_course(known)), f" {known[-1]}")


def history_document(past: Past) -> Mapping[str, Any]:
    """The same for machines, the newest first."""
    return {
        "goldgate": "history",
        "schema": 1,
        "exit_code": 0,
        "runs": [_run(run) for run in past.runs],
        "baselines": [attrs.asdict(commit) for commit in past.commits],
    }


def _run(run: KeptRun) -> Mapping[str, Any]:
    counts = None if run.counts is None else attrs.asdict(run.counts)
    return {
        "run": run.run,
        "started": run.started,
        "suites": list(run.suites),
        "variants": list(run.variants),
        "selection": run.selection,
        "revision": run.revision,
        "dirty": run.dirty,
        "counts": counts,
    }


def _result(run: KeptRun) -> Span:
    counts = run.counts
    if counts is None:
        return warn("incomplete")
    errors = f", {counted(counts.errors, 'error')}" if counts.errors else ""
    rate = "" if counts.pass_rate is None else f" ({_percent(counts.pass_rate)})"
    return Span(f"{counts.passed} of {counts.trials} passed{rate}, {counts.known} known{errors}")


def _origin(run: KeptRun) -> str:
    """Of what, and at which commit; what is as ever is not said."""
    revision = "" if run.revision is None else run.revision[:_REVISION] + ("+" if run.dirty else "")
    variants = "" if run.variants == (DEFAULT_VARIANT,) else " ".join(run.variants)
    return "".join(f"  {part}" for part in (revision, run.selection, variants) if part)


def _percent(rate: float) -> str:
    return f"{rate:.1%}"


def _shortened(subject: str) -> str:
    return subject if len(subject) <= _SUBJECT else f"{subject[: _SUBJECT - 1]}…"


def _course(numbers: Sequence[int]) -> str:
    """A bar for each number, the highest for the greatest."""
    most = max(*numbers, 1)
    return sparkline([Fraction(number, most) for number in numbers])
