from collections.abc import Callable
from importlib import import_module
from threading import Barrier, Thread
from typing import Any

import pytest

from goldgate.differ.request_key import request_key
from goldgate.differ.secrets import NO_NAMED_SECRETS, NamedSecrets, named_secrets
from goldgate.errors import BadFile
from goldgate.formats.cassette import write_exchange
from goldgate.model.cassette import Exchange, ExchangeKind, Request, Response
from goldgate.model.settings import Ignored, MatchBy, RecordingSettings
from goldgate.runner.replayer import Replayer

HTTP, MODEL, FUNCTION = ExchangeKind.HTTP, ExchangeKind.MODEL, ExchangeKind.FUNCTION
CHAT = "https://api.example.org/v1/chat/completions"
PLAIN = RecordingSettings()


def chat(text: str, **more: Any) -> Request:
    return Request(method="POST", url=CHAT, body={"messages": [{"role": "user", "content": text}], **more})


def line(
    request: Request, answer: str, *, kind: ExchangeKind = HTTP, settings: RecordingSettings = PLAIN, key: str = ""
) -> str:
    key = key or request_key(request, kind=kind, settings=settings)
    return write_exchange(Exchange(kind=kind, key=key, request=request, response=Response(body={"answer": answer})))


def replayer(*lines: str, settings: RecordingSettings = PLAIN, named: NamedSecrets = NO_NAMED_SECRETS) -> Replayer:
    return Replayer(lines, settings=settings, named=named)


def answer(replayer: Replayer, request: Request, kind: ExchangeKind = HTTP) -> object:
    found = replayer.find(request, kind)
    return None if found is None else found.body["answer"]  # type: ignore[index,call-overload]  # an object


def test_each_recording_answers_its_request_once() -> None:
    recordings = replayer(line(chat("a"), "A"), line(chat("b"), "B"))

    assert [answer(recordings, chat(text)) for text in ("b", "a", "a", "c")] == ["B", "A", None, None]


def test_equal_requests_get_their_answers_in_order() -> None:
    recordings = replayer(line(chat("a"), "1"), line(chat("b"), "B"), line(chat("a"), "2"))

    assert [answer(recordings, chat("a")) for _ in range(3)] == ["1", "2", None]


def test_kinds_are_told_apart() -> None:
    request = Request(method="CALL", url="model", body=1)
    recordings = replayer(line(request, "M", kind=MODEL), line(request, "F", kind=FUNCTION))

    assert [answer(recordings, request, kind) for kind in (FUNCTION, MODEL, HTTP)] == ["F", "M", None]


def test_what_nothing_used_is_known_by_its_line_in_the_file() -> None:
    recordings = replayer("", line(chat("a"), "A"), line(chat("b"), "B"), "", line(chat("c"), "C"))
    answer(recordings, chat("b"))

    assert recordings.unused == (3, 6)


def test_a_secret_in_a_request_is_found_as_it_was_written() -> None:
    named = named_secrets({"KEY": "very secret"}, ["KEY"])
    recordings = replayer(line(chat("the key is REDACTED_KEY"), "A"), named=named)

    assert answer(recordings, chat("the key is very secret")) == "A"


def test_keys_in_the_file_are_only_where_to_look_first() -> None:
    """Under other settings, or after an edit, requests have other keys; they are what counts."""
    ignoring = RecordingSettings(ignore=(Ignored(path="/seed"),))
    written_before = [line(chat("a", seed=1), "1"), line(chat("a", seed=2), "2"), line(chat("b"), "B", key="0" * 16)]

    recordings = replayer(*written_before, settings=ignoring)

    assert [answer(recordings, chat("a", seed=3)) for _ in range(3)] == ["1", "2", None]
    assert answer(recordings, chat("b")) == "B"


def test_a_key_that_belongs_to_another_request_answers_nothing() -> None:
    key = request_key(chat("old prompt"), kind=HTTP, settings=PLAIN)
    recordings = replayer(line(chat("new prompt"), "A", key=key))

    assert answer(recordings, chat("old prompt")) is None
    assert answer(recordings, chat("new prompt")) == "A"


def test_a_line_that_is_no_exchange_is_refused_when_it_would_answer() -> None:
    broken = line(chat("b"), "B").replace('"status":200', '"status":"200"')
    recordings = replayer(line(chat("a"), "A"), broken)

    assert answer(recordings, chat("a")) == "A"
    with pytest.raises(BadFile):
        recordings.find(chat("b"), HTTP)


def test_by_order_the_nth_request_of_a_sort_gets_the_nth_answer_whatever_it_says() -> None:
    embedding = Request(method="POST", url="https://api.example.org/v1/embeddings", body={"input": "x"})
    page = Request(method="GET", url="https://example.org/a?b=1")
    call = Request(method="CALL", url="look_up", body={"word": "a"})
    recordings = replayer(
        line(chat("a"), "1"),
        line(embedding, "E"),
        line(chat("b"), "2"),
        line(page, "P"),
        line(call, "F", kind=FUNCTION),
        settings=RecordingSettings(match=MatchBy.ORDER),
    )

    assert [answer(recordings, chat(text)) for text in ("z", "a", "b")] == ["1", "2", None]
    assert answer(recordings, Request(method="POST", url=f"{CHAT}?x=1", body=None)) is None
    assert answer(recordings, Request(method="POST", url=embedding.url, body={"input": "y"})) == "E"
    assert answer(recordings, Request(method="GET", url="https://example.org/a?b=2")) == "P"
    assert answer(recordings, Request(method="CALL", url="look_up", body={"word": "z"}), FUNCTION) == "F"
    assert answer(recordings, Request(method="CALL", url="other", body={}), FUNCTION) is None


def test_threads_that_ask_at_once_get_each_answer_once() -> None:
    recordings = replayer(*(line(chat("a"), str(number)) for number in range(40)))
    together, got = Barrier(4), list[object]()

    def ask() -> None:
        together.wait(5)
        got.extend([answer(recordings, chat("a")) for _ in range(10)])

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(got, key=str) == sorted(map(str, range(40)))


@pytest.mark.parametrize("count", [10, 1_000])
def test_a_recording_is_read_only_when_it_may_be_the_answer(
    count: int, monkeypatch: pytest.MonkeyPatch, counting: Callable[[str], list[object]]
) -> None:
    recordings = replayer(*(line(chat(str(number)), str(number)) for number in range(count)))
    loaded = counting("goldgate.runner.replayer.load_exchange")

    assert answer(recordings, chat("7")) == "7"
    assert len(loaded) == 1


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[object]]:
    """The calls of a function from now on, which does what it did."""

    def count(name: str) -> list[object]:
        module, _, function = name.rpartition(".")
        calls: list[object] = []
        original = getattr(import_module(module), function)

        def counted(argument: object) -> object:
            calls.append(argument)
            return original(argument)

        monkeypatch.setattr(name, counted)
        return calls

    return count


# Misses


def miss(recordings: Replayer, request: Request, kind: ExchangeKind = HTTP) -> str:
    assert recordings.find(request, kind) is None
    return recordings.miss(request, kind)


def test_a_miss_without_recordings_says_so() -> None:
    assert miss(replayer(), chat("a")) == f"POST {CHAT} is not recorded: the case has no recordings"
    call = line(Request(method="CALL", url="f"), "F", kind=FUNCTION)
    assert miss(replayer(call), chat("a")) == f"POST {CHAT} is not recorded: the case has no recordings of this kind"


def test_a_miss_names_the_nearest_recording_and_where_it_first_differs() -> None:
    recordings = replayer(line(chat("find all", temperature=1), "A"), line(chat("find notes"), "B"))

    assert miss(recordings, chat("find all")) == (
        f"POST {CHAT} is not recorded; the nearest recording, in line 2, differs first at /body/temperature: 1 is gone"
    )
    assert miss(recordings, chat("find notes", tools=[])).endswith("in line 3, differs first at /body/tools: [] is new")
    assert miss(recordings, chat("find note")).endswith(
        'in line 3, differs first at /body/messages/0/content: "find notes" → "find note"'
    )


def test_of_two_as_near_the_one_that_was_to_come_next_is_named() -> None:
    recordings = replayer(line(chat("a"), "A"), line(chat("b"), "B"))
    answer(recordings, chat("a"))

    assert "in line 3," in miss(recordings, chat("c"))


def test_a_recording_of_another_place_is_named_when_there_is_no_other() -> None:
    other = Request(method="POST", url="https://api.example.org/v1/responses", body={"input": "a"})

    assert "differs first at /body/input" in miss(replayer(line(other, "A")), chat("a"))


def test_a_request_that_comes_too_often_is_told_where_it_was_recorded() -> None:
    recordings = replayer(line(chat("a"), "A"))
    answer(recordings, chat("a"))

    assert miss(recordings, chat("a")) == (
        f"POST {CHAT} is not recorded so often: the same request is in line 2, and used"
    )


def test_by_order_a_miss_says_how_many_there_were() -> None:
    recordings = replayer(line(chat("a"), "A"), settings=RecordingSettings(match=MatchBy.ORDER))
    answer(recordings, chat("z"))

    assert miss(recordings, chat("a")).endswith("by order, all 1 recordings of this kind that fit are used")


def test_a_miss_is_bounded_holds_no_secret_and_does_nothing_to_a_terminal() -> None:
    named = named_secrets({"KEY": "very secret"}, ["KEY"])
    recordings = replayer(line(chat("x" * 10_000), "A"), named=named)

    said = miss(recordings, chat("y" * 10_000 + "very secret\x1b[31m"))

    assert len(said) < 600
    assert "very secret" not in said
    assert "\x1b" not in said


def test_a_miss_among_thousands_looks_at_few() -> None:
    recordings = replayer(*(line(chat(str(number)), str(number)) for number in range(300)))

    assert "in line 2, differs first" in miss(recordings, chat("x"))


@pytest.mark.parametrize(("kind", "name"), [(MODEL, "the request to context.model"), (FUNCTION, "the call of look_up")])
def test_what_was_asked_is_named_by_its_kind(kind: ExchangeKind, name: str) -> None:
    request = Request(method="CALL", url="look_up", body={"word": "a"})

    assert miss(replayer(), request, kind).startswith(f"{name} is not recorded")
