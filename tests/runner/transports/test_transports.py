import json
import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from goldgate.model.cassette import Mode
from goldgate.model.settings import RecordingSettings
from goldgate.runner.transports import TRANSPORTS

if TYPE_CHECKING:
    from tests.runner.transports.conftest import Answer, Client, Server, Trial

PATHS = ("/text", "/binary", "/gzip", "/deflate", "/events", "/moved", "/empty", "/429", "/500", "/404")
EVENTS = ("data: one\n\n", "event: two\ndata: 안녕\n\n", "data: [DONE]\n\n")


@pytest.mark.parametrize("path", PATHS)
def test_a_replay_answers_what_was_recorded(client: "Client", server: "Server", trial: "Trial", path: str) -> None:
    recorded = trial(lambda: client("GET", server.url + path), mode=Mode.RECORD)
    asked = len(server.asked)

    replayed = trial(lambda: client("GET", server.url + path), lines=recorded.tape.made)

    assert recorded.tape.fault is None
    assert replayed.value == recorded.value
    assert replayed.tape.unused == ()
    assert len(server.asked) == asked


@pytest.mark.parametrize("path", PATHS)
def test_a_recording_says_what_the_world_says(client: "Client", server: "Server", trial: "Trial", path: str) -> None:
    """But for headers that churn, and the one that said how the body was compressed."""
    live = trial(lambda: client("GET", server.url + path), mode=Mode.LIVE)
    recorded = trial(lambda: client("GET", server.url + path), mode=Mode.RECORD)

    assert (recorded.value.status, recorded.value.body) == (live.value.status, live.value.body)
    assert recorded.value.headers.get("content-type") == live.value.headers.get("content-type")
    assert live.tape.made == ()


def test_a_stream_comes_event_by_event(client: "Client", server: "Server", trial: "Trial") -> None:
    recorded = trial(lambda: client("GET", f"{server.url}/events"), mode=Mode.RECORD)

    replayed = trial(lambda: client("GET", f"{server.url}/events"), lines=recorded.tape.made)

    assert replayed.value.pieces == tuple(event.encode() for event in EVENTS)


@pytest.mark.parametrize("method", ["POST", "PUT", "HEAD"])
def test_method_and_body_come_through(client: "Client", server: "Server", trial: "Trial", method: str) -> None:
    def ask() -> "Answer":
        return client(method, f"{server.url}/echo", '{"q": "안녕"}'.encode())

    recorded = trial(ask, mode=Mode.RECORD)
    replayed = trial(ask, lines=recorded.tape.made)

    assert replayed.value == recorded.value
    if method != "HEAD":
        said = json.loads(recorded.value.body)
        assert (said["method"], said["body"]) == (method, '{"q": "안녕"}')


def test_what_is_not_recorded_is_refused_and_never_asked(client: "Client", server: "Server", trial: "Trial") -> None:
    ended = trial(lambda: client("GET", f"{server.url}/text"))

    assert ended.code == "CASSETTE_MISS"
    assert ended.performance.trace.steps[-1].error_code == "CassetteMiss"
    assert server.asked == []


def test_a_miss_stays_one_when_the_agent_swallows_it(client: "Client", server: "Server", trial: "Trial") -> None:
    def ask() -> str:
        try:
            client("GET", f"{server.url}/text")
        except BaseException:  # noqa: BLE001 - an agent that goes on whatever happens
            return "all well"
        return "answered"

    ended = trial(ask)

    assert (ended.value, ended.code) == ("all well", "CASSETTE_MISS")


def test_an_agent_that_catches_exceptions_does_not_catch_a_miss(
    client: "Client", server: "Server", trial: "Trial"
) -> None:
    def ask() -> str:
        try:
            client("GET", f"{server.url}/text")
        except Exception:  # noqa: BLE001 - as SDKs do before they try again
            return "tried again"
        return "answered"

    assert trial(ask).returned == []


def test_the_same_request_gets_its_answers_in_order_and_no_more(
    client: "Client", server: "Server", trial: "Trial"
) -> None:
    def ask(times: int) -> list[int]:
        return [client("GET", f"{server.url}/text").status for _ in range(times)]

    recorded = trial(lambda: ask(2), mode=Mode.RECORD)

    assert len(recorded.tape.made) == 2
    assert trial(lambda: ask(2), lines=recorded.tape.made).code is None
    third = trial(lambda: ask(3), lines=recorded.tape.made)
    assert third.tape.fault is not None
    assert third.tape.fault.message.endswith("is not recorded so often: the same request is in lines 2, 3, and used")


def test_record_asks_only_what_is_missing(client: "Client", server: "Server", trial: "Trial") -> None:
    first = trial(lambda: client("GET", f"{server.url}/text"), mode=Mode.RECORD)

    def both() -> None:
        client("GET", f"{server.url}/text")
        client("GET", f"{server.url}/binary")

    second = trial(both, mode=Mode.RECORD, lines=first.tape.made)

    assert server.asked == ["/text", "/binary"]
    assert len(second.tape.made) == 1


def test_refresh_asks_everything(client: "Client", server: "Server", trial: "Trial") -> None:
    first = trial(lambda: client("GET", f"{server.url}/text"), mode=Mode.RECORD)

    second = trial(lambda: client("GET", f"{server.url}/text"), mode=Mode.REFRESH, lines=first.tape.made)

    assert server.asked == ["/text", "/text"]
    assert second.tape.made == first.tape.made


def test_a_connection_that_fails_is_no_recording(client: "Client", server: "Server", trial: "Trial") -> None:
    server.close()

    ended = trial(lambda: client("GET", f"{server.url}/text"), mode=Mode.RECORD)

    assert ended.code == "NOT_RECORDED"
    assert ended.tape.made == ()


def test_an_answer_that_breaks_off_is_no_recording(client: "Client", server: "Server", trial: "Trial") -> None:
    assert trial(lambda: client("GET", f"{server.url}/cut"), mode=Mode.RECORD).code == "NOT_RECORDED"


@pytest.mark.parametrize("mode", [Mode.RECORD, Mode.LIVE])
def test_a_host_that_is_not_allowed_is_never_asked(
    client: "Client", server: "Server", trial: "Trial", mode: Mode
) -> None:
    only = RecordingSettings(allow_hosts=("*.example.org",))

    ended = trial(lambda: client("GET", f"{server.url}/text"), mode=mode, settings=only)

    assert (ended.code, server.asked) == ("HOST_REFUSED", [])


def test_a_service_that_the_suite_allows_is_part_of_the_agent(
    client: "Client", server: "Server", trial: "Trial"
) -> None:
    ended = trial(lambda: client("GET", f"{server.url}/text"), reachable=["localhost:*"])

    assert (ended.value.status, ended.code, server.asked) == (200, None, ["/text"])


def test_outside_of_trials_nothing_changes(client: "Client", server: "Server", trial: "Trial") -> None:
    trial(lambda: None)

    answer = client("GET", f"{server.url}/gzip")

    assert answer.headers["content-encoding"] == "gzip"
    assert server.asked == ["/gzip"]


def test_a_line_that_is_no_exchange_is_told_where_it_would_answer(
    client: "Client", server: "Server", trial: "Trial"
) -> None:
    (line,) = trial(lambda: client("GET", f"{server.url}/text"), mode=Mode.RECORD).tape.made
    broken = line.replace('"status":200', '"status":"200"')

    ended = trial(lambda: client("GET", f"{server.url}/text"), lines=[broken])

    assert ended.code == "BAD_CASSETTE"


@pytest.mark.parametrize("library", TRANSPORTS)
def test_a_library_that_is_imported_later_is_taken_care_of_then(library: str) -> None:
    script = f"""
        import sys
        from goldgate.runner.transports import TRANSPORTS, install

        install()
        assert TRANSPORTS[{library!r}] not in sys.modules
        import {library}
        assert TRANSPORTS[{library!r}] in sys.modules
        assert "exec_module" not in vars({library}.__spec__.loader)
        print(sorted(name for name in TRANSPORTS if name in sys.modules))
    """
    ended = subprocess.run([sys.executable, "-c", dedent(script)], capture_output=True, text=True, check=False)

    assert (ended.stdout, ended.stderr) == (f"['{library}']\n", "")


def test_no_library_is_imported_that_the_agent_does_not_import() -> None:
    script = (
        "import sys; import goldgate.runner.worker; print(*(sys.modules.keys() & {'httpx', 'requests', 'aiohttp'}))"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)

    assert ended.stdout == "\n"


def test_a_library_that_is_not_there_is_missed_as_always() -> None:
    script = """
        from goldgate.runner.transports import TRANSPORTS, install

        TRANSPORTS["no_such_library"] = "no.such.module"
        install()
        try:
            import no_such_library
        except ModuleNotFoundError as error:
            print(error)
    """
    ended = subprocess.run([sys.executable, "-c", dedent(script)], capture_output=True, text=True, check=False)

    assert (ended.stdout, ended.stderr) == ("No module named 'no_such_library'\n", "")
