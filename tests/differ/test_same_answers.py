from typing import Any

import pytest

from goldgate.differ.same_answers import say_the_same
from goldgate.model.cassette import Exchange, ExchangeKind, Request, Response
from goldgate.model.value import Json

CHAT = "https://api.openai.com/v1/chat/completions"


def asked(
    response: Response, *, key: str = "0011", url: str = CHAT, kind: ExchangeKind = ExchangeKind.HTTP
) -> Exchange:
    return Exchange(kind=kind, key=key, request=Request(method="POST", url=url), response=response)


def said(body: Json, **fields: Any) -> Exchange:
    return asked(Response(body=body), **fields)


def streamed(*chunks: str) -> Exchange:
    return asked(Response(chunks=chunks))


@pytest.mark.parametrize(
    ("before", "anew"),
    [
        ({"id": "chat-1", "created": 1, "system_fingerprint": "a"}, {"id": "chat-2", "created": 2}),
        ({"output": [{"id": "msg_1", "text": "hi"}]}, {"output": [{"id": "msg_2", "text": "hi"}]}),
        ({"responseId": "a", "candidates": []}, {"responseId": "b", "candidates": []}),
    ],
)
def test_ids_and_dates_of_a_model_api_say_nothing(before: Json, anew: Json) -> None:
    assert say_the_same([said(before)], [said(anew)])


@pytest.mark.parametrize(
    ("before", "anew"),
    [
        ({"text": "hi"}, {"text": "ho"}),
        ({"input": {"id": 1}}, {"input": {"id": 2}}),
        ({"n": 1}, {"n": True}),
    ],
)
def test_everything_else_does(before: Json, anew: Json) -> None:
    assert not say_the_same([said(before)], [said(anew)])


def test_events_are_compared_by_their_data() -> None:
    event = 'event: delta\ndata: {{"id":"{}","delta":"{}"}}\n\n'
    done = "data: [DONE]\n\n"

    assert say_the_same([streamed(event.format(1, "hi"), done)], [streamed(event.format(2, "hi"), done)])
    assert not say_the_same([streamed(event.format(1, "hi"), done)], [streamed(event.format(1, "ho"), done)])
    assert not say_the_same([streamed(event.format(1, "hi"), done)], [streamed(event.format(1, "hi"))])


def test_the_status_counts() -> None:
    assert not say_the_same(
        [asked(Response(status=200, body={"id": 1}))], [asked(Response(status=500, body={"id": 2}))]
    )


def test_what_no_model_api_answers_counts_as_it_is() -> None:
    url = "https://shop.example.org/orders"
    assert not say_the_same([said({"id": 1}, url=url)], [said({"id": 2}, url=url)])
    assert not say_the_same(
        [said({"id": 1}, kind=ExchangeKind.FUNCTION)], [said({"id": 2}, kind=ExchangeKind.FUNCTION)]
    )
    assert say_the_same([said({"id": 1}, url=url)], [said({"id": 1}, url=url)])


def test_what_a_function_returns_counts_as_it_is() -> None:
    one, two = (said({"id": number}, kind=ExchangeKind.FUNCTION) for number in (1, 2))
    assert not say_the_same([one], [two])


def test_other_requests_or_another_number_of_them_are_something_new() -> None:
    assert not say_the_same([said("hi", key="a")], [said("hi", key="b")])
    assert not say_the_same([said("hi")], [said("hi"), said("hi")])
    assert not say_the_same([said("hi")], [])
    assert say_the_same([], [])
