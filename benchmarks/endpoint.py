"""What does a call cost that another process makes, and the loopback endpoint answers?

Usage: python benchmarks/endpoint.py. Prints a Markdown table of wall-clock milliseconds a call, the client's own time
included: with 10 and with 10,000 recordings, for an answer that comes whole and for a stream of 100 events, over one
connection (as SDKs do) and over a new one a call. The first call of a trial reads the keys of its recordings. Exits
with 1 when a median is over the 2 ms that a call may cost.
"""

import json
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import product
from statistics import median
from typing import Final

from goldgate.differ.request_key import request_key
from goldgate.formats.bodies import request_of, response_of
from goldgate.formats.cassette import write_exchange
from goldgate.model.cassette import Exchange, ExchangeKind, Mode
from goldgate.model.settings import RecordingSettings
from goldgate.runner.endpoint.endpoint import Endpoint
from goldgate.runner.studio import Studio

SERVE: Final = "serve"
STREAM: Final = "stream"
ALLOWED: Final = 2.0
"""Milliseconds a call, in the median."""
CALLS: Final = 300
RECORDINGS: Final = (10, 10_000)
PATH: Final = "/openai/v1/chat/completions"
URL: Final = "https://api.openai.com/v1/chat/completions"
JSON: Final = {"content-type": "application/json"}
EVENTS: Final = b"".join(
    b"data: %b\n\n" % json.dumps({"choices": [{"delta": {"content": f"word {number} "}}]}).encode()
    for number in range(100)
)


def question(number: int, *, stream: bool) -> bytes:
    """A request as an agent's with tools, of some 6 kB."""
    tools = [
        {"type": "function", "function": {"name": f"tool_{n}", "description": "does what it says " * 8}}
        for n in range(20)
    ]
    messages = [{"role": "system", "content": "be brief " * 100}, {"role": "user", "content": f"question {number}"}]
    body = {"model": "small", "messages": messages, "tools": tools}
    return json.dumps({**body, "stream": True} if stream else body).encode()


def exchange(number: int, *, stream: bool) -> str:
    """The line of a cassette that answers it."""
    settings = RecordingSettings()
    request = request_of("POST", URL, headers=JSON, content=question(number, stream=stream))
    said = json.dumps({"choices": [{"message": {"role": "assistant", "content": f"answer {number}"}}]}).encode()
    response = (
        response_of(200, headers={"content-type": "text/event-stream"}, content=EVENTS)
        if stream
        else response_of(200, headers=JSON, content=said)
    )
    key = request_key(request, kind=ExchangeKind.HTTP, settings=settings)
    return write_exchange(Exchange(key=key, request=request, response=response))


def serve(recordings: int, *, stream: bool) -> None:
    """Say where a trial with these recordings is answered, and answer until stdin is closed."""
    endpoint = Endpoint({}, mode=Mode.REPLAY)
    endpoint.begin(1, Studio().tape("suite", [exchange(number, stream=stream) for number in range(recordings)]))
    print(endpoint.url.removeprefix("http://"), flush=True)
    sys.stdin.read()


@contextmanager
def answering(recordings: int, *, stream: bool) -> Iterator[str]:
    """The address of that in a process of its own."""
    words = [sys.executable, __file__, SERVE, str(recordings), *([STREAM] if stream else [])]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield (process.stdout or sys.stdin).readline().strip()
        process.communicate()


def timed(address: str, bodies: Sequence[bytes], *, kept: bool) -> list[float]:
    """Milliseconds of each call."""
    took: list[float] = []
    connection = HTTPConnection(address)
    for body in bodies:
        start = time.perf_counter()
        connection.request("POST", f"/1{PATH}", body, JSON)
        answer = connection.getresponse()
        answer.read()
        if not kept:
            connection.close()
        took.append((time.perf_counter() - start) * 1_000)
        if answer.status != 200:  # noqa: PLR2004 - as HTTP has it
            sys.exit(f"the endpoint answered {answer.status}")
    connection.close()
    return took


def measured(recordings: int, *, stream: bool, kept: bool) -> list[float]:
    """Calls for the last of so many recordings, which are asked in no order of theirs."""
    asked = [question(number, stream=stream) for number in reversed(range(recordings))][:CALLS]
    with answering(recordings, stream=stream) as address:
        return timed(address, asked, kept=kept)


def main() -> int:
    """Print the table; 1 when a median is over what a call may cost."""
    print(f"CPython {platform.python_version()}; wall-clock ms\n")
    print("| recordings | answer | connection | first call | each call | slowest |\n|---:|---|---|---:|---:|---:|")
    worst = 0.0
    for recordings, stream, kept in product(RECORDINGS, (False, True), (True, False)):
        first, *others = measured(recordings, stream=stream, kept=kept)
        each = median(others)
        worst = max(worst, each)
        answer, connection = "100 events" if stream else "whole", "one" if kept else "one each"
        print(f"| {recordings:,} | {answer} | {connection} | {first:.2f} | {each:.2f} | {max(others):.2f} |")
    return int(worst > ALLOWED)


if __name__ == "__main__":
    if sys.argv[1:2] == [SERVE]:
        serve(int(sys.argv[2]), stream=STREAM in sys.argv)
    else:
        sys.exit(main())
