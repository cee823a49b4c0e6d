import sys
from types import ModuleType
from typing import Any

import pytest

from goldgate.agents import frameworks
from goldgate.agents.accepted import accept
from goldgate.agents.context import Context
from goldgate.agents.frameworks import FRAMEWORKS, Framework, framework_of, needed_for, run_agent
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView


def pretended(framework: Framework, monkeypatch: pytest.MonkeyPatch) -> object:
    """An object as the framework's agents are, though the framework may not be installed."""
    name = min(framework.classes)
    package = ModuleType(framework.package)
    setattr(package, framework.marker, object())
    monkeypatch.setitem(sys.modules, framework.package, package)
    made: object = type(name, (), {"__module__": f"{framework.package}.inside"})()
    return made


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.file)
def test_an_agent_is_recognised_by_the_home_of_its_class(framework: Framework, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = pretended(framework, monkeypatch)
    derived = type("Mine", (type(agent),), {"__module__": "my_agent"})()

    assert framework_of(agent) is framework
    assert framework_of(derived) is framework


def test_a_package_of_the_user_with_the_name_of_a_framework_is_not_taken_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "agents", ModuleType("agents"))

    assert framework_of(type("Agent", (), {"__module__": "agents.mine"})()) is None


@pytest.mark.parametrize("agent", [None, object(), lambda case: case, accept])
def test_other_objects_belong_to_no_framework(agent: object) -> None:
    assert framework_of(agent) is None


@pytest.mark.parametrize(
    ("module", "framework"),
    [
        ("strands.multiagent.graph", "strands"),
        ("langchain_classic.agents.agent", "LangGraph"),
        ("autogen_core._agent", "autogen"),
        ("pydantic_graph.graph", "pydantic-ai"),
    ],
)
def test_other_objects_of_a_framework_are_refused_with_a_way_out(
    module: str, framework: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = next(known for known in FRAMEWORKS if known.name == framework)
    pretended(known, monkeypatch)
    called = {"__module__": module, "__call__": lambda _self, case, context: None, "run": lambda _self, case: None}
    thing: Any = type("Thing", (), called)()
    mine: Any = type("Mine", (type(thing),), {"__module__": "mine", "__call__": lambda _self, case: "mine"})()

    for agent in (thing, thing.run, type("Bare", (), {"__module__": module})()):
        with pytest.raises(
            AgentNotLoadable,
            match=rf"{module}\.\w+ is no agent of a framework that goldgate runs itself: call it in a function",
        ):
            accept(agent)
    assert accept(mine).call("case", "context") == "mine"


@pytest.mark.parametrize("framework", FRAMEWORKS, ids=lambda framework: framework.file)
def test_a_framework_that_is_too_old_is_refused_with_what_is_needed(
    framework: Framework, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frameworks, "_installed", lambda _distribution: "0.0.1rc1")

    with pytest.raises(
        AgentNotLoadable, match=f"{framework.name} 0.0.1rc1 is too old: pip install '{framework.needed}'"
    ):
        accept(pretended(framework, monkeypatch))


def test_a_framework_that_lacks_something_is_refused_with_what_is_known_to_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    framework = next(known for known in FRAMEWORKS if known.file == "strands")
    monkeypatch.setattr(frameworks, "_installed", lambda _distribution: "99.0")
    monkeypatch.delitem(sys.modules, "goldgate.agents.frameworks.strands", raising=False)
    agent = pretended(framework, monkeypatch)
    monkeypatch.setitem(sys.modules, "strands.hooks", None)

    with pytest.raises(AgentNotLoadable, match=r"strands 99.0 lacks .* strands-agents>=1.50 is known to work"):
        accept(agent)


@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("pydantic_ai", "pydantic-ai-slim>=1.107"),
        ("pydantic_ai.models.function", "pydantic-ai-slim>=1.107"),
        ("langgraph", "langgraph>=1.0"),
        ("pydantic_ai_helpers", None),
        ("numpy", None),
    ],
)
def test_what_is_needed_for_a_module_that_is_missing(module: str, needed: str | None) -> None:
    assert needed_for(module) == needed


def test_only_agents_of_frameworks_can_be_run_by_run_agent() -> None:
    case: Any = CaseView(id="case", request="do it")
    context: Any = Context

    with pytest.raises(AgentNotLoadable, match="an object of type int is no agent of pydantic-ai, LangGraph"):
        run_agent(1, case, context)


def test_versions_are_compared_by_the_numbers_that_they_begin_with() -> None:
    numbers = frameworks._numbers  # noqa: SLF001 - the comparison is what is tested

    assert numbers("2.10.0") > numbers("2.9.1")
    assert numbers("2.0.0b1") == (2, 0)
    assert numbers("dev") == ()


def test_a_distribution_that_is_not_there_has_no_version() -> None:
    assert frameworks._installed("no-such-distribution-of-goldgate") is None  # noqa: SLF001 - as above
