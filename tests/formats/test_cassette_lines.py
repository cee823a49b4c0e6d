import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.errors import BadFile
from goldgate.formats.cassette import header_line, write_cassette, write_exchange
from goldgate.formats.cassette_lines import exchange_lines, key_of, load_exchange
from goldgate.model.cassette import Cassette, Exchange, ExchangeKind, Request, Response

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
BODIES = st.none() | st.dictionaries(TEXTS, st.integers() | TEXTS, max_size=3) | TEXTS
EXCHANGES = st.builds(
    Exchange,
    key=st.text("0123456789abcdef", min_size=16, max_size=16),
    kind=st.sampled_from(ExchangeKind),
    request=st.builds(Request, method=st.sampled_from(["GET", "POST"]), url=TEXTS, body=BODIES),
    response=st.builds(Response, status=st.integers(100, 599), headers=st.just({"content-type": "a/b"}), body=BODIES)
    | st.builds(Response, status=st.just(200), chunks=st.lists(TEXTS, max_size=3).map(tuple)),
)
ONE = Exchange(
    key="0123456789abcdef",
    request=Request(method="GET", url="http://a/b"),
    response=Response(status=200, body={"answer": 1}),
)


@given(exchanges=st.lists(EXCHANGES, max_size=4).map(tuple))
@settings(max_examples=50)
def test_lines_are_those_that_were_written_and_load_as_what_they_were(exchanges: tuple[Exchange, ...]) -> None:
    lines = exchange_lines(write_cassette(Cassette(exchanges=exchanges)), file="c.jsonl")

    assert lines == tuple(map(write_exchange, exchanges))
    assert tuple(map(load_exchange, lines)) == exchanges
    assert tuple(map(key_of, lines)) == tuple(exchange.key for exchange in exchanges)


def test_blank_lines_keep_their_place() -> None:
    line = write_exchange(ONE)

    assert exchange_lines(f"{header_line()}\n\n{line}\n".encode(), file="c.jsonl") == ("", line)


def test_nothing_inside_an_exchange_is_looked_at() -> None:
    line = '{"key":"0123456789abcdef","request":{"metod":"GET"},"response":{}}'

    assert exchange_lines(f"{header_line()}\n{line}\n".encode(), file="c.jsonl") == (line,)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"goldgate":"baseline","schema":1}\n',
        '{"goldgate":"cassette","schema":99}\n',
        f"{header_line()}\nnot JSON\n",
        f'{header_line()}\n{{"key":"0123456789abcdef","request":\n',
    ],
)
def test_what_is_no_cassette_is_refused(text: str) -> None:
    with pytest.raises(BadFile):
        exchange_lines(text.encode(), file="c.jsonl")


def test_another_spelling_is_brought_into_ours() -> None:
    line = '{"request": {"url": "http://a/b", "method": "GET"}, "response": {"status": 200, "body": {"answer": 1}}, '
    text = f'{{"goldgate": "cassette", "schema": 1}}\n{line}"key": "0123456789abcdef"}}\n'

    assert exchange_lines(text.encode(), file="c.jsonl") == (write_exchange(ONE),)


@pytest.mark.parametrize(
    ("what", "by"),
    [
        ('"status":200', '"status":"200"'),
        ('"status":200', '"status":true'),
        ('"method":"GET"', '"metod":"GET"'),
        ('"method":"GET"', '"method":7'),
        ('"body":{"answer":1}', '"chunks":[1]'),
        ('"body":{"answer":1}', '"chunks":["a"],"body":1'),
        ('"body":{"answer":1}', '"headers":{"a":1}'),
        ('"body":{"answer":1}', '"headers":[]'),
        ('"body":{"answer":1}', '"body":{"answer":'),
        ('"body":{"answer":1}', '"body":{"$base64":"?"}'),
        ('"body":{"answer":1}', '"body":"\\ud800"'),
    ],
)
def test_a_line_that_no_client_can_be_given_is_refused_when_it_is_loaded(what: str, by: str) -> None:
    line = write_exchange(ONE)
    assert what in line

    with pytest.raises(BadFile):
        load_exchange(line.replace(what, by))
