"""What does a replayed model call cost? Beside the SDK's own floor, and beside vcrpy.

Usage: python benchmarks/replay.py [CALLS], in an environment with goldgate, openai and vcrpy. Prints a Markdown table:
CPU milliseconds a call, medians over the calls. The floor is the same SDK with an answer that is at hand. The last row
is a whole `goldgate run` of one case that asks a thousand times, beyond the same run with answers at hand: the parent
reads the cassette and sends it, the worker answers from it.
"""

import json
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import httpx2
import openai
import vcr
import yaml

from goldgate.agents.perform import perform
from goldgate.differ.request_key import request_key
from goldgate.formats.bodies import request_of, response_of
from goldgate.formats.cassette import write_cassette
from goldgate.formats.cassette_lines import exchange_lines
from goldgate.model.case import CaseView
from goldgate.model.cassette import Cassette, Exchange, ExchangeKind
from goldgate.model.settings import RecordingSettings
from goldgate.runner.studio import Studio
from goldgate.runner.transports import install

HERE: Final = Path(__file__).parent.resolve()
URL: Final = "https://api.openai.com/v1/chat/completions"
RECORDINGS: Final = (10, 1_000, 10_000)
RECORDINGS_OF_VCRPY: Final = (10, 400, 1_000)
"""More would take minutes."""
CALLS: Final = 300
WHOLE: Final = 1_000
ROUNDS: Final = 3
_JSON: Final = {"content-type": "application/json"}

ASKER: Final = """
import openai
import replay


def recorded(case):
    ask = replay.asking(openai.OpenAI(api_key="x"))
    return str(sum(len(ask(number)) for number in range(COUNT)))


def at_hand(case):
    ask = replay.asking(replay.client_at_hand(COUNT))
    return str(sum(len(ask(number)) for number in range(COUNT)))
"""

Ask = Callable[[int], str | None]


def main(calls: int) -> None:
    """Measure, and print the table."""
    alone = floor(calls)
    rows = [("the SDK alone", "", alone)]
    for count in RECORDINGS:
        first, each = by_goldgate(count, calls)
        rows.append((f"goldgate, {count:,} recordings", f"{first:.2f}", each))
    for count in RECORDINGS_OF_VCRPY:
        first, each = by_vcrpy(count, min(calls, count))
        rows.append((f"vcrpy, {count:,} recordings", f"{first:.2f}", each))
    beyond = (run_of_goldgate(WHOLE, recorded=True) - run_of_goldgate(WHOLE, recorded=False)) / WHOLE
    rows.append((f"`goldgate run` of {WHOLE:,} calls", "", alone + beyond))
    libraries = ", ".join(f"{name} {version(name)}" for name in ("openai", "httpx2", "vcrpy"))
    print(f"CPython {platform.python_version()}, {libraries}; CPU ms, medians of {calls} calls\n")
    print("| replayed by | first call | each call | beyond the SDK |\n|---|---:|---:|---:|")
    for name, said, each in rows:
        print(f"| {name} | {said} | {each:.3f} | {each - alone:.3f} |")


def body_of(number: int) -> dict[str, Any]:
    """A request of the size that agents send: a system prompt, five tools, a question."""
    tools = [
        {
            "type": "function",
            "function": {
                "name": f"tool_{tool}",
                "description": "Does what its name says, and says what came of it.",
                "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
            },
        }
        for tool in range(5)
    ]
    messages = [
        {"role": "system", "content": "You are an assistant that works with files. " * 20},
        {"role": "user", "content": f"Show me the file number {number}."},
    ]
    return {"messages": messages, "model": "gpt-4o", "temperature": 0, "tools": tools}


def answer_of(number: int) -> bytes:
    """What a model answers."""
    message = {"role": "assistant", "content": f"This is file {number}. " * 10}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}
    usage = {"prompt_tokens": 200, "completion_tokens": 60, "total_tokens": 260}
    answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "gpt-4o", "choices": [choice]}
    return json.dumps({**answer, "usage": usage}).encode()


def asking(client: openai.OpenAI) -> Ask:
    """Asks the model for a number."""
    return lambda number: client.chat.completions.create(**body_of(number)).choices[0].message.content


def measured(ask: Ask, numbers: Sequence[int]) -> tuple[float, float]:
    """CPU ms of the first call, and the median of the others."""
    taken = []
    for number in numbers:
        start = process_time()
        said = ask(number)
        taken.append((process_time() - start) * 1_000)
        if said is None or not said.startswith(f"This is file {number}."):
            raise SystemExit(f"asked for file {number}, was answered {said!r}")
    return taken[0], median(taken[1:])


def floor(calls: int) -> float:
    """The SDK with a transport that answers from memory."""
    return measured(asking(client_at_hand(calls)), range(calls))[1]


def client_at_hand(calls: int) -> openai.OpenAI:
    """The client of the SDK, whose transport has the answers."""
    answers = iter([answer_of(number) for number in range(calls)])
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers=_JSON, content=next(answers)))
    return openai.OpenAI(api_key="x", http_client=httpx2.Client(transport=transport))


def spread(count: int, calls: int) -> list[int]:
    """So many of the recordings, from all over the cassette."""
    taken = min(calls, count)
    return [number * count // taken for number in range(taken)]


def by_goldgate(count: int, calls: int) -> tuple[float, float]:
    """Inside a trial."""
    lines = exchange_lines(cassette_of_goldgate(count), file="cassette")
    install()
    costs: list[tuple[float, float]] = []

    def agent(_: object) -> None:
        client = openai.OpenAI(api_key="x")
        costs.append(measured(asking(client), spread(count, calls)))

    tape = Studio().tape("suite", lines)
    perform(agent, CaseView(id="case", request=""), tape=tape)
    if tape.fault is not None:
        raise SystemExit(tape.fault.message)
    return costs[0]


def cassette_of_goldgate(count: int) -> bytes:
    """The cassette of a case that asks for so many numbers."""
    settings = RecordingSettings()
    exchanges = []
    for number in range(count):
        content = json.dumps(body_of(number)).encode()
        request = request_of("POST", URL, headers=_JSON, content=content)
        response = response_of(200, headers=_JSON, content=answer_of(number))
        key = request_key(request, kind=ExchangeKind.HTTP, settings=settings)
        exchanges.append(Exchange(key=key, request=request, response=response))
    return write_cassette(Cassette(exchanges=tuple(exchanges)))


def run_of_goldgate(count: int, *, recorded: bool) -> float:
    """CPU ms of a run of one case that asks for so many numbers, its processes included: the least of some rounds."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write(root / "goldgate.toml", 'agent = "asker:recorded"' if recorded else 'agent = "asker:at_hand"')
        write(root / "asker.py", f"import sys; sys.path.insert(0, {str(HERE)!r})\n{ASKER.replace('COUNT', str(count))}")
        write(root / "golden/numbers.jsonl", '{"id": "all", "request": "all"}\n')
        if recorded:
            write(root / "golden/cassettes/numbers/all.jsonl", cassette_of_goldgate(count).decode())
        return min(_cpu_of([sys.executable, "-m", "goldgate", "run"], root) for _ in range(ROUNDS))


def write(path: Path, text: str) -> None:
    """Write a file, with its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _cpu_of(command: Sequence[str], folder: Path) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1_000


def by_vcrpy(count: int, calls: int) -> tuple[float, float]:
    """Inside a cassette of vcrpy."""
    with TemporaryDirectory() as folder, cassette_of_vcrpy(Path(folder) / "cassette.yaml", count):
        client = openai.OpenAI(api_key="x")
        return measured(asking(client), spread(count, calls))


@contextmanager
def cassette_of_vcrpy(path: Path, count: int) -> Iterator[None]:
    """A cassette that is matched by what the request says, as goldgate does."""
    headers = {name: [value] for name, value in _JSON.items()}
    interactions = [
        {
            "request": {"method": "POST", "uri": URL, "body": json.dumps(body_of(number)), "headers": headers},
            "response": {
                "status": {"code": 200, "message": "OK"},
                "headers": headers,
                "body": {"string": answer_of(number).decode()},
            },
        }
        for number in range(count)
    ]
    path.write_text(yaml.dump({"version": 1, "interactions": interactions}), encoding="utf-8")
    recorder = vcr.VCR(record_mode="none", match_on=["method", "uri", "body"])
    with recorder.use_cassette(str(path)):
        yield


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else CALLS)
