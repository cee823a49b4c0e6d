"""Agents in other languages, from the settings file to the exit code: the examples, and a process that misbehaves."""

import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

Folder = Any  # the class of conftest.py, which tests can't import
Edit = Callable[[str, str, str], None]

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
NODE_CASES: Final = (
    {
        "id": "날씨",
        "request": "부산 날씨 어때?",
        "world": {"tools": [{"tool": "weather_lookup", "args": {"query": {"$contains": "부산"}}, "returns": "맑음 ☀️"}]},
        "expect": {"calls": ["weather_lookup"], "answer": {"contains": "맑음"}},
    },
    {
        "id": "two-at-once",
        "request": "The weather, and my note on it",
        "world": {
            "tools": [{"tool": "weather_lookup", "returns": {"sky": "grey"}}, {"tool": "note_search", "returns": []}]
        },
        "expect": {"calls": [["weather_lookup", "note_search"]]},
    },
    {
        "id": "refused",
        "request": "Remind me",
        "world": {"tools": [{"tool": "reminder_create", "error_code": "NO_CALENDAR", "message": "none is connected"}]},
        "expect": {"calls": [{"tool": "reminder_create", "error_code": "NO_CALENDAR"}], "status": "failure"},
    },
    {"id": "small-talk", "request": "Hello!", "expect": {"calls": []}},
)
SHELL_CASES: Final = (
    {
        "id": "disk",
        "request": "How full is the disk?",
        "world": {
            "tools": [{"tool": "disk_usage", "args": {"path": "/"}, "returns": {"used": "71%", "free": "12 GB"}}]
        },
        "expect": {"calls": ["disk_usage"], "answer": {"json_path": {"$.used": "71%"}}},
    },
    {"id": "디스크 아님", "request": '안녕 \\ "disc"', "expect": {"calls": []}},
    {
        "id": "no-stub",
        "request": "uptime",
        "expect": {"calls": [{"tool": "uptime", "error_code": "NO_STUB"}], "status": "failure"},
    },
)


@pytest.fixture
def in_node(folder: Folder) -> Folder:
    """The agent in JavaScript, with a suite of its own and a baseline."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    shutil.copy(EXAMPLES / "node_agent/agent.mjs", folder.root)
    folder.write({"goldgate.toml": 'agent = "command: node agent.mjs"\n'})
    folder.golden(*NODE_CASES)
    assert folder.run("run").last[0] == "gate open  (exit 0)"
    assert folder.run("update-baseline").code == 0
    return folder


def results_of(folder: Folder) -> bytes:
    """The results of the newest run; header and end, which name the run and the time, left out."""
    lines = (folder.runs[-1] / "results.jsonl").read_bytes().splitlines()
    return b"\n".join(lines[1:-1])


def test_an_agent_in_node_is_gated(in_node: Folder) -> None:
    assert in_node.run("compare").last == ["gate open  (exit 0)", "next: nothing to do"]


def test_an_edit_of_its_script_makes_the_run_outdated_and_a_changed_hint_closes_the_gate(
    in_node: Folder, edit: Edit
) -> None:
    edit("agent.mjs", '["remind", "reminder_create"]', '["remind", "calendar_add"]')
    outdated = in_node.run("compare")
    assert (outdated.code, outdated.errors[1]) == (2, "agent.mjs: the project file is changed [GG022]")
    checked = in_node.run("check")
    assert checked.code == 1
    assert "regression  files::refused" in checked.out
    assert 'first difference: step 1 /tool: "reminder_create" → "calendar_add"' in checked.out


def test_two_workers_give_the_same_bytes_twice(in_node: Folder) -> None:
    results = []
    for workers in ("1", "2", "2"):
        assert in_node.run("run", "--trials", "5", "--workers", workers).code == 0
        results.append(results_of(in_node))
    assert results[0].count(b"\n") == 19
    assert results[0] == results[1] == results[2]


def test_an_agent_in_node_conforms(in_node: Folder) -> None:
    checked = in_node.run("agent-check")
    assert (checked.code, checked.out.count("\n  ok   ")) == (0, 10)


def test_an_agent_in_shell_is_gated(folder: Folder) -> None:
    shutil.copy(EXAMPLES / "shell_agent/agent.sh", folder.root)
    folder.write({"goldgate.toml": 'agent = "command: ./agent.sh"\n'})
    folder.golden(*SHELL_CASES)
    assert folder.run("run").last[0] == "gate open  (exit 0)"
    assert folder.run("update-baseline").code == 0
    assert folder.run("check").code == 0
    assert folder.run("agent-check").code == 0


MISBEHAVING: Final = """
import json, os, signal, subprocess, sys, time
source, target = os.fdopen(int(os.environ["GOLDGATE_IN"])), os.fdopen(int(os.environ["GOLDGATE_OUT"]), "w")

def say(**message):
    print(json.dumps(message), file=target, flush=True)

def perform(trial, request):
    if request == "prints":
        print('{"type": "result", "trial": 1, "trace": "printed"}', flush=True)
        print("x" * 1_000_000, file=sys.stderr)
    if request == "forks" and os.fork() == 0:
        time.sleep(60)
    if request == "forks and dies":
        if os.fork() == 0:
            time.sleep(60)
        os._exit(4)
    if request == "hangs":
        child = subprocess.Popen(["sleep", "60"])
        with open("hanging", "w") as file:
            file.write(f"{os.getpid()} {child.pid}")
        time.sleep(60)
    if request == "big":
        say(type="step", trial=trial, step={"tool": "write", "args": {"text": "메" * 1_700_000}})
    if request == "dies in a call":
        say(type="call", trial=trial, tool="find")
        os.kill(os.getpid(), signal.SIGKILL)
    if request == "half a message":
        target.write('{"type":')
        target.flush()
        os._exit(5)
    if request == "nonsense":
        print("listening on port 3000", file=target, flush=True)
    say(type="result", trial=trial, trace=f"done: {request}")

for line in source:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1)
    else:
        perform(message["trial"], message["request"])
"""


@pytest.fixture
def misbehaving(folder: Folder) -> Folder:
    """An agent that does what its request says, and one that behaves after each."""
    folder.write({"goldgate.toml": f'agent = "command: {sys.executable} -I -S agent.py"\n', "agent.py": MISBEHAVING})
    requests = ("prints", "forks", "forks and dies", "hangs", "big", "dies in a call", "half a message", "nonsense")
    folder.golden(
        *(
            {"id": f"{number} {request}", "request": request, "timeout": 1.5 if request == "hangs" else 30, **more}
            for number, each in enumerate(requests)
            for request, more in ((each, {"world": {"tools": [{"tool": "find", "returns": 1}]}}), (f"after {each}", {}))
        )
    )
    return folder


def test_whatever_its_process_does_a_case_ends_and_the_next_is_performed(misbehaving: Folder) -> None:
    ended = misbehaving.run("run", "--workers", "2", "--format", "json")
    assert ended.code == 1
    failed = [trial["id"].split(" ", 1)[1] for trial in ended.document["failures"]]
    assert failed == ["forks and dies", "hangs", "dies in a call", "half a message", "nonsense"]
    traces = results_of(misbehaving).decode()
    for code in ('"CRASH","observation":"SIGKILL"', '"exit status 4"', '"exit status 5"', '"no end after 1.5 s"'):
        assert code in traces
    assert "the agent sent 'listening on port 3000', which is no message" in traces
    assert '"answer":"done: prints"' in traces
    assert len(traces) > 1_700_000


def test_what_it_does_is_the_same_twice(misbehaving: Folder) -> None:
    results = []
    for workers in ("1", "3"):
        misbehaving.run("run", "--workers", workers)
        results.append(results_of(misbehaving))
    assert results[0] == results[1]


def test_all_that_hangs_dies_with_its_worker(misbehaving: Folder) -> None:
    assert misbehaving.run("run", "-k", "hangs and not after").code == 1
    hanging = misbehaving.read("hanging").split()
    deadline = time.monotonic() + 5
    while (alive := [pid for pid in hanging if _runs(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert alive == []


def _runs(pid: str) -> bool:
    """Whether there is such a process, which somebody may not have waited for yet."""
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def test_an_agent_that_does_not_start_is_refused_with_what_it_printed(folder: Folder) -> None:
    command = f'agent = "command: {sys.executable} -I -S agent.py"\n'
    folder.write({"goldgate.toml": command, "agent.py": "import nothing_like_it"})
    folder.golden({"id": "a", "request": "x"})
    first, *printed = folder.run("run").errors
    assert first.endswith("the process ended (exit status 1) before it said hello [GG030]")
    assert printed[-1] == "  ModuleNotFoundError: No module named 'nothing_like_it'"
    assert not (folder.root / ".goldgate").exists()


def test_files_that_goldgate_can_not_see_loaded_are_named_in_the_settings(misbehaving: Folder, edit: Edit) -> None:
    misbehaving.write({"lib/prompt.txt": "be kind"})
    edit("goldgate.toml", "agent = ", 'agent_files = ["lib/**"]\nagent = ')
    assert misbehaving.run("run", "-k", "after and prints").code == 0
    misbehaving.write({"lib/prompt.txt": "be rude"})
    assert "lib/prompt.txt: the project file is changed [GG022]" in misbehaving.run("compare").errors
    edit("goldgate.toml", "lib/**", "libs/**")
    assert "fits 'libs/**' of agent_files [GG003]" in misbehaving.run("run").err
