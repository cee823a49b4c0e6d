"""How is a program asked? Started for each question in an empty folder; the prompt on its stdin, which then ends."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from goldgate.agents.commands.command import ON_WINDOWS, read_command
from goldgate.agents.no_repository import without_repository
from goldgate.errors import AgentNotLoadable, JudgeNotLoadable
from goldgate.model.grading import Question, Reply
from goldgate.runner.graders.grader import Seat, answer_of, no_answer_within
from goldgate.store.scratch import scratch_folder

_LAST: Final = 300
"""Characters of what a program that failed printed to stderr."""


class CommandGrader:
    """A judge that is a program. Words of its command that name files are taken from the settings' folder."""

    pause = 0.0

    def __init__(self, seat: Seat) -> None:
        self._name = seat.settings.judge or ""
        self._root = seat.root.resolve()
        self._timeout = seat.settings.timeout
        self._words: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        """Find the program. Raises JudgeNotLoadable."""
        try:
            command = read_command(self._name, root=self._root)
        except AgentNotLoadable as error:
            raise JudgeNotLoadable(*(f"the judge: {problem.message}" for problem in error.problems)) from None
        self._words = tuple(self._placed(word) for word in command.words)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        """Nothing runs between two questions."""

    def _placed(self, word: str) -> str:
        """A file keeps its place, though the program runs elsewhere."""
        path = self._root / word
        return str(path) if path.is_file() else word

    def ask(self, question: Question) -> Reply:
        """Start it, tell it the prompt, and wait for its end."""
        with scratch_folder() as folder:
            try:
                process = self._started(folder)
            except OSError as error:
                return Reply(fault=f"the judge can't be started: {error.strerror or error}")
            return self._reply(process, question.prompt.encode())

    def _started(self, folder: Path) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(  # noqa: S603 - it is the user's own judge
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=without_repository(os.environ),
            process_group=None if ON_WINDOWS else 0,
        )

    def _reply(self, process: "subprocess.Popen[bytes]", prompt: bytes) -> Reply:
        try:
            said, printed = process.communicate(prompt, timeout=self._timeout)
        except subprocess.TimeoutExpired:
            return no_answer_within(self._timeout)
        finally:
            _end(process)
        if process.returncode:
            return Reply(fault=_ending(process.returncode, printed))
        return answer_of(said)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End it, with all that it started."""
    with suppress(OSError):
        if ON_WINDOWS:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()


def _ending(status: int, printed: bytes) -> str:
    last = " ".join(printed.decode(errors="replace").split())[-_LAST:]
    return f"the judge ended with status {status}" + (f": {last}" if last else "")
