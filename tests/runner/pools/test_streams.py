from collections.abc import Callable
from typing import Any

import pytest

from goldgate.model.case import Case, World
from goldgate.model.judgement import Fault
from goldgate.model.plan import Plan, PlannedTrial
from goldgate.model.trace import Trace
from goldgate.runner.pools import PoolName, pool_named
from goldgate.runner.pools.pool import Performed
from goldgate.runner.pools.streams import STREAM_BROKEN, Handed, units

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import

COUNTING = """
import os
def agent(case, context):
    seen = context.state
    if case.request == "exit":
        os._exit(3)
    context.state = {"seen": [*(seen or {"seen": []})["seen"], case.id]}
    return str(seen)
"""


def stream_of(*cases: Case, trials: int = 1) -> list[PlannedTrial]:
    """The trials of cases in file order, sorted as a plan is."""
    planned = [
        PlannedTrial(suite="s", case=case, trial=trial, place=place, timeout=20.0)
        for place, case in enumerate(cases)
        for trial in range(1, trials + 1)
    ]
    return sorted(planned, key=lambda one: one.key)


def test_a_passage_is_one_unit_in_the_order_of_the_file(case: MakeCase) -> None:
    trials = stream_of(case("b", stream="x"), case("c"), case("a", stream="x"), trials=2)
    assert [trial.key[1::2] for trial in trials] == [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1), ("c", 2)]
    assert units(trials) == [(2, 0), (3, 1), (4,), (5,)]


def test_a_case_starts_with_what_the_one_before_left(case: MakeCase) -> None:
    first, second = stream_of(case("a", stream="x", world=World(state={"n": 0})), case("b", stream="x"))
    handed = Handed()
    assert handed.view(first)["world"] == {"state": {"n": 0}}
    handed.saw(Performed(planned=first, trace=Trace(state={"n": 1})))
    assert handed.view(second)["world"] == {"state": {"n": 1}}


def test_a_case_with_a_state_of_its_own_starts_with_that(case: MakeCase) -> None:
    first, second = stream_of(case("a", stream="x"), case("b", stream="x", world=World(state=None)))
    handed = Handed()
    assert "world" not in handed.view(first)
    handed.saw(Performed(planned=first, trace=Trace(state={"n": 1})))
    assert handed.view(second)["world"] == {"state": None}


def test_a_case_that_was_lost_leaves_what_it_found(case: MakeCase) -> None:
    first, second = stream_of(case("a", stream="x", world=World(state=7)), case("b", stream="x"))
    handed = Handed()
    handed.view(first)
    handed.saw(Performed(planned=first))
    assert handed.view(second)["world"] == {"state": 7}


def test_after_a_case_without_a_judgement_there_is_none_for_the_rest(case: MakeCase) -> None:
    first, second = stream_of(case("a", stream="x"), case("b", stream="x"))
    handed = Handed()
    handed.saw(Performed(planned=first, fault=Fault(code="LOST_STEP", message="")))
    assert handed.refused(second).fault == Fault(
        code=STREAM_BROKEN, message="the case 'a' before it in the stream 'x' has no judgement"
    )


@pytest.mark.parametrize("pool", PoolName)
def test_streams_run_in_file_order_and_hand_on_their_state(project: Project, case: MakeCase, pool: PoolName) -> None:
    project.write("agent.py", COUNTING)
    cases = [case(name, stream="x") for name in ("c", "a", "b")]
    with pool_named(pool, project.company(workers=3)) as entered:
        performed = [one for handful in entered.run(stream_of(*cases, case("0"), trials=2)) for one in handful]
    answers = {one.planned.key[1::2]: one.trace.answer for one in performed}
    assert answers == {
        **dict.fromkeys([("c", 1), ("c", 2), ("0", 1), ("0", 2)], "None"),
        **dict.fromkeys([("a", 1), ("a", 2)], "{'seen': ['c']}"),
        **dict.fromkeys([("b", 1), ("b", 2)], "{'seen': ['c', 'a']}"),
    }


def test_an_agent_that_exits_in_a_stream_does_not_end_it(project: Project, case: MakeCase) -> None:
    project.write("agent.py", COUNTING)
    cases = [case("a", stream="x"), case("b", stream="x", request="exit"), case("c", stream="x")]
    with pool_named(PoolName.PROCESSES, project.company()) as entered:
        performed = [one for handful in entered.run(stream_of(*cases)) for one in handful]
    assert [(one.planned.case.id, one.trace.answer) for one in performed if one.seconds is not None] == [
        ("a", "None"),
        ("c", "{'seen': ['a']}"),
    ]


MISSING = """
def agent(case, context):
    if case.id == "b":
        context.model({"q": 1}, ask=print)
"""


@pytest.mark.parametrize("pool", PoolName)
def test_the_rest_of_a_stream_is_not_performed_after_a_trial_without_judgement(
    project: Project, case: MakeCase, pool: PoolName
) -> None:
    project.write("agent.py", MISSING)
    trials = stream_of(*(case(name, stream="x") for name in "abc"))
    with pool_named(pool, project.company()) as entered:
        performed = [one for handful in entered.run(trials) for one in handful]
    assert {one.planned.case.id: one.fault and one.fault.code for one in performed} == {
        "a": None,
        "b": "CASSETTE_MISS",
        "c": STREAM_BROKEN,
    }


def test_an_interrupted_passage_is_left_from_its_start(case: MakeCase) -> None:
    trials = stream_of(case("b", stream="x"), case("a", stream="x"), case("c"))
    left = Plan(trials=tuple(trials)).left_after({("s", "b", "default", 1), ("s", "c", "default", 1)})
    assert [trial.case.id for trial in left.trials] == ["a", "b"]
