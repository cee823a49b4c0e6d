"""What does the world answer to a tool call? The first stub that fits and is not used up."""

from collections.abc import Sequence
from math import inf
from threading import Lock

from goldgate.differ.canonical import plain
from goldgate.differ.matchers import matches
from goldgate.model.case import Stub
from goldgate.model.frozen import frozen
from goldgate.model.trace import ERROR_WITHOUT_CODE, NO_STUB
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured


@frozen(kw_only=True)
class Refusal:
    """The world answers with an error."""

    code: str
    message: str = ""


class Stubs:
    """The stubs of one trial, and how often each has answered. Threads of the agent may ask at once."""

    def __init__(self, stubs: Sequence[Stub]) -> None:
        self._stubs = stubs
        self._used = [0] * len(stubs)
        self._asked: set[str] = set()
        self._lock = Lock()

    def know(self, tool: str) -> bool:
        """Whether any of them answers for this tool, used up or not."""
        return any(stub.tool == tool for stub in self._stubs)

    def answer(self, tool: str, args: Json | NotCaptured) -> Json | Refusal:
        """What the world says to this call; a value is a copy that belongs to the caller."""
        self._asked.add(tool)
        for index, stub in enumerate(self._stubs):
            if _fits(stub, tool, args) and (turn := self._take(index)) is not None:
                return _answer(stub, turn)
        return Refusal(code=NO_STUB)

    def idle(self) -> tuple[int, ...]:
        """The stubs, counted from 0, that have answered nothing."""
        return tuple([index for index, used in enumerate(self._used) if not used])

    def never_asked(self) -> frozenset[str]:
        """The tools that have a stub, and that nobody asked the world for."""
        return frozenset(stub.tool for stub in self._stubs) - self._asked

    def _take(self, index: int) -> int | None:
        """The how manieth answer of the stub this is, from 0; None when it is used up."""
        with self._lock:
            turn = self._used[index]
            if turn >= _uses(self._stubs[index]):
                return None
            self._used[index] += 1
            return turn


def _fits(stub: Stub, tool: str, args: Json | NotCaptured) -> bool:
    if stub.tool != tool:
        return False
    return stub.args is NOT_CAPTURED or (args is not NOT_CAPTURED and matches(stub.args, args))


def _uses(stub: Stub) -> float:
    times = inf if stub.times is None else stub.times
    return times if stub.returns_each is None else min(times, len(stub.returns_each))


def _answer(stub: Stub, turn: int) -> Json | Refusal:
    if stub.returns_each is not None:
        return plain(stub.returns_each[turn])
    if stub.returns is not NOT_CAPTURED:
        return plain(stub.returns)
    return Refusal(code=stub.error_code or ERROR_WITHOUT_CODE, message=stub.message or "")
