"""How does a trace stand that somebody already has? Judged by its golden case, held against that one's baseline."""

import datetime as dt
from collections.abc import Mapping

from goldgate.commands.named_case import NamedCase, find_case
from goldgate.commands.project import Project
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import UsageError
from goldgate.formats.baseline import Entry
from goldgate.formats.golden import case_digest
from goldgate.formats.trace import read_trace
from goldgate.gate.compare import combine, compare_suite, explain
from goldgate.gate.sides import Sides
from goldgate.model.comparison import Comparison
from goldgate.model.result import Result, SuiteHeader
from goldgate.model.trace import Trace
from goldgate.runner.patience import Patience
from goldgate.store.baselines import open_entries
from goldgate.store.proposals import observed, propose


def hold_trace(
    project: Project, trace: Trace | Mapping[str, object], *, case: str, today: dt.date, every: bool = False
) -> Comparison:
    """Compare one trace of a case (ID or SUITE::ID); runs nothing, writes nothing.

    `every` lists the case also where it is ok. Raises UsageError for a name that no case, or more than one, has, and
    for a case of a sampled suite; MissingBaseline, OutcomeSettingsChanged, BadFile, BadTrace, UnreadableFile.
    """
    named = find_case(project, case, today=today)
    if project.settings.sampled_of(named.suite):
        raise UsageError(
            f"suite {named.suite!r} is sampled: one trace can't be held against how often its cases were solved; "
            "goldgate.judge_trace holds it against what the case expects"
        )
    told = read_trace(trace)
    with Patience() as patience:
        judgement = patience.judge(named.case, told)
    result = Result(
        id=named.case.id,
        suite=named.suite,
        trace=told,
        verdict=judgement.verdict,
        checks=judgement.checks,
        fault=judgement.fault,
    )
    sides = _sides(project, named, result)
    comparison = combine("", [compare_suite(sides, today=today, every=every)], today)
    return explain(comparison, {(named.suite, named.case.id): [result]})


def _sides(project: Project, named: NamedCase, result: Result) -> Sides:
    """Both sides of the one case; of the suite's other cases nothing is said."""
    case, settings = named.case, project.settings.outcome_of(named.suite)
    definition = case_digest(case)
    text = propose([observed(result, definition=definition, settings=settings)]).text
    accepted_outcome, accepted = open_entries(project.root, project.settings, named.suite)
    return Sides(
        suite=named.suite,
        header=SuiteHeader(
            golden="",
            outcome=outcome_digest(settings),
            agent="",
            cases={case.id: definition},
            selected=frozenset({case.id}),
            unexpecting=frozenset() if case.has_expectations else frozenset({case.id}),
        ),
        observed=() if text is None else (Entry(id=case.id, text=text),),
        accepted=accepted,
        accepted_outcome=accepted_outcome,
        known_failures={} if case.known_failure is None else {case.id: case.known_failure},
    )
