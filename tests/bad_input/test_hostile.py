"""What is too big to lie among the bad files: it is refused in no time, with a sentence that fits a screen.

Nothing here may take seconds, whatever stands in the file; a hang would be the end of the tests.
"""

from pathlib import Path
from typing import Final

import pytest
from tests.bad_input.formats import FORMATS

_LONG: Final = 10_000_000
_DEEP: Final = 100_000
_MANY: Final = 3_000
_LONGEST_SAID: Final = 1000

HOSTILE: Final = {
    "brackets": b"[" * _DEEP,
    "closed brackets": b"[" * _DEEP + b"]" * _DEEP,
    "objects": b'{"a":' * _DEEP + b"1" + b"}" * _DEEP,
    "brackets of TOML": b"timeout = " + b"[" * _DEEP + b"]" * _DEEP,
    "dots of TOML": b"a." * _DEEP + b"a = 1",
    "headers of TOML": b"".join(b"[suites.k%d]\ntrials = 0\n" % number for number in range(_MANY)),
    "keys of TOML": b"".join(b"key%d = 1\n" % number for number in range(_MANY)),
    "keys": b"{" + b",".join(b'"key%d":1' % number for number in range(_MANY)) + b"}",
    "keys that stand twice": b"{" + b",".join([b'"key":1'] * _MANY) + b"}",
    "lines": b'{"id": 1}\n' * _MANY,
    "markers": b"<<<<<<< HEAD\n=======\n>>>>>>> x\n" * _MANY,
    "quotes": b'"' * _DEEP,
    "backslashes": b'"' + b"\\" * _DEEP,
    "a line": b"x" * _LONG,
    "a text": b'{"id": "' + b"a" * _LONG + b'"}',
    "a key": b'{"' + b"a" * _LONG + b'": 1}',
    "a key twice": b'{"' + b"a" * _LONG + b'": 1, "' + b"a" * _LONG + b'": 1}',
    "a key of something wrong": b'{"' + b"a" * _LONG + b'": NaN}',
    "a number": b"1" * 1_000_000,
    "a fraction": b"1." + b"1" * 1_000_000,
    "an exponent": b'{"a": 1e' + b"9" * 1_000_000 + b"}",
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize(
    "format_", ["golden", "baselines", "settings", "scores", "worlds", "vcr", "results", "messages"]
)
def test_what_is_too_big_is_refused_in_few_words(format_: str, what: str, tmp_path: Path) -> None:
    FORMATS[format_].lay(tmp_path)

    told = FORMATS[format_].told(HOSTILE[what], folder=tmp_path, called="f")

    assert told.code == 2
    assert told.problems
    assert max(map(len, told.problems)) < _LONGEST_SAID
    assert not any("internal fault" in line for line in told.problems)
