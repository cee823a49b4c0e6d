"""How is much asked at once, and what comes of it told in order? With threads, as few as may be and no more."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


def in_order(
    questions: Iterable[Asked],
    ask: Callable[[Asked], Answer],
    *,
    at_once: Callable[[Asked], int],
    most: int,
    late: Callable[[Answer], None],
) -> Generator[tuple[Asked, Answer]]:
    """Each question with what `ask` gives for it, in their order; `at_once` says how many are asked at the same time.

    `most` is the highest of these numbers; with 1 there are no threads. Where `ask` or whoever reads this raises,
    nothing more is asked, and what comes of the questions that are under way is handed to `late`.
    """
    if most == 1:
        yield from ((question, ask(question)) for question in questions)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - it loads logging, and few runs need it

    under_way: deque[tuple[Asked, Future[Answer]]] = deque()
    with ThreadPoolExecutor(most) as threads:
        try:
            for question in questions:
                while len(under_way) >= at_once(question):
                    yield _first(under_way)
                under_way.append((question, threads.submit(ask, question)))
            while under_way:
                yield _first(under_way)
        except BaseException:
            _give_up(under_way, late)
            raise


def _first(under_way: "deque[tuple[Asked, Future[Answer]]]") -> tuple[Asked, Answer]:
    """Wait for the question that was asked first; it is under way until there is an answer."""
    question, future = under_way[0]
    answer = future.result()
    under_way.popleft()
    return question, answer


def _give_up(under_way: "Iterable[tuple[Asked, Future[Answer]]]", late: Callable[[Answer], None]) -> None:
    futures = [future for _, future in under_way if not future.cancel()]
    for future in futures:
        if future.exception() is None:
            late(future.result())
