"""How does a worker keep its line to the parent apart from all that the agent prints, reads, forks and closes?"""

import _thread
import os
import signal
import sys
from queue import SimpleQueue
from shutil import rmtree
from traceback import extract_tb
from types import TracebackType
from typing import Final, Self

from goldgate.runner.printed import Printed
from goldgate.runner.protocol import Broken, Message, decode, encode

_STDIN: Final = 0
_STDOUT: Final = 1
_STDERR: Final = 2


class Channel:
    """The worker's ends of the two pipes, on descriptors that no child of the agent inherits.

    `requests` and `replies` are open descriptors, which the channel keeps; `printed` is what the agent prints.
    As a context manager it tells the parent of an exception that leaves the block: that is goldgate's fault, not the
    agent's.
    """

    def __init__(self, *, requests: int, replies: int, printed: Printed) -> None:
        self.printed = printed
        self.borrowed: tuple[str, ...] = ()
        """Folders of the parent's, which are removed when it died without doing so itself."""
        self._requests = requests
        self._replies = replies
        self._ends: tuple[int, ...] = (requests, replies)
        self._inbox: SimpleQueue[bytes] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        if kind is not None:
            last = extract_tb(frames)[-1]
            self.send(Broken(message=f"{kind.__name__}: {error} ({last.filename}:{last.lineno})"))

    def listen(self) -> None:  # pragma: no cover - coverage can't see threads that `threading` doesn't know
        """Take in what the parent says, until it is gone; then end this process and all that the agent started.

        The folders of the parent are removed first, since one that was killed could not.
        """
        with open(self._requests, "rb", closefd=False) as requests:
            for line in requests:
                self._inbox.put(line)
        for folder in self.borrowed:
            rmtree(folder, ignore_errors=True)
        if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    def receive(self) -> Message:
        """The next thing that the parent says."""
        return decode(self._inbox.get())

    def send(self, message: Message) -> None:
        """Tell the parent. Blocks while the pipe is full; the parent never waits for us to read, so it will read."""
        line = memoryview(encode(message))
        while line:
            line = line[os.write(self._replies, line) :]

    def close(self) -> None:
        """Let go of both ends: what a child that the agent forks does first.

        Once: in a child of that child the numbers may stand for files of the agent's.
        """
        ends, self._ends = self._ends, ()
        for end in ends:
            os.close(end)


def take_over() -> Channel:
    """Move the two pipes from stdin and stdout to a channel, before any code of the agent is there.

    From then on stdin is empty, and stdout goes where stderr goes: to the parent's capture.
    """
    channel = Channel(requests=os.dup(_STDIN), replies=os.dup(_STDOUT), printed=Printed(_STDERR))
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=channel.close)
    _point_to_nothing(_STDIN)
    os.dup2(_STDERR, _STDOUT)
    sys.stdout, sys.stderr = channel.printed.stream(_STDOUT), channel.printed.stream(_STDERR)
    # A thread, so that the end of the parent also ends an agent that hangs, and none that `threading` knows of:
    # agents may well join all threads that they find.
    _thread.start_new_thread(channel.listen, ())
    return channel


def hush() -> None:
    """From now on nothing is kept of what code that is not Python's, or a process that the agent starts, prints."""
    sys.stdout.flush()
    sys.stderr.flush()
    _point_to_nothing(_STDOUT)
    _point_to_nothing(_STDERR)


def _point_to_nothing(descriptor: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, descriptor)
    os.close(nothing)
