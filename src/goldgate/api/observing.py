"""What does a run in Python amount to? Its results, and what a baseline would say of them."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from goldgate.errors import InternalFault
from goldgate.model.baseline import BaselineLine, baseline_name
from goldgate.model.case_key import CaseKey
from goldgate.model.grading import Judged
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result, Run, RunHeader, SuiteHeader
from goldgate.model.settings import Settings
from goldgate.store.proposals import Proposal, count, observed, propose


def run_of(
    header: RunHeader,
    results: Iterable[Result],
    *,
    settings: Settings,
    judgements: Iterable[Judged] = (),
    unsteady: Collection[CaseKey] = (),
) -> Run:
    """A finished run of these results, which are in plan order; `unsteady` are cases that are known not to repeat.

    Those are told by the name of the baseline and the id.
    """
    listed = tuple(results)
    if len(listed) != header.trials:
        raise InternalFault(f"{header.trials} trials were planned, {len(listed)} have a result")
    names = [
        baseline_name(suite, variant) for suite in header.suites for variant in (DEFAULT_VARIANT, *header.variants)
    ]
    proposed: dict[str, list[BaselineLine]] = {name: [] for name in names}
    disagree: dict[str, dict[str, None]] = {name: {} for name in names}
    for name, case in unsteady:
        disagree[name][case] = None
    for (suite, case, variant), trials in groupby(listed, key=attrgetter("suite", "id", "variant")):
        name = baseline_name(suite, variant)
        proposal = _proposal(header.suites[suite].of(variant), suite, case, tuple(trials), settings=settings)
        if proposal.disagree:
            disagree[name][case] = None
        if proposal.line is not None:
            proposed[name].append(proposal.line)
    return Run(
        header=header,
        results=listed,
        proposed={name: tuple(lines) for name, lines in proposed.items()},
        disagree={name: tuple(cases) for name, cases in disagree.items()},
        judgements={judged.key: judged for judged in judgements},
    )


def _proposal(header: SuiteHeader, suite: str, case: str, trials: Sequence[Result], *, settings: Settings) -> Proposal:
    definition, outcome = header.cases[case], settings.outcome_of(suite)
    if header.sampled:
        figures = [trial.figures for trial in trials]
        return count(case, figures, definition=definition, solved_score=settings.solved_score)
    return propose([observed(trial, definition=definition, settings=outcome) for trial in trials])


def with_judged(results: Iterable[Result], judged: Iterable[Result]) -> tuple[Result, ...]:
    """The results, with those that were judged in the place of what they were."""
    scored = {result.key: result for result in judged}
    return tuple(scored.get(result.key, result) for result in results)


def trials_by_case(run: Run, variant: str) -> dict[CaseKey, list[Result]]:
    """The trials of one variant, by suite and id."""
    found: dict[CaseKey, list[Result]] = {}
    for result in run.results:
        if result.variant == variant:
            found.setdefault((result.suite, result.id), []).append(result)
    return found
