"""How does a plan become results? A pool performs it, and this process, which no agent ever enters, judges."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing

import attrs

from goldgate.errors import InternalFault, SettingsError
from goldgate.model.case_key import case_name
from goldgate.model.detail import Detail
from goldgate.model.judgement import Judgement, Verdict
from goldgate.model.plan import Plan, TrialKey
from goldgate.model.result import Result
from goldgate.runner.patience import SECONDS, Patience, TooSlow
from goldgate.runner.pools.pool import Performed, Pool


def execute(
    plan: Plan,
    pool: Pool,
    *,
    on_results: Callable[[Sequence[Result]], None],
    on_project_files: Callable[[Mapping[str, str | None]], None],
    seconds: float = SECONDS,
) -> None:
    """Perform all trials of the plan in a pool that was entered, judge each, hand the results over as they come.

    Results come in any order, in handfuls where they come quickly; a second one for the same trial takes the place of
    the first.
    `on_project_files` is told of project files that a trial was the first to read (name → digest) or to write (None),
    before its result, and of all of them at the end. Judging one trial, and keeping what came, may take `seconds` of
    computing each; then the trial is ERROR, or SettingsError is raised.
    """
    with closing(pool.run(plan.trials)) as handfuls, Patience(seconds) as patience:
        for handful in handfuls:
            for performed in handful:
                if performed.project_files:
                    on_project_files(performed.project_files)
            _hand_over([result_of(performed, patience) for performed in handful], on_results, patience)
    if pool.late:
        on_project_files(pool.late)


def _hand_over(results: Sequence[Result], on_results: Callable[[Sequence[Result]], None], patience: Patience) -> None:
    """Hand results over to be kept, for which their texts are redacted."""
    try:
        with patience.limit():
            on_results(results)
    except TooSlow as error:
        first = results[0]
        where = f"results from {case_name(first.suite, first.id)} on could not be redacted"
        raise SettingsError(f"{where}: {error}; look at the patterns of the redactions") from None


def require_all(plan: Plan, finished: Collection[TrialKey]) -> None:
    """Raise InternalFault unless each trial of a plan is finished: what is missing would look like nothing wrong."""
    missing = [f"{trial.suite}::{trial.case.id}" for trial in plan.trials if trial.key not in finished]
    if missing:
        raise InternalFault(f"{len(missing)} of {len(plan.trials)} trials brought no result, the first of {missing[0]}")


def result_of(performed: Performed, patience: Patience) -> Result:
    """The judged result of one trial; ERROR where something made judging impossible."""
    planned = performed.planned
    if performed.fault is None:
        judgement = patience.judge(planned.case, performed.trace)
    else:
        judgement = Judgement(verdict=Verdict.ERROR, fault=performed.fault)
    return Result(
        id=planned.case.id,
        suite=planned.suite,
        variant=planned.variant,
        trial=planned.trial,
        trace=performed.trace,
        verdict=judgement.verdict,
        checks=judgement.checks,
        fault=judgement.fault,
        unused=tuple(performed.unused),
        seconds=performed.seconds,
        detail=_kept(performed.detail, judgement.verdict),
    )


def _kept(detail: Detail, verdict: Verdict) -> Detail:
    """What an agent prints while all is well, nobody asks for."""
    return attrs.evolve(detail, printed="") if verdict is Verdict.PASS and detail.printed else detail
