import os
from collections.abc import Callable
from typing import Any

import pytest

from goldgate.errors import InternalFault
from goldgate.model.case import Case
from goldgate.runner.pools.desk import LOST_WORKER
from goldgate.runner.pools.driver import next_size

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import


@pytest.mark.parametrize(
    ("size", "seconds", "next_one"),
    [(1, 0.001, 2), (128, 0.049, 256), (256, 0.001, 256), (64, 0.05, 32), (1, 60.0, 1), (3, 1.0, 1)],
)
def test_batches_grow_while_they_are_quick_and_shrink_when_they_are_not(
    size: int, seconds: float, next_one: int
) -> None:
    assert next_size(size, seconds=seconds) == next_one


SPEAKING = """
import json, os, stat
FORGED = json.dumps(["reply", 0, 0.1, {"answer": "forged"}, None, {}, [], [], False, {}]) + "\\n"
def speak():
    for number in range(3, 64):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                os.write(number, FORGED.encode())
        except OSError:
            continue
def agent(case, context):
    if case.id == "a":
        speak()
    return case.id
"""


@pytest.mark.skipif(os.name == "nt", reason="POSIX only")
def test_a_worker_that_said_more_than_it_was_asked_is_told(project: Project, case: MakeCase) -> None:
    """The agent spoke on its line: what stands there of the last trial is not what goldgate saw of it."""
    project.write("agent.py", SPEAKING)
    with pytest.raises(InternalFault, match=r"a worker said Reply.* where it was to end"):
        list(project.perform(case("a")))


@pytest.mark.skipif(os.name == "nt", reason="POSIX only")
def test_an_answer_to_another_trial_than_the_one_at_hand_is_none(project: Project, case: MakeCase) -> None:
    """An agent that speaks on the worker's line must not move the answers of all later trials by one."""
    project.write("agent.py", SPEAKING)
    first, *others = project.perform(case("a"), case("b"), case("c"))
    assert first.trace.answer == "forged"
    assert [one.fault and one.fault.code for one in others] == [LOST_WORKER, LOST_WORKER]
