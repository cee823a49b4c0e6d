import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldgate.errors import InternalFault
from goldgate.runner.protocol import (
    Batch,
    Broken,
    Farewell,
    Goodbye,
    Hello,
    Late,
    Message,
    NotLoadable,
    Ready,
    Reply,
    decode,
    encode,
)

_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)


@pytest.mark.parametrize(
    "message",
    [
        Hello(root="/home/민수/project", scratch="/scratch/goldgate-1", agents={"files": "a:b"}, outside=["golden"]),
        Ready(project_files={"agent.py": "0011", "memory.json": None}),
        NotLoadable(problems=[["GG030", "no module", "agent.py", 3, None]]),
        Batch(trials=[[7, "files", "default", {"id": "a", "request": "b"}, ["{}"]]]),  # type: ignore[list-item]  # JSON has no tuples
        Reply(number=7, seconds=0.25, trace={"answer": "x"}, fault=["A", "b"], project_files={}),  # type: ignore[arg-type]
        Late(number=7),
        Broken(message="TypeError"),
        Goodbye(),
        Farewell(project_files={}),
    ],
)
def test_a_message_is_one_line_and_comes_through(message: Message) -> None:
    line = encode(message)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert decode(line) == message


@given(value=_values)
@settings(max_examples=50)
def test_values_of_all_kinds_come_through(value: object) -> None:
    reply = Reply(number=1, seconds=0.0, trace={"answer": value})  # type: ignore[dict-item]  # a JSON value
    assert decode(encode(reply)) == reply


def test_lone_surrogates_and_long_integers_come_through() -> None:
    reply = Reply(number=1, seconds=0.0, trace={"answer": ["\udc80", 10**4_000]})
    assert decode(encode(reply)) == reply


@pytest.mark.parametrize(
    "line",
    [b"", b"garbage", b"[]", b"{}", b"1", b"\xff", b'["reply",1]', b"[[]]", b"[" * 100_000],
    ids=lambda line: repr(line[:9]),
)
def test_what_neither_side_says_is_told(line: bytes) -> None:
    with pytest.raises(InternalFault, match="on the line of a worker stood what only an agent can have put there"):
        decode(line)
