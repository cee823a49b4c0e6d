"""Real tasks, threads and pools, with delays that differ: the trace must not."""

import _thread
import asyncio
import contextvars
import os
import random
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest

from goldgate.agents.context import Context
from goldgate.agents.perform import perform
from goldgate.agents.recorded import current_tape
from goldgate.agents.recorder import Recorder
from goldgate.agents.recording import tool, trace
from goldgate.agents.tapes import Tape
from goldgate.model.case import CaseView
from goldgate.model.cassette import Mode
from goldgate.model.trace import LOST_STEP, Trace
from goldgate.runner.studio import Studio

Said: TypeAlias = Callable[[Trace], list[tuple[str | None, object]]]
Observe: TypeAlias = Callable[..., Trace]

VIEW = CaseView(id="case", request="do it")
TIMINGS = 20


def nap() -> float:
    return random.choice([0.0, 0.0001, 0.001, 0.002])  # noqa: S311 - no secret


@tool
def work(name: str) -> str:
    time.sleep(nap())
    return name


@tool
async def fetch(name: str) -> str:
    await asyncio.sleep(nap())
    return name


async def gathered() -> None:
    await asyncio.gather(*(fetch(name) for name in "cab"))


async def in_a_task_group() -> None:
    async with asyncio.TaskGroup() as group:
        for name in "cab":
            group.create_task(fetch(name))


async def nested_gathers() -> None:
    async def pair(first: str, second: str) -> None:
        await fetch(first)
        await asyncio.gather(fetch(second + "2"), fetch(second + "1"))

    await asyncio.gather(pair("y", "z"), pair("a", "b"))


async def turn_after_turn() -> None:
    await asyncio.gather(fetch("z"), fetch("y"))
    await asyncio.gather(fetch("b"), fetch("a"))


async def in_threads() -> None:
    await asyncio.gather(*(asyncio.to_thread(work, name) for name in "cab"))


async def one_thread_after_the_other() -> None:
    for name in "cab":
        await asyncio.to_thread(work, name)


async def in_the_executor_of_the_loop() -> None:
    loop = asyncio.get_running_loop()
    futures = [loop.run_in_executor(None, work, name) for name in "cab"]
    await asyncio.gather(*futures)
    await loop.run_in_executor(None, work, "a")


async def tasks_awaited_one_by_one() -> None:
    for name in "cab":
        await asyncio.create_task(fetch(name))


async def with_time_limits() -> None:
    for name in "cab":
        await asyncio.wait_for(fetch(name), 10)


async def staggered() -> None:
    first = asyncio.create_task(fetch("z"))
    await asyncio.sleep(nap())
    second = asyncio.create_task(fetch("a"))
    await asyncio.gather(first, second)


async def as_they_complete() -> None:
    for done in asyncio.as_completed([fetch(name) for name in "cab"]):
        await done


async def from_callbacks() -> None:
    for name in "cab":
        asyncio.get_running_loop().call_later(nap(), work, name)
    await asyncio.sleep(0.005)


def in_a_pool() -> None:
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(work, "cab"))


def pools_in_a_row() -> None:
    for names in ("zy", "ba"):
        with ThreadPoolExecutor(2) as pool:
            for name in names:
                pool.submit(work, name)


def results_between_submits() -> None:
    with ThreadPoolExecutor(2) as pool:
        for names in ("zy", "ba"):
            for future in [pool.submit(work, name) for name in names]:
                future.result()


def pool_as_completed() -> None:
    with ThreadPoolExecutor(3) as pool:
        for future in as_completed([pool.submit(work, name) for name in "cab"]):
            future.result()


def in_own_threads() -> None:
    threads = [threading.Thread(target=work, args=(name,)) for name in "cab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def own_threads_in_a_row() -> None:
    for name in "cab":
        thread = threading.Thread(target=work, args=(name,))
        thread.start()
        thread.join()


def loops_in_a_row() -> None:
    for name in "cab":
        asyncio.run(fetch(name))


def one_runner() -> None:
    with asyncio.Runner() as runner:
        for name in "cab":
            runner.run(fetch(name))


def gather_from_sync_code() -> None:
    work("z")
    asyncio.run(gathered())
    work("a")


def through_a_loop_in_the_background() -> None:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    for name in "cab":
        asyncio.run_coroutine_threadsafe(fetch(name), loop).result()
    for future in [asyncio.run_coroutine_threadsafe(fetch(name), loop) for name in "zy"]:
        future.result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


SEQUENCE = "cab", [None, None, None]
TURN = "abc", ["turn-1"] * 3
TWO_TURNS = ("y", "z", "a", "b"), ["turn-1", "turn-1", "turn-2", "turn-2"]


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (gathered, TURN),
        (in_a_task_group, TURN),
        (nested_gathers, (("a", "b1", "b2", "y", "z1", "z2"), [None, "turn-1", "turn-1", None, "turn-2", "turn-2"])),
        (turn_after_turn, TWO_TURNS),
        (in_threads, TURN),
        (one_thread_after_the_other, SEQUENCE),
        (in_the_executor_of_the_loop, ("abca", ["turn-1", "turn-1", "turn-1", None])),
        (tasks_awaited_one_by_one, SEQUENCE),
        (with_time_limits, SEQUENCE),
        (staggered, ("za", [None, None])),
        (as_they_complete, TURN),
        (from_callbacks, TURN),
        (in_a_pool, TURN),
        (pools_in_a_row, TWO_TURNS),
        (results_between_submits, TWO_TURNS),
        (pool_as_completed, TURN),
        (in_own_threads, TURN),
        (own_threads_in_a_row, SEQUENCE),
        (loops_in_a_row, SEQUENCE),
        (one_runner, SEQUENCE),
        (gather_from_sync_code, ("zabca", [None, "turn-1", "turn-1", "turn-1", None])),
        (through_a_loop_in_the_background, ("cabyz", [None, None, None, "turn-1", "turn-1"])),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_order_is_that_of_the_program_not_of_time(
    observe: Observe,
    agent: Callable[[], Awaitable[None] | None],
    expected: tuple[Sequence[str], Sequence[str | None]],
) -> None:
    names, groups = expected
    for _ in range(TIMINGS):
        steps = observe(lambda _case: agent()).steps
        told = [(step.args["name"] if isinstance(step.args, dict) else None, step.group) for step in steps]
        assert told == list(zip(names, groups, strict=True))


def test_a_pool_that_is_kept_records_for_the_trial_that_submits(observe: Observe, said: Said) -> None:
    with ThreadPoolExecutor(1) as pool:

        def agent(case: CaseView) -> None:
            pool.submit(work, case.id).result()

        for name in ("first", "second"):
            performance = perform(agent, CaseView(id=name, request=""))
            assert performance.fault is None
            assert said(performance.trace) == [("work", name)]


def test_a_thread_that_is_older_than_the_trial_loses_its_step() -> None:
    go, done = threading.Event(), threading.Event()

    def old() -> None:
        go.wait(5)
        work("old")
        done.set()

    thread = threading.Thread(target=old)
    thread.start()

    def agent(_case: CaseView) -> str:
        go.set()
        done.wait(5)
        return "fine"

    performance = perform(agent, VIEW)
    thread.join()
    assert performance.fault is not None
    assert performance.fault.code == LOST_STEP
    assert performance.fault.message.startswith("work was called in a thread that is older than the trial")
    assert performance.trace.answer == "fine"


def test_an_old_thread_that_uses_the_context_is_known_by_it(observe: Observe, said: Said) -> None:
    go, done = threading.Event(), threading.Event()
    contexts: list[Context] = []

    def old() -> None:
        go.wait(5)
        with contexts[0].step("first"):
            work("inner")
        contexts[0].step("second")
        done.set()

    thread = threading.Thread(target=old)
    thread.start()

    def agent(_case: CaseView, context: Context) -> None:
        contexts.append(context)
        go.set()
        done.wait(5)
        work("own")

    assert said(observe(agent)) == [("work", "own"), ("first", {}), ("work", "inner"), ("second", {})]
    thread.join()


def start_bare(run: Callable[[], object]) -> None:
    """Run in a thread that no hook sees, and wait for it."""
    done = threading.Event()

    def bare() -> None:
        run()
        done.set()

    _thread.start_new_thread(bare, ())
    assert done.wait(5)


def test_a_new_thread_that_no_hook_has_seen_stands_at_the_end(observe: Observe, said: Said) -> None:
    def agent(_case: CaseView) -> None:
        start_bare(lambda: (work("b"), work("a")))
        work("c")

    assert said(observe(agent)) == [("work", "c"), ("work", "b"), ("work", "a")]


def test_a_copied_context_tells_where_its_thread_was_started(observe: Observe, said: Said) -> None:
    def agent(_case: CaseView) -> None:
        work("c")
        context = contextvars.copy_context()
        start_bare(lambda: context.run(lambda: (work("b"), work("a"))))
        work("d")

    assert said(observe(agent)) == [("work", name) for name in "cbad"]


def test_code_of_the_trial_in_an_empty_context_belongs_to_it(observe: Observe, said: Said) -> None:
    def agent(_case: CaseView) -> None:
        work("a")
        contextvars.Context().run(work, "b")
        work("c")

    assert said(observe(agent)) == [("work", name) for name in "abc"]


def test_a_task_in_an_empty_context_belongs_to_the_trial_too(observe: Observe, said: Said) -> None:
    async def agent(_case: CaseView) -> None:
        await fetch("a")
        await asyncio.create_task(fetch("b"), context=contextvars.Context())
        await fetch("c")

    assert said(observe(agent)) == [("fetch", name) for name in "abc"]


def test_tasks_that_share_a_context_are_flows_of_their_own(observe: Observe, said: Said) -> None:
    async def two(first: str, second: str) -> None:
        await fetch(first)
        await fetch(second)

    async def agent(_case: CaseView) -> None:
        shared = contextvars.copy_context()
        tasks = [asyncio.create_task(two(*pair), context=shared) for pair in ("cd", "ab")]
        await asyncio.gather(*tasks)

    assert said(observe(agent)) == [("fetch", name) for name in "abcd"]


def test_a_loop_without_hooks_still_tells_its_tasks_apart(observe: Observe, said: Said) -> None:
    class OtherLoop(asyncio.SelectorEventLoop):
        def create_task(self, coro: object, **options: object) -> asyncio.Task[object]:  # type: ignore[override]
            options.pop("context", None)
            return asyncio.Task(coro, loop=self, **options)  # type: ignore[arg-type]

    async def two(first: str, second: str) -> None:
        await fetch(first)
        await fetch(second)

    async def main() -> None:
        await asyncio.gather(two("c", "d"), two("a", "b"))

    def agent(_case: CaseView) -> None:
        with asyncio.Runner(loop_factory=OtherLoop) as runner:
            runner.run(main())

    assert said(observe(agent)) == [("fetch", name) for name in "abcd"]


def eager(loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, str]) -> asyncio.Task[str]:
    """Eager tasks of newer Pythons run before `create_task` returns; this factory does as they do."""
    enter, leave = (getattr(asyncio.tasks, name) for name in ("_enter_task", "_leave_task"))
    task, parent = asyncio.Task(coroutine, loop=loop), asyncio.current_task(loop)
    if parent is not None:
        leave(loop, parent)
    enter(loop, task)
    contextvars.copy_context().run(work, "eager")
    leave(loop, task)
    if parent is not None:
        enter(loop, parent)
    return task


@contextmanager
def eager_tasks() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.get_running_loop()
    loop.set_task_factory(eager)  # type: ignore[arg-type] # for the coroutines of these tests
    yield loop
    loop.set_task_factory(None)


def test_tasks_that_begin_at_once_stand_where_they_were_started(observe: Observe, said: Said) -> None:
    async def agent(_case: CaseView) -> None:
        with eager_tasks():
            await asyncio.create_task(fetch("z"))
            await asyncio.create_task(fetch("a"))

    assert said(observe(agent)) == [("work", "eager"), ("fetch", "z"), ("work", "eager"), ("fetch", "a")]


def test_a_task_that_begins_at_once_in_a_callback_is_told_once(observe: Observe, said: Said) -> None:
    async def agent(_case: CaseView) -> None:
        with eager_tasks() as loop:
            started: asyncio.Future[asyncio.Task[str]] = loop.create_future()
            loop.call_soon(lambda: started.set_result(loop.create_task(fetch("a"))))
            await (await started)

    assert said(observe(agent)) == [("work", "eager"), ("fetch", "a")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_step_in_a_forked_process_is_lost_and_costs_the_judgement() -> None:
    def agent(_case: CaseView) -> None:
        child = os.fork()
        if not child:
            work("child")
            os._exit(0)
        os.waitpid(child, 0)

    fault = perform(agent, VIEW).fault
    assert fault is not None
    assert (fault.code, fault.message) == (LOST_STEP, "a step was recorded in a process that the agent forked")
    assert perform(lambda _case: None, VIEW).fault is None


def test_a_step_after_the_end_of_its_trial_is_reported_and_changes_nothing(said: Said) -> None:
    go, late = threading.Event(), []
    threads: list[threading.Thread] = []

    def leave_behind(_case: CaseView) -> None:
        def run() -> None:
            go.wait(5)
            work("late")
            threading.Thread(target=work, args=("later",)).start()

        threads.append(threading.Thread(target=run))
        threads[0].start()

    def next_agent(_case: CaseView) -> None:
        go.set()
        threads[0].join()
        work("own")

    first = perform(leave_behind, VIEW, on_late=lambda: late.append("first"))
    second = perform(next_agent, VIEW, on_late=lambda: late.append("second"))
    while len(late) < 2:
        time.sleep(0.001)
    assert (first.fault, said(first.trace)) == (None, [])
    assert (second.fault, said(second.trace)) == (None, [("work", "own")])
    assert late == ["first", "first"]


def test_a_call_that_is_open_at_the_end_is_unfinished() -> None:
    go, started = threading.Event(), threading.Event()

    @tool
    def slow() -> None:
        started.set()
        go.wait(5)

    def agent(_case: CaseView) -> str:
        threading.Thread(target=slow).start()
        started.wait(5)
        return "done"

    (step,) = perform(agent, VIEW).trace.steps
    go.set()
    assert (step.name, step.status, step.error_code) == ("slow", "error", "UNFINISHED")


def test_a_task_that_is_left_behind_is_unfinished(observe: Observe) -> None:
    @tool
    async def slow() -> None:
        await asyncio.sleep(60)

    async def agent(_case: CaseView) -> None:
        asyncio.create_task(slow())  # noqa: RUF006 - it is left behind
        await asyncio.sleep(0)

    (step,) = observe(agent).steps
    assert (step.name, step.error_code) == ("slow", "UNFINISHED")


def test_a_cancelled_call_has_the_code_of_its_cancellation(observe: Observe) -> None:
    @tool
    async def slow() -> None:
        await asyncio.sleep(60)

    async def agent(_case: CaseView) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow(), 0.001)

    (step,) = observe(agent).steps
    assert (step.name, step.error_code) == ("slow", "CancelledError")


def test_a_job_that_is_run_where_it_was_handed_over_is_a_flow_of_its_own() -> None:
    recorder = Recorder(on_late=lambda: None)
    with recorder.recording():
        job = recorder.carried(lambda: work("job"))
        work("a")
        job()
        work("b")
    assert [step.observation for step in recorder.steps()] == ["job", "a", "b"]


def test_trials_at_the_same_time_never_mix(said: Said) -> None:
    def agent(case: CaseView) -> None:
        for _ in range(5):
            work(case.id)
            with ThreadPoolExecutor(2) as pool:
                pool.submit(work, case.id)

    def trial(name: str) -> list[tuple[str | None, object]]:
        performance = perform(agent, CaseView(id=name, request=""))
        assert performance.fault is None
        return said(performance.trace)

    with ThreadPoolExecutor(4) as pool:
        for name, told in zip("abcd", pool.map(trial, "abcd"), strict=True):
            assert told == [("work", name)] * 10


@pytest.mark.parametrize("stray", [lambda: work("stranger"), current_tape], ids=["records", "asks"])
def test_a_stranger_between_two_trials_costs_both_their_judgement(stray: Callable[[], object]) -> None:
    both = threading.Barrier(3, timeout=5)
    faults: list[str | None] = []

    def agent(_case: CaseView) -> None:
        both.wait()
        both.wait()

    def trial() -> None:
        fault = perform(agent, VIEW).fault
        faults.append(None if fault is None else fault.code)

    threads = [threading.Thread(target=trial) for _ in range(2)]
    for thread in threads:
        thread.start()
    both.wait()
    stray()
    both.wait()
    for thread in threads:
        thread.join()
    assert faults == [LOST_STEP, LOST_STEP]


def test_trials_at_the_same_time_ask_each_its_own_tape_even_in_an_empty_context() -> None:
    studio = Studio(mode=Mode.REPLAY)
    both = threading.Barrier(2, timeout=5)

    def asked_of(tape: Tape) -> Tape | None:
        recorder = Recorder(on_late=lambda: None, tape=tape)
        with recorder.recording():
            both.wait()
            found = contextvars.Context().run(current_tape)
            both.wait()
        return found

    tapes = [studio.tape("files", ()) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(asked_of, tapes)] == tapes


def test_recording_from_a_finalizer_while_a_step_is_recorded_does_not_lock(observe: Observe) -> None:
    class Noisy:
        def __del__(self) -> None:
            trace.step("finalized")

    @tool
    def drop(what: object) -> None: ...

    def agent(_case: CaseView) -> None:
        drop(str(Noisy()))

    assert {step.name for step in observe(agent).steps} == {"finalized", "drop"}


def test_ten_thousand_steps_take_less_than_a_second(observe: Observe) -> None:
    def agent(_case: CaseView) -> None:
        for index in range(10_000):
            trace.step("note", {"index": index})

    start = time.process_time()
    assert len(observe(agent).steps) == 10_000
    assert time.process_time() - start < 1
