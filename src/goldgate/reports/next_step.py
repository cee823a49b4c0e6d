"""What should the reader do next? The exact command."""

import shlex
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from goldgate.exit_codes import ExitCode
from goldgate.model.case_key import CaseKey, case_name
from goldgate.model.comparison import CaseClass, CaseComparison, Comparison, Decision, Severity
from goldgate.model.judgement import CASSETTE_MISS
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result
from goldgate.model.variant import variant_option

if TYPE_CHECKING:
    from goldgate.reports.pair import PairReport

UPDATE = "goldgate update-baseline"
COMPARE = "goldgate compare"


class Tracked(StrEnum):
    """What git knows of the baselines."""

    ALL = "all"
    NOT_YET = "not yet"
    """One is new to git, so that it shows no difference of it."""
    NO_GIT = "no git"
    """They are in no repository."""


def after_run(
    decision: Decision,
    first_failure: Result | None,
    *,
    missed: Sequence[CaseKey] = (),
    unsteady: Sequence[CaseKey] = (),
    disagreeing: Sequence[CaseKey] = (),
    missing_baselines: tuple[str, ...],
    summary: str | None = None,
    variant: str = DEFAULT_VARIANT,
) -> str:
    """The command that follows `goldgate run`.

    `missed` are cases that asked for what is not recorded. `unsteady` are cases that did something else the second
    time, `disagreeing` those whose trials differ: no baseline takes either. `summary` is the file with the figures of a
    run that no baseline says anything of, `variant` the only one that was measured.
    """
    if decision.exit_code is not ExitCode.OPEN and first_failure is not None:
        if (first_failure.suite, first_failure.id) in missed:
            return record_command(missed, variant=first_failure.variant)
        return show_command(first_failure.suite, first_failure.id, variant=variant)
    if unsteady:
        name = case_name(*unsteady[0])
        return f"hold still what differs in {name}, then goldgate run --check-determinism --case {shlex.quote(name)}"
    if summary is not None:
        return f"look at {summary}"
    if disagreeing:
        return show_command(*disagreeing[0], variant=variant)
    return f"{UPDATE if missing_baselines else COMPARE}{variant_option(variant)}"


def after_update(*, written: bool, baselines: str, tracked: Tracked, variant: str = DEFAULT_VARIANT) -> str:
    """What follows `goldgate update-baseline`: a look at what was written, below the folder `baselines`."""
    compare = f"{COMPARE}{variant_option(variant)}"
    if not written:
        return compare
    match tracked:
        case Tracked.NO_GIT:
            look = f"look at {shlex.quote(baselines)}"
        case Tracked.NOT_YET:
            look = f"git add -N {shlex.quote(baselines)}, then git diff"
        case Tracked.ALL:
            look = "git diff"
        case _:
            assert_never(tracked)
    return f"{look}, then {compare}"


def after_compare(comparison: Comparison, decision: Decision, *, kept: bool = True) -> str:
    """The command that follows `goldgate compare`, or that nothing is left to do.

    Where the run is not `kept`, as those that tests make, the command that makes one comes first.
    """
    variant = comparison.variant
    update = f"{UPDATE}{variant_option(variant)}"
    if not kept:
        update = f"goldgate run, then {update}"
    for severity in (Severity.NO_JUDGEMENT, Severity.WORSE):
        for case in comparison.cases:
            if case.ruling.severity is severity:
                return _for_worse(case, comparison, update=update, kept=kept)
    for suite, sampling in comparison.sampled.items():
        if sampling.dropped:
            return show_command(suite, sampling.fell[0].id, variant=variant)
    stale = [case for case in comparison.cases if case.ruling.severity is Severity.STALE]
    still_marked = [case for case in stale if case.ruling.case_class is CaseClass.FIXED and case.known_failure]
    if still_marked:
        name = case_name(still_marked[0].suite, still_marked[0].id)
        return f"take the known_failure marker of {name} out, then {update}"
    if stale:
        return update
    return "nothing to do" if decision.open else f"goldgate check{variant_option(variant)}"


def after_pair(report: "PairReport") -> str:
    """The command that follows a paired run: a case without judgement, what the closed gate lost, else the evidence."""
    cases = [case for one in report.contributions for case in one.contrast.cases]
    unjudged = [case for case in cases if case.difference is None]
    lost = [case for case in cases if case.difference is not None and case.difference < 0]
    for case in unjudged or (() if report.decision.open else lost):
        return show_command(case.suite, case.id)
    if report.decision.open:
        return f"goldgate evidence {shlex.quote(report.contributions[0].skills[0])}"
    return f"goldgate report {report.run} --all"


def show_command(suite: str, case_id: str, *, variant: str = DEFAULT_VARIANT) -> str:
    """The command that shows one case, quoted for a shell where needed."""
    return f"goldgate show {shlex.quote(case_name(suite, case_id))}{variant_option(variant)}"


def record_command(missed: Sequence[CaseKey], *, variant: str = DEFAULT_VARIANT) -> str:
    """The command that records what is missing: for one case, for the one suite that they are of, or for all."""
    suites = {suite for suite, _ in missed}
    command = "goldgate record"
    if len(missed) == 1:
        command += f" --case {shlex.quote(case_name(*missed[0]))}"
    elif len(suites) == 1:
        command += f" --suite {shlex.quote(suites.pop())}"
    return f"{command}{variant_option(variant)}"


def _for_worse(case: CaseComparison, comparison: Comparison, *, update: str, kept: bool) -> str:
    if case.fault == CASSETTE_MISS:
        missed = [(one.suite, one.id) for one in comparison.cases if one.fault == CASSETTE_MISS]
        return record_command(missed, variant=comparison.variant)
    if case.ruling.case_class is CaseClass.REMOVED:
        return f"{update} --prune"
    if kept:
        return show_command(case.suite, case.id, variant=comparison.variant)
    return f"goldgate check --case {shlex.quote(case_name(case.suite, case.id))}"
