"""An agent in Node that asks a model: recorded over the endpoint, and then replayed without any network."""

import json
import shutil
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

Folder = Any  # the class of conftest.py, which tests can't import
Edit = Callable[[str, str, str], None]

AGENT: Final = Path(__file__).parents[2] / "examples/node_model_agent/agent.mjs"
KEY: Final = "sk-0123456789abcdefghij0123"
CASES: Final = (
    {
        "id": "날씨",
        "request": "부산 날씨 어때?",
        "world": {"tools": [{"tool": "weather_lookup", "args": {"city": "Busan"}, "returns": {"sky": "맑음"}}]},
        "expect": {"calls": ["weather_lookup"], "answer": {"contains": "맑음"}},
    },
    {
        "id": "note",
        "request": "my note on the trip",
        "world": {"tools": [{"tool": "note_search", "returns": ["trip.md"]}]},
        "expect": {"calls": ["note_search"], "answer": {"contains": "trip.md"}},
    },
    {"id": "small-talk", "request": "Hello!", "expect": {"calls": []}},
)
CALLS: Final = {"날씨": ("weather", {"city": "Busan"}), "note": ("find_note", {"words": "trip"})}


class Model:
    """Streams which tool it wants called, and then what came of it; remembers the keys of those who asked."""

    def __init__(self) -> None:
        self.keys: list[str | None] = []
        handler = type("Handler", (_Handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    model: Model

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.model.keys.append(self.headers["authorization"])
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        for delta in _deltas(asked["messages"]):
            self.wfile.write(f"data: {json.dumps({'choices': [{'delta': delta}]})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def _deltas(messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    last = messages[-1]
    wanted = next((call for word, call in CALLS.items() if word in last["content"]), None)
    if last["role"] == "tool":
        yield from ({"content": part} for part in ("It says ", last["content"]))
    elif wanted is None:
        yield {"content": "Hello to you."}
    else:
        name, arguments = wanted
        said = json.dumps(arguments)
        yield {"tool_calls": [{"index": 0, "id": "call_1", "function": {"name": name, "arguments": said[:5]}}]}
        yield {"tool_calls": [{"index": 0, "function": {"arguments": said[5:]}}]}


@pytest.fixture
def recorded(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """The example with its answers recorded and its baseline accepted; neither model nor key is there any more."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    shutil.copy(AGENT, folder.root)
    folder.write({"goldgate.toml": 'agent = "command: node agent.mjs"\n[recording]\nsecrets = ["OPENAI_API_KEY"]\n'})
    folder.golden(*CASES)
    model = Model()
    with monkeypatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", model.url)
        patch.setenv("OPENAI_API_KEY", KEY)
        assert folder.run("record").code == 0
    assert model.keys == [f"Bearer {KEY}"] * 5
    model.close()
    assert folder.run("run").code == 0
    assert folder.run("update-baseline").code == 0
    return folder


def results_of(folder: Folder) -> bytes:
    """The results of the newest run; header and end, which name the run and the time, left out."""
    lines = (folder.runs[-1] / "results.jsonl").read_bytes().splitlines()
    return b"\n".join(lines[1:-1])


def test_what_is_recorded_reads_well_and_holds_no_key(recorded: Folder) -> None:
    first, second = map(json.loads, recorded.read("golden/cassettes/files/note.jsonl").splitlines()[1:])

    assert (len(first["response"]["chunks"]), second["response"]["chunks"]) == (
        3,
        [
            'data: {"choices": [{"delta": {"content": "It says "}}]}\n\n',
            'data: {"choices": [{"delta": {"content": "[\\"trip.md\\"]"}}]}\n\n',
            "data: [DONE]\n\n",
        ],
    )
    assert not any(KEY in path.read_text() for path in (recorded.root / "golden").rglob("*.jsonl"))


def test_a_replay_needs_no_network_and_is_to_the_byte_the_same(recorded: Folder) -> None:
    results = [results_of(recorded)]
    for workers in ("1", "2"):
        assert recorded.run("run", "--workers", workers).code == 0
        results.append(results_of(recorded))
    assert recorded.run("compare").last[0] == "gate open  (exit 0)"
    assert results[0] == results[1] == results[2]


def test_another_tool_closes_the_gate_and_the_step_is_named(recorded: Folder, edit: Edit) -> None:
    edit("agent.mjs", 'find_note: "note_search"', 'find_note: "file_search"')

    checked = recorded.run("check")

    assert checked.code == 1
    assert "regression  files::note" in checked.out
    assert 'first difference: step 1 /tool: "note_search" → "file_search"' in checked.out


def test_another_hint_is_a_miss_that_names_the_field_though_the_agent_goes_on(recorded: Folder, edit: Edit) -> None:
    edit("agent.mjs", "Use a tool", "Use one tool")

    ended = recorded.run("run", "--format", "json")

    assert ended.code == 2
    reasons = {failure["id"]: failure["reasons"][0] for failure in ended.document["failures"]}
    assert reasons.keys() == {"날씨", "note", "small-talk"}
    assert all(reason.startswith("CASSETTE_MISS: POST https://api.openai.com/v1/chat") for reason in reasons.values())
    assert all("differs first at /body/messages/0/content: " in reason for reason in reasons.values())
