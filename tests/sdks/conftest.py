"""A loopback server that speaks the APIs of OpenAI and Anthropic, and a project whose agent asks it by their SDKs."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

import attrs
import pytest

COMMAND: Final = (sys.executable, "-m", "goldgate")
SETTINGS: Final = """
agent = "AGENT"

[recording]
secrets = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY"]
"""


IN_THIS_PROCESS: Final = "asker:agent"
IN_ITS_OWN: Final = f"command: {sys.executable} speaker.py"
SPEAKER: Final = """
import json, os
from types import SimpleNamespace

source, target = os.fdopen(int(os.environ["GOLDGATE_IN"])), os.fdopen(int(os.environ["GOLDGATE_OUT"]), "w")
for line in source:
    message = json.loads(line)
    answer = {"type": "hello", "protocol": 1}
    if message["type"] == "case":
        from asker import agent

        trace = agent(SimpleNamespace(request=message["request"]))
        answer = {"type": "result", "trial": message["trial"], "trace": trace}
    print(json.dumps(answer), file=target, flush=True)
"""


class FakeModel:
    """Answers in upper case what the last message says; `failures` first requests for a text get these statuses."""

    def __init__(self) -> None:
        self.asked = 0
        self.failures: dict[str, list[int]] = {}
        self._lock = Lock()
        handler = type("Handler", (_Handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def status_for(self, text: str) -> int:
        """Count a request, and say how it is answered."""
        with self._lock:
            self.asked += 1
            failures = self.failures.get(text, [])
            return failures.pop(0) if failures else 200

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    model: FakeModel
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = _text(asked)
        status = self.model.status_for(text)
        if status != 200:
            self._send(status, {"error": {"message": f"no {text}", "type": "fake"}, "type": "error"})
        elif asked.get("stream"):
            self._stream(STREAMS[self.path](text))
        else:
            self._send(200, ANSWERS[self.path](text))

    def _send(self, status: int, answer: Mapping[str, Any]) -> None:
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.send_header("x-request-id", "req_0123456789abcdef0123")
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, events: Iterator[str]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream; charset=utf-8")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for event in (*events, ""):
            data = event.encode()
            self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def _text(asked: Mapping[str, Any]) -> str:
    given = asked["messages"][-1]["content"] if "messages" in asked else asked["input"]
    return str(given)


def _chat(text: str) -> Mapping[str, Any]:
    message = {"role": "assistant", "content": text.upper()}
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1,
        "model": "small",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5},
    }


def _chat_stream(text: str) -> Iterator[str]:
    for part in text.upper().split():
        choices = [{"index": 0, "delta": {"content": f"{part} "}, "finish_reason": None}]
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "small", "choices": choices}
        yield f"data: {json.dumps(chunk)}\n\n"
    yield "data: [DONE]\n\n"


def _response(text: str) -> Mapping[str, Any]:
    content = [{"type": "output_text", "text": text.upper(), "annotations": []}]
    return {
        "id": "resp-1",
        "object": "response",
        "created_at": 1,
        "model": "small",
        "status": "completed",
        "output": [{"id": "1", "type": "message", "role": "assistant", "status": "completed", "content": content}],
    }


def _response_stream(text: str) -> Iterator[str]:
    for number, part in enumerate(text.upper().split()):
        event = {
            "type": "response.output_text.delta",
            "item_id": "1",
            "output_index": 0,
            "content_index": 0,
            "sequence_number": number,
            "delta": f"{part} ",
            "logprobs": [],
        }
        yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


def _message(text: str) -> Mapping[str, Any]:
    return {
        "id": "msg-1",
        "type": "message",
        "role": "assistant",
        "model": "small",
        "content": [{"type": "text", "text": text.upper()}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 3, "output_tokens": 2},
    }


def _message_stream(text: str) -> Iterator[str]:
    start = {**_message(""), "content": [], "stop_reason": None}
    yield _event({"type": "message_start", "message": start})
    yield _event({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
    for part in text.upper().split():
        yield _event({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": f"{part} "}})
    yield _event({"type": "content_block_stop", "index": 0})
    yield _event({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}})
    yield _event({"type": "message_stop"})


def _event(event: Mapping[str, Any]) -> str:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"


ANSWERS: Final[Mapping[str, Callable[[str], Mapping[str, Any]]]] = {
    "/v1/chat/completions": _chat,
    "/v1/responses": _response,
    "/v1/messages": _message,
}
STREAMS: Final[Mapping[str, Callable[[str], Iterator[str]]]] = {
    "/v1/chat/completions": _chat_stream,
    "/v1/responses": _response_stream,
    "/v1/messages": _message_stream,
}


@attrs.frozen
class Project:
    """A project whose agent asks a model through an SDK: a case for each way of asking.

    `agent` is its name: that of a function which knows where the model is, or of a command that finds it in its
    environment.
    """

    root: Path
    model: FakeModel
    agent: str

    def lay(self, agent: str, ways: Mapping[str, str]) -> None:
        """Write the agent, where `MODEL_URL` stands for the model's address, and a case for each way → its answer."""
        if self.agent == IN_ITS_OWN:
            agent = re.sub(r"^BASE = .*$", "BASE = {}", agent, flags=re.MULTILINE)
            self.write("speaker.py", SPEAKER)
        cases = [{"id": way, "request": way, "expect": {"answer": answer}} for way, answer in ways.items()]
        self.write("asker.py", agent.replace("MODEL_URL", self.model.url))
        self.write("golden/ways.jsonl", "".join(json.dumps(case) + "\n" for case in cases))
        self.write("goldgate.toml", SETTINGS.replace("AGENT", self.agent))

    def write(self, name: str, text: str) -> None:
        """Write a file of the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, old: str, new: str) -> None:
        """Replace a text in the agent, which must hold it."""
        text = (self.root / "asker.py").read_text(encoding="utf-8")
        assert old in text
        self.write("asker.py", text.replace(old, new))

    def call(self, *words: str) -> dict[str, Any]:
        """Call `goldgate WORDS`, and read the document that it prints."""
        ended = subprocess.run(
            [*COMMAND, *words, "--format", "json"], cwd=self.root, capture_output=True, text=True, check=False
        )
        assert ended.stdout, ended.stderr
        document: dict[str, Any] = json.loads(ended.stdout)
        return document

    def results(self, *words: str) -> str:
        """The result lines of a run in which everything passed."""
        document = self.call("run", *words)
        assert document["exit_code"] == 0, document
        lines = (self.root / ".goldgate/runs" / document["run"] / "results.jsonl").read_text(encoding="utf-8")
        return "".join(line for line in lines.splitlines(keepends=True) if line.startswith('{"id":'))

    def misses(self) -> dict[str, str]:
        """A run of which every case is a miss: case → why."""
        failures = self.call("run")["failures"]
        return {failure["id"]: failure["reasons"][0] for failure in failures}


@pytest.fixture
def model() -> Iterator[FakeModel]:
    """A model that answers until the test is over."""
    with ExitStack() as stack:
        model = FakeModel()
        stack.callback(model.close)
        yield model


@pytest.fixture(params=[IN_THIS_PROCESS, IN_ITS_OWN], ids=["function", "command"])
def project(
    tmp_path: Path, model: FakeModel, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Project:
    """An empty project, and what only recording needs: keys, and for a command the addresses of its model."""
    monkeypatch.setenv("OPENAI_BASE_URL", f"{model.url}/v1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", model.url)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-fake-0123456789abcdefghijklmnop")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-fake-0123456789abcdefghijkl")
    return Project(tmp_path, model, request.param)
