"""What is recorded, replayed, dropped and told, as the commands are called."""

import json
import re
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import ProjectFolder

KEY: Final = "sk-0123456789abcdefghij0123"
AGENT: Final = """
import os

import httpx

URL = "http://127.0.0.1:PORT/v1/chat/completions"
PROMPT = "be brief"


def agent(case):
    if case.id.startswith("quiet"):
        return "nothing asked"
    said = []
    for word in case.request.split():
        headers = {"authorization": f"Bearer {os.environ.get('MODEL_KEY')}"}
        body = {"messages": [{"role": "system", "content": PROMPT}, {"role": "user", "content": word}]}
        said.append(httpx.post(URL, json=body, headers=headers).json()["said"])
        if word == "exit":
            os._exit(3)
    return " ".join(said)
"""
SETTINGS: Final = """
agent = "asker:agent"

[recording]
secrets = ["MODEL_KEY"]
"""


class Model:
    """Says in upper case what it is asked, and remembers the keys of those who asked."""

    def __init__(self) -> None:
        self.keys: list[str | None] = []
        self.beside: dict[str, object] = {}
        """What it says beside that."""
        handler = type("Handler", (_Handler,), {"model": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.port = self._server.server_port

    def close(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    model: Model

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.model.keys.append(self.headers["authorization"])
        said = {"said": asked["messages"][-1]["content"].upper(), **self.model.beside}
        body = json.dumps(said).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def model() -> Iterator[Model]:
    model = Model()
    yield model
    model.close()


@pytest.fixture
def asking(folder: "ProjectFolder", model: Model, monkeypatch: pytest.MonkeyPatch) -> "ProjectFolder":
    """A project whose agent asks a model for each word, and once for nothing."""
    monkeypatch.setenv("MODEL_KEY", KEY)
    folder.write({"goldgate.toml": SETTINGS, "asker.py": AGENT.replace("PORT", str(model.port))})
    lay(folder, one="sea", quiet="x", two="sun sea")
    return folder


def lay(folder: "ProjectFolder", **requests: str) -> None:
    """Write the golden file: a case for each id with its request."""
    folder.golden(*({"id": case, "request": request} for case, request in requests.items()), suite="words")


def cassette(folder: "ProjectFolder", case: str) -> list[Any]:
    lines = folder.read(f"golden/cassettes/words/{case}.jsonl").splitlines()
    return [json.loads(line) for line in lines[1:]]


def recorded(folder: "ProjectFolder", *words: str) -> Mapping[str, Mapping[str, Any]]:
    """What `goldgate record` says of each case that asked something."""
    document = folder.run("record", *words, "--format", "json").document
    assert document["exit_code"] == 0, document
    return {case["id"]: case for case in document["cases"]}


def test_the_model_is_asked_once_and_then_never_again(asking: "ProjectFolder", model: Model) -> None:
    first = asking.run("record")

    assert first.out.splitlines() == [
        "written   words::one  1 new",
        "written   words::two  2 new",
        "2 written, 0 as before, 0 not recorded, 1 asked nothing",
        "recorded",
        "next: goldgate run",
    ]
    again = asking.run("record")
    assert again.out.splitlines()[:3] == [
        "as before words::one  1 kept",
        "as before words::two  2 kept",
        "0 written, 2 as before, 0 not recorded, 1 asked nothing",
    ]
    assert asking.run("run").code == 0
    assert len(model.keys) == 3


def test_a_cassette_reads_well_and_holds_no_key(asking: "ProjectFolder", model: Model) -> None:
    asking.run("record")

    assert [exchange["response"]["body"] for exchange in cassette(asking, "two")] == [{"said": "SUN"}, {"said": "SEA"}]
    assert set(model.keys) == {f"Bearer {KEY}"}
    assert KEY not in "".join(asking.read(f"golden/cassettes/words/{case}.jsonl") for case in ("one", "two"))


def test_a_replay_is_the_same_with_and_without_a_key(asking: "ProjectFolder", monkeypatch: pytest.MonkeyPatch) -> None:
    asking.write({"asker.py": asking.read("asker.py").replace('"be brief"', 'os.environ["MODEL_KEY"]')})
    asking.run("record")
    with_key = asking.run("run")
    monkeypatch.delenv("MODEL_KEY")

    assert (with_key.code, asking.run("run").code) == (0, 0)


def test_two_runs_leave_the_same_bytes(asking: "ProjectFolder") -> None:
    asking.run("record")
    asking.run("run")
    asking.run("run", "--workers", "2")

    first, second = (folder / "results.jsonl" for folder in asking.runs)
    assert first.read_text().splitlines()[1:-1] == second.read_text().splitlines()[1:-1]


def test_a_changed_prompt_is_a_miss_that_names_the_field_and_the_way_on(asking: "ProjectFolder") -> None:
    asking.run("record")
    asking.write({"asker.py": asking.read("asker.py").replace("be brief", "be kind")})

    ended = asking.run("run", "--case", "one")

    assert ended.code == 2
    assert '/body/messages/0/content: "be brief" → "be kind"' in ended.out
    assert ended.last == ["no judgement: 1 error  (exit 2)", "next: goldgate record --case words::one"]


def test_only_the_selected_cases_are_asked(asking: "ProjectFolder", model: Model) -> None:
    assert recorded(asking, "--case", "one").keys() == {"one"}
    assert len(model.keys) == 1


def test_refresh_asks_everything_anew(asking: "ProjectFolder", model: Model) -> None:
    asking.run("record")
    before = asking.snapshot()

    assert recorded(asking, "--refresh")["two"]["new"] == 2
    assert len(model.keys) == 6
    assert asking.snapshot() == before


def test_what_nothing_uses_is_listed_and_pruned(asking: "ProjectFolder") -> None:
    asking.run("record")
    lay(asking, one="sea", two="sea moon")
    recorded(asking)

    run = asking.run("run", "--format", "json")
    assert run.document["recordings"]["unused"] == [{"suite": "words", "id": "two", "lines": [2]}]
    assert "unused recordings of words::two: line 2 of its cassette" in asking.run("run").out

    assert recorded(asking, "--prune")["two"] == {
        "suite": "words",
        "id": "two",
        "state": "written",
        "new": 0,
        "kept": 2,
        "dropped": 1,
        "fault": None,
        "raised": None,
    }
    assert [exchange["response"]["body"]["said"] for exchange in cassette(asking, "two")] == ["SEA", "MOON"]
    assert asking.run("run", "--format", "json").document["recordings"]["unused"] == []


def test_a_recording_that_one_of_several_trials_uses_is_used(asking: "ProjectFolder") -> None:
    asking.run("record")

    assert asking.run("run", "--trials", "2", "--format", "json").document["recordings"]["unused"] == []


VARYING: Final = AGENT.replace("def agent(case):", "def agent(case, context):").replace(
    '"content": word}', '"content": f"{word}?" if context.variant == "curious" and word != "sea" else word}'
)


@pytest.fixture
def varying(asking: "ProjectFolder", model: Model) -> "ProjectFolder":
    """Of two variants, the curious one asks about all but the sea in words of its own."""
    variants = '[variants]\ncurious = "none"\n'
    asking.write({"goldgate.toml": SETTINGS + variants, "asker.py": VARYING.replace("PORT", str(model.port))})
    return asking


def test_variants_are_answered_by_one_cassette(varying: "ProjectFolder", model: Model) -> None:
    """What both ask is asked once, and recording the second takes nothing from the first."""
    varying.run("record")
    missed = varying.run("run", "--variant", "default", "--variant", "curious")
    added = recorded(varying, "--variant", "curious")

    assert missed.last[-1] == "next: goldgate record --case words::two --variant curious"
    assert {case: (of["new"], of["kept"]) for case, of in added.items()} == {"one": (0, 1), "two": (1, 2)}
    said = [exchange["response"]["body"]["said"] for exchange in cassette(varying, "two")]
    assert (said, len(model.keys)) == (["SUN", "SEA", "SUN?"], 4)
    assert varying.run("run", "--variant", "default", "--variant", "curious").code == 0
    before = varying.snapshot()
    assert (recorded(varying)["two"]["kept"], recorded(varying, "--variant", "curious")["two"]["kept"]) == (3, 3)
    assert (varying.snapshot(), len(model.keys)) == (before, 4)
    alone = varying.run("run", "--variant", "curious").out
    assert "  other variants than those of this run may be answered by them" in alone.splitlines()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--variant", "curious", "--prune"), "--prune with --variant curious would drop what other variants"),
        (("--variant", "curious", "--refresh"), "--refresh with --variant curious would drop what other variants"),
        (("--prune",), "and the settings name others (curious) that may be answered by it"),
        (("--variant", "curios"), "unknown variant 'curios', did you mean 'curious'?"),
    ],
)
def test_nothing_is_dropped_that_another_variant_may_need(
    varying: "ProjectFolder", words: tuple[str, ...], said: str
) -> None:
    refused = varying.run("record", *words)
    assert (refused.code, said in refused.err) == (2, True)


def test_recordings_in_their_order_are_those_of_one_variant(varying: "ProjectFolder") -> None:
    varying.write(
        {"goldgate.toml": varying.read("goldgate.toml").replace("[recording]", '[recording]\nmatch = "order"')}
    )
    refused = varying.run("record", "--variant", "curious")
    assert (refused.code, refused.err.startswith("the recordings of 'words' are found by their order")) == (2, True)


def test_cassettes_of_no_case_are_told_and_pruned_by_a_record_of_everything(asking: "ProjectFolder") -> None:
    asking.run("record")
    lay(asking, one="sea")

    assert "unused  golden/cassettes/words/two.jsonl, the cassette of no case" in asking.run("record").out
    assert "two.jsonl" not in asking.run("record", "--case", "one", "--prune").out
    assert "removed golden/cassettes/words/two.jsonl" in asking.run("record", "--prune").out
    assert not (asking.root / "golden/cassettes/words/two.jsonl").exists()


def test_what_could_not_be_recorded_stays_as_it_was(asking: "ProjectFolder", model: Model) -> None:
    asking.run("record")
    before = asking.snapshot()
    model.close()

    ended = asking.run("record", "--refresh", "--format", "json")

    assert ended.code == 2
    assert {case["fault"]["code"] for case in ended.document["cases"]} == {"NOT_RECORDED"}
    assert asking.snapshot() == before
    assert asking.run("record", "--refresh").out.splitlines()[-1] == "not all could be recorded  (exit 2)"


def test_an_agent_that_fails_before_it_asks_is_told_and_takes_nothing_away(asking: "ProjectFolder") -> None:
    broken = asking.read("asker.py").replace("    said = []", "    raise KeyError('no key')")
    working = asking.read("asker.py")
    asking.write({"asker.py": broken})

    ended = asking.run("record", "--suite", "words", "--case", "one")

    assert ended.code == 0
    assert [re.sub(r":\d+ ", ":N ", told) for told in ended.out.splitlines()] == [
        "failed    words::one  KeyError: 'no key' (raised: KeyError at asker.py:N in agent)",
        "0 written, 0 as before, 0 not recorded, 1 asked nothing",
        "recorded, but the agent failed in 1 case",
        "next: goldgate run --suite words --case one",
    ]

    asking.write({"asker.py": working})
    asking.run("record")
    asking.write({"asker.py": broken})
    before = asking.snapshot()

    assert asking.run("record", "--prune").code == 0
    ended = asking.run("record", "--refresh", "--format", "json")
    assert ended.code == 2
    assert {case["fault"]["code"] for case in ended.document["cases"]} == {"NOT_RECORDED"}
    assert asking.snapshot() == before


def test_what_a_model_says_anew_is_kept_only_where_it_says_something_new(asking: "ProjectFolder", model: Model) -> None:
    asking.run("record")
    before = asking.snapshot()

    model.beside = {"id": "chat-2", "created": 1764500000}
    assert recorded(asking, "--refresh")["two"]["state"] == "kept"
    assert asking.snapshot() == before

    model.beside = {"and": "more"}
    assert recorded(asking, "--refresh")["two"]["state"] == "written"


def test_a_process_that_is_lost_leaves_nothing_half_recorded(asking: "ProjectFolder") -> None:
    lay(asking, gone="sea exit", one="sea")

    ended = asking.run("record", "--format", "json")

    assert ended.code == 2
    gone, one = ended.document["cases"]
    assert (gone["fault"]["code"], one["state"]) == ("LOST_WORKER", "written")
    assert "AGENT_EXIT" in gone["fault"]["message"]
    assert not (asking.root / "golden/cassettes/words/gone.jsonl").exists()


def test_a_secret_that_would_be_written_is_refused(asking: "ProjectFolder", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_API_KEY", "0123456789abcdef0123456789abcdef")
    lay(asking, one="0123456789abcdef0123456789abcdef", two="sea")

    ended = asking.run("record", "--format", "json")

    one, two = ended.document["cases"]
    assert (ended.code, one["fault"]["code"], two["state"]) == (2, "GG070", "written")


def test_a_host_that_is_not_allowed_is_not_asked(asking: "ProjectFolder", model: Model) -> None:
    asking.write({"goldgate.toml": f'{SETTINGS}allow_hosts = ["api.example.org"]\n'})

    ended = asking.run("record", "--format", "json")

    assert {case["fault"]["code"] for case in ended.document["cases"]} == {"HOST_REFUSED"}
    assert model.keys == []


def test_a_secret_that_is_too_short_is_refused_before_anything_runs(
    asking: "ProjectFolder", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", "abc")

    assert asking.run("record").errors[0].endswith("it can't be told apart from other text [GG003]")


def test_in_process_records_the_same(asking: "ProjectFolder") -> None:
    asking.run("record")
    before = asking.snapshot()

    assert recorded(asking, "--refresh", "--in-process", "--workers", "1", "--timeout", "20").keys() == {"one", "two"}
    assert asking.snapshot() == before


# Live


def test_live_asks_for_real_records_nothing_and_says_so(asking: "ProjectFolder", model: Model) -> None:
    live = asking.run("run", "--live")

    assert live.code == 0
    assert live.out.startswith("live the outside world was asked for real; another run may see other answers\n")
    assert len(model.keys) == 3
    assert not (asking.root / "golden/cassettes").exists()
    assert asking.run("run", "--live", "--format", "json").document["recordings"]["live"] is True


def test_a_live_run_is_not_outdated_by_recordings(asking: "ProjectFolder") -> None:
    asking.run("run", "--live")
    asking.run("record")

    assert asking.run("update-baseline").code == 0
    compared = asking.run("compare", "--format", "json")
    assert (compared.code, compared.document["recordings"]["live"]) == (0, True)


# A run knows its recordings


def test_a_new_recording_outdates_a_run(asking: "ProjectFolder") -> None:
    asking.run("record")
    asking.run("run")
    assert asking.run("update-baseline").code == 0
    path = "golden/cassettes/words/two.jsonl"
    asking.write({path: asking.read(path).replace("SUN", "STAR")})

    ended = asking.run("compare")

    assert ended.code == 2
    assert ended.errors[1] == "recordings of suite 'words' are changed: two [GG022]"
    assert asking.run("check").code == 1


def test_a_setting_by_which_recordings_are_found_outdates_a_run(asking: "ProjectFolder") -> None:
    asking.run("record")
    asking.run("run")
    asking.write({"goldgate.toml": f'{SETTINGS}match = "order"\n'})

    assert asking.run("compare").errors[1] == "settings of suite 'words' are changed: recording.match [GG022]"


def test_a_cassette_that_is_none_is_refused_before_anything_runs(asking: "ProjectFolder") -> None:
    asking.run("record")
    asking.write({"golden/cassettes/words/one.jsonl": "{}\n", "golden/cassettes/words/two.jsonl": "no"})

    ended = asking.run("run")

    assert (ended.code, len(ended.errors)) == (2, 2)
    assert all("expected the header of a cassette" in error or "two.jsonl:1" in error for error in ended.errors)


# By order


def test_by_order_a_changed_prompt_is_answered_and_every_report_says_so(asking: "ProjectFolder") -> None:
    asking.run("record")
    asking.write(
        {
            "goldgate.toml": f'{SETTINGS}\n[suites.words.recording]\nmatch = "order"\n',
            "asker.py": asking.read("asker.py").replace("be brief", "be kind"),
        }
    )

    run = asking.run("run")

    assert run.code == 0
    assert run.out.startswith("by order answered by order, so that a changed request is not seen: words\n")
    assert asking.run("update-baseline").code == 0
    assert asking.run("check").out.startswith("by order ")
    assert asking.run("check", "--format", "json").document["recordings"]["by_order"] == ["words"]
    assert asking.run("compare", "--format", "json").document["recordings"]["by_order"] == ["words"]
    notice = "answered by order, so that a changed request is not seen"
    assert f"notice {notice}\n" in asking.run("show", "one").out
    assert asking.run("show", "one", "--format", "json").document["notices"] == [notice]
