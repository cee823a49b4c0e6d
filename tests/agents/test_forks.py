"""The hooks are in place from the first trial of the process on; where no trial is they must not be noticed."""

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from goldgate.agents.forks import install
from goldgate.agents.recording import PLACE, trace
from goldgate.model.trace import Trace

VARIABLE = contextvars.ContextVar("VARIABLE", default="unset")


@pytest.fixture(autouse=True)
def hooks() -> None:
    install()


def value_in_a_thread() -> str:
    values: list[str] = []
    thread = threading.Thread(target=lambda: values.append(VARIABLE.get()))
    thread.start()
    thread.join()
    return values[0]


def value_in_a_pool() -> str:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(VARIABLE.get).result()


def test_hooks_are_put_on_once() -> None:
    start = threading.Thread.start
    install()
    assert threading.Thread.start is start


def test_a_hooked_method_keeps_name_and_signature() -> None:
    assert ThreadPoolExecutor.submit.__name__ == "submit"
    assert list(inspect.signature(ThreadPoolExecutor.submit).parameters) == ["self", "fn", "args", "kwargs"]


def test_outside_a_trial_threads_pools_and_tasks_do_what_they_did() -> None:
    async def two() -> tuple[int, int]:
        async def give(number: int) -> int:
            return number

        first, second = await asyncio.gather(give(1), asyncio.create_task(give(2), name="two"))
        return first, second

    assert (value_in_a_thread(), value_in_a_pool(), asyncio.run(two())) == ("unset", "unset", (1, 2))


def test_exceptions_pass_through_the_hooks() -> None:
    future: Future[None] = Future()
    future.set_exception(KeyError("k"))
    assert isinstance(future.exception(), KeyError)
    with pytest.raises(KeyError):
        future.result()
    with pytest.raises(RuntimeError):
        threading.Thread().join()


def test_in_a_trial_no_other_context_is_carried_along_than_the_place(observe: Callable[..., Trace]) -> None:
    def agent(_case: object) -> str:
        VARIABLE.set("set")
        return f"{value_in_a_thread()} {value_in_a_pool()}"

    assert observe(agent).answer == "unset unset"


def test_a_pool_that_outlives_its_trial_keeps_nothing_of_it(observe: Callable[..., Trace]) -> None:
    with ThreadPoolExecutor(1) as pool:

        def agent(_case: object) -> None:
            pool.submit(trace.step, "x").result()

        assert [step.name for step in observe(agent).steps] == ["x"]
        assert pool.submit(PLACE.get).result() is None


def test_a_thread_whose_class_has_its_own_run_is_carried_too(observe: Callable[..., Trace]) -> None:
    class Own(threading.Thread):
        def run(self) -> None:
            trace.step("own")

    def agent(_case: object) -> None:
        thread = Own()
        thread.start()
        thread.join()
        timer = threading.Timer(0, trace.step, ("timer",))
        timer.start()
        timer.join()

    assert [step.name for step in observe(agent).steps] == ["own", "timer"]
