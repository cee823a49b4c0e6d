"""Agents that ask a model over HTTP: recorded once, then replayed with nobody to ask."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from goldgate.agents.frameworks import Framework

SCRIPTED: Final = Path(__file__).parent / "scripted"
REQUESTS: Final = ("two parallel calls", "one call after the other", "no call")
CLIENTS: Final = {
    "pydantic_ai": (
        "openai",
        """
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

model = OpenAIChatModel("gpt", provider=OpenAIProvider(base_url=URL, api_key="key"))
agent = Agent(model, tools=[weather, pay_later])
""",
    ),
    "langchain": (
        "langchain-openai",
        """
from langchain.agents import create_agent
from langchain_openai import ChatOpenAI

agent = create_agent(ChatOpenAI(model="gpt", base_url=URL, api_key="key"), tools=[weather, pay_later])
""",
    ),
    "openai_agents": (
        "openai",
        """
from agents import Agent, OpenAIChatCompletionsModel, function_tool
from openai import AsyncOpenAI

model = OpenAIChatCompletionsModel("gpt", AsyncOpenAI(base_url=URL, api_key="key"))
agent = Agent(name="assistant", model=model, tools=[function_tool(weather), function_tool(pay_later)])
""",
    ),
    "autogen": (
        "openai",
        """
from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient

model = OpenAIChatCompletionClient(model="gpt-4o", base_url=URL, api_key="key")
agent = AssistantAgent("assistant", model, tools=[weather, pay_later], max_tool_iterations=5)
""",
    ),
    "google_adk": (
        "google-genai",
        """
import os

from google.adk.agents import LlmAgent
from google.adk.models.google_llm import Gemini

os.environ["GOOGLE_API_KEY"] = "key"
model = Gemini(model="gemini-2.5-flash", base_url=URL.removesuffix("/v1"))
agent = LlmAgent(name="assistant", model=model, tools=[weather, pay_later])
""",
    ),
    "strands": (
        "openai",
        """
from strands import Agent, tool
from strands.models.openai import OpenAIModel

model = OpenAIModel(client_args={"base_url": URL, "api_key": "key"}, model_id="gpt")
agent = Agent(model=model, tools=[tool(weather), tool(pay_later)], callback_handler=None)
""",
    ),
    "smolagents": (
        "openai",
        """
from smolagents import OpenAIModel, ToolCallingAgent, tool

model = OpenAIModel(model_id="gpt", api_base=URL, api_key="key")
agent = ToolCallingAgent(tools=[tool(weather), tool(pay_later)], model=model, verbosity_level=0, max_steps=4)
""",
    ),
}
"""By framework: what its client of a model needs beside it, and the agent."""


Server: TypeAlias = "subprocess.Popen[bytes]"
Goldgate: TypeAlias = Callable[..., tuple[int, str]]


@pytest.fixture
def endpoint(tmp_path: Path) -> Iterator[tuple[str, Server]]:
    """Where the model answers, and the server, which can be killed."""
    port = tmp_path / "port"
    server = subprocess.Popen([sys.executable, SCRIPTED / "chat_server.py", port])
    deadline = time.monotonic() + 30
    while not (port.exists() and port.read_text(encoding="utf-8")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port.read_text(encoding='utf-8')}/v1", server
    server.kill()
    server.wait()


@pytest.fixture
def project(framework: Framework, endpoint: tuple[str, Server], tmp_path: Path) -> Path:
    needed, agent = CLIENTS[framework.file]
    if not any(distributions(name=needed)):
        pytest.skip(f"the client of {framework.name} needs {needed}")
    project = tmp_path / "project"
    (project / "golden").mkdir(parents=True)
    shutil.copy(SCRIPTED / "scripted_turns.py", project)
    source = f'from scripted_turns import pay_later, weather\n\nURL = "{endpoint[0]}"\n{agent}'
    (project / "asking.py").write_text(source, encoding="utf-8")
    (project / "goldgate.toml").write_text('agent = "asking:agent"\n', encoding="utf-8")
    cases = [{"id": request.replace(" ", "-"), "request": request} for request in REQUESTS]
    (project / "golden/travel.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    return project


def test_an_agent_is_recorded_and_replayed_with_nobody_to_ask(
    project: Path, endpoint: tuple[str, Server], goldgate: Goldgate
) -> None:
    assert goldgate(project, "record")[0] == 0
    endpoint[1].kill()
    endpoint[1].wait()

    assert goldgate(project, "run")[0] == 0
    assert goldgate(project, "update-baseline")[0] == 0
    assert goldgate(project, "check")[0] == 0
    assert_a_changed_tool_is_seen(project, goldgate)


def assert_a_changed_tool_is_seen(project: Path, goldgate: Goldgate) -> None:
    """What a tool says is part of the next request, to which there is no answer; by order there is."""
    tools = project / "scripted_turns.py"
    tools.write_text(tools.read_text(encoding="utf-8").replace('"celsius": 3', '"celsius": 4'), encoding="utf-8")
    assert goldgate(project, "check")[0] == 2

    with (project / "goldgate.toml").open("a", encoding="utf-8") as settings:
        settings.write('[recording]\nmatch = "order"\n')
    code, said = goldgate(project, "check", "--format", "json")
    changed: dict[str, Any] = {case["id"]: case["divergence"]["step"] for case in json.loads(said)["cases"]}
    assert (code, changed) == (1, {"two-parallel-calls": 0, "one-call-after-the-other": 0})
