"""Who finds the endpoint while trials are performed? The agent's own process, what it starts, commands and services."""

import json
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final
from urllib.request import Request, urlopen

from goldgate.differ.request_key import request_key
from goldgate.formats.bodies import request_of, response_of
from goldgate.formats.cassette import write_exchange
from goldgate.model.case import Case
from goldgate.model.cassette import Exchange, ExchangeKind
from goldgate.model.judgement import Fault
from goldgate.model.settings import RecordingSettings
from goldgate.runner.pools import PoolName
from goldgate.runner.pools.pool import Performed

MakeCase = Callable[..., Case]
Project = Any  # the class of conftest.py, which tests can't import

URL: Final = "https://api.openai.com/v1/chat/completions"
JSON: Final = {"content-type": "application/json"}
ASK: Final = """
import json, os, sys, urllib.error, urllib.request

def ask(base, what):
    body, headers = json.dumps({"say": what}).encode(), {"content-type": "application/json"}
    request = urllib.request.Request(f"{base}/chat/completions", data=body, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["said"]
    except urllib.error.HTTPError as error:
        with error:
            return json.load(error)["error"]["code"]
"""
COMMAND: Final = f"command: {sys.executable} -I -S agent.py"
SPEAKER: Final = f"""{ASK}
source, target = os.fdopen(int(os.environ["GOLDGATE_IN"])), os.fdopen(int(os.environ["GOLDGATE_OUT"]), "w")
early = ask(os.environ["OPENAI_BASE_URL"], "early")
bases = []
for line in source:
    message = json.loads(line)
    answer = {{"type": "hello", "protocol": 1}}
    if message["type"] == "case":
        bases += [message["replay_url"] + "/openai/v1"]
        said = [early, *(ask(base, message["request"]) for base in [os.environ["OPENAI_BASE_URL"], *bases])]
        answer = {{"type": "result", "trial": message["trial"], "trace": " ".join(said)}}
    print(json.dumps(answer), file=target, flush=True)
"""


def recorded(_suite: str, case: str) -> tuple[str, ...]:
    """Two answers to what a case asks: what it says in upper case, and that with an exclamation mark."""
    request = request_of("POST", URL, headers={}, content=b'{"say": "%b"}' % case.encode())
    key = request_key(request, kind=ExchangeKind.HTTP, settings=RecordingSettings())
    said = [b'{"said":"%b"}' % content for content in (case.upper().encode(), f"{case.upper()}!".encode())]
    responses = [response_of(200, headers=JSON, content=content) for content in said]
    return tuple(write_exchange(Exchange(key=key, request=request, response=response)) for response in responses)


def answers(performed: list[Performed]) -> dict[str, object]:
    return {one.planned.case.id: one.trace.answer for one in performed}


def test_a_program_that_the_agent_starts_and_libraries_that_no_tape_knows_ask_the_tape_of_the_trial(
    project: Project, case: MakeCase
) -> None:
    project.write("asker.py", f"{ASK}\nif __name__ == '__main__': print(ask(os.environ['OPENAI_BASE_URL'], 'a'))")
    project.write(
        "agent.py",
        """
        import os, subprocess, sys
        from asker import ask

        def agent(case, context):
            environ = {**os.environ, **context.replay_env}
            child = subprocess.run([sys.executable, "asker.py"], env=environ, capture_output=True, text=True)
            return f"{child.stdout.strip()} {ask(environ['OPENAI_BASE_URL'], 'a')} {environ['OPENAI_API_KEY']}"
        """,
    )

    for pool in PoolName:
        performed = project.perform(case("a"), recorded=recorded, pool=pool)
        assert answers(performed) == {"a": "A A! stand-in-for-OPENAI_API_KEY"}
        assert not performed[0].unused


def test_a_miss_that_a_program_swallows_spoils_the_trial(project: Project, case: MakeCase) -> None:
    project.write(
        "agent.py", f"{ASK}\ndef agent(case, context): return ask(context.replay_env['OPENAI_BASE_URL'], case.id)"
    )

    (performed,) = project.perform(case("a"))

    message = f"POST {URL} is not recorded: the case has no recordings"
    assert performed.fault == Fault(code="CASSETTE_MISS", message=message)
    assert answers([performed]) == {"a": "CASSETTE_MISS"}


def test_a_command_asks_the_trial_that_is_under_way_and_a_trial_that_is_over_is_not_mixed_up_with_it(
    project: Project, case: MakeCase
) -> None:
    project.write("agent.py", SPEAKER)

    performed = project.perform(case("a"), case("b"), agents={"s": COMMAND}, recorded=recorded)

    assert answers(performed) == {"a": "TRIAL_OVER A A!", "b": "TRIAL_OVER B TRIAL_OVER B!"}
    assert [one.fault for one in performed] == [None, None]


class _Service(BaseHTTPRequestHandler):
    """Asks the model for what the case asks, where the header says that it is, and answers the same."""

    def do_POST(self) -> None:
        case = json.loads(self.rfile.read(int(self.headers["content-length"])))
        url = f"{self.headers['goldgate-replay-url']}/openai/v1/chat/completions"
        request = Request(url, data=b'{"say": "%b"}' % case["id"].encode(), headers=JSON)  # noqa: S310 - our own
        with urlopen(request) as answer:  # noqa: S310 - as above
            said = json.load(answer)["said"].encode()
        self.send_response(200)
        self.send_header("content-type", "text/plain")
        self.send_header("content-length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def test_a_service_learns_with_each_request_where_the_model_is(project: Project, case: MakeCase) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Service) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        performed = project.perform(case("a"), case("b"), agents={"s": url}, recorded=recorded)
        server.shutdown()

    assert answers(performed) == {"a": "A", "b": "B"}
