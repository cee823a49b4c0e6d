from collections.abc import AsyncIterator, Generator, Iterator

import pytest

from goldgate.agents.calling import finished
from goldgate.agents.recorder import Recorder
from goldgate.errors import BadTrace
from goldgate.model.trace import Step


def ended(value: object) -> tuple[object, list[str | None]]:
    """What is returned in the end, and the names of the steps that were yielded."""
    recorder = Recorder(on_late=lambda: None)
    with recorder.recording():
        result = finished(value, recorder)
    return result, [step.name for step in recorder.steps()]


def test_a_value_is_the_end_already() -> None:
    assert ended("answer") == ("answer", [])


def test_a_list_is_no_generator() -> None:
    assert ended([{"tool": "x"}]) == ([{"tool": "x"}], [])


def test_a_coroutine_is_awaited() -> None:
    async def agent() -> str:
        return "answer"

    assert ended(agent()) == ("answer", [])


def test_a_generator_ends_with_what_it_returns() -> None:
    def agent() -> Generator[object, None, str]:
        yield {"tool": "x"}
        yield Step(name="y")
        return "answer"

    assert ended(agent()) == ("answer", ["x", "y"])


def test_an_async_generator_ends_with_nothing() -> None:
    async def agent() -> AsyncIterator[object]:
        yield {"tool": "x"}

    assert ended(agent()) == (None, ["x"])


def test_a_generator_that_yields_no_step_is_stopped() -> None:
    def agent() -> Iterator[object]:
        yield "text"

    with pytest.raises(BadTrace):
        ended(agent())
