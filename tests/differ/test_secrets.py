import base64
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.secrets import (
    NO_NAMED_SECRETS,
    FoundSecret,
    find_secrets,
    named_secrets,
    redact_json,
    redact_request,
    redact_response,
    redact_text,
)
from goldgate.errors import SettingsError
from goldgate.model.cassette import ExchangeKind, Request, Response
from goldgate.model.value import Json

HTTP = ExchangeKind.HTTP
CHAT = Request(method="POST", url="https://api.openai.com/v1/chat/completions", body={})
TOOL = Request(method="POST", url="https://tools.example.org/login", body={})
RANDOM = "aB3dE5gH7jK9mN1pQ2rS"  # 20 characters, as of a key


def redacted(text: str) -> str:
    return redact_text(text, NO_NAMED_SECRETS)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        (f"sk-{RANDOM}", "sk-REDACTED"),
        (f"my key: sk-proj-{RANDOM}_{RANDOM}-x.", "my key: sk-REDACTED."),
        (f"sk-ant-api03-{RANDOM}", "sk-REDACTED"),
        ("sk-or-v1-0123456789abcdef0123456789abcdef", "sk-REDACTED"),
        (f"gsk_{RANDOM}", "gsk_REDACTED"),
        (f"hf_{RANDOM}", "hf_REDACTED"),
        (f"sk_live_{RANDOM}", "sk_live_REDACTED"),
        (f"ghp_{RANDOM}, github_pat_{RANDOM}", "ghp_REDACTED, github_pat_REDACTED"),
        (f"xoxb-12-{RANDOM}", "xoxb-REDACTED"),
        ("AIza" + "a1" * 17 + "b", "REDACTED"),
        ("ya29.a0AfB_by-0123456789abc", "REDACTED"),
        ("AKIAABCDEFGHIJKLMNOP", "REDACTED"),
        ("eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2Q", "REDACTED"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----", "PRIVATE KEY REDACTED"),
        ("Authorization: Bearer abcdefghij0123456789", "Authorization: Bearer REDACTED"),
        ("-H 'authorization: basic dXNlcjpwYXNzd29yZA=='", "-H 'authorization: basic REDACTED'"),
        ("postgres://me:pass@host:5432/db", "postgres://REDACTED@host:5432/db"),
        (
            "https://hooks.slack.com/services/T0123456/B0123456/aB3dE5gH7jK9",
            "https://hooks.slack.com/services/REDACTED",
        ),
        ("https://host/a?sig=a%2Fb&x=1", "https://host/a?sig=REDACTED&x=1"),
        ("https://host/a?x=1&X-Amz-Signature=abc", "https://host/a?x=1&X-Amz-Signature=REDACTED"),
        ("org-abcdefgh01234567", "org-REDACTED"),
        ("proj_abcdefgh01234567 user-abcdefgh01234567", "proj_REDACTED user-REDACTED"),
        ('{"request_id": "req_011CSHoEeqs5C35K2UUqR7Fy"}', '{"request_id": "req_REDACTED"}'),
        ("arn:aws:bedrock:us-east-1:123456789012:model/m", "arn:aws:bedrock:us-east-1:ACCOUNT:model/m"),
        ('"api_key": "a b"', '"api_key": "REDACTED"'),
        ('"X-Api-Key":"k", "apiKey" : "k"', '"X-Api-Key":"REDACTED", "apiKey" : "REDACTED"'),
        (r'"{\"Authorization\": \"x\\\"y\"}"', r'"{\"Authorization\": \"REDACTED\"}"'),
        ('"access_token":"x\\"y","next":1', '"access_token":"REDACTED","next":1'),
        (rf"first line\nsk-{RANDOM}", r"first line\nsk-REDACTED"),
        (rf"a\u003dsk-{RANDOM}", r"a\u003dsk-REDACTED"),
    ],
)
def test_a_secret_is_replaced_by_a_word(text: str, safe: str) -> None:
    assert redacted(text) == safe
    assert find_secrets(text, NO_NAMED_SECRETS) != ()
    assert find_secrets(safe, NO_NAMED_SECRETS) == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"task-{RANDOM}",
        "sk-learn-tutorial-part-2-for-beginners",
        "user-interface-components-2",
        "user-abcdefghijklmnopqrstuvwx",
        "org-structure-of-the-company-2026",
        "req_1 and org-2",
        "chatcmpl-ASv9hB9He94oQyZr1CDC8coqvmn5U resp_06a562f31ab7703300698b9df109c481979ebf760b2ff5fc75",
        "call_a9sfNwZKzCmAYiZCwLcMDQYx msg_01TXrKzRUGRNfAsYvmWFMsCL toolu_01FTJXHVTTiaXqZRrXdhRrKR",
        "Basic internationalization, Bearer of bad news",
        "https://host:8080/path@2x",
        "mailto:me@example.org",
        '"max_tokens": 5, "token": "Hello", "cookies": "no"',
        '"authorization": {"type": "string"}',
        '"api_key": ""',
        "arn:aws:s3:::bucket",
        "eyJ.eyJ.x",
        "-----BEGIN CERTIFICATE-----",
    ],
)
def test_what_only_resembles_a_secret_stays(text: str) -> None:
    assert redacted(text) == text
    assert find_secrets(text, NO_NAMED_SECRETS) == ()


def test_a_random_text_in_the_middle_of_another_is_no_key() -> None:
    encrypted = f"x{RANDOM}_sk-{RANDOM}"
    assert redacted(encrypted) == encrypted


# Named variables


ENVIRON = {
    "MY_SECRET": 'pa"ss/wörd',
    "LONG_API_KEY": "0123456789abcdef",
    "SHORT_TOKEN": "0123456789abcde",
    "HOME": "/home/me",
}


@pytest.mark.parametrize(
    "spelled",
    [
        ENVIRON["MY_SECRET"],
        json.dumps(ENVIRON["MY_SECRET"])[1:-1],
        json.dumps(json.dumps(ENVIRON["MY_SECRET"]))[3:-3],
        json.dumps(ENVIRON["MY_SECRET"], ensure_ascii=False)[1:-1],
        quote(ENVIRON["MY_SECRET"], safe=""),
        base64.b64encode(ENVIRON["MY_SECRET"].encode()).decode().rstrip("="),
    ],
)
def test_the_value_of_a_named_variable_is_replaced_however_it_is_spelled(spelled: str) -> None:
    named = named_secrets(ENVIRON, ["MY_SECRET"])
    assert redact_text(f"<{spelled}>", named) == "<REDACTED_MY_SECRET>"
    assert find_secrets(f"<{spelled}>", named) == (FoundSecret(what="the value of MY_SECRET", place=1),)


def test_long_values_of_variables_that_sound_secret_are_replaced_unasked() -> None:
    named = named_secrets(ENVIRON, [])
    assert redact_text(" ".join(ENVIRON.values()), named) == 'pa"ss/wörd REDACTED_LONG_API_KEY 0123456789abcde /home/me'


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "TOKEN", "Github_Token", "PGPASSWORD", "CLIENT_SECRET", "AWS_SECRET_ACCESS_KEY"]
)
def test_a_name_sounds_secret_by_its_end(name: str) -> None:
    assert named_secrets({name: "0123456789abcdef", "MONKEY": "0123456789abcdef!"}, []) == named_secrets(
        {name: "0123456789abcdef"}, [name]
    )


def test_the_longest_value_is_replaced_first() -> None:
    named = named_secrets({"A": "secret", "B": "secret-and-more"}, ["A", "B"])
    assert redact_text("secret-and-more secret", named) == "REDACTED_B REDACTED_A"


def test_a_variable_that_is_not_set_has_no_value() -> None:
    assert named_secrets({"EMPTY": ""}, ["EMPTY", "MISSING"]) == NO_NAMED_SECRETS


def test_a_value_that_is_too_short_to_be_told_apart_is_refused() -> None:
    with pytest.raises(
        SettingsError, match=r"the value of PIN, named in recording\.secrets, is shorter than 6 characters"
    ):
        named_secrets({"PIN": "12345"}, ["PIN"])


# Bodies


def test_secrets_are_found_at_any_depth_of_a_body() -> None:
    body: Json = {"a": [{"authorization": "me", "n": 1}, f"sk-{RANDOM}", None], f"sk-{RANDOM}": True}
    assert redact_json(body, NO_NAMED_SECRETS) == {
        "a": [{"authorization": "REDACTED", "n": 1}, "sk-REDACTED", None],
        "sk-REDACTED": True,
    }


def test_a_field_that_names_no_text_is_looked_into() -> None:
    body: Json = {"api_key": {"type": "string"}, "cookie": 3, "client_secret": "", "private_key": ["a"]}
    assert redact_json(body, NO_NAMED_SECRETS) == body


def test_passwords_and_tokens_are_words_to_a_model_and_secrets_to_others() -> None:
    body: dict[str, Any] = {"password": "p", "token": "t"}
    asked = Request(method="POST", url=CHAT.url, body=body)
    logged_in = Request(method="POST", url=TOOL.url, body=body)
    assert redact_request(asked, NO_NAMED_SECRETS, kind=HTTP).body == body
    assert redact_request(asked, NO_NAMED_SECRETS, kind=ExchangeKind.MODEL).body == body
    assert redact_request(logged_in, NO_NAMED_SECRETS, kind=HTTP).body == {"password": "REDACTED", "token": "REDACTED"}
    answer = redact_response(Response(body={"token": "t"}), NO_NAMED_SECRETS, request=TOOL, kind=HTTP)
    assert answer.body == {"token": "REDACTED"}


def test_the_id_of_a_call_beside_a_models_answer_is_taken_out() -> None:
    body: Json = {"request_id": "7f", "output": {"request_id": "R-1"}}
    answer = redact_response(Response(body=body), NO_NAMED_SECRETS, request=CHAT, kind=HTTP)
    assert answer.body == {"request_id": "REDACTED", "output": {"request_id": "R-1"}}
    elsewhere = redact_response(Response(body=body), NO_NAMED_SECRETS, request=TOOL, kind=HTTP)
    assert elsewhere.body == body


def test_urls_headers_and_events_are_looked_at() -> None:
    named = named_secrets({"HOOK": "hook-4711"}, ["HOOK"])
    request = Request(method="GET", url="https://host/hook-4711")
    response = Response(
        status=302,
        headers={"location": "https://HOST/a?sig=1&b=2&a=1", "link": f"<sk-{RANDOM}>"},
        chunks=("data: hook-4711\n\n", "data: x\n\n"),
    )
    assert redact_request(request, named, kind=HTTP).url == "https://host/REDACTED_HOOK"
    assert redact_response(response, named, request=request, kind=HTTP) == Response(
        status=302,
        headers={"location": "https://host/a?a=1&b=2", "link": "<sk-REDACTED>"},
        chunks=("data: REDACTED_HOOK\n\n", "data: x\n\n"),
    )


def test_bytes_are_looked_at_as_what_they_are() -> None:
    def kept(content: bytes) -> bytes:
        body: Json = {"$base64": base64.b64encode(content).decode()}
        answer: Any = redact_response(Response(body=body), NO_NAMED_SECRETS, request=TOOL, kind=HTTP).body
        return base64.b64decode(answer["$base64"])

    assert kept(f"\xff key: sk-{RANDOM}\x00".encode("latin-1")) == b"\xff key: sk-REDACTED\x00"
    assert kept(bytes(range(256))) == bytes(range(256))


def test_a_location_that_is_none_is_taken_out() -> None:
    answer = redact_response(Response(headers={"location": "http://[x"}), NO_NAMED_SECRETS, request=TOOL, kind=HTTP)
    assert answer.headers == {"location": "REDACTED"}


# Finding what is left


def test_secrets_are_found_in_order_of_place() -> None:
    named = named_secrets({"MY_KEY": "let me in"}, ["MY_KEY"])
    found = find_secrets(f'{{"cookie": "a", "b": "let me in", "c": "sk-{RANDOM}"}}', named)
    assert [secret.what for secret in found] == [
        "the value of a field that holds secrets",
        "the value of MY_KEY",
        "an API key",
    ]


secret_texts = st.sampled_from([f"sk-{RANDOM}", "Bearer abcdefghij0123456789", "let me in", "AKIAABCDEFGHIJKLMNOP"])
texts = st.text(max_size=5) | secret_texts | st.tuples(st.text(max_size=3), secret_texts).map("\n".join)
bodies: st.SearchStrategy[Json] = st.recursive(
    texts,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(texts | st.sampled_from(["api_key", "Cookie", "idToken"]), inner, max_size=3)
        | inner.map(json.dumps)
    ),
    max_leaves=6,
)


@given(bodies)
@settings(max_examples=100)
def test_nothing_is_found_in_what_was_redacted(body: Json) -> None:
    named = named_secrets({"MY_KEY": "let me in"}, ["MY_KEY"])
    safe = redact_json(body, named)
    assert find_secrets(json.dumps(safe, ensure_ascii=False), named) == ()
    assert redact_json(safe, named) == safe
