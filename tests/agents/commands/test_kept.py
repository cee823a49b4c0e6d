from collections.abc import Callable, Iterator
from contextvars import copy_context
from typing import TypeAlias

import pytest

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.conversation import Conversation
from goldgate.agents.commands.greeting import NotGreeted
from goldgate.agents.commands.kept import KeptProcess
from goldgate.agents.commands.messages import say_case
from goldgate.agents.commands.process import Ended
from goldgate.agents.context import Context
from goldgate.agents.recorder import Recorder
from goldgate.model.case import CaseView
from goldgate.model.value import Json

MakeCommand: TypeAlias = Callable[..., Command]
VIEW = CaseView(id="a", request="x")
LOOP = """
number = 0
while True:
    trial = hear()["trial"]
    number += 1
"""


@pytest.fixture
def kept(command: MakeCommand) -> Iterator[Callable[..., KeptProcess]]:
    """A process that does these lines for each case; `number` counts them."""
    made: list[KeptProcess] = []

    def make(lines: str, *, patience: float | None = None) -> KeptProcess:
        made.append(KeptProcess(command(LOOP + f"    {lines}\n"), patience=patience))
        return made[-1]

    yield make
    for one in made:
        one.kill()


def hold(kept: KeptProcess, trial: int = 1) -> Json:
    """What comes of a case; where that stands in a trial is not for the tests that follow."""
    return copy_context().run(_hold, kept, trial)


def _hold(kept: KeptProcess, trial: int) -> Json:
    context = Context(VIEW, folder=None, recorder=Recorder(on_late=lambda: None))
    talk = Conversation(trial=trial, context=context, on_late=lambda _: None)
    return kept.hold(talk, say_case(trial, VIEW, folder=None))


def test_a_process_is_started_for_the_first_case_and_kept(kept: Callable[..., KeptProcess]) -> None:
    one = kept("result(trial, str(number))")
    assert [hold(one), hold(one)] == ["1", "2"]
    assert one.replaced == 0


def test_a_process_that_is_gone_before_a_case_is_replaced(kept: Callable[..., KeptProcess]) -> None:
    one = kept("result(trial, str(number)); sys.exit()")
    assert [hold(one), hold(one), hold(one)] == ["1", "1", "1"]
    assert one.replaced == 2


def test_a_process_that_ends_in_its_first_case_is_not(kept: Callable[..., KeptProcess]) -> None:
    one = kept("sys.exit(3)")
    with pytest.raises(Ended):
        hold(one)
    assert one.replaced == 0


def test_a_process_that_ends_when_it_has_said_something_is_not(kept: Callable[..., KeptProcess]) -> None:
    one = kept("result(trial) if number == 1 else (say(type='call', trial=trial, tool='a'), sys.exit(3))")
    hold(one)
    with pytest.raises(Ended):
        hold(one, 2)
    assert hold(one, 3) == {}


def test_a_process_that_lost_our_patience_is_gone(kept: Callable[..., KeptProcess]) -> None:
    one = kept("hear()", patience=0.05)
    with pytest.raises(TimeoutError):
        hold(one)
    assert one.end() == (0, [])


def test_a_process_that_can_not_be_started_again_is_told(
    kept: Callable[..., KeptProcess], command: MakeCommand
) -> None:
    one = kept("result(trial); sys.exit()")
    hold(one)
    command("", greeting="sys.exit(4)\n")  # an edit of the agent
    with pytest.raises(NotGreeted):
        hold(one)


def test_its_end_tells_what_was_left_to_say(kept: Callable[..., KeptProcess]) -> None:
    one = kept("result(trial); say(late=1)")
    hold(one)
    assert one.end() == (0, [b'{"late": 1}'])
    assert one.end() == (0, [])
