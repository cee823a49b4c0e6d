import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.errors import BadFile, NotJson
from goldgate.formats.cassette import read_cassette, read_exchange, write_cassette, write_exchange
from goldgate.model.cassette import CALL, MODEL, Cassette, Exchange, ExchangeKind, Request, Response
from goldgate.model.value import Json

HEADER = '{"goldgate":"cassette","schema":1}'
LINE = '{"key":"1","request":{"method":"GET","url":"https://host/"},"response":{"status":200}}'
CHAT = Exchange(
    key="0123456789abcdef",
    request=Request(method="POST", url="https://host/v1/chat/completions", body={"b": 1, "a": "안녕\u202e"}),
    response=Response(
        status=429, headers={"x-should-retry": "true", "content-type": "x"}, body=["b", {"d": 1, "c": 2}]
    ),
)


def problems_of(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        read_cassette(text.encode(), file="c.jsonl")
    return [str(problem) for problem in caught.value.problems]


def test_an_exchange_is_one_line_in_which_bodies_keep_their_order() -> None:
    assert write_exchange(CHAT) == (
        '{"key":"0123456789abcdef","request":{"method":"POST","url":"https://host/v1/chat/completions",'
        '"body":{"b":1,"a":"안녕\\u202e"}},"response":{"status":429,'
        '"headers":{"content-type":"x","x-should-retry":"true"},"body":["b",{"d":1,"c":2}]}}'
    )


def test_what_is_not_there_is_not_written() -> None:
    request, response = Request(method="GET", url="https://host/"), Response()
    assert write_exchange(Exchange(key="1", request=request, response=response)) == LINE


def test_a_stream_is_a_list_of_its_events() -> None:
    response = Response(chunks=("data: a\n\n", "data: [DONE]\n\n"))
    line = write_exchange(Exchange(key="1", request=CHAT.request, response=response))
    assert line.endswith('"response":{"status":200,"chunks":["data: a\\n\\n","data: [DONE]\\n\\n"]}}')


def test_only_other_kinds_than_http_are_named() -> None:
    request = Request(method=CALL, url=MODEL, body="hi")
    line = write_exchange(Exchange(kind=ExchangeKind.MODEL, key="1", request=request, response=Response(body="ho")))
    assert line == (
        '{"key":"1","kind":"model","request":{"method":"CALL","url":"model","body":"hi"},'
        '"response":{"status":200,"body":"ho"}}'
    )


def test_a_file_is_a_header_and_a_line_an_exchange() -> None:
    assert write_cassette(Cassette()) == f"{HEADER}\n".encode()
    assert write_cassette(Cassette(exchanges=(CHAT, CHAT))).decode().split("\n") == [
        HEADER,
        write_exchange(CHAT),
        write_exchange(CHAT),
        "",
    ]


def test_readers_take_crlf_a_bom_and_blank_lines() -> None:
    data = f"\ufeff{HEADER}\r\n\r\n{LINE}\r\n".encode()
    assert len(read_cassette(data, file="c").exchanges) == 1


names = st.text(max_size=5)
bodies: st.SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
responses = st.builds(
    Response, status=st.integers(100, 999), headers=st.dictionaries(names, names), body=bodies
) | st.builds(Response, headers=st.just({}), chunks=st.lists(names, max_size=3).map(tuple))
exchanges = st.builds(
    Exchange,
    kind=st.sampled_from(ExchangeKind),
    key=names,
    request=st.builds(Request, method=names, url=names, body=bodies),
    response=responses,
)


@given(st.lists(exchanges, max_size=3).map(tuple))
@settings(max_examples=60)
def test_writing_and_reading_is_the_identity(made: tuple[Exchange, ...]) -> None:
    cassette = Cassette(exchanges=made)
    written = write_cassette(cassette)
    assert read_cassette(written, file="c") == cassette
    assert write_cassette(read_cassette(written, file="c")) == written
    assert tuple(map(read_exchange, map(write_exchange, made))) == made


def test_an_exchange_that_could_not_be_read_again_is_not_written() -> None:
    deep: Json = []
    for _ in range(230):
        deep = [deep]
    exchange = Exchange(key="1", request=Request(method="POST", url="https://host/", body=deep), response=Response())
    with pytest.raises(NotJson, match=r"a body sent to https://host/ is nested deeper than 200 levels"):
        write_cassette(Cassette(exchanges=(exchange,)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", f"c.jsonl:1: expected the header of a cassette, {HEADER}"),
        ("[]", f"c.jsonl:1: expected the header of a cassette, {HEADER}"),
        (LINE, f"c.jsonl:1: expected the header of a cassette, {HEADER}"),
        ('{"goldgate":"baseline","schema":1}', f"c.jsonl:1: expected the header of a cassette, {HEADER}"),
        ('{"goldgate":"cassette"}', "c.jsonl:1: expected a schema number from 1 to 1 @ $.schema"),
        (
            '{"goldgate":"cassette","schema":2}',
            "c.jsonl:1: schema 2 is newer than 1, which this goldgate knows; upgrade goldgate @ $.schema",
        ),
        ('{"goldgate":"cassette","schema":1,"schme":1}', "c.jsonl:1: unknown key 'schme', did you mean 'schema'? @ $"),
        (f"{HEADER}\n<<<<<<< ours", "c.jsonl:2: conflict marker '<<<<<<<' of an unfinished merge (column 1)"),
        (f"{HEADER}\n3", "c.jsonl:2: expected an object, got int 3 @ $"),
        (f"{HEADER}\n{LINE.replace('key', 'kye')}", "c.jsonl:2: unknown key 'kye', did you mean 'key'? @ $"),
        (
            f"{HEADER}\n{LINE.replace('200', 'true')}",
            "c.jsonl:2: expected int, got bool true @ $.response.status",
        ),
        (
            HEADER + "\n" + LINE.replace("200", '200,"body":1,"chunks":[]'),
            "c.jsonl:2: an answer has a body or chunks, not both @ $.response",
        ),
    ],
)
def test_what_is_no_cassette_is_refused_with_its_place(text: str, problem: str) -> None:
    assert problem in problems_of(text)


def test_all_problems_are_told() -> None:
    bad = {"key": 1, "kind": "htp", "request": [], "response": {"status": 7, "headers": {"a": 1}, "chunks": ["x", 2]}}
    assert problems_of(f"{HEADER}\n{json.dumps(bad)}\n{LINE}\n{{}}") == [
        "c.jsonl:2: expected a text, got int 1 @ $.key",
        "c.jsonl:2: unknown word 'htp', did you mean 'http'? @ $.kind",
        "c.jsonl:2: expected an object, got list @ $.request",
        "c.jsonl:2: expected a status from 100 to 999, got int 7 @ $.response.status",
        "c.jsonl:2: expected a text, got int 1 @ $.response.headers.a",
        "c.jsonl:2: expected a text, got int 2 @ $.response.chunks[1]",
        "c.jsonl:4: required key 'key' is missing @ $",
        "c.jsonl:4: required key 'request' is missing @ $",
        "c.jsonl:4: required key 'response' is missing @ $",
    ]


def test_a_line_on_the_pipe_is_read_as_strictly() -> None:
    with pytest.raises(BadFile, match="required key 'request' is missing"):
        read_exchange('{"key":"1","response":{"status":200}}')
