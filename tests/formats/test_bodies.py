import gzip
import json
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.differ.canonical import digest_bytes, same
from goldgate.formats.bodies import body_fault, content_of, pieces_of, request_of, response_of
from goldgate.model.cassette import Request, Response
from goldgate.model.value import Json

URL = "https://host/a"
JSON = {"Content-Type": "application/json"}
EVENTS = {"Content-Type": "text/event-stream; charset=utf-8"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


def asked(content: bytes, headers: Mapping[str, str] = JSON) -> Json:
    return request_of("POST", URL, headers=headers, content=content).body


def answered(content: bytes, headers: Mapping[str, str] = JSON) -> Response:
    return response_of(200, headers=headers, content=content)


# Requests


def test_a_request_has_its_method_in_capitals_and_a_normal_url() -> None:
    assert request_of("get", "https://HOST:443/a?b=1&a=2#x", headers={}, content=b"") == Request(
        method="GET", url="https://host/a?a=2&b=1"
    )


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (b"", None),
        (b'{"b": 1, "a": [1.50, 10000000000000000000000]}', {"b": 1, "a": [1.5, 10**22]}),
        (b" [1]\n", [1]),
        ('{"a": "안녕\\ud83d"}'.encode(), {"a": "안녕\ud83d"}),
        (b'"text"', '"text"'),
        (b"3", "3"),
        (b"null", "null"),
        (b"hello", "hello"),
        (b"{not json", "{not json"),
        (b'{"a": NaN}', '{"a": NaN}'),
        (b'{"a": 1e999}', '{"a": 1e999}'),
        (b'{"a": ' + b"1" * 5000 + b"}", '{"a": ' + "1" * 5000 + "}"),
        (b"[" * 100_000, "[" * 100_000),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (b"\xff\x00", {"$digest": digest_bytes(b"\xff\x00"), "size": 2}),
        (b'{"$digest": "x", "size": 2}', '{"$digest": "x", "size": 2}'),
        (b'{"$base64": "x"}', '{"$base64": "x"}'),
        (b'{"$base64": "x", "y": 1}', {"$base64": "x", "y": 1}),
    ],
)
def test_the_body_of_a_request_is_json_or_text_or_a_digest(content: bytes, body: Json) -> None:
    assert asked(content) == body


def test_a_compressed_request_is_read() -> None:
    assert asked(gzip.compress(b'{"a": 1}'), {"Content-Encoding": "gzip"}) == {"a": 1}


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (b"grant_type=password&password=x&user=me", "grant_type=password&password=REDACTED&user=me"),
        (b"client%5Fsecret=x&api_key=&b", "client%5Fsecret=REDACTED&api_key=&b"),
        (b"a=1", "a=1"),
    ],
)
def test_a_form_is_kept_without_what_proves_who_asks(content: bytes, body: str) -> None:
    assert asked(content, FORM) == body


def test_a_form_without_fields_is_read_in_no_time() -> None:
    """Where each character was looked at from each other one, this took hours."""
    content = b"x" * 1_000_000

    assert asked(content, FORM) == content.decode()


def test_a_multipart_body_has_one_boundary_for_all() -> None:
    def upload(boundary: str, part: bytes) -> Json:
        content = f"--{boundary}\r\n\r\n".encode() + part + f"\r\n--{boundary}--\r\n".encode()
        return asked(content, {"Content-Type": f'multipart/form-data; boundary="{boundary}"'})

    assert upload("aa11", b"text") == upload("bb22", b"text") == "--boundary\r\n\r\ntext\r\n--boundary--\r\n"
    assert upload("aa11", b"\xff") == upload("bb22", b"\xff") != upload("aa11", b"\xfe")


def test_what_is_no_url_is_refused() -> None:
    with pytest.raises(ValueError, match="URL"):
        request_of("GET", "http://[x", headers={}, content=b"")


# Answers


def test_of_the_headers_those_stay_that_clients_act_on() -> None:
    headers = {
        "Content-Type": "application/json",
        "X-Should-Retry": "false",
        "Location": "/b",
        "Set-Cookie": "a=b",
        "Date": "today",
        "X-Request-Id": "req_1",
        "Content-Length": "2",
    }
    assert answered(b"{}", headers).headers == {
        "content-type": "application/json",
        "x-should-retry": "false",
        "location": "/b",
    }


@pytest.mark.parametrize(
    ("content", "body"),
    [
        (b"", None),
        (b'{"b": 1, "a": [1.50, -0.0, 1E5, 10000000000000000000000]}', {"b": 1, "a": [1.5, -0.0, 1e5, 10**22]}),
        (b"3", "3"),
        (b"plain", "plain"),
        (b"\xff\x00", {"$base64": "/wA="}),
        (b'{"a": 1, "a": 2}', '{"a": 1, "a": 2}'),
        (b'{"a": -0}', '{"a": -0}'),
        (b'{"a": 0.1000000000000000055}', '{"a": 0.1000000000000000055}'),
        (b'{"a": 1e999}', '{"a": 1e999}'),
        (b"[" * 201 + b"]" * 201, "[" * 201 + "]" * 201),
        (b'{"$base64": "x"}', '{"$base64": "x"}'),
    ],
)
def test_the_body_of_an_answer_is_kept_as_json_only_when_nothing_is_lost(content: bytes, body: Json) -> None:
    made = answered(content)
    assert same(made.body, body)
    assert made.chunks is None
    assert content_of(made) == content or json.loads(content_of(made)) == json.loads(content)


def test_compressed_answers_are_kept_as_text() -> None:
    made = answered(gzip.compress(b'{"a": 1}'), {**JSON, "Content-Encoding": "gzip"})
    assert made == answered(b'{"a": 1}')


def test_what_can_not_be_uncompressed_stays_as_it_came() -> None:
    made = answered(b"\x0b\xff", {"Content-Encoding": "br"})
    assert made == Response(headers={"content-encoding": "br"}, body={"$base64": "C/8="})
    assert content_of(made) == b"\x0b\xff"


@pytest.mark.parametrize(
    ("content_type", "content", "body"),
    [
        ("text/plain; charset=iso-8859-1", b"caf\xe9", "café"),
        ('text/plain; charset="UTF-16"', "é".encode("utf-16"), "é"),
        ("text/plain; charset=us-ascii", "é".encode(), "é"),
        ("text/plain; charset=nonsense", "é".encode(), "é"),
        ("text/plain; charset=base64", "é".encode(), "é"),
        ("application/json; charset=latin-1", b'{"a": "\xe9"}', '{"a": "é"}'),
        ("text/plain", b"caf\xe9", {"$base64": "Y2Fm6Q=="}),
        ("text/plain", b"\xef\xbb\xbfbom", "\ufeffbom"),
    ],
)
def test_text_is_read_and_spelled_in_the_encoding_that_the_headers_name(
    content_type: str, content: bytes, body: Json
) -> None:
    made = answered(content, {"content-type": content_type})
    assert made.body == body
    assert content_of(made) == content


# Streams


@pytest.mark.parametrize(
    ("content", "chunks"),
    [
        (b"data: a\n\ndata: b\n\n", ("data: a\n\n", "data: b\n\n")),
        (b"data: a\r\n\r\ndata: b\r\n\r\n", ("data: a\r\n\r\n", "data: b\r\n\r\n")),
        (b"data: a\r\rdata: b", ("data: a\r\r", "data: b")),
        (b": ping\n\n\nevent: x\ndata: a\n", (": ping\n\n", "\n", "event: x\ndata: a\n")),
        ("data: 안녕\n\n".encode(), ("data: 안녕\n\n",)),
        (b"data: a", ("data: a",)),
    ],
)
def test_a_stream_is_kept_event_by_event(content: bytes, chunks: tuple[str, ...]) -> None:
    made = answered(content, EVENTS)
    assert (made.body, made.chunks) == (None, chunks)
    assert b"".join(pieces_of(made)) == content
    assert len(list(pieces_of(made))) == len(chunks)


def test_a_stream_of_lines_is_kept_line_by_line() -> None:
    content = '{"a": "x\u2028y"}\n{"b": 1}\r\n'.encode()
    made = answered(content, {"content-type": "application/x-ndjson"})
    assert made.chunks == ('{"a": "x\u2028y"}\n', '{"b": 1}\r\n')
    assert content_of(made) == content


@pytest.mark.parametrize(
    ("response", "fault"),
    [
        (Response(body={"a": "\ud800"}), None),
        (Response(body={"$base64": "YQ=="}), None),
        (Response(body={"$base64": "YQ"}), "no base64: incorrect padding"),
        (Response(body={"$base64": "?"}), "no base64: only base64 data is allowed"),
        (Response(body="\ud800"), "the text can't be said in utf-8, for it holds U+D800"),
        (Response(chunks=("a", "\udc00")), "the text can't be said in utf-8, for it holds U+DC00"),
        (
            Response(body="한", headers={"content-type": "text/plain; charset=latin-1"}),
            "the text can't be said in latin-1, for it holds U+D55C",
        ),
    ],
)
def test_a_body_that_can_not_be_sent_is_known_before(response: Response, fault: str | None) -> None:
    assert body_fault(response) == fault


def test_a_stream_without_events_has_no_body() -> None:
    assert answered(b"", EVENTS) == Response(headers={"content-type": EVENTS["Content-Type"]})


def test_a_stream_in_another_encoding_is_one_text() -> None:
    made = answered(b"data: caf\xe9\n\n", {"content-type": "text/event-stream; charset=latin-1"})
    assert (made.body, made.chunks) == ("data: café\n\n", None)
    assert content_of(made) == b"data: caf\xe9\n\n"


def test_a_stream_that_is_no_text_is_kept_as_bytes() -> None:
    assert answered(b"data: \xff\n\n", EVENTS).body == {"$base64": "ZGF0YTog/woK"}


@given(st.lists(st.sampled_from(["data: a", "\n", "\n\n", "\r\n", "\r", "é", "{}", " "])).map("".join), st.booleans())
def test_a_stream_comes_out_byte_by_byte(text: str, lines: bool) -> None:  # noqa: FBT001 - hypothesis' way
    headers = {"content-type": "application/jsonl" if lines else "text/event-stream"}
    assert content_of(answered(text.encode(), headers)) == text.encode()


@given(st.binary(max_size=60), st.sampled_from(["", "text/plain; charset=latin-1", "text/plain; charset=utf-16"]))
def test_what_is_no_json_comes_out_byte_by_byte(content: bytes, content_type: str) -> None:
    if content.lstrip()[:1] not in (b"{", b"["):
        assert content_of(answered(content, {"content-type": content_type})) == content


values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(max_size=3), values, max_size=3), st.sampled_from([None, 2]), st.booleans())
@settings(max_examples=60)
def test_json_comes_out_as_the_same_value(value: dict[str, Json], indent: int | None, escaped: bool) -> None:  # noqa: FBT001 - as above
    content = json.dumps(value, indent=indent, ensure_ascii=escaped).encode()
    made = answered(content)
    assert same(json.loads(content_of(made)), value)
    assert list(json.loads(content_of(made))) == list(value)
    assert same(asked(content), value) or isinstance(asked(content), str)
