import io

import pytest

from goldgate.runner.endpoint import received
from goldgate.runner.endpoint.received import NotHttp, Received, read_request


def read(raw: bytes, *, told: list[str] | None = None) -> list[Received]:
    """All requests of a connection."""
    stream = io.BytesIO(raw)
    return [*iter(lambda: read_request(stream, go_on=lambda: (told if told is not None else []).append("go on")), None)]


def test_requests_come_one_after_the_other() -> None:
    raw = b"POST /a HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\n\r\n"

    assert read(raw) == [
        Received(method="POST", target="/a", headers={"host": "here", "content-length": "3"}, content=b"abc"),
        Received(method="GET", target="/b", headers={}),
    ]


def test_a_body_may_be_cut_in_chunks_and_have_headers_behind_it() -> None:
    raw = (
        b"POST /a HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n"
        b"4;name=value\r\nabcd\r\nA\r\n0123456789\r\n0\r\nChecksum: 1\r\n\r\n"
        b"GET /b HTTP/1.1\r\n\r\n"
    )

    assert [(one.target, one.content) for one in read(raw)] == [("/a", b"abcd0123456789"), ("/b", b"")]


def test_who_waits_to_be_told_to_go_on_is_told_so() -> None:
    told: list[str] = []

    read(b"POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na", told=told)

    assert told == ["go on"]


def test_a_connection_may_be_closed_behind_a_request() -> None:
    first, second = read(
        b"GET /a HTTP/1.1\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.1\r\nConnection: Close\r\n\r\n"
    )

    assert (first.is_last, second.is_last) == (False, True)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"hello\r\n\r\n", "the first line is that of no request"),
        (b"GET / HTTP/2\r\n\r\n", "the first line is that of no request"),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", "a header has no colon"),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 300, "more than 200 headers"),
        (b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n", "'many' is no length of a body"),
        (b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc", "the connection was closed in the middle of a body"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", "'xyz' is no length of a body"),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "a body has more than 256 MiB"),
    ],
)
def test_what_is_no_request_is_refused(raw: bytes, why: str) -> None:
    with pytest.raises(NotHttp, match=f"^{why}"):
        read(raw)


def test_a_body_in_chunks_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(received, "LONGEST_BODY", 8)

    with pytest.raises(NotHttp, match="a body has more than"):
        read(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"4\r\nabcd\r\n" * 3)
