"""To which trial, and to which strand of it, does a recorded step belong?"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from mmap import mmap
from os import getpid
from threading import RLock, get_ident
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from goldgate.agents.calls import Call
from goldgate.agents.flows import AT_THE_END, WAITED, Flow, Item, steps_of
from goldgate.agents.frames import Origin
from goldgate.agents.recording import ACTIVE, PLACE, OpenStep
from goldgate.agents.strands import running_loop, running_task
from goldgate.agents.tapes import Tape
from goldgate.model.trace import Step

if TYPE_CHECKING:
    from goldgate.agents.strands import AnyTask, Loop

_Value = TypeVar("_Value")
_FORKED: Final = mmap(-1, 1)
"""Shared with processes that the agent forks: whether one of them has recorded a step, which stays there."""


class Place(NamedTuple):
    """Where code stands in a trial: in a flow, after so many of its items."""

    recorder: "Recorder"
    flow: Flow
    position: int

    def record(self, *, kind: str, name: str | None, args: object) -> OpenStep:
        """Begin a step here."""
        return self.recorder.begin(kind=kind, name=name, args=args)

    def tape_at_hand(self) -> Tape | None:
        """The tape of the trial."""
        return self.recorder.tape


class Recorder:
    """Records the steps of one trial, from whichever thread or task of the agent they come.

    `on_late` is called, in the thread where it happens, when code that belongs to this trial records a step after the
    trial's end: the trace was not complete. `lost` says why a step that came in time could not be attributed.
    `tape` answers what the trial's code asks of the outside world; without one, nothing does.
    """

    def __init__(self, *, on_late: Callable[[], None], tape: Tape | None = None) -> None:
        self.lost: str | None = None
        self.tape: Final = tape
        self._on_late = on_late
        self._lock = RLock()  # a finalizer or signal handler of the agent's may record while we do
        self._over = False
        self._calls: list[Call] = []
        self._raised: list[tuple[str, Origin]] = []
        self._root = Flow()
        self._flows = [self._root]
        self._tasks: WeakKeyDictionary[AnyTask, Flow] = WeakKeyDictionary()
        self._process = getpid()
        self._home = get_ident()
        self._threads = {self._home: self._root}
        self._elders = frozenset(sys._current_frames())  # noqa: SLF001 - threading knows only its own threads

    # The trial from outside

    @contextmanager
    def recording(self) -> Iterator[None]:
        """The time of the trial: the code inside belongs to it, and all that it starts."""
        token = PLACE.set(Place(self, self._root, 0))
        ACTIVE.append(self)
        try:
            yield
        finally:
            ACTIVE.remove(self)
            PLACE.reset(token)
            with self._lock:
                self._over = True
            if _FORKED[0]:
                _FORKED[0] = 0
                self.lost = "a step was recorded in a process that the agent forked"

    def abandon(self) -> None:
        """The agent is done: what has not ended by now stays unfinished."""
        for call in self._calls[:]:
            call.abandon()

    def steps(self) -> tuple[Step, ...]:
        """All steps of a trial that is over, in their lasting order; they are handed out once."""
        self.abandon()
        flows, self._flows = self._flows, []  # a thread that was left behind keeps hold of this object
        self._calls = []
        return steps_of(flows)

    def raised(self) -> list[tuple[str, Origin]]:
        """The steps that exceptions ended, as far as they have not been handed out: code, and where it was raised."""
        calls = [(call.step.error_code or "", call.origin) for call in self._calls[:] if call.origin is not None]
        return [*self._raised, *calls]

    def note_raised(self, code: str | None, origin: Origin | None) -> None:
        """An exception ended a step that is told otherwise than through this object."""
        if origin is not None:
            self._raised.append((code or "", origin))

    # Steps

    def begin(self, *, kind: str, name: str | None, args: object) -> Call:
        """Begin a step of this trial; its place is behind all that its strand of the agent did before."""
        return self._placed(Call(kind=kind, name=name, args=args))

    def add(self, step: Step) -> None:
        """Record a step that is complete."""
        self._placed(Call.of(step))

    def record(self, *, kind: str, name: str | None, args: object) -> OpenStep:
        """Begin a step of code that knows nothing of trials, while this one runs."""
        active = [sink for sink in ACTIVE if isinstance(sink, Recorder)]
        for recorder in active:
            if recorder.claims(alone=len(active) == 1):
                return recorder.begin(kind=kind, name=name, args=args)
        for recorder in active:
            recorder.lost = f"{name} was called in a thread that is older than the trial and knows nothing of it"
        return OpenStep(kind=kind, name=name, args=args)

    def tape_at_hand(self) -> Tape | None:
        """The tape for code that knows nothing of trials, while this one runs: its own when no other does."""
        active = [sink for sink in ACTIVE if isinstance(sink, Recorder)]
        for recorder in active:
            if len(active) == 1 or recorder.claims(alone=False):
                return recorder.tape
        for recorder in active:
            recorder.lost = "something was asked in a thread that knows nothing of the trials which run at once"
        return self.tape

    def claims(self, *, alone: bool) -> bool:
        """Whether code that knows nothing of trials is this one's: in its threads, or in a new one when it is alone."""
        here = get_ident()
        return self._known() is not None or here == self._home or (alone and here not in self._elders)

    def count(self) -> int:
        """How many steps have begun."""
        return len(self._calls)

    def since(self, count: int) -> list[Call]:
        """The steps but the first so many, in the order in which they began."""
        return self._calls[count:]

    def _placed(self, call: Call) -> Call:
        if getpid() != self._process:
            _FORKED[0] = 1
            return call
        with self._lock:
            if not self._over:
                self._append(self._current(), call)
                self._calls.append(call)
                return call
        self._on_late()
        return call

    # Strands

    def enter_task(self) -> None:
        """The running task goes on with what the trial's own code began."""
        if task := running_task():
            self._tasks[task] = self._root

    def carried(self, run: Callable[[], _Value]) -> Callable[[], _Value]:
        """The same, for another thread to call: a flow of its own that starts here."""
        return partial(self._run, self._fork(running_loop()), run)

    def adopt(self, task: "AnyTask", *, loop: "Loop") -> None:
        """A task that starts here is a flow of its own."""
        if flow := self._fork(loop, begun=self._tasks.get(task)):
            self._tasks[task] = flow

    def waited(self) -> None:
        """The code at hand has waited for others: what it starts from now on is another turn."""
        with self._lock:
            flow = self._known()
            if flow is not None and not self._over:
                self._append(flow, WAITED)

    def _fork(self, loop: "Loop | None", *, begun: Flow | None = None) -> Flow | None:
        """A flow that starts here; the code at hand has waited as soon as the loop comes to run other things.

        `begun` is the flow of an eager task, which has recorded steps before anybody could tell where it was started.
        """
        with self._lock:
            if self._over:
                return None
            parent, child = self._current(), begun or Flow()
            if begun is None:
                self._flows.append(child)
            elif not parent.disown(begun):
                return begun  # it is known by another place, and stays there
            self._append(parent, child)
            tells = loop is not None and not parent.waits
            parent.waits = parent.waits or tells
        if loop is not None and tells:
            loop.call_soon(self._has_waited, parent)
        return child

    def _has_waited(self, flow: Flow) -> None:
        with self._lock:
            flow.waits = False
            flow.items.append(WAITED)

    def _run(self, flow: Flow | None, run: Callable[[], _Value]) -> _Value:
        """Run as this flow; without one the trial is over, and a step that comes yet is late."""
        thread = get_ident()
        outer = self._threads.get(thread)
        own = flow or Flow()
        token = PLACE.set(Place(self, own, 0))
        self._threads[thread] = own
        try:
            return run()
        finally:
            PLACE.reset(token)
            self._threads.pop(thread)
            if outer is not None:
                self._threads[thread] = outer

    def _append(self, flow: Flow, item: Item) -> None:
        flow.items.append(item)
        PLACE.set(Place(self, flow, len(flow.items)))

    def _known(self) -> Flow | None:
        """The flow of the code at hand, where that is known."""
        if running_loop() is None:
            flow = self._threads.get(get_ident())
        else:
            flow = self._tasks.get(task) if (task := running_task()) else None
        place = PLACE.get()
        if flow is None and isinstance(place, Place) and place.recorder is self and place.flow.thread == get_ident():
            return place.flow
        return flow

    def _current(self) -> Flow:
        """The flow of the code at hand; a new one where no more is known than what it comes from, or not even that."""
        return self._known() or self._stray()

    def _stray(self) -> Flow:
        place, flow = PLACE.get(), Flow()
        parent, position = self._root, AT_THE_END
        if isinstance(place, Place) and place.recorder is self:
            parent, position = place.flow, place.position
        parent.strays.setdefault(position, []).append(flow)
        self._flows.append(flow)
        if task := running_task():
            self._tasks[task] = flow
        else:
            flow.thread = get_ident()
        return flow
