"""Agents of a few lines, in processes of their own."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import TypeAlias

import pytest

from goldgate.agents.commands.agent import CommandAgent
from goldgate.agents.commands.command import Command

MakeCommand: TypeAlias = Callable[..., Command]
MakeAgent: TypeAlias = Callable[..., CommandAgent]

PRELUDE = """
import json, os, sys
source = os.fdopen(int(os.environ["GOLDGATE_IN"]), encoding="utf-8")
target = os.fdopen(int(os.environ["GOLDGATE_OUT"]), "w", encoding="utf-8")

def hear():
    line = source.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def say(**message):
    print(json.dumps(message), file=target, flush=True)

def call(trial, tool, **more):
    say(type="call", trial=trial, tool=tool, **more)
    return hear()

def result(trial, trace=None):
    say(type="result", trial=trial, trace=trace)

"""
GREETING = 'hear()\nsay(type="hello", protocol=1)\n'


@pytest.fixture
def command(tmp_path: Path) -> MakeCommand:
    """A command that runs these lines, after the agent said hello."""

    def make(lines: str, *, greeting: str = GREETING) -> Command:
        (tmp_path / "agent.py").write_text(PRELUDE + greeting + dedent(lines), encoding="utf-8")
        return Command(words=(sys.executable, "-I", "-S", "agent.py"), root=tmp_path)

    return make


@pytest.fixture
def agent(command: MakeCommand) -> Iterator[MakeAgent]:
    """An agent that has been started, and that does these lines for each message that it hears (`case`)."""
    agents: list[CommandAgent] = []

    def make(lines: str, *, first: str = "") -> CommandAgent:
        loop = "while True:\n    case = hear()\n    trial = case.get('trial')\n"
        body = "".join(f"    {line}\n" for line in dedent(lines).strip().splitlines())
        agent = CommandAgent(command(dedent(first) + loop + body))
        agents.append(agent)
        agent.start()
        return agent

    yield make
    for agent in agents:
        agent.close()
