import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

import pytest

from goldgate.runner.protocol import Broken, Goodbye, Hello, Message, NotLoadable, Ready, decode, encode

_COMMAND = [sys.executable, "-P", "-m", "goldgate.runner.worker"]


class Talk:
    """A worker, and us in the place of its parent."""

    def __init__(self, root: Path) -> None:
        self.hello = Hello(root=str(root), scratch=str(root), agents={"s": "agent:agent"}, outside=[])
        worker = subprocess.Popen(
            _COMMAND, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.process = worker
        self._requests, self._replies = cast("IO[bytes]", worker.stdin), cast("IO[bytes]", worker.stdout)

    def say(self, message: Message) -> Message:
        """What the worker answers."""
        return self.say_line(encode(message))

    def say_line(self, line: bytes) -> Message:
        """The same, for a line of anybody's."""
        self._requests.write(line)
        self._requests.flush()
        return decode(self._replies.readline())

    def hang_up(self) -> None:
        """As a parent that ends."""
        self._requests.close()
        self._replies.close()


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    (tmp_path / "agent.py").write_text("def agent(case, context): pass\n")
    talk = Talk(tmp_path)
    yield talk
    talk.process.wait(20)
    talk.hang_up()


def test_a_worker_that_is_not_greeted_breaks(talk: Talk) -> None:
    answer = talk.say(Goodbye())
    assert isinstance(answer, Broken)
    assert "a worker was first told Goodbye()" in answer.message


def test_a_worker_of_another_goldgate_refuses_at_once(talk: Talk) -> None:
    answer = talk.say_line(b'["hello 0.0.1 00112233","/project"]\n')
    assert isinstance(answer, NotLoadable)
    assert [problem[1] for problem in answer.problems] == [
        "goldgate was changed while it ran; run it again (its worker heard 'hello 0.0.1 00112233')"
    ]


def test_a_worker_that_is_greeted_twice_breaks(talk: Talk) -> None:
    assert isinstance(talk.say(talk.hello), Ready)
    answer = talk.say(talk.hello)
    assert isinstance(answer, Broken)
    assert "a worker was told Hello(" in answer.message


def test_a_worker_ends_when_its_parent_does(talk: Talk) -> None:
    assert isinstance(talk.say(talk.hello), Ready)
    talk.hang_up()
    assert talk.process.wait(20) == 1
