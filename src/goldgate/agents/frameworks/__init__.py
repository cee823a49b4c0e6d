"""Which framework does an agent belong to, and who runs it? A literal registry; its files are imported when used."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from inspect import iscoroutine, ismethod
from typing import Any, Final, Protocol, cast

from goldgate.agents.calling import run_async
from goldgate.agents.context import Context
from goldgate.agents.strands import running_loop
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView
from goldgate.model.frozen import frozen


@frozen(kw_only=True)
class Framework:
    """One framework, and which file of this room runs its agents.

    `package` is where its classes live, `classes` are those of which an agent is an instance (of a subclass, too), and
    `marker` is a name that the package has, which tells it from another package of that name. `relatives` are packages
    that belong to it and have no agents which goldgate runs.
    """

    name: str
    file: str
    package: str
    classes: frozenset[str]
    marker: str
    distribution: str
    at_least: str
    relatives: tuple[str, ...] = ()

    def made(self, agent: object) -> bool:
        """Whether the agent is one of this framework's. Imports nothing."""
        return any(
            cls.__name__ in self.classes and _is_in(cls, self.package) for cls in type(agent).__mro__
        ) and hasattr(sys.modules.get(self.package), self.marker)

    def owns(self, kind: type) -> bool:
        """Whether a class is the framework's own, an agent's or not."""
        return (_is_in(kind, self.package) and hasattr(sys.modules.get(self.package), self.marker)) or any(
            _is_in(kind, package) for package in self.relatives
        )

    @property
    def needed(self) -> str:
        """What must be installed, as pip takes it."""
        return f"{self.distribution}>={self.at_least}"

    def adapter(self) -> "Adapter":
        """The file that runs its agents. Raises AgentNotLoadable where the framework is too old, or too new."""
        installed = _installed(self.distribution)
        if installed is not None and _numbers(installed) < _numbers(self.at_least):
            raise AgentNotLoadable(f"{self.name} {installed} is too old: pip install '{self.needed}'")
        try:
            return cast("Adapter", import_module(f"{__name__}.{self.file}"))
        except ImportError as error:
            raise AgentNotLoadable(
                f"{self.name} {installed} lacks something that goldgate needs ({error}); {self.needed} is known to work"
            ) from error


class Adapter(Protocol):
    """What a file of this room offers; beside this it may have `check(agent)`, which raises AgentNotLoadable."""

    def observe(self, agent: Any, case: CaseView, context: Context, /, **options: Any) -> Any:
        """Run the agent on a case by its own run call, which gets the options; the Trace, or a coroutine of it."""


FRAMEWORKS: Final = (
    Framework(
        name="pydantic-ai",
        file="pydantic_ai",
        package="pydantic_ai",
        classes=frozenset({"AbstractAgent"}),
        marker="Agent",
        distribution="pydantic-ai-slim",
        at_least="1.107",
        relatives=("pydantic_graph",),
    ),
    Framework(
        name="LangGraph",
        file="langchain",
        package="langgraph",
        classes=frozenset({"PregelProtocol"}),
        marker="graph",
        distribution="langgraph",
        at_least="1.0",
        relatives=("langchain", "langchain_classic", "langchain_community", "langchain_core"),
    ),
    Framework(
        name="OpenAI Agents",
        file="openai_agents",
        package="agents",
        classes=frozenset({"Agent"}),
        marker="Runner",
        distribution="openai-agents",
        at_least="0.24",
    ),
    Framework(
        name="autogen",
        file="autogen",
        package="autogen_agentchat",
        classes=frozenset({"TaskRunner"}),
        marker="__version__",
        distribution="autogen-agentchat",
        at_least="0.7",
        relatives=("autogen_core", "autogen_ext"),
    ),
    Framework(
        name="Google ADK",
        file="google_adk",
        package="google.adk",
        classes=frozenset({"BaseAgent", "App"}),
        marker="Runner",
        distribution="google-adk",
        at_least="2.0",
    ),
    Framework(
        name="strands",
        file="strands",
        package="strands",
        classes=frozenset({"Agent"}),
        marker="Agent",
        distribution="strands-agents",
        at_least="1.50",
    ),
    Framework(
        name="smolagents",
        file="smolagents",
        package="smolagents",
        classes=frozenset({"MultiStepAgent"}),
        marker="MultiStepAgent",
        distribution="smolagents",
        at_least="1.24",
    ),
)


def framework_of(agent: object) -> Framework | None:
    """The framework that the agent belongs to; None for one that belongs to none of them."""
    return next((framework for framework in FRAMEWORKS if framework.made(agent)), None)


def refusal_of(agent: object) -> str | None:
    """Why an object of a framework that is none of its agents can't be run; None for all that may be an agent.

    What a class of the user's own makes of it, by a `__call__` of its own, may be one.
    """
    called = agent.__self__ if ismethod(agent) else agent
    kind = next((cls for cls in type(called).__mro__ if "__call__" in vars(cls)), type(called))
    if not any(framework.owns(kind) for framework in FRAMEWORKS):
        return None
    name = f"{type(called).__module__}.{type(called).__qualname__}"
    return (
        f"{name} is no agent of a framework that goldgate runs itself: "
        "call it in a function (case, context), and record its tools with @goldgate.tool"
    )


def needed_for(module: str) -> str | None:
    """What must be installed for a module of a framework; None for a module of none of them."""
    return next((known.needed for known in FRAMEWORKS if f"{module}.".startswith(f"{known.package}.")), None)


def observer_of(agent: object) -> Callable[..., Any] | None:
    """The agent as something to call with a case, a context and options; None when it belongs to no framework.

    Raises AgentNotLoadable for an agent that can't be run.
    """
    framework = framework_of(agent)
    if framework is None:
        return None
    adapter = framework.adapter()
    getattr(adapter, "check", _any)(agent)
    return partial(_observed, adapter, agent)


def _is_in(kind: type, package: str) -> bool:
    return f"{kind.__module__}.".startswith(f"{package}.")


def _any(_agent: object) -> None:
    """All agents of this framework can be run."""


def _observed(adapter: "Adapter", agent: object, case: CaseView, context: Context, /, **options: Any) -> Any:
    observed = adapter.observe(agent, case, context, **options)
    return run_async(observed, context.recorder) if iscoroutine(observed) and running_loop() is None else observed


def run_agent(agent: object, case: CaseView, context: Context, /, **options: Any) -> Any:
    """Run an agent of a framework on a case, as goldgate runs one that is named in the settings.

    For agents that need more than the request: the options go to the framework's own run call (`deps` of pydantic-ai,
    `context` of OpenAI Agents, `config` of LangGraph …). Gives the Trace; inside of an event loop a coroutine of it,
    which must be awaited there. Raises AgentNotLoadable for what is no agent of a framework that goldgate knows.
    """
    observer = observer_of(agent)
    if observer is None:
        known = ", ".join(framework.name for framework in FRAMEWORKS)
        raise AgentNotLoadable(f"an object of type {type(agent).__name__} is no agent of {known}")
    return observer(case, context, **options)


def _installed(distribution: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - 35 ms, paid only for frameworks

    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers that a version begins with."""

    def leading() -> Iterator[int]:
        for part in text.split("."):
            if not part.isdigit():
                return
            yield int(part)

    return tuple(leading())
