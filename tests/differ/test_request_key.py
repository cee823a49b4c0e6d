import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.request_key import request_differences, request_key
from goldgate.differ.walk import ChangeKind, FieldChange
from goldgate.model.cassette import CALL, MODEL, ExchangeKind, Request
from goldgate.model.settings import Ignored, RecordingSettings
from goldgate.model.value import Json

CHAT = "https://api.openai.com/v1/chat/completions"
DEFAULTS = RecordingSettings()


def chat(**body: Json) -> Request:
    return Request(method="POST", url=CHAT, body={"model": "m", **body})


def key(request: Request, recording: RecordingSettings = DEFAULTS, kind: ExchangeKind = ExchangeKind.HTTP) -> str:
    return request_key(request, kind=kind, settings=recording)


def get(url: str) -> Request:
    return Request(method="GET", url=url)


def test_a_key_stays_what_it_is() -> None:
    """Keys are made anew when a cassette is read; still, another way of making them shows in everybody's next diff."""
    request = chat(messages=[{"role": "user", "content": "안녕 ☃"}], temperature=0.0, seed=2**70)
    assert key(request) == "107feefe98f6f94c"
    assert key(Request(method=CALL, url=MODEL, body=None), kind=ExchangeKind.MODEL) == "eedf89ffb20ffed7"


@given(st.dictionaries(st.text(max_size=3), st.integers() | st.text(max_size=3), max_size=5))
def test_the_order_of_keys_does_not_matter(body: dict[str, Any]) -> None:
    items = list(body.items())
    random.Random(1).shuffle(items)  # noqa: S311 - any other order will do
    assert key(chat(x=body)) == key(chat(x=dict(items)))


@pytest.mark.parametrize(
    "other",
    [
        chat(user="me"),
        chat(metadata={"run": "1"}, store=True, service_tier="flex"),
        chat(prompt_cache_key="k", prompt_cache_retention="24h", safety_identifier="s"),
        chat(temperature=None),
        chat(stream=False),
        Request(method="POST", url="https://proxy.example.org:8443/v1/chat/completions", body={"model": "m"}),
    ],
)
def test_what_never_changes_the_answer_of_a_model_does_not_count(other: Request) -> None:
    assert key(other) == key(chat())


@pytest.mark.parametrize(
    "other",
    [
        chat(model="n"),
        chat(stream=True),
        chat(stream_options={"include_usage": True}),
        chat(temperature=0),
        chat(some_new_field=1),
        chat(messages=[]),
        chat(messages=[{"role": "user", "user": None}]),
        Request(method="GET", url=CHAT, body={"model": "m"}),
        Request(method="POST", url=f"{CHAT}?api-version=1", body={"model": "m"}),
        Request(method="POST", url=CHAT.replace("v1", "v2"), body={"model": "m"}),
        Request(method="POST", url=CHAT),
        Request(method="POST", url=CHAT, body='{"model":"m"}'),
    ],
)
def test_everything_else_counts(other: Request) -> None:
    assert key(other) != key(chat())


def test_numbers_count_with_their_type() -> None:
    assert len({key(chat(seed=seed)) for seed in (1, 1.0, True, "1")}) == 4


def test_what_an_unknown_api_is_sent_counts_altogether() -> None:
    def sent(**body: Json) -> str:
        return key(Request(method="POST", url="https://tools.example.org/search", body=body))

    assert len({sent(), sent(user="me"), sent(x=None), sent(stream=False)}) == 4


def test_the_host_of_an_unknown_api_counts() -> None:
    assert key(get("https://a.example.org/")) != key(get("https://b.example.org/"))
    assert key(get("https://a.example.org/")) != key(get("https://a.example.org:8443/"))


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1:2", "127.9.9.9", "[::1]:3", "tools.localhost", "0.0.0.0:4"])
def test_the_ports_of_this_machine_do_not_count(host: str) -> None:
    assert key(get(f"http://{host}/a")) == key(get("http://localhost/a"))


def test_the_kind_counts() -> None:
    request = Request(method=CALL, url=MODEL, body={})
    assert key(request, kind=ExchangeKind.MODEL) != key(request, kind=ExchangeKind.FUNCTION)


def test_what_a_function_takes_counts_altogether() -> None:
    def call(name: str, body: Json) -> str:
        return key(Request(method=CALL, url=name, body=body), kind=ExchangeKind.FUNCTION)

    assert len({call("a.f", {}), call("a.g", {}), call("a.f", {"user": None}), call("a.f", None)}) == 4


# What the settings leave out


def ignoring(*ignored: Ignored) -> RecordingSettings:
    return RecordingSettings(ignore=ignored)


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("/seed", chat(seed=1), chat(seed=2)),
        ("/seed", chat(seed=1), chat()),
        ("/tools/*/description", chat(tools=[{"description": "a"}]), chat(tools=[{"description": "b"}])),
        ("/tools/*/description", chat(tools=[{"description": "a"}]), chat(tools=[{}])),
        ("/messages/0", chat(messages=["a", "x"]), chat(messages=["b", "x"])),
        ("/**/id", chat(a={"b": [{"id": 1}]}), chat(a={"b": [{"id": 2}]})),
        ("/**", chat(seed=1), chat(seed=2)),
    ],
)
def test_what_stands_at_an_ignored_place_may_differ(path: str, one: Request, other: Request) -> None:
    recording = ignoring(Ignored(path=path))
    assert key(one) != key(other)
    assert key(one, recording) == key(other, recording)


def test_an_ignored_item_keeps_its_place() -> None:
    recording = ignoring(Ignored(path="/messages/0"))
    assert key(chat(messages=["a", "x"]), recording) != key(chat(messages=["x"]), recording)


def test_a_pattern_ignores_only_what_it_matches() -> None:
    def said(text: str, **more: Json) -> str:
        recording = ignoring(Ignored(path="/messages/**", pattern=r"\d{4}-\d\d-\d\d"))
        return key(chat(messages=[{"content": [text], "n": 1}], **more), recording)

    assert said("Today is 2026-11-30.") == said("Today is 2026-12-01.")
    assert said("Today is 1.") != said("Today is 2.")
    assert said("", day="2026-11-30") != said("", day="2026-12-01")


def test_texts_can_be_ignored_too() -> None:
    recording = ignoring(Ignored(path="/**", pattern="[0-9]+"))
    one, two = (Request(method="POST", url="https://host/", body=f"run {number}") for number in (1, 2))
    assert key(one, recording) == key(two, recording)


def test_only_the_fields_that_are_named_count() -> None:
    recording = RecordingSettings(fields={"openai.chat": ("model", "user", "stream")})
    assert key(chat(seed=1), recording) == key(chat(seed=2, user=None, stream=False), recording)
    assert key(chat(user="me"), recording) != key(chat(), recording)
    other = Request(method="POST", url="https://api.openai.com/v1/responses", body={"model": "m", "seed": 1})
    assert key(other, recording) == key(other)


# Where two requests differ


def differences(one: Request, other: Request, recording: RecordingSettings = DEFAULTS) -> list[FieldChange]:
    return list(request_differences(one, other, kind=ExchangeKind.HTTP, settings=recording))


def test_differences_are_told_by_their_place() -> None:
    recorded, asked = chat(messages=[{"content": "a"}], user="x"), chat(messages=[{"content": "b"}], user="y")
    assert differences(recorded, asked) == [
        FieldChange(pointer="/body/messages/0/content", kind=ChangeKind.CHANGED, expected="a", actual="b")
    ]


def test_another_place_is_a_difference() -> None:
    assert [(change.pointer, change.kind) for change in differences(get("https://a/x"), chat())] == [
        ("/body", "added"),
        ("/host", "removed"),
        ("/method", "changed"),
        ("/path", "changed"),
    ]


requests = st.builds(
    chat,
    seed=st.integers(0, 2) | st.none(),
    user=st.sampled_from(["a", "b"]),
    messages=st.lists(st.sampled_from(["x", "y 1", "y 2"]), max_size=2),
)
recordings = st.sampled_from(
    [
        DEFAULTS,
        ignoring(Ignored(path="/seed"), Ignored(path="/messages/*", pattern=r"\d")),
        ignoring(Ignored(path="/**")),
    ]
)


@given(requests, requests, recordings)
@settings(max_examples=60)
def test_keys_are_equal_where_nothing_that_counts_differs(
    one: Request, other: Request, recording: RecordingSettings
) -> None:
    assert (key(one, recording) == key(other, recording)) == (not differences(one, other, recording))
