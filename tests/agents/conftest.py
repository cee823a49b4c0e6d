"""What the tests of this room share: an agent on one case, and its trace in short."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import attrs
import pytest

from goldgate.agents.perform import perform
from goldgate.agents.tapes import Question
from goldgate.model.case import CaseView, Stub, World
from goldgate.model.trace import Step, Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

Observe: TypeAlias = Callable[..., Trace]


@pytest.fixture
def observe() -> Observe:
    """The trace of an agent on a case with these stubs and this state; a trial that has a fault fails the test."""

    def observe(
        agent: object,
        *,
        tools: Sequence[Stub] = (),
        state: Json | NotCaptured = NOT_CAPTURED,
        folder: Path | None = None,
    ) -> Trace:
        view = CaseView(id="case", request="do it", world=World(tools=tuple(tools), state=state))
        performance = perform(agent, view, folder=folder)
        assert performance.fault is None
        return performance.trace

    return observe


@attrs.define
class Answers:
    """A tape that says where it is asked, and, as a test likes, that it has refused something."""

    has_refused: bool = False

    def call(self, kind: str, name: str, asked: object) -> Question:
        """Nothing is asked of it."""
        raise NotImplementedError

    def environ(self) -> dict[str, str]:
        """Where it would be asked."""
        return {
            "GOLDGATE_REPLAY_URL": "http://127.0.0.1:4000/9",
            "OPENAI_BASE_URL": "http://127.0.0.1:4000/9/openai/v1",
        }


@pytest.fixture
def tape() -> Answers:
    """A tape that has refused nothing."""
    return Answers()


@pytest.fixture
def said() -> Callable[[Trace], list[tuple[str | None, object]]]:
    """Name and arguments (the only value when there is one) of every step."""

    def short(step: Step) -> tuple[str | None, object]:
        if isinstance(step.args, dict) and len(step.args) == 1:
            return step.name, next(iter(step.args.values()))
        return step.name, step.args

    return lambda trace: [short(step) for step in trace.steps]
