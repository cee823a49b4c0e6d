"""Does a command speak the agent protocol? It is tried point by point, and told in words where it doesn't."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Final

import attrs

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.conversation import Conversation, said_case
from goldgate.agents.commands.greeting import NotGreeted, end_in_words
from goldgate.agents.commands.kept import KeptProcess
from goldgate.agents.commands.messages import PROTOCOL
from goldgate.agents.commands.process import GRACE, Ended
from goldgate.agents.context import Context
from goldgate.agents.exits import how_it_ended
from goldgate.agents.recorder import Recorder
from goldgate.agents.tapes import Tape
from goldgate.differ.nearest import brief
from goldgate.errors import BadTrace, NotJson
from goldgate.formats.trace import read_trace
from goldgate.model.case import CaseView, Stub
from goldgate.model.frozen import frozen
from goldgate.model.trace import EXCEPTION
from goldgate.model.value import Json
from goldgate.model.variant import PLAIN, ResolvedVariant

ODD_TEXT: Final = '메모 ✓ e\u0301 \U0001f468\u200d\U0001f469 \u202e \u2028 " \\ / \t \n \x00 </script> ${HOME} %s'
"""Characters that JSON, UTF-8, lines or shells are known to stumble over."""
BIG: Final = 1024 * 1024
"""How many characters a big message has more than another."""
_KILLED: Final = -9


class Outcome(StrEnum):
    """What came of a try."""

    OK = "ok"
    BAD = "bad"
    UNTRIED = "untried"


@frozen(kw_only=True)
class Finding:
    """One point of the protocol: what was tried, what came of it, and that in words."""

    what: str
    outcome: Outcome
    why: str


@frozen(kw_only=True)
class Trial:
    """A case to try the agent on, with the folder that holds the files of its world.

    `tape` makes what answers for the outside world, anew each time that it is tried; `variant` goes with the case.
    """

    view: CaseView
    folder: Path | None = None
    tape: Callable[[], Tape | None] = lambda: None
    variant: ResolvedVariant = PLAIN


@attrs.define
class Examination:
    """Tries one command; `patience` is how many seconds it may be silent in the middle of a case."""

    command: Command
    patience: float
    _process: KeptProcess = attrs.field(init=False)
    _trials: int = attrs.field(default=0, init=False)
    _calling: Trial | None = attrs.field(default=None, init=False)
    _tools: dict[str, None] = attrs.field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._process = KeptProcess(self.command, alone=True, patience=self.patience)

    def findings(self, first: Trial, second: Trial) -> Iterator[Finding]:
        """Everything that was tried, as it comes; only the first when the agent says no hello."""
        try:
            yield (hello := self._hello())
            if hello.outcome is Outcome.OK:
                yield self._case(f"case {first.view.id}", first)
                yield self._case(f"case {second.view.id}, after the first", second)
                yield from self._on_calls()
                yield from self._on_texts(self._calling or first)
                yield self._end()
        finally:
            self._process.kill()

    def _hello(self) -> Finding:
        try:
            self._process.start()
        except NotGreeted as error:
            return Finding(what="hello", outcome=Outcome.BAD, why=error.why)
        return Finding(what="hello", outcome=Outcome.OK, why=f"speaks version {PROTOCOL}")

    def _on_calls(self) -> Iterator[Finding]:
        for what, stubs in (
            ("calls that no stub answers", ()),
            ("calls that fail", tuple(self._stubs(error_code="AGENT_CHECK", message="this call fails on purpose"))),
        ):
            if self._calling is None:
                yield Finding(what=what, outcome=Outcome.UNTRIED, why="it called no tool in either case")
            else:
                yield self._case(what, _with_tools(self._calling, stubs))

    def _on_texts(self, trial: Trial) -> Iterator[Finding]:
        for what, text in (("characters of all kinds", ODD_TEXT), ("a request of a million characters", BIG * "x")):
            yield self._case(what, _with_tools(_longer(trial, text), tuple(self._stubs(returns=text))))
        yield self._case("a variant with an adapter", attrs.evolve(trial, variant=self._some_variant()))
        yield self._case("a key that it does not know", trial, added=b',"from_the_future":{"x":[1]}')

    def _some_variant(self) -> ResolvedVariant:
        return ResolvedVariant(name="agent-check", folder=self.command.root)

    def _stubs(self, **answer: Json) -> Iterator[Stub]:
        """Stubs that give the same answer for every tool that the agent has called so far."""
        return (Stub(tool=tool, **answer) for tool in self._tools)  # type: ignore[arg-type] # fields of Stub

    def _end(self) -> Finding:
        what = "the end of its input"
        if (again := self._hello()).outcome is Outcome.BAD:  # where it was lost before
            return attrs.evolve(again, what=what)
        status, leftover = self._process.end()
        if status == _KILLED:
            why = f"it goes on when GOLDGATE_IN is closed, and is killed after {GRACE:g} s"
            return Finding(what=what, outcome=Outcome.BAD, why=why)
        if leftover:
            why = f"it still sends messages after the last result, which make that trial ERROR: {brief(leftover[0])}"
            return Finding(what=what, outcome=Outcome.BAD, why=why)
        return Finding(what=what, outcome=Outcome.OK, why=f"it ends ({how_it_ended(status)})")

    def _case(self, what: str, trial: Trial, *, added: bytes = b"") -> Finding:
        replaced = self._process.replaced
        try:
            why = self._held(trial, added=added)
        except (NotGreeted, Ended, TimeoutError, BadTrace, NotJson) as error:
            return Finding(what=what, outcome=Outcome.BAD, why=self._told(error))
        if self._process.replaced > replaced:
            why += "; its process had ended after the case before, and another was started"
        return Finding(what=what, outcome=Outcome.OK, why=why)

    def _told(self, error: Exception) -> str:
        match error:
            case Ended():
                return end_in_words(error, before="it was done with the case")
            case TimeoutError():
                return f"it said nothing for {self.patience:g} s"
        return str(error)

    def _held(self, trial: Trial, *, added: bytes) -> str:
        """What it did, in words. `added` are further keys of the case message, as JSON."""
        self._trials += 1
        recorder = Recorder(on_late=_nothing, tape=trial.tape())
        context = Context(trial.view, folder=trial.folder, recorder=recorder, variant=trial.variant)
        talk = Conversation(trial=self._trials, context=context, on_late=_refuse)
        case = said_case(self._trials, trial.view, context)
        with recorder.recording():
            read_trace(self._process.hold(talk, case.removesuffix(b"}\n") + added + b"}\n"))
        if talk.called:
            self._tools |= dict.fromkeys(talk.called)
            self._calling = self._calling or trial
        failure = next((step.error_code for step in recorder.steps() if step.kind == EXCEPTION), None)
        ending = "a result" if failure is None else f"an error, {failure}"
        return f"{_counted(len(talk.called))}, then {ending}"


def _nothing() -> None:
    """What comes late is refused elsewhere."""


def _refuse(trial: int) -> None:
    raise BadTrace(f"it sent a message of trial {trial}, which was over or never begun")


def _counted(calls: int) -> str:
    return {0: "no call", 1: "1 call"}.get(calls, f"{calls} calls")


def _with_tools(trial: Trial, tools: tuple[Stub, ...]) -> Trial:
    return attrs.evolve(trial, view=attrs.evolve(trial.view, world=attrs.evolve(trial.view.world, tools=tools)))


def _longer(trial: Trial, text: str) -> Trial:
    """The case with more in its request, at the end."""
    request = trial.view.request
    if isinstance(request, str):
        request = f"{request} {text}"
    else:
        request = (*request[:-1], attrs.evolve(request[-1], content=f"{request[-1].content} {text}"))
    return attrs.evolve(trial, view=attrs.evolve(trial.view, request=request))
