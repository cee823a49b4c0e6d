import threading
import time
from collections.abc import Callable

import pytest

from goldgate.model.case import Case
from goldgate.model.plan import PlannedTrial
from goldgate.runner.pools.desk import Desk
from goldgate.runner.pools.pool import Performed


@pytest.fixture
def trials(case: Callable[..., Case]) -> list[PlannedTrial]:
    return [PlannedTrial(suite="s", case=case(f"case-{number}")) for number in range(5)]


def test_trials_are_taken_in_plan_order_and_once(trials: list[PlannedTrial]) -> None:
    desk = Desk(trials)
    assert [list(desk.take(2)) for _ in range(4)] == [[0, 1], [2, 3], [4], []]


def test_what_is_given_back_is_taken_first(trials: list[PlannedTrial]) -> None:
    desk = Desk(trials)
    desk.take(3)
    desk.give_back([1, 2], obstacle="no worker")
    assert list(desk.take(9)) == [1, 2, 3, 4]


def test_a_passage_through_a_stream_is_taken_whole_and_alone(case: Callable[..., Case]) -> None:
    streams = (None, "x", None, "x", "y")
    trials = [PlannedTrial(suite="s", case=case(str(n), stream=stream)) for n, stream in enumerate(streams)]
    desk = Desk(trials)
    assert [list(desk.take(2)) for _ in range(5)] == [[0], [1, 3], [2], [4], []]
    desk.give_back([1, 3], obstacle="no worker")
    assert [list(desk.take(1)) for _ in range(2)] == [[1, 3], []]


def test_what_nobody_performed_is_a_fault(trials: list[PlannedTrial]) -> None:
    desk = Desk(trials)
    desk.take(4)
    desk.give_back([3], obstacle="no worker")
    performed = [one for handful in desk.unperformed() for one in handful]
    assert [one.planned.case.id for one in performed] == ["case-3", "case-4"]
    assert {(one.fault.code, one.fault.message) for one in performed if one.fault} == {("LOST_WORKER", "no worker")}


def test_results_are_read_until_all_drivers_have_signed_off(trials: list[PlannedTrial]) -> None:
    desk = Desk(trials[:2])
    desk.take(2)
    desk.sign_off()
    done = [Performed(planned=trials[0])]

    def finish_later() -> None:
        time.sleep(0.3)  # longer than a reader waits before it looks up
        desk.hand_over(done)
        desk.sign_off()

    threading.Thread(target=finish_later).start()
    assert list(desk.results(drivers=2)) == [done]


def test_a_driver_waits_while_too_much_is_unread(trials: list[PlannedTrial]) -> None:
    desk = Desk(trials)
    for _ in range(200):
        desk.hand_over([Performed(planned=trials[0])])
    taken: list[list[int]] = []
    driver = threading.Thread(target=lambda: taken.append(list(desk.take(1))))
    driver.start()
    time.sleep(0.05)
    assert taken == []
    results = desk.results(drivers=1)
    for _ in range(199):
        next(results)
    driver.join(5)
    assert taken == [[0]]


def test_there_is_nothing_left_to_do_when_nobody_reads_any_more(trials: list[PlannedTrial]) -> None:
    desk = Desk(trials)
    for _ in range(200):
        desk.hand_over([Performed(planned=trials[0])])
    desk.close()
    assert list(desk.take(5)) == []
