from decimal import Decimal

import pytest

from goldgate.judge.questions import question_of
from goldgate.judge.settling import Settled, settle
from goldgate.model.grading import JUDGE_FAILED, Marks, Reply
from goldgate.model.judgement import Fault
from goldgate.model.rubric import Criterion, Layout, Rubric
from goldgate.model.trace import Trace, Usage

RUBRIC = Rubric(layout=Layout.DIMENSIONS, criteria=(Criterion(name="tone", weight=Decimal(1)),))
QUESTION = question_of("?", {"default": Trace(answer="a")}, rubric=RUBRIC, case="0f", trial=1)
GOOD = Reply(text='{"conditions": {"A": {"scores": {"tone": 80}}}}')
MARKS = {"A": Marks(scores={"tone": Decimal(80)})}
LATE = Reply(fault="no answer within 5 s")


def failure(message: str) -> Fault:
    return Fault(code=JUDGE_FAILED, message=f"the judge was asked {message}")


def test_the_first_answer_that_can_be_used_counts() -> None:
    nonsense = Reply(text="well …")
    assert settle(QUESTION, [nonsense, LATE, GOOD]) == Settled(replies=(nonsense, LATE, GOOD), marks=MARKS)


def test_nothing_is_taken_after_it() -> None:
    replies = iter([GOOD, LATE])
    settle(QUESTION, replies)
    assert [*replies] == [LATE]


def test_without_one_there_is_no_judgement_and_the_last_reason_is_told() -> None:
    off = Reply(text='{"conditions": {"A": {"scores": {"tone": 101}}}}')
    said = "expected int from 0 to 100, got int 101 @ $.conditions.A.scores.tone"
    assert settle(QUESTION, [LATE, off]) == Settled(
        replies=(LATE, off), fault=failure(f"2 times, and gave no answer that can be used: {said}")
    )


def test_a_single_reply_is_told_as_one() -> None:
    assert settle(QUESTION, [LATE]).fault == failure("once, and gave no answer that can be used: no answer within 5 s")


def test_what_the_judge_says_it_took_stands_in_where_nothing_was_counted() -> None:
    text = '{"conditions": {"A": {"scores": {"tone": 80}}}, "usage": {"input_tokens": 3, "cost_usd": 0.5}}'
    (reply,) = settle(QUESTION, [Reply(text=text, usage=Usage(input_tokens=7))]).replies
    assert reply.usage == Usage(input_tokens=7, cost_usd=0.5)


@pytest.mark.parametrize(
    ("text", "cost"),
    [
        ('{"conditions": {"A": {"scores": {"tone": 101}}}, "usage": {"cost_usd": 0.5}}', 0.5),
        ('{"usage": {"cost_usd": 0.5}}', 0.5),
        ('{"conditions": {}, "usage": {"cost_usd": -1}}', None),
        ('{"conditions": {}, "usage": 0.5}', None),
        ('{"conditions": {}}', None),
        ("[0.5]", None),
        ("half a dollar", None),
    ],
)
def test_an_answer_that_can_not_be_used_took_what_it_says_all_the_same(text: str, cost: float | None) -> None:
    (reply,) = settle(QUESTION, [Reply(text=text)]).replies
    assert reply.usage == Usage(cost_usd=cost)
