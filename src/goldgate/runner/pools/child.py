"""What is one worker process, seen from the parent? Something to tell, to hear from, to wait for, and to kill."""

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from math import inf
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock
from time import monotonic
from typing import IO, Final, cast

from goldgate.runner.printed import LONGEST_KEPT, end_of
from goldgate.runner.protocol import Message, decode, encode

GRACE: Final = 5.0
"""Seconds that a process gets to end after it closed its line, or said farewell."""

_COMMAND: Final = ("-P", "-m", "goldgate.runner.worker")
_PIPE_BYTES: Final = 65_536


class Child:
    """One worker process, in a session (POSIX) or process group (Windows) of its own, so that Ctrl-C is ours alone.

    A thread that talks to it, and one that watches its deadlines (`check`), may use it at the same time.
    """

    def __init__(self, *, root: Path, environ: Mapping[str, str]) -> None:
        """Start it in that folder, with this environment. Raises OSError."""
        self.overdue = False
        """Whether it was killed because it took too long."""
        self._lock = Lock()
        self._deadline = inf
        with ExitStack() as stack:
            self._printed = stack.enter_context(TemporaryFile())
            self._process = _started(root, environ, stderr=self._printed)
            stack.pop_all()
        self._requests = cast("IO[bytes]", self._process.stdin)
        self._replies = cast("IO[bytes]", self._process.stdout)
        self._said: deque[bytes] = deque()
        self._half_said = b""

    def send(self, message: Message) -> None:
        """Tell it something. Whether it still listens, `receive` will say."""
        with suppress(OSError):
            self._requests.write(encode(message))
            self._requests.flush()

    def receive(self, *, within: float) -> Message | None:
        """What it says next; None when it is gone, or was killed because it said nothing within so many seconds."""
        if not self._said:
            self._expect(by=monotonic() + within)
            self._said.extend(self._listen())
            self._expect(by=inf)
        return decode(self._said.popleft()) if self._said and not self.overdue else None

    @property
    def has_said_more(self) -> bool:
        """Whether something that it said waits to be received."""
        return bool(self._said)

    def _listen(self) -> list[bytes]:
        """The next lines, as many as there are by now; waits for one, and gives none when it is gone."""
        pieces = [self._half_said]
        while piece := os.read(self._replies.fileno(), _PIPE_BYTES):
            pieces.append(piece)
            if b"\n" in piece:
                *lines, self._half_said = b"".join(pieces).split(b"\n")
                return lines
        return []

    def _expect(self, *, by: float) -> None:
        with self._lock:
            self._deadline = by

    def check(self) -> None:
        """Kill it when it is overdue; and what is left of it, when it is gone while somebody holds its line."""
        with self._lock:
            if self._deadline < monotonic():
                self.overdue = True
                self.kill()
            elif self._deadline < inf and self._process.poll() is not None:
                self.kill()

    def kill(self) -> None:
        """End it and, on POSIX, everything that the agent started and that stayed in its group."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def status(self) -> int:
        """How it ended: its exit status, or the negative number of the signal; it is killed if it does not end."""
        try:
            return self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.kill()
            return self._process.wait()

    def printed(self) -> str:
        """The end of what it printed: while it loaded the agents, or in the trial during which it was lost."""
        size = self._printed.seek(0, os.SEEK_END)
        self._printed.seek(max(0, size - LONGEST_KEPT))
        return end_of(self._printed.read(), whole=size)

    def close(self) -> None:
        """Kill it if it still runs, with everything that the agent left behind, and let go of its pipes."""
        self.kill()
        self._process.wait()
        for stream in (self._requests, self._replies, self._printed):
            with suppress(OSError):  # what a process that is gone never read
                stream.close()


def _started(root: Path, environ: Mapping[str, str], *, stderr: IO[bytes]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # noqa: S603 - our own module
        [sys.executable, *_COMMAND],
        bufsize=_PIPE_BYTES,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        cwd=root,
        env=dict(environ),
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
