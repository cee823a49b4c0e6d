import _thread
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest

from goldgate.model.cassette import Mode
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.left_behind import Threads


@pytest.fixture
def end() -> Iterator[Event]:
    """Something that threads may wait for; it comes at the end of the test."""
    event = Event()
    yield event
    event.set()


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def test_nothing_is_left_where_nothing_was_started() -> None:
    assert not Threads().leave_some()


def test_a_thread_that_runs_is_left_until_it_ends(end: Event) -> None:
    threads = Threads()
    thread = Thread(target=end.wait)
    thread.start()
    assert threads.leave_some()
    assert threads.leave_some()
    end.set()
    thread.join()
    assert not threads.leave_some()


def test_a_thread_gets_a_moment_to_end() -> None:
    threads = Threads()
    Thread(target=time.sleep, args=(0.01,)).start()
    assert not threads.leave_some()


def test_a_thread_that_threading_does_not_know_is_left(end: Event) -> None:
    threads = Threads()
    _thread.start_new_thread(end.wait, ())
    time.sleep(0.01)
    assert threads.leave_some()


def test_a_thread_in_the_place_of_one_that_has_ended_is_left(end: Event) -> None:
    first = Event()
    old = Thread(target=first.wait)
    old.start()
    threads = Threads()
    first.set()
    old.join()
    Thread(target=end.wait).start()
    assert threads.leave_some()


def test_a_thread_from_before_all_trials_does_not_count(end: Event) -> None:
    Thread(target=end.wait).start()
    assert not Threads().leave_some()


def test_a_thread_of_a_pool_counts_while_it_is_busy(pool: ThreadPoolExecutor, end: Event) -> None:
    threads = Threads()
    pool.submit(int).result()
    assert not threads.leave_some()
    pool.submit(end.wait)
    assert threads.leave_some()
    end.set()
    assert not threads.leave_some()


def test_a_pool_from_before_all_trials_counts_once_it_is_busy(pool: ThreadPoolExecutor, end: Event) -> None:
    pool.submit(int).result()
    time.sleep(0.01)
    threads = Threads()
    pool.submit(end.wait)
    assert threads.leave_some()
    end.set()


def test_our_own_threads_do_not_count() -> None:
    threads = Threads()
    endpoint = Endpoint({}, mode=Mode.REPLAY)
    host, _, port = endpoint.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))):
        assert not threads.leave_some()
    endpoint.close()
