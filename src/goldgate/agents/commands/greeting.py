"""Does a new process of a command speak our protocol? It says hello, or is not used."""

from typing import Final

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.messages import PROTOCOL, Hello, read_message, say_hello
from goldgate.agents.commands.process import Ended, Process
from goldgate.agents.exits import exit_step, how_it_ended
from goldgate.agents.raised import exception_step
from goldgate.errors import BadTrace
from goldgate.model.trace import BAD_TRACE, TIMEOUT, Step

HELLO_TIMEOUT: Final = 30.0
"""Seconds that a process may take from its start to its hello."""


class NotGreeted(Exception):
    """A process can't be used. `why` is for people, `step` stands for it in the trace of a trial."""

    def __init__(self, why: str, *, step: Step) -> None:
        super().__init__(why)
        self.why = why
        self.step = step


def greeted(command: Command, *, alone: bool = False) -> Process:
    """A new process of the command, which has said hello. Raises NotGreeted."""
    try:
        process = Process(command, alone=alone)
    except OSError as error:
        why = f"the process could not be started: {error.strerror}"
        raise NotGreeted(why, step=exception_step(type(error).__name__, why)) from None
    process.send(say_hello())
    try:
        _check(process.receive(within=HELLO_TIMEOUT))
    except Ended as end:
        raise NotGreeted(end_in_words(end, before="it said hello"), step=exit_step(end.status)) from None
    except TimeoutError:
        raise _silent(process) from None
    except BadTrace as error:
        process.kill()
        raise NotGreeted(str(error), step=exception_step(BAD_TRACE, str(error))) from None
    return process


def end_in_words(end: Ended, *, before: str) -> str:
    """That a process ended too early, and the last that it printed, on lines of their own."""
    first = f"the process ended ({how_it_ended(end.status)}) before {before}"
    return "\n".join((first, *(f"  {line}" for line in end.printed)))


def _check(line: bytes) -> None:
    message = read_message(line)
    if not isinstance(message, Hello):
        raise BadTrace("the agent's first message is not its hello")
    if message.protocol != PROTOCOL:
        raise BadTrace(f"the agent speaks version {message.protocol} of the protocol, this goldgate version {PROTOCOL}")


def _silent(process: Process) -> NotGreeted:
    process.kill()
    why = (
        f"the process said no hello within {HELLO_TIMEOUT:g} s; an agent reads goldgate's messages from the descriptor "
        "that GOLDGATE_IN names, and writes its own to GOLDGATE_OUT"
    )
    return NotGreeted(why, step=exception_step(TIMEOUT, f"no hello within {HELLO_TIMEOUT:g} s"))
