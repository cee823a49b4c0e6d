"""Much is asked at once, and told in order."""

import threading
from collections.abc import Callable

import pytest

from goldgate.runner.at_once import in_order

PATIENCE = 60


def told(
    questions: range, ask: Callable[[int], int], *, at_once: int, late: Callable[[int], None] = lambda _: None
) -> list[tuple[int, int]]:
    return list(in_order(questions, ask, at_once=lambda _: at_once, most=at_once, late=late))


def test_answers_come_in_the_order_of_the_questions_whichever_is_there_first() -> None:
    second = threading.Event()

    def ask(question: int) -> int:
        if question == 0:
            assert second.wait(PATIENCE)
        second.set()
        return question * question

    assert told(range(4), ask, at_once=2) == [(0, 0), (1, 1), (2, 4), (3, 9)]


def test_alone_questions_are_asked_where_the_answers_are_read() -> None:
    assert told(range(2), lambda _: threading.get_ident(), at_once=1) == [
        (0, threading.get_ident()),
        (1, threading.get_ident()),
    ]


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_more_are_asked_at_the_same_time_than_may_be(most: int) -> None:
    """That many meet, or else nobody would come past the barrier; one more would be seen."""
    meeting, lock, there, seen = threading.Barrier(most), threading.Lock(), [0], set[int]()

    def ask(question: int) -> int:
        with lock:
            there[0] += 1
            seen.add(there[0])
        meeting.wait(PATIENCE)
        with lock:
            there[0] -= 1
        return question

    assert len(told(range(6), ask, at_once=most)) == 6
    assert max(seen) == most


def test_what_is_under_way_when_one_fails_is_kept_and_nothing_more_is_asked() -> None:
    asked: list[int] = []
    late: list[int] = []
    others = threading.Event()

    def ask(question: int) -> int:
        asked.append(question)
        if question == 1:
            others.set()
        if question == 0:
            assert others.wait(PATIENCE)
            raise ValueError("enough")
        return question

    with pytest.raises(ValueError, match="enough"):
        told(range(9), ask, at_once=2, late=late.append)
    assert (sorted(asked), late) == ([0, 1], [1])


def test_what_is_under_way_when_the_reader_fails_is_kept() -> None:
    late: list[int] = []
    answers = in_order(range(9), lambda question: question, at_once=lambda _: 3, most=3, late=late.append)
    assert next(answers) == (0, 0)
    answers.close()
    assert set(late) <= {1, 2, 3}
