"""What if the encoding of the output lacks a sign of ours? Then ASCII says it; every other character is escaped."""

import codecs
from collections.abc import Mapping
from typing import Final

STAND_INS: Final[Mapping[str, str]] = {
    "→": "->",
    "…": "...",
    "–": "-",
    "−": "-",
    "─": "-",
    "×": "x",
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
}
"""All signs beyond ASCII that goldgate itself prints for people, and what stands for each where it can't be printed."""

HANDLING: Final = "goldgate.stand-ins"
"""How streams name what is done about a character that they can't encode."""


def sayable(text: str, encoding: str) -> str:
    """The text as it will stand where that encoding is written, for who must know its width."""
    return text.encode(encoding, HANDLING).decode(encoding)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(STAND_INS.get(char) or _escaped(char) for char in lacking), error.end


def _escaped(char: str) -> str:
    return char.encode("ascii", "backslashreplace").decode()


codecs.register_error(HANDLING, _stand_in)
