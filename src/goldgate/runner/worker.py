"""What is a worker? A process that holds the agents, performs one guarded trial at a time, and decides nothing."""

import gc
import os
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs

from goldgate.agents.frames import user_frames
from goldgate.agents.load import is_elsewhere
from goldgate.errors import AgentNotLoadable, InternalFault, Problem
from goldgate.formats.detail import write_detail
from goldgate.formats.guards import GUARDS
from goldgate.formats.http import HTTP
from goldgate.formats.recording import RECORDING
from goldgate.formats.trace import write_trace
from goldgate.model.cassette import Mode
from goldgate.model.determinism import Source
from goldgate.model.frozen import frozen
from goldgate.model.variant import ResolvedVariant, Skill
from goldgate.runner.channel import Channel, hush, take_over
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.ensemble import Ensemble, assembled
from goldgate.runner.guards.registry import Guarding, Guards
from goldgate.runner.imports import distrusting_bytecode
from goldgate.runner.project_files import ProjectFolder
from goldgate.runner.protocol import Batch, Farewell, Goodbye, Hello, Late, Message, NotLoadable, Ready, Reply, Request
from goldgate.runner.shaking import SHAKEN
from goldgate.runner.studio import Studio
from goldgate.runner.trial import Attempt


def main() -> None:
    """Load the agents that the parent names, say so, and serve."""
    with take_over() as channel:
        try:
            hello = channel.receive()
        except AgentNotLoadable as error:
            channel.send(NotLoadable(problems=error.problems))
        else:
            _greeted(channel, hello)
    _leave()


def _greeted(channel: Channel, hello: Message) -> None:
    if not isinstance(hello, Hello):
        raise InternalFault(f"a worker was first told {hello}")
    _begin(channel, hello)


def _begin(channel: Channel, hello: Hello) -> None:
    root = Path(hello.root)
    channel.borrowed = tuple(filter(None, (hello.scratch, hello.taken_out)))
    with ExitStack() as stack:
        stack.enter_context(distrusting_bytecode(ProjectFolder(root=root, outside=hello.outside).holds))
        try:
            ensemble = stack.enter_context(
                assembled(
                    hello.agents,
                    root=root,
                    outside=hello.outside,
                    scratch=Path(hello.scratch),
                    http={suite: HTTP(settings) for suite, settings in hello.http.items()},
                    studio=_studio(hello),
                    guards=_guards(hello),
                    endpoint=Endpoint({**hello.providers, **os.environ}, mode=Mode(hello.mode)),
                    variants=_variants(hello),
                )
            )
        except AgentNotLoadable as error:
            channel.send(NotLoadable(problems=error.problems))
            return
        except KeyboardInterrupt as error:  # nobody presses Ctrl-C here: this is not the user's process group
            channel.send(NotLoadable(problems=[_interrupted(error, root=root)]))
            return
        channel.send(Ready(project_files=ensemble.imported))
        hush()
        channel.printed.take()  # while the agents were loaded
        gc.freeze()  # what was imported stays to the end: Python need not search it for garbage in every trial
        Worker(channel=channel, ensemble=ensemble).serve()


def _interrupted(error: KeyboardInterrupt, *, root: Path) -> Problem:
    frames = user_frames(error, root=root)
    message = "\n".join(("an agent raised KeyboardInterrupt while it was loaded", *frames.lines))
    return Problem(code=AgentNotLoadable.code, message=message, file=frames.file, line=frames.line)


def _studio(hello: Hello) -> Studio:
    settings = {suite: RECORDING(written) for suite, written in hello.recording.items()}
    return Studio.of(Mode(hello.mode), settings, reachable=hello.reachable, environ=os.environ)


def _variants(hello: Hello) -> dict[str, dict[str, ResolvedVariant]]:
    return {
        suite: {name: _variant(hello, suite, name) for name in {**hello.adapters.get(suite, {}), **skills}}
        for suite in hello.agents
        if (skills := hello.skills.get(suite, {})) or suite in hello.adapters
    }


def _variant(hello: Hello, suite: str, name: str) -> ResolvedVariant:
    path = hello.adapters.get(suite, {}).get(name)
    skills = hello.skills.get(suite, {}).get(name, {})
    return ResolvedVariant(
        name=name,
        folder=None if path is None else Path(path),
        skills=tuple(Skill(name=skill, folder=Path(where)) for skill, where in skills.items()),
    )


def _guards(hello: Hello) -> Guards:
    return Guards.of(
        Guarding(
            settings=GUARDS(hello.guards),
            reachable=hello.reachable,
            elsewhere=frozenset(suite for suite, agent in hello.agents.items() if is_elsewhere(agent)),
            replaying=Mode(hello.mode) is Mode.REPLAY,
        ),
        also=[SHAKEN[Source(name)]() for name in hello.shaken],
    )


@frozen(kw_only=True)
class Worker:
    """A worker that is ready."""

    channel: Channel
    ensemble: Ensemble

    def serve(self) -> None:
        """Perform batches until the parent says goodbye."""
        while True:
            match self.channel.receive():
                case Batch(trials=trials):
                    self._perform(trials)
                case Goodbye():
                    self.ensemble.close()
                    self._tell_late()
                    self.channel.send(Farewell(project_files=self.ensemble.files.news()))
                    return
                case other:
                    raise InternalFault(f"a worker was told {other}")

    def _perform(self, trials: Sequence[Request]) -> None:
        """One trial after the other; none after one that still runs, which could reach into it."""
        for number, suite, variant, view, recorded, dice in trials:
            attempt = self.ensemble.perform(number, suite, view, recorded=recorded, variant=variant, dice=dice)
            reply = self._reply(number, attempt)
            self.channel.send(reply)
            self._tell_late()
            if reply.is_last:
                return

    def _reply(self, number: int, attempt: Attempt) -> Reply:
        printed = self.channel.printed.take()
        detail = attrs.evolve(attempt.detail, printed=printed) if printed else attempt.detail
        return Reply(
            number=number,
            seconds=round(attempt.seconds, 6),
            trace=write_trace(attempt.trace),
            fault=None if attempt.fault is None else (attempt.fault.code, attempt.fault.message),
            project_files=self.ensemble.files.news(),
            unused=attempt.unused,
            made=attempt.made,
            is_last=attempt.goes_on,
            detail=write_detail(detail),
        )

    def _tell_late(self) -> None:
        """What the parent heard of these trials before no longer holds, so this always comes after their replies."""
        for number in self.ensemble.stage.newly_late():
            self.channel.send(Late(number=number))


def _leave() -> None:
    """End without waiting for threads that the agent left behind."""
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        os._exit(0)


if __name__ == "__main__":
    main()
