"""How is a suite described, run and gated in Python? Functions of values: no files, no settings file, no click.

A run of cases in this process, held against a baseline that somebody has read:

    run = goldgate.run(goldgate.read_golden(Path("golden/files.jsonl")), agent, suite="files")
    baseline = goldgate.read_baseline(Path("baselines/files.jsonl"))
    comparison = goldgate.compare(run, {"files": baseline}, today=date.today())
    assert goldgate.decide(comparison).open

What the commands refuse is refused here, too; what only files can be, an outdated or incomplete run, is left to them.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

import attrs

from goldgate import __version__
from goldgate.differ.canonical import digest
from goldgate.differ.nearest import unknown
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import UsageError
from goldgate.formats import baseline as baseline_format
from goldgate.formats import golden as golden_format
from goldgate.formats import rubric as rubric_format
from goldgate.formats.score_rows import read_documents
from goldgate.formats.text import decode
from goldgate.gate.compare import compare
from goldgate.gate.decide import decide as decide_strictly
from goldgate.gate.promote import promote
from goldgate.judge import rubric as rubric_judge
from goldgate.judge.grading import rubric_fault
from goldgate.judge.questions import TEMPLATE
from goldgate.judge.verdict import judge as judge_trace
from goldgate.model.baseline import Baseline, BaselineLine
from goldgate.model.case import Case
from goldgate.model.comparison import Comparison, Decision
from goldgate.model.grading import JudgeIdentity, JudgeKind, Question, Reply
from goldgate.model.plan import DEFAULT_VARIANT, Plan, TrialKey
from goldgate.model.result import Result, Run, RunHeader, SuiteHeader
from goldgate.model.rubric import Rubric, ScoreSummary
from goldgate.model.settings import Settings, Stale
from goldgate.model.value import Json
from goldgate.model.variant import ResolvedVariant
from goldgate.runner.executor import execute
from goldgate.runner.graders.function_process import called
from goldgate.runner.judging import judged_by
from goldgate.runner.pools.in_process import InProcessPool
from goldgate.runner.pools.pool import Company
from goldgate.store.benches import Bench, named_in, with_rubrics
from goldgate.store.files import read_bytes, shown
from goldgate.store.proposals import Proposal, observed, propose
from goldgate.suite.expand import expand

__all__ = [
    "compare",
    "decide",
    "judge_trace",
    "promote",
    "read_baseline",
    "read_golden",
    "read_rubric",
    "run",
    "score",
    "write_baseline",
]

SUITE: Final = "suite"
"""The name of a suite that was given none."""
_BY_DEFAULT: Final = Settings()
_NO_RUBRICS: Final[Mapping[str, Rubric]] = {}
_NO_VARIANTS: Final[Mapping[str, Path | None]] = {DEFAULT_VARIANT: None}


def run(
    cases: Iterable[Case],
    agent: object,
    *,
    suite: str = SUITE,
    settings: Settings = _BY_DEFAULT,
    variants: Mapping[str, Path | None] = _NO_VARIANTS,
    judge: Callable[[Json], object] | None = None,
    rubrics: Mapping[str, Rubric] = _NO_RUBRICS,
) -> Run:
    """Run cases in this process, one trial after the other, and judge them.

    `agent` is anything that `module:object` may name in the settings: a callable, a planner and an executor.
    `variants` maps names to the folder that the agent finds as `context.adapter`, None for a genuine None; a baseline
    is that of the variant `default`. Of the settings, trials, outcome fields, redactions and `judge.retries` count.
    `judge` is called after all trials, about those of cases that expect one of the `rubrics`, by the name that the case
    gives it; without a judge they are ERROR.
    What holds only for workers does not hold here: there is no timeout, and an agent that leaves the interpreter takes
    this process along. Writes nothing.
    Raises UsageError for ids that two cases share, and for rubrics that are not given or can't judge single trials;
    AgentNotLoadable for what is no agent.
    """
    taken = tuple(cases)
    if twice := [case_id for case_id, times in Counter(case.id for case in taken).items() if times > 1]:
        raise UsageError(*(f"several cases have the id {case_id!r}" for case_id in twice))
    plan = expand({suite: taken}, settings, variants=variants)
    benches = {} if judge is None else _benches(suite, taken, judge=judge, rubrics=rubrics, settings=settings)
    results = _results(plan, agent, suite=suite, variants=variants)
    header = attrs.evolve(_header(suite, taken, settings=settings, trials=len(plan.trials)), variants=tuple(variants))
    header = named_in(header, benches)
    if judge is not None:
        digests = {suite: header.suites[suite].cases}
        judged = judged_by(results, {suite: taken}, benches, ask=partial(_asked, judge, benches), digests=digests)
        scored = {result.key: result for result in judged}
        results = tuple(scored.get(result.key, result) for result in results)
    proposals = _proposals(results, header.suites[suite], settings=settings, suite=suite)
    return Run(
        header=header,
        results=results,
        proposed={suite: tuple(_lines_of_default(proposals))},
        disagree={suite: tuple(dict.fromkeys(case for (case, _), proposal in proposals if proposal.disagree))},
    )


def _benches(
    suite: str,
    cases: Iterable[Case],
    *,
    judge: Callable[[Json], object],
    rubrics: Mapping[str, Rubric],
    settings: Settings,
) -> Mapping[str, Bench]:
    expected = [case.expect.rubric for case in cases if case.expect.rubric is not None]
    if not expected:
        return {}
    if missing := sorted({one.name for one in expected} - rubrics.keys()):
        raise UsageError(*(unknown("rubric", name, rubrics) for name in missing))
    if faults := {fault for one in expected if (fault := rubric_fault(rubrics[one.name], one))}:
        raise UsageError(*sorted(faults))
    name = f"{getattr(judge, '__module__', '')}:{getattr(judge, '__qualname__', type(judge).__qualname__)}"
    identity = JudgeIdentity(kind=JudgeKind.CALLABLE, name=name, prompt=TEMPLATE, made_of="")
    named = {one.name: rubrics[one.name] for one in expected}
    return {suite: Bench(settings=settings.judge_of(suite), identity=with_rubrics(identity, named), rubrics=named)}


def _asked(
    judge: Callable[[Json], object], benches: Mapping[str, Bench], suite: str, question: Question
) -> Iterator[Reply]:
    """Call the judge as long as more is taken, at most so often as the settings say."""
    for _ in range(1 + benches[suite].settings.retries):
        said = called(judge, dict(question.document), root=str(Path.cwd()))
        yield Reply(text=said.get("text"), fault=said.get("fault"))


def _lines_of_default(proposals: Iterable[tuple[tuple[str, str], Proposal]]) -> Iterator[BaselineLine]:
    for (_, variant), proposal in proposals:
        if variant == DEFAULT_VARIANT and proposal.line is not None:
            yield proposal.line


def _results(plan: Plan, agent: object, *, suite: str, variants: Mapping[str, Path | None]) -> tuple[Result, ...]:
    results: dict[TrialKey, Result] = {}

    def keep(handful: Iterable[Result]) -> None:
        results.update({result.key: result for result in handful})

    given = {name: ResolvedVariant(name=name, folder=folder) for name, folder in variants.items()}
    company = Company(agents={}, root=Path.cwd(), adapters={suite: given})
    with InProcessPool(company, agents={suite: agent}) as pool:
        execute(plan, pool, on_results=keep, on_project_files=lambda _: None)
    return tuple(results[trial.key] for trial in plan.trials)


def _header(suite: str, cases: Sequence[Case], *, settings: Settings, trials: int) -> RunHeader:
    definitions = {case.id: golden_format.case_digest(case) for case in cases}
    header = SuiteHeader(
        golden=digest(dict(definitions)),
        outcome=outcome_digest(settings.outcome_of(suite)),
        agent="",
        cases=definitions,
        known_failures={case.id: case.known_failure for case in cases if case.known_failure},
        unexpecting=frozenset(case.id for case in cases if not case.has_expectations),
    )
    started = dt.datetime.now(tz=dt.UTC).isoformat(timespec="seconds")
    return RunHeader(run="in-process", goldgate=__version__, started=started, suites={suite: header}, trials=trials)


def _proposals(
    results: Sequence[Result], header: SuiteHeader, *, settings: Settings, suite: str
) -> list[tuple[tuple[str, str], Proposal]]:
    outcome = settings.outcome_of(suite)
    return [
        (key, propose([observed(trial, definition=header.cases[key[0]], settings=outcome) for trial in trials]))
        for key, trials in groupby(results, key=attrgetter("id", "variant"))
    ]


def decide(comparison: Comparison, *, stale: Stale = Stale.FAIL) -> Decision:
    """Whether the gate is open; a stale baseline closes it unless `stale` is WARN."""
    return decide_strictly(comparison, stale=stale)


def read_golden(path: Path) -> tuple[Case, ...]:
    """The cases of a golden file, in its order. Raises BadFile with all its problems, UnreadableFile."""
    return golden_format.read_golden(read_bytes(path), file=shown(path)).cases


def read_baseline(path: Path) -> Baseline:
    """A committed baseline. Raises BadFile with all its problems, UnreadableFile."""
    return baseline_format.read_baseline(read_bytes(path), file=shown(path))


def write_baseline(baseline: Baseline) -> bytes:
    """A baseline in its one spelling, ready to be written; `promote` makes such values."""
    return baseline_format.write_baseline(baseline.outcome, map(baseline_format.entry_of, baseline.lines))


def read_rubric(path: Path) -> Rubric:
    """A rubric, a TOML file. Raises BadFile with all its problems, UnreadableFile."""
    return rubric_format.read_rubric(decode(read_bytes(path), file=shown(path)), file=shown(path))


def score(rows: Iterable[Mapping[str, object]], rubric: Rubric, *, gate: Decimal | None = None) -> ScoreSummary:
    """Weigh rows of scores, mappings as a line of a score file has them, and decide whether the release gate is open.

    Floats are taken as they are spelled: 0.1 is a tenth. `gate` is another threshold than the rubric's.
    Raises BadFile with every fault of every row, numbered from 1; UnpairedRows when rows are there twice or missing;
    UsageError for a rubric that contradicts itself, and for a threshold that it has no use for.
    """
    if faults := [f"rubric{fault.pointer}: {fault}" for fault in rubric_format.rubric_faults(rubric)]:
        raise UsageError(*faults)
    asked = rubric if gate is None else rubric_judge.with_threshold(rubric, gate)
    return rubric_judge.score(read_documents(enumerate(rows, 1), file="rows", rubric=asked), asked)
