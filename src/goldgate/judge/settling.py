"""Which of the answers of a judge counts? The first that can be used; where none can, there is no judgement."""

from collections.abc import Callable, Iterable, Mapping

import attrs

from goldgate.formats.judge_answer import Unusable, read_judge_answer
from goldgate.model.frozen import frozen
from goldgate.model.grading import JUDGE_FAILED, Marks, Question, Reply
from goldgate.model.judgement import Fault
from goldgate.model.trace import Usage


@frozen(kw_only=True)
class Settled:
    """All replies that were taken, and what they come to: of `marks` (letter → marks) and `fault` one is there."""

    replies: tuple[Reply, ...]
    marks: Mapping[str, Marks] | None = None
    fault: Fault | None = None


def settle(question: Question, replies: Iterable[Reply], *, spent: Callable[[Usage], None] = lambda _: None) -> Settled:
    """Take replies until one can be used; none are taken after it, so that they can be asked for as they are needed.

    `spent` is told what each took before the next one is taken.
    """
    taken: list[Reply] = []
    why = "nobody was asked"
    for reply in replies:
        marks, told, fault = _read(question, reply)
        taken.append(attrs.evolve(reply, usage=_both(reply.usage, told)))
        spent(taken[-1].usage)
        if marks is not None:
            return Settled(replies=tuple(taken), marks=marks)
        why = fault or why
    times = "once" if len(taken) == 1 else f"{len(taken)} times"
    message = f"the judge was asked {times}, and gave no answer that can be used: {why}"
    return Settled(replies=tuple(taken), fault=Fault(code=JUDGE_FAILED, message=message))


def _read(question: Question, reply: Reply) -> tuple[Mapping[str, Marks] | None, Usage, str | None]:
    """The marks of a reply that can be used, what it says itself that it took, and else why it can't be."""
    if reply.text is None:
        return None, Usage(), reply.fault
    try:
        answer = read_judge_answer(reply.text, letters=question.labels, rubric=question.rubric)
    except Unusable as unusable:
        return None, unusable.usage, str(unusable)
    return answer.conditions, answer.usage, None


def _both(counted: Usage, told: Usage) -> Usage:
    """What the way to the judge counted, and where it counts nothing, what the judge itself says."""
    return Usage(
        input_tokens=told.input_tokens if counted.input_tokens is None else counted.input_tokens,
        output_tokens=told.output_tokens if counted.output_tokens is None else counted.output_tokens,
        cost_usd=told.cost_usd if counted.cost_usd is None else counted.cost_usd,
    )
