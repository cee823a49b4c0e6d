"""How does a change read that waits for a maintainer? Baseline and run side by side, and what may be done with it."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from goldgate.differ.align import PairKind, align
from goldgate.differ.listing import listed
from goldgate.differ.show import show
from goldgate.gate.review import Decisions, Question, Subject
from goldgate.model.baseline import BaselineLine
from goldgate.model.case_key import case_name
from goldgate.model.comparison import CaseComparison, Severity
from goldgate.model.frozen import frozen
from goldgate.model.plan import DEFAULT_VARIANT
from goldgate.model.sampling import Drop
from goldgate.model.value import Json
from goldgate.model.variant import variant_option
from goldgate.reports.case import MOST_STEPS, WIDE, definition_lines, field_lines, step_text
from goldgate.reports.columns import fitted
from goldgate.reports.line import Line, Span, bad, dim, good, line, strong, warn
from goldgate.reports.material import ReportedCase
from goldgate.reports.sampled import rates_text
from goldgate.reports.terminal import LOOK
from goldgate.reports.wording import BADGE, MASKED, code_of, counted, meaning_of

WIDEST: Final = 160
"""Columns beyond which two sides are only further apart."""
_MIDDLE: Final = 2
_SIGNS: Final[Mapping[PairKind, Span]] = {
    PairKind.EQUAL: dim("= "),
    PairKind.CHANGED: warn("~ "),
    PairKind.ADDED: good("+ "),
    PairKind.REMOVED: bad("- "),
    PairKind.MOVED: warn("> "),
}
_SIGNS_SAY: Final = "= the same, ~ changed, + added, - removed, > moved"


@frozen(kw_only=True)
class Place:
    """Where in a review a question stands: the which of how many subjects, and which other cases are left of it."""

    number: int
    of: int
    alike: tuple[str, ...] = ()


def question_lines(question: Question, reported: ReportedCase, place: Place, *, width: int) -> Iterator[Line]:
    """One case: what is asked and expected, why it waits, both sides, and what an update makes of it."""
    comparison = question.case
    yield line(
        dim(f"{place.number} of {place.of}  "),
        Span(f"{BADGE[comparison.ruling.severity]} ", LOOK[comparison.ruling.severity]),
        f"{comparison.ruling.case_class}  ",
        strong(question.name),
        dim("" if reported.file is None else f"  {reported.file}:{reported.line}"),
    )
    yield line(f"  {meaning_of(comparison)}{code_of(comparison.ruling.case_class)}")
    if reported.case is not None:
        yield from definition_lines(reported.case)
    yield from _why(comparison)
    yield line()
    yield from _sides(reported.accepted, reported.observed, width=min(width, WIDEST))
    yield line()
    if question.why:
        yield line(warn("by default refused: "), question.why)
    if place.alike:
        yield line(f"{counted(len(place.alike), 'other case')} changed alike: {listed(place.alike)}")


def _why(comparison: CaseComparison) -> Iterator[Line]:
    for reason in comparison.reasons:
        yield line(bad("  - "), reason)
    if comparison.masked:
        yield line("  ", warn(MASKED))


def _sides(accepted: BaselineLine | None, observed: BaselineLine | None, *, width: int) -> Iterator[Line]:
    """Step against step; a side that there is not is said."""
    half = (width - _MIDDLE - 3) // 2
    yield line("  ", strong(fitted("baseline", half)), " | ", strong("now"))
    then = () if accepted is None else accepted.outcome.steps
    now = () if observed is None else observed.outcome.steps
    alignment = align(list(then), list(now))
    for pair in alignment.pairs[:MOST_STEPS]:
        old = None if pair.expected is None else then[pair.expected]
        new = None if pair.actual is None else now[pair.actual]
        yield _row(_SIGNS[pair.kind], step_text(old), step_text(new), half)
        if pair.kind is PairKind.CHANGED:
            yield from field_lines(old, new)
    if len(alignment.pairs) > MOST_STEPS:
        yield line(dim(f"  … and {len(alignment.pairs) - MOST_STEPS} more steps"))
    yield from _endings(accepted, observed, half)
    yield line(dim(f"  {_SIGNS_SAY}"))


def _endings(accepted: BaselineLine | None, observed: BaselineLine | None, half: int) -> Iterator[Line]:
    old, new = _ending(accepted), _ending(observed)
    for key in dict.fromkeys((*old, *new)):
        same = old.get(key) == new.get(key)
        sign = _SIGNS[PairKind.EQUAL if same else PairKind.CHANGED]
        yield _row(sign, f"{key} {old[key]}" if key in old else "", f"{key} {new[key]}" if key in new else "", half)


def _ending(side: BaselineLine | None) -> Mapping[str, str]:
    if side is None:
        return {"nothing": "there"}
    if side.trials is not None:
        return {"solved": f"{side.trials.solved} of {side.trials.total} times"}
    shown = {"verdict": side.verdict.value, "status": side.outcome.status or "not compared"}
    answer: Json = show(side.outcome.answer, limit=WIDE)
    return {**shown, "answer": str(answer)}


def _row(sign: Span, left: str, right: str, half: int) -> Line:
    return line(sign, fitted(left, half), " | ", fitted(right, half).rstrip())


def list_lines(
    waiting: Sequence[Subject], dropped: Mapping[str, Drop], *, variant: str = DEFAULT_VARIANT
) -> Iterator[Line]:
    """All that waits, a line a case; like ones under what they have in common. Then the suites that `dropped`."""
    for subject in waiting:
        look = Span(f"{BADGE[subject.severity]} ", LOOK[subject.severity])
        kind = subject.questions[0].case.ruling.case_class
        if subject.summary is not None and len(subject.questions) > 1:
            among = f" in {len(subject.questions)} cases{code_of(kind)}"
            yield line(look, f"{kind}  ", strong(subject.summary), among)
            yield from (line(f"       {question.name}  {_may(question)}") for question in subject.questions)
        else:
            question = subject.questions[0]
            yield line(look, f"{kind}  ", strong(question.name), f"  {_may(question)}{code_of(kind)}")
    yield from drop_lines(dropped, variant=variant)
    number = sum(len(subject.questions) for subject in waiting)
    if number:
        yield line(f"{counted(number, 'case')} to review")
    elif not dropped:
        yield line(good("nothing to review"))


def drop_lines(dropped: Mapping[str, Drop], *, variant: str) -> Iterator[Line]:
    """The sampled suites that got worse as a whole: what to do, since no case is to be accepted for it."""
    for suite, drop in dropped.items():
        command = f"goldgate update-baseline{variant_option(variant)}"
        accept = f"{command} --accept-drop {shlex.quote(suite)} --reason TEXT"
        yield line(
            Span(f"{BADGE[Severity.WORSE]} ", LOOK[Severity.WORSE]),
            strong(suite),
            f"  dropped as a whole: {rates_text(drop)}; repair the agent, or if that is to be kept: {accept}",
        )


def _may(question: Question) -> str:
    if question.needs_reason:
        return "accepted with a reason"
    return "can be accepted" if question.can_be_accepted else question.why


def rest_lines(waiting: Sequence[Subject], decisions: Decisions) -> Iterator[Line]:
    """What a review leaves as it was: rejected, and not decided."""
    names = [question.name for subject in waiting for question in subject.questions]
    rejected = {case_name(*key) for key in decisions.rejected}
    written = {case_name(*key) for key in decisions.written}
    if turned := tuple(name for name in names if name in rejected):
        yield line(bad(f"rejected {len(turned)}: "), f"{listed(turned)}; repair the agent, then goldgate check")
    if left := tuple(name for name in names if name not in rejected and name not in written):
        yield line(warn(f"left open {len(left)}: "), listed(left))


def review_document(
    waiting: Sequence[Subject],
    decisions: Decisions,
    *,
    exit_code: int,
    update: Mapping[str, Any] | None,
    dropped: Sequence[str] = (),
    variant: str = DEFAULT_VARIANT,
) -> Mapping[str, Any]:
    """The document of `review`: what waited, what was decided, and what the update of the baselines was.

    `dropped` are the sampled suites that got worse as a whole.
    """
    return {
        "goldgate": "review",
        "schema": 1,
        "exit_code": exit_code,
        "variant": variant,
        "subjects": [
            {
                "severity": subject.severity.value,
                "class": subject.questions[0].case.ruling.case_class.value,
                "code": subject.questions[0].case.ruling.case_class.code,
                "summary": subject.summary,
                "cases": [_question(question, decisions) for question in subject.questions],
            }
            for subject in waiting
        ],
        "dropped": list(dropped),
        "update": update,
    }


def _question(question: Question, decisions: Decisions) -> Mapping[str, Any]:
    return {
        "suite": question.case.suite,
        "id": question.case.id,
        "can_be_accepted": question.can_be_accepted,
        "needs_reason": question.needs_reason,
        "can_be_marked": question.can_be_marked,
        "can_be_unmarked": question.can_be_unmarked,
        "why": question.why or None,
        "decision": _decision(question, decisions),
    }


def _decision(question: Question, decisions: Decisions) -> str | None:
    if question.key in decisions.marked:
        return "marked"
    if question.key in decisions.unmarked:
        return "unmarked"
    if question.key in decisions.accepted:
        return "accepted"
    return "rejected" if question.key in decisions.rejected else None
