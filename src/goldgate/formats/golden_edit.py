"""How does one line of a golden file change, while every other byte stays as its author wrote it?"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from goldgate.differ.canonical import spell
from goldgate.formats.known_failure import write_known_failure
from goldgate.model.known_failure import KnownFailure

_BOM: Final = b"\xef\xbb\xbf"
_BLANKS: Final = re.compile(r"[ \t\r\n]*")
_READ: Final = json.JSONDecoder().raw_decode
_MARKER: Final = "known_failure"

_Edit: TypeAlias = Callable[[str], str]
"""What becomes of the text of one line, without its end."""


class _Member(NamedTuple):
    """A key of an object with its value, and where in the text the key begins, the value begins and ends."""

    key: str
    start: int
    value: int
    end: int


def with_marker(data: bytes, case_id: str, marker: KnownFailure) -> bytes:
    """The bytes of a readable golden file in which the case, if it is there, has this marker, in place of one it had.

    The marker is spelled as the line spells the rest: with or without blanks after `,` and `:`.
    """

    def marked(text: str) -> str:
        members = tuple(_members(text))
        last = members[-1]
        comma, colon = _separators(text, members)
        told = (f"{spell(key)}{colon}{spell(value)}" for key, value in write_known_failure(marker).items())
        spelled = f"{{{comma.join(told)}}}"
        for member in members:
            if member.key == _MARKER:
                return text[: member.value] + spelled + text[member.end :]
        return f'{text[: last.end]}{comma}"{_MARKER}"{colon}{spelled}{text[last.end :]}'

    return _edited(data, case_id, marked)


def without_marker(data: bytes, case_id: str) -> bytes:
    """The bytes of a readable golden file in which the case has no marker."""

    def unmarked(text: str) -> str:
        members = tuple(_members(text))
        for place, member in enumerate(members):
            if member.key == _MARKER and place:
                return text[: members[place - 1].end] + text[member.end :]
            if member.key == _MARKER:
                return text[: member.start] + text[members[1].start :]
        return text

    return _edited(data, case_id, unmarked)


def _edited(data: bytes, case_id: str, edit: _Edit) -> bytes:
    start = len(_BOM) if data.startswith(_BOM) else 0
    lines = data[start:].split(b"\n")
    for place, line in enumerate(lines):
        if line.strip() and _id(text := line.decode()) == case_id:
            lines[place] = edit(text).encode()
    return data[:start] + b"\n".join(lines)


def _id(text: str) -> str | None:
    for member in _members(text):
        if member.key == "id":
            return str(_READ(text, member.value)[0])
    return None


def _members(text: str) -> Iterator[_Member]:
    """The members of the object that a line is, in their order."""
    place = _past_blanks(text, text.index("{") + 1)
    while text[place] != "}":
        key, end = _READ(text, place)
        value = _past_blanks(text, text.index(":", end) + 1)
        _, end = _READ(text, value)
        yield _Member(key, place, value, end)
        place = _past_blanks(text, end)
        if text[place] == ",":
            place = _past_blanks(text, place + 1)


def _past_blanks(text: str, place: int) -> int:
    found = _BLANKS.match(text, place)
    return place if found is None else found.end()


def _separators(text: str, members: tuple[_Member, ...]) -> tuple[str, str]:
    """How the line parts its members, and a key from its value."""
    first = members[0]
    colon = text[first.value - 1] != ":"
    comma = len(members) == 1 or text[members[1].start - 1] != ","
    return ", " if comma else ",", ": " if colon else ":"
