r"""How is a value shown to people, so that they see what is there and what differs?

Everything here is one line and does nothing to a terminal: control, bidirectional and invisible characters are
written as escapes (`\u200b`). Long values are cut, and what was left out is counted.
"""

import re
import unicodedata
from typing import Final, Literal

from goldgate.differ.canonical import canonical
from goldgate.differ.walk import ChangeKind, first_difference
from goldgate.model.value import Json, NotCaptured

LIMIT: Final = 120
"""How many characters of a value are shown."""

_UNDRAWN = re.compile(
    "[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u2800\u3000\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
"""Controls, surrogates, private characters, every blank but the space, and what Unicode allows to leave undrawn."""
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|.)")
_LONGEST_ESCAPE: Final = len(r"\U000e0001")
_LONGEST_GAP: Final = len("…[99999999 left out]…")
_LONGEST_CLUSTER: Final = 6
_LONGEST_POINTER: Final = 60
_TYPES: Final = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}


def show(value: Json | NotCaptured, *, limit: int = LIMIT) -> str:
    """A value in its canonical spelling, cut in the middle to at most `limit` characters (a few dozen or more)."""
    return _cut_in_the_middle(_spelled(value), limit)


def show_pair(expected: Json | NotCaptured, actual: Json | NotCaptured, *, limit: int = LIMIT) -> tuple[str, str]:
    """Two values that differ, shown so that they can be told apart.

    Long ones are cut to a window of `limit` characters round the first difference. What would look alike is told
    apart in brackets behind: types (`1 (integer)`, `"1" (string)`), NFC and NFD, names of invisible characters.
    """
    texts = (_spelled(expected), _spelled(actual))
    place = _first_unlike(*texts)
    notes = _type_notes(expected, actual) or _text_notes(*texts, place)
    left, right = (_cut_around(text, place, limit) + note for text, note in zip(texts, notes, strict=True))
    return left, right


def inert(text: str) -> str:
    """A text that others wrote, in one line that does nothing to a terminal; quotes and backslashes stay as they are.

    For names, pointers and messages; values are shown by `show`.
    """
    return text if text.isascii() and text.isprintable() else _UNDRAWN.sub(_escaped, text)


def _spelled(value: Json | NotCaptured) -> str:
    return "not captured" if isinstance(value, NotCaptured) else inert(canonical(value))


def _escaped(match: re.Match[str]) -> str:
    char = match.group()
    spelled = canonical(char)[1:-1]
    return spelled if spelled != char else _escape_of(char)


def _escape_of(char: str) -> str:
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"


def _gap(count: int) -> str:
    return f"…[{count} left out]…"


def _cut_in_the_middle(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    room = max(limit - _LONGEST_GAP, 0)
    end, _ = _escape_round(text, room - room // 3)
    _, start = _escape_round(text, len(text) - room // 3)
    return f"{text[:end]}{_gap(start - end)}{text[start:]}"


def _cut_around(text: str, place: int, limit: int) -> str:
    """A window that begins at the same character for all texts that are equal up to `place`."""
    if len(text) <= limit:
        return text
    room = max(limit - 2 * _LONGEST_GAP, 0)
    wanted = max(place - room // 3, 0)
    _, start = _escape_round(text, wanted)
    end, _ = _escape_round(text, wanted + room)
    before = _gap(start) if start else ""
    after = _gap(len(text) - end) if end < len(text) else ""
    return f"{before}{text[start:end]}{after}"


def _escape_round(text: str, index: int) -> tuple[int, int]:
    """Where the escape that `index` would cut in two begins and ends; twice `index` where a cut does no harm."""
    last = text.rfind("\\", max(0, index - _LONGEST_ESCAPE + 1), index)
    if last < 0:
        return index, index
    first = last
    while first > 0 and text[first - 1] == "\\":
        first -= 1
    begins_escape = (last - first) % 2 == 0
    escape = _ESCAPE.match(text, last) if begins_escape else None
    return escape.span() if escape and escape.end() > index else (index, index)


def _first_unlike(left: str, right: str) -> int:
    """The first place where two texts differ; the beginning of the escape, where that is inside one."""
    shared = min(len(left), len(right))
    place = next((index for index in range(shared) if left[index] != right[index]), shared)
    return min(_escape_round(left, place)[0], _escape_round(right, place)[0])


def _type_notes(expected: Json | NotCaptured, actual: Json | NotCaptured) -> tuple[str, str] | None:
    """The types at the first difference, where values of two types look alike."""
    if isinstance(expected, NotCaptured) or isinstance(actual, NotCaptured):
        return None
    change = first_difference(expected, actual)
    if change is None or change.kind is not ChangeKind.CHANGED or not _look_alike(change.expected, change.actual):
        return None
    where = f" at {_cut_in_the_middle(inert(change.pointer), _LONGEST_POINTER)}" if change.pointer else ""
    return f" ({_type_of(change.expected)}{where})", f" ({_type_of(change.actual)}{where})"


def _look_alike(expected: Json, actual: Json) -> bool:
    if type(expected) is type(actual):
        return False
    return expected == actual or _bare(expected).casefold() == _bare(actual).casefold()


def _bare(value: Json) -> str:
    return value if isinstance(value, str) else canonical(value)


def _type_of(value: Json) -> str:
    return "null" if value is None else _TYPES[type(value)]


def _text_notes(left: str, right: str, place: int) -> tuple[str, str]:
    """What the eye can't see at the first difference: the form of Unicode, or which character stands there."""
    if _equal_in("NFC", left, right):
        return _form_note(left, place), _form_note(right, place)
    chars = (_char_at(left, place), _char_at(right, place))
    look_alike = _equal_in("NFKC", left, right)
    first, second = (_name_note(char) if look_alike or _is_hidden(char) else "" for char in chars)
    return first, second


def _equal_in(form: Literal["NFC", "NFKC"], left: str, right: str) -> bool:
    return left != right and unicodedata.normalize(form, left) == unicodedata.normalize(form, right)


def _form_note(text: str, place: int) -> str:
    form = next((form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, text)), "neither NFC nor NFD")
    return f" ({form}: {''.join(map(_escape_of, _cluster(text, place)))})"


def _cluster(text: str, place: int) -> str:
    """The character at a place with the marks or Hangul parts that join it."""
    end = place + 1
    while end < len(text) and (unicodedata.combining(text[end]) or "\u1160" <= text[end] <= "\u11ff"):
        end += 1
    return text[place : min(end, place + _LONGEST_CLUSTER)]


def _char_at(text: str, place: int) -> str:
    """The character that stands at a place, or that the escape there stands for; empty at the end."""
    escape = _ESCAPE.match(text, place)
    code = escape[1] or escape[2] if escape else None
    return chr(int(code, 16)) if code else text[place : place + 1]


def _is_hidden(char: str) -> bool:
    return bool(char) and (bool(_UNDRAWN.match(char)) or unicodedata.combining(char) > 0)


def _name_note(char: str) -> str:
    name = unicodedata.name(char, "") if char else ""
    return f" ({_escape_of(char)} {name})" if name else ""
