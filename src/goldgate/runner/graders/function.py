"""How is a Python function asked? In a process of its own, which is started anew when it is lost."""

import json
import sys
from contextlib import ExitStack
from types import TracebackType
from typing import Final, Self

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.process import Ended, Process
from goldgate.differ.canonical import spell
from goldgate.errors import BadTrace, JudgeNotLoadable
from goldgate.model.grading import Question, Reply
from goldgate.runner.graders.grader import Seat, no_answer_within
from goldgate.store.scratch import scratch_folder

_SERVING: Final = "goldgate.runner.graders.function_process"
_PATIENCE: Final = 60.0
"""Seconds to import the function."""


class FunctionGrader:
    """A judge that is `module:function` of the settings' folder, called with the document of a question.

    It runs in an empty folder, and never in the process that decides: it may hang, crash or leave the interpreter.
    """

    pause = 0.0

    def __init__(self, seat: Seat) -> None:
        self._name = seat.settings.judge or ""
        self._root = seat.root.resolve()
        self._timeout = seat.settings.timeout
        self._process: Process | None = None
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Import the function. Raises JudgeNotLoadable."""
        self._folder = self._stack.enter_context(scratch_folder())
        self._stack.callback(self._lose)
        try:
            self._process = self._begun()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        """End the process."""
        self._stack.close()

    def _begun(self) -> Process:
        words = (sys.executable, "-m", _SERVING, self._name, str(self._root))
        process = Process(Command(words=words, root=self._folder), alone=True)
        try:
            said = json.loads(process.receive(within=_PATIENCE))
        except Ended as ended:
            raise JudgeNotLoadable(f"the judge {self._name!r} could not be imported: {_ending(ended)}") from None
        except TimeoutError:
            process.kill()
            raise JudgeNotLoadable(f"the judge {self._name!r} was not imported within {_PATIENCE:g} s") from None
        if "fault" in said:
            process.kill()
            raise JudgeNotLoadable(said["fault"])
        return process

    def ask(self, question: Question) -> Reply:
        """Call the function; a process that is lost by it is replaced for the next question."""
        try:
            process = self._process = self._process or self._begun()
        except JudgeNotLoadable as error:
            return Reply(fault=error.problems[0].message)
        process.send(f"{spell(dict(question.document))}\n".encode())
        try:
            said = json.loads(process.receive(within=self._timeout))
        except TimeoutError:
            self._lose()
            return no_answer_within(self._timeout)
        except Ended as ended:
            self._lose()
            return Reply(fault=f"the judge left: {_ending(ended)}")
        except BadTrace as error:
            self._lose()
            return Reply(fault=error.problems[0].message)
        return Reply(**said)

    def _lose(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


def _ending(ended: Ended) -> str:
    last = f": {ended.printed[-1].strip()}" if ended.printed else ""
    return f"its process ended with status {ended.status}{last}"
