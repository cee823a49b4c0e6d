"""How do trials that wait for a judge get their verdict? After all of them, never in the process of an agent.

The trials of one case that have the same number are asked about together, whatever their variants: the judge sees them
side by side, and doesn't know which is which.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from itertools import groupby
from math import fsum
from pathlib import Path
from typing import TypeAlias

from goldgate.differ.listing import listed
from goldgate.errors import NotRecorded
from goldgate.formats.results import read_result
from goldgate.judge.grading import waits_for_judge, with_marks, without_judgement, without_marks
from goldgate.judge.questions import question_of
from goldgate.judge.settling import settle
from goldgate.model.case import Case
from goldgate.model.case_key import case_name
from goldgate.model.event import QUESTIONS, TrialsFinished
from goldgate.model.frozen import frozen
from goldgate.model.grading import Judged, JudgeUse, Question, Reply
from goldgate.model.result import Result
from goldgate.model.trace import Usage
from goldgate.runner.at_once import in_order
from goldgate.runner.graders import grader_of
from goldgate.runner.graders.grader import Grader, Seat
from goldgate.runner.purse import UNLIMITED, Purse
from goldgate.store.benches import Bench, kind_of
from goldgate.store.journal import Journal
from goldgate.store.judgements import Evidence, keeping_evidence, read_evidence
from goldgate.suite.select import Suites

Ask: TypeAlias = Callable[[str, Question], Iterable[Reply]]
"""Asks the judge of a suite, again and again as long as more is taken."""


Digests: TypeAlias = Mapping[str, Mapping[str, str]]
"""Suite → id → digest of the case."""


@frozen(kw_only=True)
class Item:
    """The trials of one case that have the same number, and what is to be asked about them."""

    suite: str
    case: Case
    trial: int
    results: Mapping[str, Result]
    question: Question

    @property
    def key(self) -> tuple[str, str, int]:
        """Suite, id and trial."""
        return (self.suite, self.case.id, self.trial)


def items_of(
    results: Iterable[Result], suites: Suites, benches: Mapping[str, Bench], *, digests: Digests
) -> Iterator[Item]:
    """What there is to ask about results, which come in plan order; those that nobody can judge are left out."""
    cases = {
        (suite, case.id): case for suite in benches for case in suites.get(suite, ()) if case.expect.rubric is not None
    }
    for key, of_case in groupby(results, key=lambda result: (result.suite, result.id)):
        case = cases.get(key)
        if case is None or case.expect.rubric is None:
            continue
        numbered: dict[int, dict[str, Result]] = {}
        for result in map(without_marks, of_case):
            if waits_for_judge(result):
                numbered.setdefault(result.trial, {})[result.variant] = result
        suite, name = key
        for trial, waiting in sorted(numbered.items()):
            question = question_of(
                case.request,
                {variant: result.trace for variant, result in waiting.items()},
                rubric=benches[suite].rubrics[case.expect.rubric.name],
                case=digests[suite][name],
                trial=trial,
            )
            yield Item(suite=suite, case=case, trial=trial, results=waiting, question=question)


def judge_trials(
    journal: Journal,
    suites: Suites,
    benches: Mapping[str, Bench],
    *,
    ask: Ask,
    evidence: Evidence,
    watch: Callable[[TrialsFinished], None],
    purse: Purse,
) -> JudgeUse | None:
    """Judge all trials of the journal that wait for it, keep what was asked and answered, and say what it took.

    `evidence` is what was answered before: the same question is not asked again. None where there is nothing to ask.
    """
    if not benches:
        return None
    digests = {suite: header.cases for suite, header in journal.header.suites.items()}
    waiting = (read_result(line) for key, line in journal.results.sorted_lines() if key[0] in benches)
    kept = read_evidence(journal.folder)
    total = _questions(journal, suites, benches)

    def judged_now(item: Item) -> tuple[Judged, bool]:
        """What came of it, and whether that is to be kept."""
        judged = recorded(item, kept)
        return (recorded(item, evidence) or _asked(item, ask, purse), True) if judged is None else (judged, False)

    def keep(answer: tuple[Judged, bool]) -> None:
        judged, is_new = answer
        if is_new:
            file.add(judged)

    answers = in_order(
        items_of(waiting, suites, benches, digests=digests),
        judged_now,
        at_once=lambda item: benches[item.suite].settings.concurrency,
        most=1 if purse.counts_each else max(bench.settings.concurrency for bench in benches.values()),
        late=keep,
    )
    with keeping_evidence(journal.folder) as file, closing(answers):
        for done, (item, answer) in enumerate(answers, 1):
            keep(answer)
            judged, _ = answer
            journal.judge_anew(*_results(item, judged, benches[item.suite]))
            watch(TrialsFinished(done=done, total=total, what=QUESTIONS))
    return use_of(read_evidence(journal.folder).values())


def judged_by(
    results: Iterable[Result],
    suites: Suites,
    benches: Mapping[str, Bench],
    *,
    ask: Ask,
    digests: Digests,
    evidence: Evidence,
) -> Iterator[tuple[Judged, tuple[Result, ...]]]:
    """What was asked and answered about the results that wait for a judge, and those results; nothing of it is kept.

    `evidence` is what was answered before. Otherwise as `items_of`.
    """
    for item in items_of(results, suites, benches, digests=digests):
        judged = recorded(item, evidence) or _asked(item, ask, UNLIMITED)
        yield judged, tuple(_results(item, judged, benches[item.suite]))


def require_recorded(items: Iterable[Item], evidence: Evidence, *, run: str, remedy: str) -> None:
    """Raise NotRecorded, with the remedy, where the judge of a run was not asked what would be asked now."""
    missing = [
        f"{case_name(item.suite, item.case.id)} trial {item.trial}" for item in items if not recorded(item, evidence)
    ]
    if missing:
        raise NotRecorded(
            f"the judge of the run {run} was not asked what would be asked now about {listed(missing)}: "
            f"other criteria, another scale, other rules; {remedy}"
        )


def _questions(journal: Journal, suites: Suites, benches: Mapping[str, Bench]) -> int:
    """How many questions there are at most, for whoever shows progress."""
    expecting = {(suite, case.id) for suite in benches for case in suites[suite] if case.expect.rubric is not None}
    return len({(suite, case, trial) for suite, case, _, trial in journal.finished if (suite, case) in expecting})


def recorded(item: Item, evidence: Evidence) -> Judged | None:
    """What was answered to the same question before, read anew under the rubric of today; None: it was not asked."""
    judged = evidence.get(item.key)
    if judged is None or judged.prompt != item.question.digest:
        return None
    return _judged(item, judged.replies)


def _asked(item: Item, ask: Ask, purse: Purse) -> Judged:
    judged = _judged(item, ask(item.suite, item.question), spent=purse.spent)
    if judged.fault is not None:
        purse.require_open()  # it was not asked again as often as it may be: a resumed run does that anew
    return judged


def _judged(item: Item, replies: Iterable[Reply], *, spent: Callable[[Usage], None] = lambda _: None) -> Judged:
    settled = settle(item.question, replies, spent=spent)
    expected = item.case.expect.rubric
    return Judged(
        suite=item.suite,
        id=item.case.id,
        trial=item.trial,
        rubric="" if expected is None else expected.name,
        conditions=item.question.labels,
        prompt=item.question.digest,
        replies=settled.replies,
        marks=settled.marks,
        fault=settled.fault,
    )


def _results(item: Item, judged: Judged, bench: Bench) -> Iterator[Result]:
    for letter, variant in judged.conditions.items():
        result, expected = item.results[variant], item.case.expect.rubric
        if judged.fault is not None:
            yield without_judgement(result, judged.fault)
        elif judged.marks is not None and expected is not None:
            yield with_marks(result, judged.marks[letter], rubric=bench.rubrics[expected.name], expected=expected)


def use_of(questions: Collection[Judged]) -> JudgeUse:
    """What asking took, as far as that is known."""
    usages = [reply.usage for judged in questions for reply in judged.replies]
    costs = [usage.cost_usd for usage in usages if usage.cost_usd is not None]
    return JudgeUse(
        questions=len(questions),
        calls=len(usages),
        failed=sum(judged.fault is not None for judged in questions),
        input_tokens=_sum([usage.input_tokens for usage in usages]),
        output_tokens=_sum([usage.output_tokens for usage in usages]),
        cost_usd=fsum(costs) if costs else None,
        total_cost_usd=fsum(costs) if costs and len(costs) == len(usages) else None,
        unknown_cost=len(usages) - len(costs),
    )


def _sum(counts: Collection[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if len(known) == len(counts) else None


@contextmanager
def seated(benches: Mapping[str, Bench], *, root: Path, purse: Purse) -> Iterator[Ask]:
    """Have the judges of all suites ready for the length of the block; suites with the same settings share one.

    Raises JudgeNotLoadable.
    """
    with ExitStack() as stack:
        graders: list[tuple[Bench, Grader]] = []
        of_suite: dict[str, Grader] = {}
        for suite, bench in benches.items():
            grader = next((grader for other, grader in graders if other.settings == bench.settings), None)
            if grader is None:
                seat = Seat(settings=bench.settings, root=root)
                grader = stack.enter_context(grader_of(kind_of(bench.settings), seat))
                graders.append((bench, grader))
            of_suite[suite] = grader

        def ask(suite: str, question: Question) -> Iterator[Reply]:
            return _asking(of_suite[suite], question, retries=benches[suite].settings.retries, purse=purse)

        yield ask


def _asking(grader: Grader, question: Question, *, retries: int, purse: Purse) -> Iterator[Reply]:
    """Ask as long as somebody takes more, at most once and `retries` times again; the first time at least, or raise."""
    pause = grader.pause
    purse.before_call()
    for left in range(retries, -1, -1):
        if not purse.may_call():
            return
        reply = grader.ask(question)
        yield reply
        if reply.text is None and left:
            time.sleep(pause)
            pause *= 2
