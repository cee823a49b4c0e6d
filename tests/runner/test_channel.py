import os
import select
from collections.abc import Iterator

import pytest

from goldgate.runner.channel import Channel
from goldgate.runner.protocol import Broken, Late, Message, decode


class Line:
    """A channel, with the parent's ends of its pipes."""

    def __init__(self) -> None:
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        self._descriptors = (requests, self._requests, self._replies, replies)
        self.channel = Channel(requests=requests, replies=replies)

    def heard(self) -> Message:
        """What the parent reads next."""
        return decode(os.read(self._replies, 65_536))

    def is_silent(self) -> bool:
        """Whether there is nothing to read."""
        return select.select([self._replies], [], [], 0)[0] == []

    def close(self) -> None:
        """Let go of all ends."""
        for descriptor in self._descriptors:
            os.close(descriptor)


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.close()


def test_what_the_worker_sends_is_heard(line: Line) -> None:
    line.channel.send(Late(number=1))
    assert line.heard() == Late(number=1)


def test_a_block_that_ends_well_says_nothing(line: Line) -> None:
    with line.channel:
        pass
    assert line.is_silent()


def test_an_exception_that_leaves_the_block_is_told_with_its_place(line: Line) -> None:
    with pytest.raises(ZeroDivisionError), line.channel:
        _ = 1 / 0
    message = line.heard()
    assert isinstance(message, Broken)
    assert message.message.startswith("ZeroDivisionError: division by zero (")
    assert "test_channel.py:" in message.message
