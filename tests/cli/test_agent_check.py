import json
import sys
import tempfile
from typing import Any, Final

import pytest

from goldgate.commands.agent_check import agent_check
from goldgate.commands.project import open_project
from goldgate.errors import UnreadableFile

Folder = Any  # the class of conftest.py, which tests can't import

AGENT: Final = """
import json, os
source, target = os.fdopen(int(os.environ["GOLDGATE_IN"])), os.fdopen(int(os.environ["GOLDGATE_OUT"]), "w")
for line in source:
    message = json.loads(line)
    answer = {"type": "hello", "protocol": 1}
    if message["type"] == "case":
        answer = {"type": "result", "trial": message["trial"], "trace": {ANSWER}}
    print(json.dumps(answer), file=target, flush=True)
"""
ASKS: Final = """
import json, os, urllib.error, urllib.request

def ask(text):
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    try:
        with urllib.request.urlopen(url, data=text.encode()) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return {"answer": 1, json.load(error)["error"]["code"]: 1}
"""
READS_THE_FOLDER: Final = 'open(os.path.join(message["folder"], "a.md")).read() if "folder" in message else "none"'


@pytest.fixture
def speaking(folder: Folder) -> Folder:
    """Two suites with the same command, and one with an agent in Python."""
    command = f"command: {sys.executable} -I -S agent.py"
    folder.write(
        {
            "goldgate.toml": f'agent = "{command}"\n[suites.python]\nagent = "agent:agent"\n',
            "agent.py": AGENT.replace("{ANSWER}", READS_THE_FOLDER),
        }
    )
    folder.golden({"id": "files", "request": "read", "world": {"files": {"a.md": "text"}}}, suite="one")
    folder.golden({"id": "a", "request": "x"}, {"id": "b", "request": "y"}, suite="two")
    folder.golden({"id": "a", "request": "x"}, suite="python")
    return folder


def test_each_command_is_tried_once(speaking: Folder) -> None:
    checked = speaking.run("agent-check")
    assert checked.code == 0
    lines = checked.out.splitlines()
    assert lines[0].endswith("agent.py  (one, two)")
    assert lines[1:4] == [
        "  ok   hello: speaks version 1",
        "  ok   case files: no call, then a result",
        "  ok   case files, after the first: no call, then a result",
    ]
    assert "  –    calls that fail: it called no tool in either case" in lines
    assert lines[-1] == "  conforms"


def test_the_cases_are_those_of_the_suite(speaking: Folder) -> None:
    checked = speaking.run("agent-check", "--suite", "two", "--format", "json")
    (agent,) = checked.document["agents"]
    assert (agent["suites"], agent["conforms"]) == (["two"], True)
    assert [finding["what"] for finding in agent["findings"]][1:3] == ["case a", "case b, after the first"]


def test_what_does_not_conform_is_said_in_words(speaking: Folder) -> None:
    speaking.write({"agent.py": AGENT.replace("{ANSWER}", '{"anser": "x"}')})
    checked = speaking.run("agent-check")
    assert checked.code == 1
    assert "  bad  case files: unknown key 'anser', did you mean 'answer'?" in checked.out
    assert checked.out.splitlines()[-1] == "  does not conform: 6 points"


def test_what_it_printed_is_told_when_it_does_not_start(speaking: Folder) -> None:
    speaking.write({"agent.py": "import sys; sys.exit('no key\\nat all')"})
    checked = speaking.run("agent-check")
    assert checked.code == 1
    assert checked.out.splitlines()[1:] == [
        "  bad  hello: the process ended (exit status 1) before it said hello",
        "         no key",
        "         at all",
        "  does not conform: 1 point",
    ]


def test_a_suite_without_a_case_is_tried_on_one_that_is_made_up(speaking: Folder) -> None:
    speaking.write({"golden/two.jsonl": ""})
    assert "case made-up: no call" in speaking.run("agent-check", "--suite", "two").out


def test_agents_that_are_no_commands_can_not_be_tried(speaking: Folder) -> None:
    checked = speaking.run("agent-check", "--suite", "python")
    assert (checked.code, checked.errors) == (
        2,
        ['no agent is a command, as in agent = "command: node agent.mjs" (python: agent:agent) [GG002]'],
    )


def test_a_program_that_is_not_there_is_told(speaking: Folder) -> None:
    speaking.write({"goldgate.toml": 'agent = "command: no-such-program x"\n'})
    checked = speaking.run("agent-check")
    assert (checked.code, checked.errors) == (2, ["no program 'no-such-program' on the PATH [GG030]"])


def test_an_agent_that_asks_a_model_is_answered_by_the_recordings_of_the_case_or_refused(speaking: Folder) -> None:
    url = "https://api.openai.com/v1/chat/completions"
    exchange = {
        "key": "x",
        "request": {"method": "POST", "url": url, "body": "x"},
        "response": {"status": 200, "body": "warm"},
    }
    cassette = [{"goldgate": "cassette", "schema": 1}, exchange]
    speaking.write(
        {
            "agent.py": AGENT.replace("{ANSWER}", 'ask(message["request"])').replace("import json, os", ASKS),
            "golden/cassettes/two/a.jsonl": "".join(f"{json.dumps(line)}\n" for line in cassette),
        }
    )

    checked = speaking.run("agent-check", "--suite", "two")

    assert checked.out.splitlines()[2:4] == [
        "  ok   case a: no call, then a result",
        "  bad  case b, after the first: unknown key 'CASSETTE_MISS'; known are plan, steps, answer, status, usage",
    ]


def test_without_a_temporary_folder_that_is_said(speaking: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(speaking.root / "missing"))
    with pytest.raises(UnreadableFile, match="no temporary folder can be made"):
        agent_check(project=open_project(speaking.root, environ={}), suites=("two",))
