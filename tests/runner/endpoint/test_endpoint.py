"""The endpoint as programs meet it: over a connection, with recordings or with a server that is asked for real."""

import json
import socket
import ssl
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import attrs
import pytest

from goldgate.differ.request_key import request_key
from goldgate.formats.bodies import request_of, response_of
from goldgate.formats.cassette import write_exchange
from goldgate.model.cassette import Exchange, ExchangeKind, Mode
from goldgate.model.judgement import Fault
from goldgate.model.settings import RecordingSettings
from goldgate.runner.endpoint.asking import trusting
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.guards.addresses import NOWHERE
from goldgate.runner.recorder import Tape
from goldgate.runner.studio import Studio

CHAT: Final = "/openai/v1/chat/completions"
CHAT_URL: Final = "https://api.openai.com/v1/chat/completions"
JSON: Final = {"content-type": "application/json"}
EVENTS: Final = ("data: one\n\n", "event: two\ndata: 안녕\n\n", "data: [DONE]\n\n")
SETTINGS: Final = RecordingSettings()


def line(method: str, url: str, body: bytes, *, status: int = 200, headers: Mapping[str, str], content: bytes) -> str:
    """One recording."""
    request = request_of(method, url, headers=JSON, content=body)
    response = response_of(status, headers=headers, content=content)
    key = request_key(request, kind=ExchangeKind.HTTP, settings=SETTINGS)
    return write_exchange(Exchange(key=key, request=request, response=response))


RECORDED: Final = (
    line("POST", CHAT_URL, b'{"say":"hi"}', headers=JSON, content=b'{"said":"HI"}'),
    line("POST", CHAT_URL, b'{"say":"hi"}', headers=JSON, content=b'{"said":"AGAIN"}'),
    line(
        "POST",
        CHAT_URL,
        b'{"say":"hi","stream":true}',
        headers={"content-type": "text/event-stream"},
        content="".join(EVENTS).encode(),
    ),
    line("GET", "https://example.org/a?b=c", b"", headers={"content-type": "text/plain"}, content=b"text"),
    line("HEAD", "https://example.org/a", b"", headers={"content-type": "text/plain"}, content=b""),
    line("GET", "https://example.org/moved", b"", status=302, headers={"location": "/a?b=c"}, content=b""),
    line("DELETE", "https://example.org/a", b"", status=204, headers={}, content=b""),
)


@contextmanager
def under_way(tape: Tape, *, mode: Mode = Mode.REPLAY, environ: Mapping[str, str] = {}) -> Iterator[Endpoint]:
    """An endpoint in trial 7."""
    endpoint = Endpoint(environ, mode=mode)
    endpoint.begin(7, tape)
    with closing(endpoint):
        yield endpoint


@pytest.fixture
def tape() -> Tape:
    return Studio().tape("suite", RECORDED)


@pytest.fixture
def endpoint(tape: Tape) -> Iterator[Endpoint]:
    with under_way(tape) as endpoint:
        yield endpoint


def ask(endpoint: Endpoint, *requests: tuple[str, str, bytes], more: str = "") -> list[tuple[HTTPResponse, bytes]]:
    """What is answered to requests (method, path, body) that come over one connection."""
    raw = [
        f"{method} {path} HTTP/1.1\r\ncontent-type: application/json\r\n{more}content-length: {len(body)}\r\n\r\n"
        for method, path, body in requests
    ]
    sent = b"".join(head.encode() + body for head, (_, _, body) in zip(raw, requests, strict=True))
    return list(said(endpoint, sent, methods=[method for method, _, _ in requests]))


def said(endpoint: Endpoint, sent: bytes, *, methods: list[str]) -> Iterator[tuple[HTTPResponse, bytes]]:
    """The answers that come back over one connection."""
    ours, theirs = socket.socketpair()
    with ours:
        ours.sendall(sent)
        ours.shutdown(socket.SHUT_WR)
        endpoint.serve(theirs)
        for method in methods:
            response = HTTPResponse(_Unbuffered(ours), method=method)  # type: ignore[arg-type]
            response.begin()
            yield response, response.read()


@attrs.frozen
class _Unbuffered:
    """A connection of which `http.client` reads one answer, and nothing of the next."""

    connection: socket.socket

    def makefile(self, _mode: str) -> socket.SocketIO:
        return self.connection.makefile("rb", buffering=0)


def only(answers: list[tuple[HTTPResponse, bytes]]) -> tuple[HTTPResponse, Any]:
    """The one answer, and what its JSON says."""
    ((response, content),) = answers
    return response, json.loads(content)


# What is recorded


def test_a_recording_answers_a_program(endpoint: Endpoint, tape: Tape) -> None:
    response, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{ "say": "hi" }')))

    assert (response.status, response.headers["content-type"], body) == (200, "application/json", {"said": "HI"})
    assert tape.unused == (3, 4, 5, 6, 7, 8)


def test_the_same_request_twice_over_one_connection_gets_its_answers_in_order(endpoint: Endpoint) -> None:
    answers = ask(endpoint, *[("POST", f"/now{CHAT}", b'{"say":"hi"}')] * 2)

    assert [content for _, content in answers] == [b'{"said":"HI"}', b'{"said":"AGAIN"}']


def test_each_event_of_a_stream_is_a_chunk_of_its_own(endpoint: Endpoint) -> None:
    ours, theirs = socket.socketpair()
    body = b'{"say":"hi","stream":true}'
    with ours, ours.makefile("rb") as stream:
        ours.sendall(b"POST /7%b HTTP/1.1\r\nconnection: close\r\ncontent-length: 26\r\n\r\n%b" % (CHAT.encode(), body))
        endpoint.serve(theirs)
        head, _, chunks = stream.read().partition(b"\r\n\r\n")

    assert head.splitlines()[1:] == [b"content-type: text/event-stream", b"transfer-encoding: chunked"]
    assert chunks == b"".join(b"%x\r\n%b\r\n" % (len(event), event) for event in [*map(str.encode, EVENTS), b""])


def test_anything_over_http_is_found_by_scheme_and_host(endpoint: Endpoint) -> None:
    got, head, gone = ask(
        endpoint,
        ("GET", "/7/https/example.org/a?b=c", b""),
        ("HEAD", "/7/https/example.org/a", b""),
        ("DELETE", "/7/https/example.org/a", b""),
    )

    assert (got[0].status, got[1]) == (200, b"text")
    assert (head[0].status, head[0].headers["content-type"], head[1]) == (200, "text/plain", b"")
    assert (gone[0].status, gone[1]) == (204, b"")


def test_who_is_sent_elsewhere_is_sent_to_the_endpoint(endpoint: Endpoint) -> None:
    ((response, _),) = ask(endpoint, ("GET", "/7/https/example.org/moved", b""))

    assert (response.status, response.headers["location"]) == (302, "/7/https/example.org/a?b=c")


# What is refused


def test_a_miss_is_told_so_that_no_sdk_asks_again_and_spoils_the_trial(endpoint: Endpoint, tape: Tape) -> None:
    response, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"bye"}')))

    why = f'POST {CHAT_URL} is not recorded; the nearest recording, in line 2, differs first at /body/say: "hi" → "bye"'
    assert (response.status, response.headers["x-should-retry"]) == (400, "false")
    assert body == {
        "type": "error",
        "error": {"type": "cassette_miss", "code": "CASSETTE_MISS", "message": why, "param": None},
    }
    assert tape.fault == Fault(code="CASSETTE_MISS", message=why)
    assert tape.has_refused


def test_after_a_miss_nothing_is_answered_any_more(endpoint: Endpoint) -> None:
    first, second = ask(endpoint, ("GET", "/7/https/example.org/b", b""), ("POST", f"/7{CHAT}", b'{"say":"hi"}'))

    assert (first[0].status, second[0].status) == (400, 400)
    assert first[1] == second[1]


def test_a_trial_that_is_over_is_not_answered_by_another(endpoint: Endpoint, tape: Tape) -> None:
    endpoint.begin(8, tape)

    response, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"hi"}')))

    assert (response.status, body["error"]["code"]) == (410, "TRIAL_OVER")
    assert body["error"]["message"] == f"POST {CHAT_URL}: trial 7 is not under way"
    assert tape.fault is None


def test_between_two_trials_nothing_is_answered(endpoint: Endpoint) -> None:
    endpoint.end()

    response, body = only(ask(endpoint, ("POST", f"/now{CHAT}", b'{"say":"hi"}')))

    assert (response.status, body["error"]["message"]) == (410, f"POST {CHAT_URL}: no trial is under way")


def test_a_request_that_comes_while_its_trial_ends_is_refused(endpoint: Endpoint, tape: Tape) -> None:
    tape.close()

    _, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"hi"}')))

    assert body["error"]["code"] == "TRIAL_OVER"
    assert body["error"]["message"] == f"POST {CHAT_URL} came after the end of its trial"


@pytest.mark.parametrize("path", ["/openai/v1/models", "/7/mcp/tools", "/7/https/example.org:port/"])
def test_a_path_that_stands_for_nothing_is_not_found(path: str, endpoint: Endpoint) -> None:
    response, body = only(ask(endpoint, ("GET", path, b"")))

    assert (response.status, body["error"]["code"]) == (404, "NO_URL")


def test_what_is_no_request_ends_the_connection(endpoint: Endpoint) -> None:
    ((response, content),) = said(endpoint, b"hello\r\n\r\nGET / HTTP/1.1\r\n\r\n", methods=["GET"])

    assert (response.status, json.loads(content)["error"]["code"]) == (400, "NOT_HTTP")


def test_who_waits_to_be_told_to_go_on_with_the_body_is_told_so(endpoint: Endpoint) -> None:
    ((response, _),) = ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"hi"}'), more="expect: 100-continue\r\n")

    assert response.status == 200


# What programs are given


def test_it_listens_at_one_address_that_any_agent_of_this_process_may_reach(endpoint: Endpoint) -> None:
    url = endpoint.url

    assert endpoint.url == url
    assert NOWHERE.hold_url(f"{url}/7/openai/v1")
    endpoint.close()
    assert not NOWHERE.hold_url(f"{url}/7/openai/v1")


def test_it_answers_over_the_network_with_its_connection_kept(endpoint: Endpoint) -> None:
    connection = HTTPConnection(endpoint.url.removeprefix("http://"))
    with closing(connection):
        for said_then in ("HI", "AGAIN"):
            connection.request("POST", f"/7{CHAT}", iter([b'{"say"', b':"hi"}']), JSON, encode_chunked=True)
            assert json.loads(connection.getresponse().read()) == {"said": said_then}


def test_programs_are_given_addresses_and_stand_ins_for_keys_that_are_missing(endpoint: Endpoint) -> None:
    assert endpoint.environ() == {
        "GOLDGATE_REPLAY_URL": f"{endpoint.url}/now",
        "OPENAI_BASE_URL": f"{endpoint.url}/now/openai/v1",
        "ANTHROPIC_BASE_URL": f"{endpoint.url}/now/anthropic",
        "OPENAI_API_KEY": "stand-in-for-OPENAI_API_KEY",
        "ANTHROPIC_API_KEY": "stand-in-for-ANTHROPIC_API_KEY",
    }
    assert endpoint.environ(7)["GOLDGATE_REPLAY_URL"] == f"{endpoint.url}/7"


def test_keys_that_are_there_and_keys_for_asking_are_left_alone(tape: Tape) -> None:
    with under_way(tape, environ={"OPENAI_API_KEY": "sk-mine"}) as replaying:
        assert [name for name in replaying.environ() if name.endswith("_KEY")] == ["ANTHROPIC_API_KEY"]
    with under_way(tape, mode=Mode.RECORD) as recording:
        assert [name for name in recording.environ() if name.endswith("_KEY")] == []


# What is asked for real


class _Upstream(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        said = json.dumps({"path": self.path, "headers": dict(self.headers), "body": body.decode()}).encode()
        self._answer(429 if self.path == "/v1/busy" else 200, said, {"x-request-id": "1"})

    def do_GET(self) -> None:
        if self.path == "/moved":
            return self._answer(307, b"", {"location": "http://127.0.0.1:1/elsewhere"})
        self.send_response(200)
        self.send_header("content-length", "100")
        self.end_headers()
        self.close_connection = True
        return None

    def _answer(self, status: int, content: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {**JSON, **headers, "content-length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def upstream() -> Iterator[str]:
    """The URL of a server that says what it was asked."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Upstream) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


Recording = Callable[..., tuple[Endpoint, Tape]]


@pytest.fixture
def asking(upstream: str) -> Iterator[Recording]:
    """Makes an endpoint that asks that server in the place of OpenAI."""
    with contextmanager(_asking)(upstream) as make:
        yield make


def _asking(upstream: str) -> Iterator[Recording]:
    made: list[Endpoint] = []

    def make(mode: Mode = Mode.RECORD, **settings: Any) -> tuple[Endpoint, Tape]:
        studio = Studio(mode=mode, settings={"suite": RecordingSettings(**settings)})
        tape = studio.tape("suite", RECORDED[:1])
        made.append(endpoint := Endpoint({"OPENAI_BASE_URL": f"{upstream}/v1"}, mode=mode))
        endpoint.begin(7, tape)
        return endpoint, tape

    yield make
    for endpoint in made:
        endpoint.close()


def test_what_is_not_recorded_is_asked_with_the_credentials_of_the_program_and_recorded_without(
    asking: Recording, upstream: str
) -> None:
    endpoint, tape = asking()

    _, body = only(
        ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"new"}'), more="authorization: Bearer sk-abc\r\nte: trailers\r\n")
    )

    assert (body["path"], body["body"]) == ("/v1/chat/completions", '{"say":"new"}')
    headers = {name.lower(): value for name, value in body["headers"].items()}
    assert headers["authorization"] == "Bearer sk-abc"
    assert not headers.keys() & {"te", "expect", "user-agent"}
    (made,) = map(json.loads, tape.made)
    assert made["request"] == {"method": "POST", "url": f"{upstream}/v1/chat/completions", "body": {"say": "new"}}
    assert made["response"]["headers"] == JSON
    assert "sk-abc" not in json.dumps(made)


def test_what_is_recorded_is_not_asked(asking: Recording) -> None:
    endpoint, tape = asking()

    _, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"hi"}')))

    assert (body, tape.made) == ({"said": "HI"}, ())


def test_errors_and_redirects_are_recorded_as_they_come(asking: Recording, upstream: str) -> None:
    endpoint, tape = asking(Mode.REFRESH)
    host = upstream.removeprefix("http://")

    busy, moved = ask(endpoint, ("POST", "/7/openai/v1/busy", b"{}"), ("GET", f"/7/http/{host}/moved", b""))

    assert (busy[0].status, moved[0].status) == (429, 307)
    assert moved[0].headers["location"] == "/7/http/127.0.0.1:1/elsewhere"
    responses = [json.loads(made)["response"] for made in tape.made]
    assert [response["status"] for response in responses] == [429, 307]
    assert responses[1]["headers"]["location"] == "http://127.0.0.1:1/elsewhere"


@pytest.mark.parametrize("host", ["127.0.0.1:1", "UPSTREAM"])
def test_where_no_answer_comes_it_may_be_asked_again(host: str, asking: Recording, upstream: str) -> None:
    endpoint, tape = asking()
    host = host.replace("UPSTREAM", upstream.removeprefix("http://"))

    response, body = only(ask(endpoint, ("GET", f"/7/http/{host}/cut", b"")))

    assert (response.status, body["error"]["code"]) == (502, "NOT_RECORDED")
    assert response.headers["x-should-retry"] is None
    assert body["error"]["message"].startswith("Connection")
    assert tape.fault is not None
    assert tape.fault.code == "NOT_RECORDED"


@pytest.mark.parametrize("without", [(), ("certifi",)])
def test_a_service_is_believed_where_the_system_or_certifi_vouches_for_it(
    without: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in without:
        monkeypatch.setitem(sys.modules, name, None)
    context = trusting()

    assert context.check_hostname
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert without or context.cert_store_stats()["x509_ca"] > 0


def test_a_live_run_asks_everything_and_records_nothing(asking: Recording) -> None:
    endpoint, tape = asking(Mode.LIVE)

    _, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"hi"}')))

    assert (body["body"], tape.made) == ('{"say":"hi"}', ())


@pytest.mark.parametrize("mode", [Mode.RECORD, Mode.LIVE])
def test_hosts_that_may_not_be_asked_are_not(mode: Mode, asking: Recording) -> None:
    endpoint, tape = asking(mode, allow_hosts=("api.example.org",))

    response, body = only(ask(endpoint, ("POST", f"/7{CHAT}", b'{"say":"new"}')))

    assert (response.status, body["error"]["code"]) == (400, "HOST_REFUSED")
    assert tape.fault == Fault(code="HOST_REFUSED", message="recording.allow_hosts does not hold 127.0.0.1")


def test_an_address_that_the_suite_allows_is_reached_and_not_recorded(upstream: str) -> None:
    host = upstream.removeprefix("http://")
    tape = Studio(reachable={"suite": (host,)}).tape("suite", ())
    with under_way(tape) as endpoint:
        _, body = only(ask(endpoint, ("POST", f"/7/http/{host}/tools", b"{}")))

    assert (body["path"], tape.fault) == ("/tools", None)
