"""`goldgate add`: what does the agent do with a request, and what of that shall be expected from now on?"""

import re
import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, Final

import attrs

from goldgate.commands.answer import Answer
from goldgate.commands.company import pool_of, recordings_of
from goldgate.commands.heading import agents_of
from goldgate.commands.limits import open_budget, require_metered
from goldgate.commands.named_case import find_case
from goldgate.commands.project import Project
from goldgate.commands.variants import variants_of
from goldgate.differ.canonical import spaced, spell
from goldgate.differ.listing import listed
from goldgate.differ.literal import literal
from goldgate.differ.outcome import observe
from goldgate.differ.secrets import find_secrets, named_secrets
from goldgate.errors import UsageError
from goldgate.exit_codes import ExitCode
from goldgate.formats.document import read_document
from goldgate.formats.golden import plain_case
from goldgate.formats.ids import folded, id_fault
from goldgate.formats.world_form import WORLD
from goldgate.importers.expected import expected_calls
from goldgate.model.baseline import BaselineLine
from goldgate.model.case import Case, Expectation, ExpectedAnswer, ExpectedGroup, ExpectedStep
from goldgate.model.case_key import case_name
from goldgate.model.cassette import Mode
from goldgate.model.frozen import frozen
from goldgate.model.judgement import Judgement, Verdict
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.result import Result
from goldgate.model.settings import OutcomeSettings
from goldgate.model.trace import NO_STUB, TOOL, OverallStatus, Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured
from goldgate.reports.case import side_lines
from goldgate.reports.line import Line, dim, line, strong, warn
from goldgate.runner.executor import execute
from goldgate.runner.patience import Patience
from goldgate.store.adapters import open_adapters
from goldgate.store.files import read_bytes, shown
from goldgate.store.golden import add_cases, golden_files, golden_path, load_golden
from goldgate.store.runs import open_run, results_of
from goldgate.suite.expand import expand

_LONGEST_ID: Final = 40
_WORDS: Final = re.compile(r"[^\W_]+")


class Part(StrEnum):
    """What of a trace can be expected."""

    CALLS = "calls"
    """The calls with their arguments and error codes."""
    TOOLS = "tools"
    """The tools that were called, whatever their arguments."""
    ANSWER = "answer"
    """The very answer."""
    NOTHING = "nothing"
    """The baseline judges the case."""


@frozen(kw_only=True)
class Tried:
    """A case that is not in its golden file yet, and what the agent did with it."""

    suite: str
    case: Case
    trace: Trace


def new_case(
    project: Project,
    *,
    request: str,
    suite: str | None,
    case_id: str | None,
    tags: Sequence[str],
    notes: str | None,
    world: Path | None,
) -> tuple[str, Case]:
    """The suite and the case; without an id it is made of the request. Raises UsageError, BadFile, UnreadableFile."""
    suite = suite or _only_suite(project)
    case = Case(id=_free_id(project, suite, case_id, request), request=request, tags=tuple(tags), notes=notes)
    if world is None:
        return suite, case
    return suite, attrs.evolve(case, world=read_document(read_bytes(world), file=shown(world), read=WORLD))


def tried(project: Project, suite: str, case: Case, *, live: bool, in_process: bool) -> Tried:
    """Let the agent do it once, as a run does; no run is kept.

    `live` asks models and other hosts for real. Raises what a run raises that can't begin, and UsageError where nobody
    can say what the agent did.
    """
    mode = Mode.LIVE if live else Mode.REPLAY
    selected = {suite: (case,)}
    agents = agents_of(project, selected)
    require_metered(project, agents=selected, judges=())
    variants = variants_of(project, (), begun=None)
    plan = expand({suite: (attrs.evolve(case, trials=1),)}, project.settings)
    budget = open_budget(project)
    results: list[Result] = []
    with (
        open_adapters(project.root, project.settings, selected, variants) as adapters,
        pool_of(
            project,
            agents,
            in_process=in_process,
            mode=mode,
            recordings=recordings_of(project, selected, mode=mode),
            adapters=adapters,
            purse=budget,
        ) as pool,
    ):
        execute(plan, pool, on_results=results.extend, on_project_files=lambda _: None)
        budget.require_open()
    (result,) = results
    if result.fault is not None:
        raise UsageError(f"nobody can say what the agent does: {result.fault.code}: {result.fault.message}")
    return Tried(suite=suite, case=case, trace=result.trace)


def seen_in(project: Project, *, run: str, case: str, case_id: str | None) -> Tried:
    """A new case like that one, and what the agent did with it in a run. Raises UsageError, NoRun, IncompleteRun."""
    found = find_case(project, case, today=None)
    results = results_of(open_run(project.root, run), {(found.suite, found.case.id)})
    mine = [
        result
        for result in results.get((found.suite, found.case.id), ())
        if result.variant == DEFAULT_VARIANT and result.verdict is not Verdict.ERROR
    ]
    if not mine:
        raise UsageError(f"the run {run} says nothing of {found.name}")
    new = attrs.evolve(
        found.case,
        id=_free_id(project, found.suite, case_id, found.case.id),
        expect=Expectation(),
        known_failure=None,
        notes=None,
    )
    return Tried(suite=found.suite, case=new, trace=mine[0].trace)


def tried_lines(tried: Tried) -> Iterator[Line]:
    """What the agent was asked, and what it did."""
    yield line(strong(case_name(tried.suite, tried.case.id)), dim("  new"))
    request = plain_case(tried.case)["request"]
    yield line("request  ", request if isinstance(request, str) else spell(request))
    outcome = observe(tried.trace, OutcomeSettings())
    yield from side_lines(BaselineLine(id=tried.case.id, verdict=Verdict.PASS, case="", outcome=outcome))


def add(*, project: Project, tried: Tried, parts: Collection[Part], environ: Mapping[str, str]) -> Answer:
    """Put the case at the end of its golden file, with these parts of the trace expected; every other byte stays.

    Raises UsageError for a call that no stub answered, an answer that nobody captured, a text that looks like a secret.
    """
    if Part.NOTHING in parts and len({*parts}) > 1:
        raise UsageError("--expect nothing leaves all to the baseline; leave out the other --expect, or this one")
    _require_answers(tried.trace)
    case = attrs.evolve(tried.case, expect=_expectation(tried.trace, parts))
    text = spaced(plain_case(case))
    if found := find_secrets(text, named_secrets(environ, project.settings.recording.secrets)):
        raise UsageError(f"the case would hold {found[0].what}; nothing was written")
    add_cases(project.root, project.settings, tried.suite, {case.id: text})
    path = shown(golden_path(project.root, project.settings, tried.suite))
    with Patience() as patience:
        judgement = patience.judge(case, tried.trace)
    return Answer(
        exit_code=ExitCode.OPEN,
        lines=lambda: _lines(tried.suite, case, judgement, path=path),
        document=lambda: _document(tried.suite, case, judgement, path=path),
    )


def _require_answers(trace: Trace) -> None:
    """A case that expects its own world to lack something is hardly ever meant."""
    if unanswered := [step.name or "" for step in trace.steps if step.error_code == NO_STUB]:
        raise UsageError(
            f"nothing in the case's world answers {listed(tuple(dict.fromkeys(unanswered)))}; "
            "give it what its tools return: --world FILE"
        )


def _expectation(trace: Trace, parts: Collection[Part]) -> Expectation:
    if Part.NOTHING in parts:
        return Expectation()
    if Part.ANSWER in parts and trace.answer is NOT_CAPTURED:
        raise UsageError("the agent gave no answer that could be expected")
    return Expectation(
        calls=_calls(trace, parts),
        answer=ExpectedAnswer(equals=_literally(trace.answer)) if Part.ANSWER in parts else None,
        status=None if trace.status is OverallStatus.SUCCESS else trace.status,
    )


def _calls(trace: Trace, parts: Collection[Part]) -> tuple[ExpectedStep | ExpectedGroup, ...] | None:
    calls = [step for step in trace.steps if step.kind == TOOL]
    if Part.CALLS in parts:
        return tuple(expected_calls(calls))
    if Part.TOOLS in parts:
        return tuple(expected_calls(attrs.evolve(step, args=NOT_CAPTURED) for step in calls))
    return None


def _literally(value: Json | NotCaptured) -> Json | NotCaptured:
    return value if isinstance(value, NotCaptured) else literal(value)


def _only_suite(project: Project) -> str:
    suites = tuple(golden_files(project.root, project.settings))
    if len(suites) > 1:
        raise UsageError(f"there are several suites, {listed(suites)}; say which: --suite NAME")
    return suites[0]


def _free_id(project: Project, suite: str, wanted: str | None, text: str) -> str:
    """The id that was asked for, or one made of a text, which no case of the suite has."""
    taken = _ids(project, suite)
    if wanted is not None:
        if fault := id_fault(wanted):
            raise UsageError(f"--id: {fault}")
        if folded(wanted) in taken:
            raise UsageError(f"suite {suite!r} has a case {wanted!r} already; give another --id")
        return wanted
    name = "-".join(_WORDS.findall(text.lower()))[:_LONGEST_ID].strip("-") or "case"
    numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(one for one in numbered if folded(one) not in taken)


def _ids(project: Project, suite: str) -> frozenset[str]:
    """The ids of a suite, as they are compared; a suite that is not there yet has none."""
    golden_path(project.root, project.settings, suite)
    try:
        there = golden_files(project.root, project.settings)
    except UsageError:  # no golden file at all yet
        return frozenset()
    if suite not in there:
        return frozenset()
    golden = load_golden(project.root, project.settings, names=[suite])[suite]
    return frozenset(folded(case.id) for case in golden.cases)


def _lines(suite: str, case: Case, judgement: Judgement, *, path: str) -> Iterator[Line]:
    yield line("added ", strong(case_name(suite, case.id)), dim(f"  {path}"))
    if judgement.verdict is not Verdict.PASS:
        mark = f"goldgate mark {shlex.quote(case_name(suite, case.id))} --reason TEXT --issue TEXT"
        yield line(warn("it fails as it is: "), f"write what is right into {path}, or mark it: {mark}")
        yield from (line(f"  - {check.name}: {check.why}") for check in judgement.checks if not check.passed)
    yield line("next: ", strong(f"goldgate run --suite {shlex.quote(suite)}"))


def _document(suite: str, case: Case, judgement: Judgement, *, path: str) -> Mapping[str, Any]:
    return {
        "goldgate": "added",
        "schema": 1,
        "exit_code": 0,
        "suite": suite,
        "id": case.id,
        "file": path,
        "case": plain_case(case),
        "verdict": judgement.verdict.value,
    }
