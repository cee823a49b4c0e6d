"""How do tests in Python ask the gate? Whole suites as `goldgate check` runs them, or a trace that is at hand.

    from goldgate.testing import assert_gate_open, run_suite

    def test_the_gate_is_open():
        assert_gate_open(run_suite("files"))

Needs no pytest. Nothing here writes a baseline, and no run stays behind.
"""

import datetime as dt
import gc
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from goldgate.agents.scripted import ScriptedAgent, answer, call
from goldgate.commands.at_hand import hold_trace
from goldgate.commands.check import held_run
from goldgate.commands.holding import Held
from goldgate.commands.project import Project, open_project
from goldgate.differ.show import inert
from goldgate.errors import Interrupted, NoJudgement
from goldgate.exit_codes import ExitCode
from goldgate.gate.decide import decide
from goldgate.model.case_key import case_name
from goldgate.model.comparison import Comparison, Decision
from goldgate.model.frozen import frozen
from goldgate.model.trace import Trace
from goldgate.reports.line import Line, Span, plain_text
from goldgate.reports.single import single_lines
from goldgate.reports.terminal import comparison_lines
from goldgate.reports.wording import GATE
from goldgate.suite.select import Selection

__all__ = [
    "NoJudgement",
    "ScriptedAgent",
    "SuiteRun",
    "answer",
    "assert_gate_open",
    "assert_golden",
    "call",
    "run_suite",
]


@frozen(kw_only=True)
class SuiteRun:
    """What `goldgate check` found: each case's class, open or closed, and the report that a terminal would show."""

    comparison: Comparison
    decision: Decision
    report: str

    @property
    def exit_code(self) -> ExitCode:
        """What `goldgate check` would end with."""
        return self.decision.exit_code

    @property
    def open(self) -> bool:
        """Whether the gate is open."""
        return self.decision.open


def run_suite(
    *suites: str,
    cases: Iterable[str] = (),
    tags: Iterable[str] = (),
    keyword: str | None = None,
    folder: Path | None = None,
    today: dt.date | None = None,
) -> SuiteRun:
    """Run suites of a project, all by default, in worker processes, and hold them against their baselines.

    `cases` (ID or SUITE::ID), `tags` and `keyword` narrow them as the options of `goldgate check` do; the settings are
    looked for from `folder` upward (None: the current one), and markers expire by `today` (None: today in UTC).
    Raises what the command refuses with exit code 2; a case in ERROR is in the result.
    """
    selection = Selection(suites=suites, cases=tuple(cases), tags=tuple(tags), keyword=keyword)
    project = _project(folder)
    with tempfile.TemporaryDirectory(prefix="goldgate-") as kept_in:
        held = held_apart(project, selection, today=today or _today(), kept_in=Path(kept_in))
        return SuiteRun(comparison=held.comparison, decision=held.decision, report=_report(held))


def assert_gate_open(run: SuiteRun) -> None:
    """Raise AssertionError with the report where the gate is closed, NoJudgement where nobody could judge."""
    if not run.open:
        raise _error(run.decision, f"{GATE[run.exit_code]}\n{run.report}")


def assert_golden(
    trace: Trace | Mapping[str, object], *, case: str, folder: Path | None = None, today: dt.date | None = None
) -> None:
    """Judge a trace, a Trace or a mapping of its form, by a golden case (ID or SUITE::ID), and compare it as a run.

    Raises AssertionError with the report where the gate would be closed, NoJudgement where the case can't be judged
    without more than a trace (a rubric), and the errors of `goldgate compare`.
    """
    project, today = _project(folder), today or _today()
    comparison = hold_trace(project, trace, case=case, today=today)
    decision = decide(comparison, stale=project.settings.gate.stale)
    if not decision.open:
        (found,) = comparison.cases
        report = as_text(single_lines(found, comparison, decision))
        raise _error(decision, f"{case_name(found.suite, found.id)}\n{report}")


def _error(decision: Decision, text: str) -> Exception:
    """That the gate is closed is an assertion that fails; that nobody could judge is none."""
    return AssertionError(text) if decision.exit_code is ExitCode.CLOSED else NoJudgement(text)


def held_apart(project: Project, selection: Selection, *, today: dt.date, kept_in: Path) -> Held:
    """What `goldgate check` finds, of a run that lies in a folder of its own and is none of the project's."""
    try:
        return held_run(project=project, selection=selection, today=today, watch=lambda _: None, kept_in=kept_in)[1]
    except Interrupted as error:  # the first Ctrl-C let a call that costs money come to its end
        raise KeyboardInterrupt from error
    finally:
        gc.unfreeze()  # the process that asks goes on with other things


def as_text(lines: Iterable[Line]) -> str:
    """Lines as text in which no text of others' does anything to a terminal."""
    return plain_text(tuple(Span(inert(span.text)) for span in spans) for spans in lines).rstrip("\n")


def _report(held: Held) -> str:
    return as_text(
        comparison_lines(
            held.comparison,
            held.decision,
            suites_left_out=held.suites_left_out,
            expiring=len(held.markers.expiring),
            expired=len(held.markers.expired),
            kept=False,
        )
    )


def _project(folder: Path | None) -> Project:
    return open_project(folder or Path.cwd(), environ=os.environ)


def _today() -> dt.date:
    return dt.datetime.now(tz=dt.UTC).date()
