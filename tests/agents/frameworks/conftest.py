"""What the tests of all frameworks share: agents whose models are scripted, and their traces in short."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

import pytest

from goldgate.agents.frameworks import FRAMEWORKS, Framework
from goldgate.agents.perform import perform
from goldgate.model.case import CaseView, Stub, Turn, World
from goldgate.model.trace import Trace
from goldgate.model.value import NOT_CAPTURED, Json, NotCaptured

AGENTS: Final = Path(__file__).parent / "scripted"
"""The project's folder of the scripted agents."""

Short: TypeAlias = tuple[str | None, Json | NotCaptured, str | None]
"""Name, arguments and error code of a step."""


def skip_without(framework: Framework) -> None:
    """Skip the test where the framework is not installed."""
    if not any(distributions(name=framework.distribution)):
        pytest.skip(f"{framework.name} has an environment of its own")


@pytest.fixture
def scripted() -> Iterator[Callable[[str], ModuleType]]:
    """Imports the module with the scripted agent of a framework, by the name of the framework's file."""
    path = sys.path[:]
    sys.path.insert(0, str(AGENTS))

    def scripted(file: str) -> ModuleType:
        skip_without(next(framework for framework in FRAMEWORKS if framework.file == file))
        return import_module(f"with_{file}")

    yield scripted
    sys.path[:] = path


@pytest.fixture(params=FRAMEWORKS, ids=lambda framework: framework.file)
def framework(request: pytest.FixtureRequest) -> Framework:
    """Every framework that is installed."""
    known: Framework = request.param
    skip_without(known)
    return known


@pytest.fixture
def agent(framework: Framework, scripted: Callable[[str], ModuleType]) -> Any:
    """The scripted agent of the framework."""
    return scripted(framework.file).agent


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, scripted: object) -> Callable[..., None]:
    """Adds a script: what is asked, and the turns that the model answers with."""
    scripts = import_module("scripted_turns").SCRIPTS

    def script(request: str, *turns: Sequence[tuple[str, str]]) -> None:
        monkeypatch.setitem(scripts, request, turns)

    return script


@pytest.fixture
def observe() -> Callable[..., Trace]:
    """The trace of an agent on a request; a trial that has a fault fails the test."""

    def observe(
        agent: object,
        request: str | tuple[Turn, ...],
        *,
        tools: Sequence[Stub] = (),
        state: Json | NotCaptured = NOT_CAPTURED,
    ) -> Trace:
        view = CaseView(id="case", request=request, world=World(tools=tuple(tools), state=state))
        performance = perform(agent, view)
        assert performance.fault is None
        return performance.trace

    return observe


@pytest.fixture
def short() -> Callable[[Trace], list[Short]]:
    """Name, arguments and error code of every step."""
    return lambda trace: [(step.name, step.args, step.failure_code) for step in trace.steps]


@pytest.fixture
def goldgate() -> Callable[..., tuple[int, str]]:
    """The exit code of a command in a project, and what it prints on stdout; nothing says here that this is CI."""
    kept = {key: value for key, value in os.environ.items() if key not in ("CI", "PRE_COMMIT")}

    def goldgate(project: Path, *words: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "goldgate", *words]
        ended = subprocess.run(command, cwd=project, env=kept, capture_output=True, text=True, check=False)
        return ended.returncode, ended.stdout

    return goldgate
