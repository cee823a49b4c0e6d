import base64
from collections.abc import Callable

import pytest

from goldgate.differ.canonical import digest_bytes
from goldgate.model.case import Expectation, World, WorldFile
from goldgate.model.trace import Trace
from goldgate.model.value import NOT_CAPTURED, Json

BYTES = b"\xff\x00"
WORLD = World(
    files={
        "notes.md": WorldFile(content="내 노트".encode()),
        "photo": WorldFile(content=BYTES),
        "a": WorldFile(content=b"a"),
    }
)


@pytest.mark.parametrize(
    ("expected", "state", "told"),
    [
        ({"n": 1}, {"n": 1, "m": 2}, ""),
        ({"n": {"$type": "integer"}}, {"n": 1}, ""),
        ({"n": 1}, {"n": 1.0}, "expected 1 (integer), got 1.0 (number) at /state/n"),
        ({"n": 1}, {}, "expected 1, but it is missing at /state/n"),
        ({"o": {"n": 1}}, {"o": {"n": 1, "m": 2}}, "unexpected 2 at /state/o/m"),
        ([1], [1, 2], "unexpected 2 at /state/1"),
        ({}, NOT_CAPTURED, "expected {}, but the state was not captured"),
        (None, None, ""),
    ],
)
def test_the_state_holds_at_least_what_is_expected(
    expected: Json, state: Json, told: str, reasons: Callable[..., dict[str, str]]
) -> None:
    assert reasons(Expectation(state=expected), Trace(state=state))["state"] == told


def files(reasons: Callable[..., dict[str, str]], expected: dict[str, Json], changed: dict[str, Json] | None) -> str:
    return reasons(Expectation(files=expected), Trace(files=changed), world=WORLD)["files"]


@pytest.mark.parametrize(
    ("expected", "changed", "told"),
    [
        ({"notes.md": "내 노트"}, {}, ""),
        ({"notes.md": "new"}, {"notes.md": "new"}, ""),
        ({"notes.md": {"$regex": "노트$"}}, {}, ""),
        ({"notes.md": "new"}, {}, 'file "notes.md": expected "new", got "내 노트"'),
        ({"notes.md": "내 노트"}, {"notes.md": "new"}, 'file "notes.md": expected "내 노트", got "new"'),
        ({"notes.md": None}, {"notes.md": None}, ""),
        ({"none": None}, {}, ""),
        ({"notes.md": None}, {}, 'expected file "notes.md" to be gone, got "내 노트"'),
        ({"notes.md": "x"}, {"notes.md": None}, 'expected file "notes.md" to be "x", but there is no such file'),
        ({"none": {"$any": True}}, {}, 'expected file "none" to be {"$any":true}, but there is no such file'),
        ({"new.md": "x", "a": "a"}, {"new.md": "x", "more.md": "y"}, ""),
        ({"photo": {"base64": base64.b64encode(BYTES).decode()}}, {}, ""),
        ({"photo": {"base64": "/w=="}}, {"photo": {"base64": "/w=="}}, ""),
        ({"a": "b", "notes.md": "x"}, {}, 'file "a": expected "b", got "a"'),
    ],
)
def test_the_named_files_are_as_expected(
    expected: dict[str, Json], changed: dict[str, Json], told: str, reasons: Callable[..., dict[str, str]]
) -> None:
    assert files(reasons, expected, changed) == told


LONG = "long " * 1000
CUT: Json = {"$digest": digest_bytes(LONG.encode()), "size": len(LONG)}


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        (LONG, ""),
        ("short", 'file "a": expected "short", got 5000 bytes of other content'),
        ({"$any": True}, ""),
        ({"$regex": "l"}, 'file "a": 5000 bytes are too long to be held against {"$regex":"l"}'),
        (None, f'expected file "a" to be gone, got {{"$digest":"{digest_bytes(LONG.encode())}","size":5000}}'),
    ],
)
def test_of_a_very_long_file_the_digest_is_compared(
    expected: Json, told: str, reasons: Callable[..., dict[str, str]]
) -> None:
    assert files(reasons, {"a": expected}, {"a": CUT}) == told


def test_files_that_were_not_captured_are_not_as_expected(reasons: Callable[..., dict[str, str]]) -> None:
    assert files(reasons, {"none": None}, None) == (
        "expected files, but the trial had no folder; world.files gives it one ({} is empty)"
    )
