import base64
import gzip
import json
import random
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from goldgate.differ.request_key import request_key
from goldgate.differ.secrets import NO_NAMED_SECRETS, find_secrets, named_secrets
from goldgate.errors import BadFile
from goldgate.formats.bodies import content_of, request_of
from goldgate.formats.cassette import read_cassette, write_cassette
from goldgate.importers.cassette import read_vcr_cassette
from goldgate.importers.yaml_ import read_yaml
from goldgate.model.cassette import CALL, MODEL, Cassette, Exchange, ExchangeKind, Request
from goldgate.model.settings import RecordingSettings
from goldgate.model.value import Json

yaml = pytest.importorskip("yaml")

REAL = sorted((Path(__file__).parents[1] / "data" / "cassettes").rglob("*.yaml"))
NAMES = [path.stem for path in REAL]
SETTINGS = RecordingSettings()


def of_file(name: str) -> Cassette:
    (path,) = (path for path in REAL if path.stem == name)
    return of_bytes(path.read_bytes(), file=path.name)


def of_bytes(data: bytes, *, file: str = "c.yaml") -> Cassette:
    return read_vcr_cassette(data, file=file, settings=SETTINGS, named=NO_NAMED_SECRETS)


def exchange(request: Mapping[str, Any] | None = None, response: Mapping[str, Any] | None = None) -> Exchange:
    """What becomes of one interaction; what is not given does not matter."""
    interaction = {
        "request": {"method": "POST", "uri": "https://api.openai.com/v1/chat/completions", **(request or {})},
        "response": {"status": {"code": 200, "message": "OK"}, **(response or {})},
    }
    (made,) = of_bytes(yaml.safe_dump({"version": 1, "interactions": [interaction]}).encode()).exchanges
    return made


def problems_of(*interactions: object) -> list[str]:
    with pytest.raises(BadFile) as caught:
        of_bytes(yaml.safe_dump({"interactions": list(interactions)}).encode())
    return [str(problem) for problem in caught.value.problems]


# What other projects recorded


@pytest.mark.parametrize("path", REAL, ids=NAMES)
def test_a_real_cassette_is_read_and_survives_a_round_trip(path: Path) -> None:
    cassette = of_bytes(path.read_bytes(), file=path.name)
    written = write_cassette(cassette)
    assert len(cassette.exchanges) == len(read_yaml(path.read_text("utf-8"), file="f")["interactions"])  # type: ignore[index]
    assert read_cassette(written, file="c") == cassette
    assert write_cassette(read_cassette(written, file="c")) == written


@pytest.mark.parametrize("path", REAL, ids=NAMES)
def test_nothing_secret_is_left_of_a_real_cassette(path: Path) -> None:
    written = write_cassette(of_bytes(path.read_bytes(), file=path.name)).decode()
    assert find_secrets(written, NO_NAMED_SECRETS) == ()
    assert [
        word for word in ("__cf_bm", "Bearer", "proj_", "test_openai_org_id", "req_0", "x-stainless") if word in written
    ] == []


@pytest.mark.parametrize("path", REAL, ids=NAMES)
def test_answers_of_a_real_cassette_say_what_they_said(path: Path) -> None:
    interactions: Any = read_yaml(path.read_text("utf-8"), file="f")
    for made, interaction in zip(of_bytes(path.read_bytes()).exchanges, interactions["interactions"], strict=True):
        if made.kind is ExchangeKind.HTTP and "REDACTED" not in str(made.response):
            assert said(content_of(made.response)) == said(original(interaction["response"]))


def original(response: Mapping[str, Any]) -> bytes:
    if "parsed_body" in response:
        return json.dumps(response["parsed_body"]).encode()
    string = response["body"]["string"]
    return string if isinstance(string, bytes) else string.encode()


def said(content: bytes) -> object:
    """JSON as what it means, everything else byte by byte."""
    return json.loads(content) if content[:1] in (b"{", b"[") else content


@pytest.mark.parametrize("path", REAL, ids=NAMES)
def test_requests_of_a_real_cassette_are_found_again_however_an_sdk_spells_them(path: Path) -> None:
    for made in of_bytes(path.read_bytes()).exchanges:
        if made.kind is ExchangeKind.HTTP and isinstance(made.request.body, dict):
            again = request_of(
                made.request.method.lower(),
                made.request.url,
                headers={
                    "X-Stainless-Lang": "rust",
                    "Authorization": "Bearer sk-1",
                    "Content-Type": "application/json",
                },
                content=json.dumps(shuffled(made.request.body), indent=2).encode(),
            )
            assert request_key(again, kind=made.kind, settings=SETTINGS) == made.key


def shuffled(value: Json) -> Json:
    if isinstance(value, dict):
        keys = sorted(value)
        random.Random(4).shuffle(keys)  # noqa: S311 - any other order will do
        return {key: shuffled(value[key]) for key in keys}
    return [shuffled(item) for item in value] if isinstance(value, list) else value


def test_the_same_request_twice_keeps_both_answers_in_order() -> None:
    _, first, second = of_file("background_mode_vcr").exchanges[:3]
    assert first.key == second.key
    assert first.response != second.response


def test_a_boundary_that_changes_with_every_upload_is_none_of_the_request() -> None:
    upload = of_file("openai_responses_model_file_search_tool").exchanges[0].request
    assert isinstance(upload.body, str)
    assert upload.body.startswith('--boundary\r\nContent-Disposition: form-data; name="purpose"\r\n')
    assert upload.body.endswith("--boundary--\r\n")


def test_events_are_kept_one_by_one() -> None:
    (made,) = of_file("async_chat_completion_streaming_not_complete").exchanges
    chunks = made.response.chunks or ()
    assert len(chunks) > 3
    assert all(chunk.startswith("data: ") and chunk.endswith("\n\n") for chunk in chunks)


def test_an_authorization_inside_a_body_is_taken_out() -> None:
    request = of_file("openai_responses_model_mcp_server_tool_with_connector").exchanges[0].request
    assert request.body["tools"][0]["authorization"] == "REDACTED"  # type: ignore[index,call-overload]


def test_a_call_beside_http_becomes_one_of_a_model() -> None:
    (made, *_) = of_file("tool_choice_required_xai").exchanges
    assert (made.kind, made.request.method, made.request.url) == (ExchangeKind.MODEL, CALL, MODEL)
    assert made.request.body["model"] == "grok-3-fast"  # type: ignore[index,call-overload]
    assert made.response.body["model"] == "grok-3"  # type: ignore[index,call-overload]


# Every form by itself


@pytest.mark.parametrize(
    ("request_", "body"),
    [
        ({}, None),
        ({"body": None}, None),
        ({"body": ""}, None),
        ({"body": '{"a": 1}'}, {"a": 1}),
        ({"body": b'{"a": 1}'}, {"a": 1}),
        ({"body": {"a": 1}}, {"a": 1}),
        ({"body": {"string": '{"a": 1}', "encoding": "UTF-8"}}, {"a": 1}),
        ({"body": {"string": "", "encoding": "UTF-8"}}, None),
        ({"body": {"base64_string": "eyJhIjogMX0="}}, {"a": 1}),
        ({"body": {"string": "a", "other": 1}}, {"string": "a", "other": 1}),
        ({"parsed_body": {"a": 1}}, {"a": 1}),
        ({"parsed_body": []}, []),
        ({"body": "", "parsed_body": {"a": 1}}, {"a": 1}),
        ({"body": "said"}, "said"),
    ],
)
def test_the_body_of_a_request_is_read_wherever_it_stands(request_: Mapping[str, Any], body: Json) -> None:
    assert exchange(request_).request.body == body


@pytest.mark.parametrize(
    ("response", "body"),
    [
        ({"body": {"string": '{"a": 1}'}}, {"a": 1}),
        ({"body": {"string": b'{"a": 1}'}}, {"a": 1}),
        ({"body": {"string": b"\xff\x00"}}, {"$base64": "/wA="}),
        ({"parsed_body": {"a": 1}}, {"a": 1}),
        ({"content": '{"a": 1}'}, {"a": 1}),
        ({"body": {"string": gzip.compress(b'{"a": 1}')}, "headers": {"Content-Encoding": ["gzip"]}}, {"a": 1}),
        ({"body": {"string": zlib.compress(b'{"a": 1}')}, "headers": {"content-encoding": "deflate"}}, {"a": 1}),
        ({"body": {"string": '{"a": 1}'}, "headers": {"content-encoding": ["gzip"]}}, {"a": 1}),
    ],
)
def test_the_body_of_an_answer_is_read_wherever_it_stands(response: Mapping[str, Any], body: Json) -> None:
    assert exchange(response=response).response.body == body


@pytest.mark.parametrize("response", [{"status": {"code": 404}}, {"status": 404}, {"status_code": 404, "status": None}])
def test_the_status_is_read_wherever_it_stands(response: Mapping[str, Any]) -> None:
    assert exchange(response=response).response.status == 404


def test_headers_are_texts_bytes_or_lists_of_them() -> None:
    headers = {"Link": ["<a>", b"<b>"], "Location": "/x", "Content-Type": b"text/plain", "Date": ["today"]}
    assert exchange(response={"headers": headers}).response.headers == {
        "content-type": "text/plain",
        "link": "<a>, <b>",
        "location": "/x",
    }


def test_cassettes_of_the_same_form_with_another_name_for_the_list_are_read() -> None:
    document = {"http_interactions": [{"request": {"method": "get", "url": "https://x/"}, "response": {"status": 200}}]}
    (made,) = of_bytes(json.dumps(document).encode()).exchanges
    assert made.request == Request(method="GET", url="https://x/")


def test_an_empty_cassette_is_one() -> None:
    assert of_bytes(b"version: 1\ninteractions: []\n") == Cassette()


def test_the_values_of_named_variables_are_taken_out() -> None:
    named = named_secrets({"MY_PASS": "let me in"}, ["MY_PASS"])
    document = {"interactions": [{"request_ask": {"json": "say 'let me in'"}, "response_ask": {"json": "let me in!"}}]}
    (made,) = read_vcr_cassette(json.dumps(document).encode(), file="c", settings=SETTINGS, named=named).exchanges
    assert (made.request.body, made.response.body) == ("say 'REDACTED_MY_PASS'", "REDACTED_MY_PASS!")


@pytest.mark.parametrize("text", ["- 1", "a: 1", "interactions: 1", "", "null"])
def test_what_is_no_cassette_is_refused(text: str) -> None:
    with pytest.raises(BadFile, match=r"c\.yaml: no cassette of vcrpy: it has no list of interactions"):
        of_bytes(text.encode())


REQUEST = {"method": "GET", "uri": "https://x/"}
RESPONSE = {"status": {"code": 200}}


@pytest.mark.parametrize(
    ("interaction", "problem"),
    [
        (1, "expected an object, got int 1 @ $.interactions[0]"),
        ({1: 2}, "expected texts as keys, got int 1 @ $.interactions[0]"),
        ({}, "holds no request @ $.interactions[0]"),
        ({"request": REQUEST}, "required key 'response' is missing @ $.interactions[0]"),
        ({"request": None, "response": RESPONSE}, "expected an object, got null @ $.interactions[0].request"),
        (
            {"request": {"uri": "x"}, "response": RESPONSE},
            "required key 'method' is missing @ $.interactions[0].request",
        ),
        (
            {"request": {**REQUEST, "uri": "http://[x"}, "response": RESPONSE},
            "str 'http://[x' is no URL: Invalid IPv6 URL @ $.interactions[0].request.uri",
        ),
        (
            {"request": {**REQUEST, "body": {"base64_string": "abc"}}, "response": RESPONSE},
            "no base64: Incorrect padding @ $.interactions[0].request.body",
        ),
        (
            {"request": {**REQUEST, "parsed_body": {"a": [float("nan")]}}, "response": RESPONSE},
            "nan of type float can't be said in JSON @ $.interactions[0].request.parsed_body",
        ),
        (
            {"request": REQUEST, "response": {"status": {"code": "ok"}}},
            "expected int, got str 'ok' @ $.interactions[0].response.status.code",
        ),
        ({"response": RESPONSE, "recorded_at": "x"}, "holds no request @ $.interactions[0]"),
        ({"request_a": {"json": 1}}, "required key 'response_a' is missing @ $.interactions[0]"),
        ({"request_a": {"raw": 1}}, "required key 'json' is missing @ $.interactions[0].request_a"),
    ],
)
def test_what_can_not_be_read_is_told_with_its_place(interaction: object, problem: str) -> None:
    assert problems_of(interaction) == [f"c.yaml: {problem}"]


def test_all_problems_of_a_file_are_told() -> None:
    assert len(problems_of(1, {"request": REQUEST, "response": RESPONSE}, 2)) == 2


def test_a_body_that_comes_to_more_than_fits_is_refused() -> None:
    bomb = base64.b64encode(gzip.compress(bytes(65 * 1024 * 1024), compresslevel=1)).decode()
    response = {"status": 200, "headers": {"content-encoding": ["gzip"]}, "body": {"base64_string": bomb}}
    assert problems_of({"request": REQUEST, "response": response}) == [
        "c.yaml: its body comes to more than 64 MiB @ $.interactions[0].response"
    ]
