"""What is an agent's process, seen from goldgate? Something to tell, to hear from, and to end.

It talks on two pipes of its own; what it prints, to stdout or stderr, goes where this process prints. Where a command
knows no other descriptors, the pipes are its stdin and stdout. It stays in the process group of whoever starts it, so
that it dies with the worker that is killed.
"""

import _thread
import os
import select
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event
from typing import IO, Final, cast

from goldgate.agents.commands.command import ON_WINDOWS, Command
from goldgate.agents.commands.messages import LONGEST, PROTOCOL
from goldgate.agents.no_repository import without_repository
from goldgate.errors import BadTrace

GRACE: Final = 2.0
"""Seconds that a process gets to end after its line was closed."""

_STDIO: Final = (0, 1)
_IN, _OUT = _OWN = (3, 4)
"""The descriptors that the agent reads from and writes to. One digit each, since plain shells know no others."""
_MOVED: Final = ("/bin/sh", "-c", f'exec {_IN}<&0 {_OUT}>&1 </dev/null >&2; exec "$@"', "sh")
"""Puts the pipes in their places, and then is the program: the same process, and no shell any more."""
_STDERR: Final = 2
_CHUNK: Final = 65_536
_TAIL_BYTES: Final = 4_000
_TAIL_LINES: Final = 20
_TICK: Final = 0.05


class Ended(Exception):
    """The process is gone; `status` is as in `subprocess`, negative for a signal; `printed` are its last lines."""

    def __init__(self, status: int, *, printed: Sequence[str] = ()) -> None:
        super().__init__(status)
        self.status = status
        self.printed = printed


class Process:
    """One process of a command, from its start until `end` or `kill`. One thread may use it.

    `patience` is how many seconds it may be silent while it is listened to; None for ever. `alone` is for those who are
    not killed with a group themselves, and tell of what it prints in their own words.
    """

    patience: float | None = None

    def __init__(self, command: Command, *, alone: bool = False) -> None:
        """Start it in the root. Raises OSError."""
        self._alone = alone
        self._inbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._printed = b""
        self._silent = Event()
        self._outlived = False
        self._process = _started(command, own_group=alone and not ON_WINDOWS)
        self._requests = cast("IO[bytes]", self._process.stdin)
        for listen in (self._take_in, self._pass_on):
            # threads that `threading` doesn't know of: an agent in Python beside this one may join all that it finds
            _thread.start_new_thread(listen, ())

    def send(self, message: bytes) -> None:
        """Tell it something. Whether it still listens, `receive` will say."""
        with suppress(OSError, ValueError):
            self._requests.write(message)
            self._requests.flush()

    def receive(self, *, within: float | None = None) -> bytes:
        """Its next line.

        Raises Ended when it is gone, TimeoutError when it says nothing within so many seconds, BadTrace when it can't
        say anything any more.
        """
        try:
            line = self._inbox.get(timeout=within or self.patience)
        except Empty:
            raise TimeoutError from None
        if line is None:
            self._inbox.put(None)
            status = self.end()
            if self._outlived:
                raise BadTrace(f"the agent closed GOLDGATE_OUT, and did not end within {GRACE:g} s")
            raise Ended(status, printed=self._last_words())
        return line

    def end(self) -> int:
        """Close its line, so that it ends by itself, or else kill it. How it ended."""
        with suppress(OSError):
            self._requests.close()
        return self._status()

    def kill(self) -> None:
        """End it at once."""
        self._kill()
        self.end()

    def leftover(self) -> Iterator[bytes]:
        """The lines of a process that has ended which nobody has received."""
        with suppress(Ended, TimeoutError, BadTrace):
            while True:
                yield self.receive(within=GRACE)

    def _last_words(self) -> list[str]:
        """The last lines that it printed; complete unless it left something running that holds its output."""
        self._silent.wait(_TICK)
        lines = self._printed.decode(errors="replace").splitlines()
        return [line for line in lines if line.strip() and "Traceback" not in line][-_TAIL_LINES:]

    def _status(self) -> int:
        try:
            return self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._outlived = True
            self._kill()
            return self._process.wait()

    def _kill(self) -> None:
        with suppress(OSError):
            if self._alone and not ON_WINDOWS:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _is_over(self) -> bool:
        return self._process.poll() is not None

    def _take_in(self) -> None:  # pragma: no cover - coverage can't see threads that `threading` doesn't know
        with cast("IO[bytes]", self._process.stdout) as replies:
            for line in lines_of(replies.fileno(), over=self._is_over):
                self._inbox.put(line)
        self._inbox.put(None)

    def _pass_on(self) -> None:  # pragma: no cover - as above
        with cast("IO[bytes]", self._process.stderr) as prints:
            while chunk := os.read(prints.fileno(), _CHUNK):
                self._printed = (self._printed + chunk)[-_TAIL_BYTES:]
                if not self._alone:
                    with suppress(OSError):
                        os.write(_STDERR, chunk)
        self._silent.set()


def _started(command: Command, *, own_group: bool) -> "subprocess.Popen[bytes]":
    source, target = _STDIO if command.over_stdio else _OWN
    spoken = {"GOLDGATE_PROTOCOL": str(PROTOCOL), "GOLDGATE_IN": str(source), "GOLDGATE_OUT": str(target)}
    return subprocess.Popen(  # noqa: S603 - it is the user's own agent
        command.words if command.over_stdio else (*_MOVED, *command.words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=command.root,
        env={**without_repository(os.environ), **command.variables, **spoken},
        process_group=0 if own_group else None,
    )


def lines_of(descriptor: int, *, over: Callable[[], bool]) -> Iterator[bytes]:
    """The lines that come through a pipe, until it is closed, or whoever speaks is `over` and it is empty.

    The second is for a pipe that somebody else still holds, such as a process that the agent forked. Half a line at the
    end is left out; one that is longer than LONGEST is cut, and the last.
    """
    rest = bytearray()
    while chunk := _chunk(descriptor, over=over):
        rest += chunk
        if b"\n" in chunk:
            *lines, rest = rest.split(b"\n")
            yield from map(bytes, lines)
        elif len(rest) > LONGEST:
            yield bytes(rest)
            return


def _chunk(descriptor: int, *, over: Callable[[], bool]) -> bytes:
    """What lies in the pipe, as soon as something does; nothing at its end."""
    while not ON_WINDOWS:  # where pipes can't be waited for; there nobody forks
        was_over = over()
        if select.select([descriptor], [], [], _TICK)[0]:
            break
        if was_over:
            return b""
    return os.read(descriptor, _CHUNK)
