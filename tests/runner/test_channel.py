import os
import select
from collections.abc import Callable, Iterable, Iterator
from tempfile import TemporaryFile
from typing import Any

import pytest

from goldgate.model.case import Case, World, WorldFile
from goldgate.runner.channel import Channel
from goldgate.runner.pools.pool import Performed
from goldgate.runner.printed import Printed
from goldgate.runner.protocol import Broken, Late, Message, decode

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import

_POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX only")


def _answers(performed: Iterable[Performed]) -> list[Any]:
    return [one.trace.answer for one in performed]


class Line:
    """A channel, with the parent's ends of its pipes."""

    def __init__(self) -> None:
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        self._descriptors = (requests, self._requests, self._replies, replies)
        self._printed = TemporaryFile()  # noqa: SIM115 - closed with the pipes
        self.channel = Channel(requests=requests, replies=replies, printed=Printed(self._printed.fileno()))

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
        self._printed.close()


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


def test_nothing_that_the_agent_prints_reaches_us(
    project: Project, case: MakeCase, capfd: pytest.CaptureFixture[str]
) -> None:
    project.write(
        "agent.py",
        r"""
        import os, subprocess, sys
        def agent(case, context):
            print('["reply", 0]', "\udc80 안녕", flush=True)
            print("to stderr", file=sys.stderr)
            os.write(1, b'["reply", 0]\n')
            os.write(2, b"more\n")
            subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
            sys.stdout.close()
            print("after close")
            return "fine"
        """,
    )
    assert _answers(project.perform(case("a"), case("b"))) == ["fine", "fine"]
    assert capfd.readouterr() == ("", "")


def test_the_agent_finds_nothing_to_read_on_stdin(project: Project, case: MakeCase) -> None:
    project.write("agent.py", "import sys\ndef agent(case, context): return repr(sys.stdin.read())")
    assert _answers(project.perform(case("a"), case("b"))) == ["''", "''"]


@_POSIX
def test_a_forked_child_that_comes_back_answers_nothing(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, sys
        def agent(case, context):
            child = os.fork()
            if child == 0:
                return "the child"
            os.waitpid(child, 0)
            return case.id
        """,
    )
    files = World(files={"a.txt": WorldFile(content=b"a")})
    performed = project.perform(case("a"), case("b", world=files), case("c"))
    assert _answers(performed) == ["a", "b", "c"]
    assert performed[1].trace.files == {}


@_POSIX
def test_a_child_of_a_forked_child_keeps_its_own_files(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os
        def in_child(work):
            child = os.fork()
            if child == 0:
                os._exit(work())
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        def closed_in_a_child():
            files = [os.open(os.devnull, os.O_RDONLY) for _ in range(8)]
            return in_child(lambda: sum(not os.path.exists(f"/dev/fd/{number}") for number in files))
        def agent(case, context):
            return {"answer": in_child(closed_in_a_child)}
        """,
    )
    assert _answers(project.perform(case())) == [0]


@_POSIX
def test_children_of_the_agent_inherit_no_line_to_us(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import os, subprocess, sys
        COUNT = "import os; print(sum(os.path.exists(f'/dev/fd/{n}') for n in range(3, 64)))"
        def agent(case, context):
            child = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, close_fds=False, text=True)
            return child.stdout.strip()
        """,
    )
    assert _answers(project.perform(case())) == ["0"]


def test_an_agent_may_join_all_threads_that_it_finds(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py",
        """
        import threading
        def agent(case, context):
            for thread in threading.enumerate():
                if thread is not threading.current_thread():
                    thread.join()
            return "joined"
        """,
    )
    assert _answers(project.perform(case())) == ["joined"]
