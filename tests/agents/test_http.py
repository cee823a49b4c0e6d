import json
import socket
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, TypeAlias

import attrs
import pytest

from goldgate.agents.accepted import AcceptedAgent
from goldgate.agents.load import load_agent
from goldgate.agents.perform import perform
from goldgate.errors import AgentNotLoadable
from goldgate.model.case import CaseView, World
from goldgate.model.http import HttpSettings, Method, ResponsePaths
from goldgate.model.trace import OverallStatus, Trace

VIEW = CaseView(id="a", request="최근", world=World(state={"n": 1}))


@attrs.define
class Asked:
    """What the service was asked last."""

    line: str
    headers: dict[str, str]
    body: Any


@attrs.define
class Service:
    """An agent behind a URL, and what it answers: status, content type, bytes."""

    port: int = 0
    answer: tuple[int, str, bytes] = (200, "application/json", b"{}")
    asked: list[Asked] = attrs.field(factory=list)

    @property
    def url(self) -> str:
        """Where the agent is."""
        return f"http://127.0.0.1:{self.port}/invoke?v=1"

    def says(self, value: object, *, status: int = 200, kind: str = "application/json") -> None:
        """From now on it answers this."""
        self.answer = (status, kind, value if isinstance(value, bytes) else json.dumps(value).encode())


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.asked.append(Asked(self.requestline, headers, body))
            status, kind, data = service.answer
            if status == 0:
                return
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_PUT = _answer  # noqa: N815 - names of http.server

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    server.shutdown()
    server.server_close()
    thread.join()


Load: TypeAlias = Callable[..., AcceptedAgent]
Answers: TypeAlias = Any  # the class of conftest.py, which tests can't import


@pytest.fixture
def load(service: Service, tmp_path: Path) -> Load:
    """The service as an agent, with these settings."""
    return lambda **settings: load_agent(service.url, root=tmp_path, http=HttpSettings(**settings))


def observed(agent: AcceptedAgent) -> Trace:
    return perform(agent, VIEW).trace


def refusal_of(url: str, root: Path, **settings: Any) -> str:
    with pytest.raises(AgentNotLoadable) as caught:
        load_agent(url, root=root, http=HttpSettings(**settings))
    return str(caught.value)


def codes(trace: Trace) -> list[tuple[str | None, object]]:
    assert trace.status is OverallStatus.ERROR
    return [(step.error_code, step.observation) for step in trace.steps]


def test_the_case_is_sent_and_the_response_is_the_trace(service: Service, load: Load) -> None:
    service.says({"answer": "나", "steps": [{"tool": "find"}], "status": "failure"})
    trace = observed(load())
    assert (trace.answer, trace.steps[0].name, trace.status) == ("나", "find", OverallStatus.FAILURE)
    (asked,) = service.asked
    assert asked.line == "POST /invoke?v=1 HTTP/1.1"
    assert asked.body == {"id": "a", "request": "최근", "tags": [], "state": {"n": 1}}
    assert (asked.headers["content-type"], asked.headers["accept-encoding"]) == ("application/json", "identity")


def test_a_header_says_where_recorded_answers_are_found(service: Service, load: Load, tape: Answers) -> None:
    service.says({})
    agent = load()

    perform(agent, VIEW, tape=tape)
    perform(agent, VIEW)

    assert [asked.headers.get("goldgate-replay-url") for asked in service.asked] == ["http://127.0.0.1:4000/9", None]


def test_method_headers_and_body_are_as_the_settings_say(
    service: Service, load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_TOKEN", "s3cret")
    headers = {"Authorization": "Bearer ${AGENT_TOKEN}", "Content-Type": "application/x-json"}
    observed(load(method=Method.PUT, headers=headers, body={"q": "$request"}))
    (asked,) = service.asked
    assert asked.line.startswith("PUT ")
    assert asked.headers["authorization"] == "Bearer s3cret"
    assert asked.headers["content-type"] == "application/x-json"
    assert asked.body == {"q": "최근"}


def test_a_response_that_says_it_is_a_text_is_the_answer(service: Service, load: Load) -> None:
    service.says("안녕".encode(), kind="text/plain; charset=utf-8")
    assert observed(load()).answer == "안녕"


def test_with_paths_the_response_is_json_whatever_it_says(service: Service, load: Load) -> None:
    service.says({"text": "안녕", "memory": 2}, kind="text/html")
    trace = observed(load(response=ResponsePaths(answer="$.text", state="$.memory")))
    assert (trace.answer, trace.state) == ("안녕", 2)


@pytest.mark.parametrize("status", [302, 404, 500])
def test_a_status_that_is_no_success_is_a_fault_of_the_agent(service: Service, load: Load, status: int) -> None:
    service.says({"answer": "fine"}, status=status)
    reasons = {302: "Found", 404: "Not Found", 500: "Internal Server Error"}
    assert codes(observed(load())) == [(f"HTTP_{status}", reasons[status])]
    assert len(service.asked) == 1


def test_no_response_is_a_fault_of_the_agent(service: Service, load: Load) -> None:
    service.answer = (0, "", b"")
    agent = load()
    assert codes(observed(agent)) == [("NO_RESPONSE", "the connection was closed")]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"", "the connection was closed"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", "the connection was closed"),
        (b"220 mail.example.org\r\n", "the response is no HTTP"),
    ],
)
def test_half_a_response_and_something_else_are_told_apart(tmp_path: Path, said: bytes, why: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        agent = load_agent(f"http://127.0.0.1:{server.getsockname()[1]}", root=tmp_path)
        server.accept()[0].close()  # who only looked
        speaking = Thread(target=_say, args=(server, said))
        speaking.start()
        assert codes(observed(agent)) == [("NO_RESPONSE", why)]
        speaking.join()


def _say(server: socket.socket, said: bytes) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(100_000)
        connection.sendall(said)


def test_a_service_that_is_gone_is_a_fault_of_the_agent(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        agent = load_agent(f"http://127.0.0.1:{server.getsockname()[1]}", root=tmp_path)
    assert codes(observed(agent)) == [("NO_RESPONSE", "Connection refused")]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"<html>", "the response is no JSON: not valid JSON: expecting value (column 1)"),
        (b'"\xff"', "the response is not UTF-8 at byte 1"),
        (
            b"3",
            'expected a Trace, a mapping of its form or a text, got int; if this is the answer, return {"answer": …}',
        ),
        (b'{"anser": 1}', "unknown key 'anser', did you mean 'answer'?"),
    ],
)
def test_a_response_that_is_no_trace_is_told(service: Service, load: Load, data: bytes, fault: str) -> None:
    service.says(data)
    assert codes(observed(load())) == [("BAD_TRACE", fault)]


def test_a_response_without_end_is_cut(service: Service, load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goldgate.agents.http.LONGEST", 10)
    service.says("x" * 20)
    assert codes(observed(load()))[0][0] == "BAD_TRACE"


def test_nobody_there_is_told_before_any_trial(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert refusal_of(f"http://127.0.0.1:{port}/x", tmp_path) == (
        f"agent http://127.0.0.1:{port}/x: nobody answers at 127.0.0.1:{port} (Connection refused); "
        "start the service before goldgate"
    )


def test_another_machine_must_be_named(service: Service, tmp_path: Path) -> None:
    assert refusal_of("https://agent.invalid/x", tmp_path) == (
        "agent https://agent.invalid/x: agent.invalid is not this machine; if it may be asked, name it: "
        'hosts = ["agent.invalid"] under [tool.goldgate.http]'
    )
    assert "nobody answers at agent.invalid" in refusal_of(
        "https://agent.invalid/x", tmp_path, hosts=("agent.invalid",)
    )
    load_agent(service.url.replace("127.0.0.1", "localhost"), root=tmp_path)


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http:///x", "a URL names a host, as in http://127.0.0.1:8000/invoke"),
        ("http://127.0.0.1:99999/", "no URL: port out of range 0-65535"),
        ("http://[::1/", "no URL: invalid ipv6 url"),
        ("http://me:pw@127.0.0.1/", "credentials don't belong into a URL; `headers` can name environment variables"),
    ],
)
def test_what_is_no_url_is_refused(tmp_path: Path, url: str, fault: str) -> None:
    assert refusal_of(url, tmp_path) == f"agent {url}: {fault}"


def test_a_variable_that_is_not_set_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOLDGATE_NO_SUCH", raising=False)
    assert "the headers need the environment variable GOLDGATE_NO_SUCH, which is not set" in refusal_of(
        "http://127.0.0.1:1/", tmp_path, headers={"X": "${GOLDGATE_NO_SUCH}"}
    )


def test_the_folder_of_the_case_is_told(service: Service, load: Load, tmp_path: Path) -> None:
    perform(load(), VIEW, folder=tmp_path)
    assert service.asked[0].body["folder"] == str(tmp_path)
