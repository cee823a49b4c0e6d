import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from goldgate.agents.commands.command import Command
from goldgate.agents.commands.greeting import NotGreeted, greeted

MakeCommand: TypeAlias = Callable[..., Command]


def refusal_of(command: Command) -> NotGreeted:
    with pytest.raises(NotGreeted) as caught:
        greeted(command)
    return caught.value


def test_a_process_that_says_hello_can_be_used(command: MakeCommand) -> None:
    process = greeted(command("say(x=hear())"))
    process.send(b"1\n")
    assert process.receive(within=20) == b'{"x": 1}'
    process.end()


def test_goldgate_says_its_version_first(command: MakeCommand) -> None:
    text = "version = hear()['protocol']\nassert version == int(os.environ['GOLDGATE_PROTOCOL'])\n"
    greeted(command("hear()", greeting=text + 'say(type="hello", protocol=version)\n')).end()


def test_a_process_that_ends_before_is_told_with_what_it_printed(command: MakeCommand) -> None:
    refusal = refusal_of(command("", greeting="print('Traceback:\\n\\nno key'); sys.exit(3)\n"))
    assert refusal.why == "the process ended (exit status 3) before it said hello\n  no key"
    assert (refusal.step.error_code, refusal.step.observation) == ("AGENT_EXIT", "exit status 3")


def test_a_process_that_speaks_another_language_is_told(command: MakeCommand) -> None:
    refusal = refusal_of(command("", greeting="print('ready', file=target, flush=True)\nhear(); hear()\n"))
    assert refusal.why.startswith("the agent sent 'ready', which is no message")
    assert refusal.step.error_code == "BAD_TRACE"


def test_a_process_that_speaks_another_version_is_told(command: MakeCommand) -> None:
    refusal = refusal_of(command("", greeting="say(type='hello', protocol=2)\n"))
    assert refusal.why == "the agent speaks version 2 of the protocol, this goldgate version 1"


def test_a_process_that_begins_with_something_else_is_told(command: MakeCommand) -> None:
    refusal = refusal_of(command("", greeting="say(type='result', trial=1)\n"))
    assert refusal.why == "the agent's first message is not its hello"


def test_a_process_that_says_nothing_is_told_where_to_speak(
    command: MakeCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldgate.agents.commands.greeting.HELLO_TIMEOUT", 0.05)
    refusal = refusal_of(command("", greeting="source.read()\n"))
    assert refusal.why.startswith("the process said no hello within 0.05 s; an agent reads")
    assert refusal.step.error_code == "TIMEOUT"


def test_a_process_that_can_not_be_started_is_told(tmp_path: Path) -> None:
    refusal = refusal_of(Command(words=(sys.executable,), root=tmp_path / "gone"))
    assert refusal.why == "the process could not be started: No such file or directory"
    assert refusal.step.error_code == "FileNotFoundError"
