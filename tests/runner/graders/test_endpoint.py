import json
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import attrs
import pytest

from goldgate.errors import JudgeNotLoadable
from goldgate.model.grading import Question, Reply
from goldgate.model.settings import JudgeSettings
from goldgate.model.trace import Usage
from goldgate.runner.graders.endpoint import EndpointGrader
from goldgate.runner.graders.grader import LONGEST, Seat

KEY = "sk-very-secret"
GOOD = {"choices": [{"message": {"role": "assistant", "content": "said"}}]}


@attrs.define
class Api:
    """An endpoint on this machine: what it was told, and how it answers."""

    url: str = ""
    status: int = 200
    body: object = attrs.field(factory=lambda: GOOD)
    headers: dict[str, str] = attrs.field(factory=dict)
    wait: float = 0
    trickle: float = 0
    told: list[tuple[str, dict[str, str], Any]] = attrs.field(factory=list)

    def data(self) -> bytes:
        """What stands in the body of the answer."""
        return self.body if isinstance(self.body, bytes) else json.dumps(self.body).encode()


def _handler(api: Api) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            api.told.append((self.path, dict(self.headers), body))
            time.sleep(api.wait)
            data = api.data()
            self.send_response(api.status)
            for name, value in {"Content-Length": str(len(data)), **api.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if not api.trickle:
                self.wfile.write(data)
                return
            for byte in data:
                time.sleep(api.trickle)
                self.wfile.write(bytes([byte]))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server has it
            """Print nothing."""

    return Handler


@pytest.fixture
def api() -> Iterator[Api]:
    served = Api()
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(served)) as server:
        server.daemon_threads = True
        server.block_on_close = False
        served.url = f"http://127.0.0.1:{server.server_port}/v1"
        Thread(target=server.serve_forever, daemon=True).start()
        yield served
        server.shutdown()


@pytest.fixture
def ask(api: Api, question: Question, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reply]:
    monkeypatch.setenv("JUDGE_KEY", KEY)

    def reply(**settings: Any) -> Reply:
        given: dict[str, Any] = {"endpoint": api.url, "model": "m", "key": "JUDGE_KEY", "timeout": 20, **settings}
        with EndpointGrader(Seat(settings=JudgeSettings(**given), root=Path())) as grader:
            return grader.ask(question)

    return reply


def test_the_prompt_is_the_message_of_a_user(api: Api, ask: Callable[..., Reply], question: Question) -> None:
    assert ask(parameters={"temperature": 0}) == Reply(text="said")
    ((path, headers, body),) = api.told
    assert (path, headers["Authorization"]) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert body == {"temperature": 0, "model": "m", "messages": [{"role": "user", "content": question.prompt}]}


def test_the_whole_address_may_be_given_and_no_key(api: Api, ask: Callable[..., Reply]) -> None:
    ask(endpoint=f"{api.url}/chat/completions", key=None)
    ((path, headers, _),) = api.told
    assert (path, "Authorization" in headers) == ("/v1/chat/completions", False)


def test_what_a_call_took_is_counted(api: Api, ask: Callable[..., Reply]) -> None:
    api.body = {**GOOD, "usage": {"prompt_tokens": 9, "completion_tokens": 4}}
    assert ask() == Reply(text="said", usage=Usage(input_tokens=9, output_tokens=4))


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (401, {"error": f"bad key {KEY}"}, 'the endpoint answered 401 Unauthorized: {"error": "bad key …"}'),
        (500, b"", "the endpoint answered 500 Internal Server Error: nothing more"),
        (200, b"<html>", "the endpoint's answer is no JSON: not valid JSON: expecting value"),
        (200, b"\xff", "the answer is not UTF-8 at byte 0"),
        (200, {"choices": []}, 'the endpoint\'s answer is no chat completion: {"choices": []}'),
        (200, b" " * (LONGEST + 1), "the answer has more than 1024 KiB"),
    ],
)
def test_what_goes_wrong_is_no_answer(
    api: Api, ask: Callable[..., Reply], status: int, body: object, fault: str
) -> None:
    api.status, api.body = status, body
    assert ask() == Reply(fault=fault)


def test_a_key_goes_to_no_other_host(api: Api, ask: Callable[..., Reply]) -> None:
    api.status, api.headers = 302, {"Location": f"{api.url}/elsewhere"}
    assert (ask().fault or "").startswith("the endpoint answered 302 Found")
    assert len(api.told) == 1


@pytest.mark.parametrize(("wait", "trickle"), [(5, 0), (0, 0.15)])
def test_one_that_is_slow_gives_no_answer(api: Api, ask: Callable[..., Reply], wait: float, trickle: float) -> None:
    api.wait, api.trickle = wait, trickle
    assert ask(timeout=0.3) == Reply(fault="no answer within 0.3 s")


def test_nobody_there_is_no_answer(ask: Callable[..., Reply]) -> None:
    assert ask(endpoint="http://127.0.0.1:1/v1") == Reply(fault="the endpoint gave no answer: Connection refused")


def test_a_key_that_is_not_set_is_refused_at_once(
    api: Api, ask: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGE_KEY")
    with pytest.raises(JudgeNotLoadable, match="the environment variable JUDGE_KEY is not set"):
        ask()
    assert api.told == []
