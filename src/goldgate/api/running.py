"""How are cases run in Python? In this process, one trial after the other; nothing is written."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from goldgate import __version__
from goldgate.api.files import AnyPath
from goldgate.api.judging import Judge, asking, benches_of
from goldgate.api.observing import run_of, with_judged
from goldgate.differ.canonical import digest
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import UsageError
from goldgate.formats.golden import case_digest
from goldgate.model.case import Case
from goldgate.model.judgement import ADAPTER_CHANGED, Fault, Verdict
from goldgate.model.pairing import Order
from goldgate.model.plan import DEFAULT_VARIANT, Plan, TrialKey
from goldgate.model.result import Result, Run, RunHeader, SuiteHeader, VariantHeader
from goldgate.model.rubric import Rubric
from goldgate.model.settings import Settings
from goldgate.model.variant import PLAIN, ResolvedVariant
from goldgate.runner.executor import execute, require_all
from goldgate.runner.judging import judged_by
from goldgate.runner.pools.in_process import InProcessPool
from goldgate.runner.pools.pool import Company
from goldgate.store.adapters import OpenAdapters
from goldgate.store.benches import named_in
from goldgate.suite.expand import expand
from goldgate.suite.order import ordered

SUITE: Final = "suite"
"""The name of a suite that was given none."""
_BY_DEFAULT: Final = Settings()
_NO_RUBRICS: Final[Mapping[str, Rubric]] = {}
_NO_VARIANTS: Final[Mapping[str, None]] = {DEFAULT_VARIANT: None}


def run(
    cases: Iterable[Case],
    agent: object,
    *,
    suite: str = SUITE,
    settings: Settings = _BY_DEFAULT,
    variants: Mapping[str, AnyPath | ResolvedVariant | None] = _NO_VARIANTS,
    judge: Judge | None = None,
    rubrics: Mapping[str, Rubric] = _NO_RUBRICS,
) -> Run:
    """Run cases in this process, one trial after the other, and judge them.

    `agent` is anything that `module:object` may name in the settings: a callable, a planner and an executor.
    `variants` maps names to the folder that the agent finds as `context.adapter`, None for a genuine None, or to what
    `adapters` gave; each has baselines of its own. Of the settings, trials, outcome fields, redactions
    and `judge.retries` count.
    `judge` is called after all trials, about those of cases that expect one of the `rubrics`, by the name that the case
    gives it; without a judge they are ERROR.
    What holds only for workers does not hold here: there is no timeout, and an agent that leaves the interpreter takes
    this process along. Writes nothing.
    Raises UsageError for ids that two cases share, and for rubrics that are not given or can't judge single trials;
    AgentNotLoadable for what is no agent.
    """
    given = {name: _resolved(name, variant) for name, variant in variants.items()}
    return measure(cases, agent, suite=suite, settings=settings, variants=given, judge=judge, rubrics=rubrics)


def measure(
    cases: Iterable[Case],
    agent: object,
    *,
    suite: str,
    settings: Settings,
    variants: Mapping[str, ResolvedVariant],
    judge: Judge | None,
    rubrics: Mapping[str, Rubric],
    order: Order | None = None,
) -> Run:
    """As `run`; a variant of which a folder holds something else afterwards than its digest says has no judgement."""
    taken = tuple(cases)
    if twice := [case_id for case_id, times in Counter(case.id for case in taken).items() if times > 1]:
        raise UsageError(*(f"several cases have the id {case_id!r}" for case_id in twice))
    suites = {suite: taken}
    plan = expand(suites, settings, variants=tuple(variants))
    benches = {} if judge is None else benches_of(suites, judge, rubrics, settings)
    header = named_in(_header(suite, taken, settings=settings, trials=len(plan.trials), variants=variants), benches)
    in_turns = plan if order is None else ordered(plan, order, variants=tuple(variants))
    performed = _results(in_turns, agent, suite=suite, variants=variants)
    results = tuple(_without_changed(performed, suite, variants))
    if judge is None:
        return run_of(header, results, settings=settings)
    digests = {suite: header.suites[suite].cases}
    judged = tuple(judged_by(results, suites, benches, ask=asking(judge, benches), digests=digests, evidence={}))
    scored = with_judged(results, (result for _, of_question in judged for result in of_question))
    return run_of(header, scored, settings=settings, judgements=(one for one, _ in judged))


def _resolved(name: str, variant: AnyPath | ResolvedVariant | None) -> ResolvedVariant:
    if isinstance(variant, ResolvedVariant):
        return attrs.evolve(variant, name=name)
    return ResolvedVariant(name=name, folder=None if variant is None else Path(variant))


def _results(plan: Plan, agent: object, *, suite: str, variants: Mapping[str, ResolvedVariant]) -> tuple[Result, ...]:
    """What came of each trial, in plan order."""
    results: dict[TrialKey, Result] = {}

    def keep(handful: Iterable[Result]) -> None:
        results.update({result.key: result for result in handful})

    company = Company(agents={}, root=Path.cwd(), adapters={suite: variants})
    with InProcessPool(company, agents={suite: agent}) as pool:
        execute(plan, pool, on_results=keep, on_project_files=lambda _: None)
    require_all(plan, results)
    return tuple(results[key] for key in sorted(results))


def _without_changed(
    results: Iterable[Result], suite: str, variants: Mapping[str, ResolvedVariant]
) -> Iterable[Result]:
    """The results; of what was changed while it was measured, nobody can say what its trials saw."""
    known = {name: variant for name, variant in variants.items() if variant.digest or variant.skills}
    changed = {name for _, name in OpenAdapters({suite: known}).changed()}
    for result in results:
        if result.variant not in changed:
            yield result
            continue
        message = (
            "what it is handed was changed while it was measured, "
            f"so nobody can say what the trials of {result.variant!r} saw"
        )
        fault = Fault(code=ADAPTER_CHANGED, message=message)
        yield attrs.evolve(result, verdict=Verdict.ERROR, checks=(), fault=fault)


def _header(
    suite: str,
    cases: Sequence[Case],
    *,
    settings: Settings,
    trials: int,
    variants: Mapping[str, ResolvedVariant],
) -> RunHeader:
    definitions = {case.id: case_digest(case) for case in cases}
    told = {name: attrs.evolve(variant, folder=None) for name, variant in variants.items()}
    header = SuiteHeader(
        golden=digest(dict(definitions)),
        outcome=outcome_digest(settings.outcome_of(suite)),
        sampled=settings.sampled_of(suite),
        agent="",
        cases=definitions,
        known_failures={case.id: case.known_failure for case in cases if case.known_failure},
        unexpecting=frozenset(case.id for case in cases if not case.has_expectations),
        variants={} if told == {PLAIN.name: PLAIN} else told,
        own={
            name: VariantHeader(
                outcome=outcome_digest(settings.outcome_of(suite, name)), sampled=settings.sampled_of(suite, name)
            )
            for name in variants
            if settings.sampled_of(suite, name) != settings.sampled_of(suite)
        },
    )
    return RunHeader(
        run="in-process",
        goldgate=__version__,
        started=dt.datetime.now(tz=dt.UTC).isoformat(timespec="seconds"),
        suites={suite: header},
        trials=trials,
        variants=tuple(variants),
    )
