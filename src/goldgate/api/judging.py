"""Who judges cases that expect a rubric, in Python? A function, or what one has answered before."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import attrs

from goldgate import __version__
from goldgate.api.observing import run_of, with_judged
from goldgate.differ.nearest import unknown
from goldgate.differ.outcome import outcome_digest
from goldgate.errors import NotRecorded, OutdatedRun, UsageError
from goldgate.formats.golden import case_digest
from goldgate.judge.grading import rubric_fault, waits_for_judge, without_marks
from goldgate.judge.questions import TEMPLATE
from goldgate.model.baseline import named_by
from goldgate.model.case import Case
from goldgate.model.case_key import case_name
from goldgate.model.grading import JudgeIdentity, JudgeKind, Question, Reply
from goldgate.model.result import Result, Run
from goldgate.model.rubric import Rubric
from goldgate.model.settings import JudgeSettings, Settings
from goldgate.model.value import Json
from goldgate.runner.graders.function_process import called
from goldgate.runner.judging import Ask, items_of, judged_by, require_recorded
from goldgate.store.benches import Bench, named_in, with_rubrics
from goldgate.suite.select import Suites

Judge = Callable[[Json], object]
"""Called with the document of a question, it returns the document of an answer."""
_BY_DEFAULT: Final = Settings()


def judge_again(
    run: Run,
    cases: Mapping[str, Iterable[Case]],
    *,
    rubrics: Mapping[str, Rubric],
    judge: Judge | None = None,
    settings: Settings = _BY_DEFAULT,
) -> Run:
    """Judge the trials of a run again, from the answers that it holds, or by asking `judge` anew: a run of its own.

    `cases` maps each suite to its cases, `rubrics` are by the names that the cases give them; the trials stay as they
    were. Of the settings, those that shape outcomes and `judge.retries` count.
    Raises UsageError where no case of the run expects a rubric, and for rubrics that are not given or can't judge
    single trials, OutdatedRun for cases that are others now and for other outcome settings, NotRecorded for what was
    not asked then.
    """
    suites = {suite: tuple(of_suite) for suite, of_suite in cases.items()}
    plain = tuple(map(without_marks, run.results))
    waiting = list(filter(waits_for_judge, plain))
    _require_same(run, suites, waiting=waiting, settings=settings)
    benches = _benches_then(run, suites, rubrics) if judge is None else benches_of(suites, judge, rubrics, settings)
    if silent := sorted({result.suite for result in waiting} - benches.keys()):
        raise NotRecorded(f"nobody was asked about the suites {', '.join(silent)} of the run; give a judge")
    digests = {suite: source.cases for suite, source in run.header.suites.items()}
    evidence = run.judgements if judge is None else {}
    if judge is None:
        items = items_of(plain, suites, benches, digests=digests)
        require_recorded(items, evidence, run=run.header.run, remedy="ask a judge anew")
    ask = _nobody if judge is None else asking(judge, benches)
    judged = tuple(judged_by(plain, suites, benches, ask=ask, digests=digests, evidence=evidence))
    header = attrs.evolve(
        named_in(run.header, benches),
        goldgate=__version__,
        started=dt.datetime.now(tz=dt.UTC).isoformat(timespec="seconds"),
        trials_of=run.header.trials_of or run.header.run,
    )
    return run_of(
        header,
        with_judged(plain, (result for _, results in judged for result in results)),
        settings=settings,
        judgements=(one for one, _ in judged),
        unsteady=[*_unsteady(run, {one.key[:2] for one, _ in judged})],
    )


def benches_of(suites: Suites, judge: Judge, rubrics: Mapping[str, Rubric], settings: Settings) -> Mapping[str, Bench]:
    """The bench of every suite of which a case expects a rubric.

    Raises UsageError for rubrics that are not given, or can't judge single trials.
    """
    name = f"{getattr(judge, '__module__', '')}:{getattr(judge, '__qualname__', type(judge).__qualname__)}"
    identity = JudgeIdentity(kind=JudgeKind.CALLABLE, name=name, prompt=TEMPLATE, made_of="")
    return {
        suite: Bench(settings=settings.judge_of(suite), identity=with_rubrics(identity, named), rubrics=named)
        for suite, named in _rubrics_of(suites, rubrics).items()
    }


def asking(judge: Judge, benches: Mapping[str, Bench]) -> Ask:
    """Asks the function as long as more is taken, at most so often as the settings say."""
    return partial(_asked, judge, benches)


def _asked(judge: Judge, benches: Mapping[str, Bench], suite: str, question: Question) -> Iterator[Reply]:
    for _ in range(1 + benches[suite].settings.retries):
        said = called(judge, dict(question.document), root=str(Path.cwd()))
        yield Reply(text=said.get("text"), fault=said.get("fault"))


def _nobody(_suite: str, _question: Question) -> Iterable[Reply]:
    """All that could be asked was looked up before."""
    return ()


def _rubrics_of(suites: Suites, rubrics: Mapping[str, Rubric]) -> Mapping[str, Mapping[str, Rubric]]:
    """Suite → the rubrics that its cases expect; suites without one are left out."""
    expected = {
        suite: tuple(case.expect.rubric for case in cases if case.expect.rubric is not None)
        for suite, cases in suites.items()
    }
    every = [one for of_suite in expected.values() for one in of_suite]
    if missing := sorted({one.name for one in every} - rubrics.keys()):
        raise UsageError(*(unknown("rubric", name, rubrics) for name in missing))
    if faults := {fault for one in every if (fault := rubric_fault(rubrics[one.name], one))}:
        raise UsageError(*sorted(faults))
    return {
        suite: {one.name: rubrics[one.name] for one in of_suite} for suite, of_suite in expected.items() if of_suite
    }


def _benches_then(run: Run, suites: Suites, rubrics: Mapping[str, Rubric]) -> Mapping[str, Bench]:
    """The judges whose answers the run holds, judging by these rubrics."""
    return {
        suite: Bench(settings=JudgeSettings(), identity=with_rubrics(judge, named), rubrics=named)
        for suite, named in _rubrics_of(suites, rubrics).items()
        if suite in run.header.suites and (judge := run.header.suites[suite].judge) is not None
    }


def _require_same(run: Run, suites: Suites, *, waiting: Iterable[Result], settings: Settings) -> None:
    """The request is taken from the cases, and what was observed is written as the settings say."""
    given = {(suite, case.id): case_digest(case) for suite, cases in suites.items() for case in cases}
    keys = list(dict.fromkeys((result.suite, result.id) for result in waiting))
    if not keys:
        raise UsageError(f"no case of the run {run.header.run} expects a rubric, so there is nothing to judge again")
    problems = [
        f"the outcome settings of suite {suite!r} are others than those of the run"
        for suite, source in run.header.suites.items()
        if outcome_digest(settings.outcome_of(suite)) != source.outcome
    ]
    problems += [
        f"the case {case_name(suite, case)} is {'another one now' if (suite, case) in given else 'not among the cases'}"
        for suite, case in keys
        if given.get((suite, case)) != run.header.suites[suite].cases[case]
    ]
    if problems:
        raise OutdatedRun(f"the run {run.header.run} can't be judged again", *problems)


def _unsteady(run: Run, judged: set[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The cases that are known not to repeat, however they are judged now."""
    for name, cases in run.disagree.items():
        yield from ((name, case) for case in cases if (named_by(name)[0], case) not in judged)
