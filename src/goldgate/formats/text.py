"""How do bytes become text, and text JSON? Strictly, with every fault named and placed."""

import datetime as dt
import json
import math
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, Final

import attrs

from goldgate.differ.nearest import LONGEST_BRIEF, brief
from goldgate.errors import BadFile, Problem
from goldgate.model.frozen import frozen
from goldgate.model.value import Json

MAX_DEPTH: Final = 200
"""Objects and lists inside one another in what people and agents write."""
MACHINE_DEPTH: Final = MAX_DEPTH + 20
"""The same in our own lines, which hold an agent's value a few levels down."""

_CONFLICT_MARKERS: Final = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
_TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_TYPE_NAMES: Final = {dict: "object", list: "list"}
_BYTE_ORDER_MARK: Final = "\ufeff"
_MOST_TOLD: Final = 3
"""Faults of one text that stand in a sentence."""


@frozen(kw_only=True)
class TextFault:
    """One thing wrong in a JSON text: where in the value (`pointer`), or at which column (from 1) of the text.

    `key` is the key that is wrong in itself, in the object at `pointer`.
    """

    message: str
    pointer: str | None = None
    column: int | None = None
    key: str | None = None

    def __str__(self) -> str:
        """The message with its column; the pointer is left to whoever shows the place."""
        return self.message if self.column is None else f"{self.message} (column {self.column})"


class JsonTextError(ValueError):
    """A text that is no JSON, or JSON that the formats don't allow; carries all its faults."""

    def __init__(self, *faults: TextFault) -> None:
        """Take at least one fault."""
        self.faults = faults
        rest = len(faults) - _MOST_TOLD
        super().__init__("; ".join(map(str, faults[:_MOST_TOLD])) + (f"; and {rest} more" if rest > 0 else ""))

    @property
    def message(self) -> str:
        """What is wrong first."""
        return self.faults[0].message

    @property
    def pointer(self) -> str | None:
        """JSON path of the first fault, when it has one."""
        return self.faults[0].pointer

    @property
    def column(self) -> int | None:
        """Column (from 1) of the first fault, when it has one."""
        return self.faults[0].column


def decode(data: bytes, *, file: str, line: int = 1) -> str:
    r"""Read UTF-8; a BOM is dropped and CRLF becomes `\n`. Raises BadFile with every line that is no UTF-8.

    `line` is the number of the first line of `data` in the file.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadFile(*_undecodable(data, file=file, first=line)) from None
    return text.replace("\r\n", "\n") if "\r\n" in text else text


def _undecodable(data: bytes, *, file: str, first: int) -> Iterator[Problem]:
    for number, line in enumerate(data.split(b"\n"), first):
        try:
            line.decode()
        except UnicodeDecodeError as error:
            byte = line[error.start]
            yield Problem(
                code=BadFile.code,
                message=f"not UTF-8: byte 0x{byte:02x} at offset {error.start} of the line",
                file=file,
                line=number,
            )


def loads(text: str, *, depth: int = MAX_DEPTH) -> Json:
    """Read one JSON value, strictly: no key twice, no NaN or Infinity, no nesting beyond `depth`.

    Integers of any size that the interpreter reads (4300 digits) and lone surrogates survive.
    Raises JsonTextError with every fault that can be found.
    """
    return _loaded(text, _STRICT, depth=depth)  # type: ignore[no-any-return]


def loads_exactly(text: str) -> object:
    """As `loads`, but numbers that are no ints are decimals, as they were written.

    NaN and Infinity are decimals, too, for whoever reads the value to refuse: the rest of it can still be told then.
    """
    return _loaded(text, _EXACT, depth=MAX_DEPTH)


def _loaded(text: str, decoder: json.JSONDecoder, *, depth: int) -> Any:  # noqa: ANN401 - JSON of any shape
    if column := too_deep(text, depth):
        raise JsonTextError(TextFault(message=f"nested deeper than {depth} levels", column=column))
    try:
        return decoder.decode(text)
    except ValueError:
        raise JsonTextError(*_diagnose(text, _DIAGNOSING_EXACTLY if decoder is _EXACT else _DIAGNOSING)) from None


def too_deep(text: str, depth: int) -> int | None:
    """The column (from 1) at which the nesting of a JSON text passes `depth`; None when it doesn't."""
    if text.count("[") + text.count("{") <= depth:
        return None
    level = 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" | "{":
                level += 1
            case "]" | "}":
                level -= 1
        if level > depth:
            return token.start() + 1
    return None


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError
    return value


def finite(text: str) -> float:
    """Reads a number of JSON. Raises ValueError for one that is beyond the range of numbers."""
    value = float(text)
    if math.isinf(value):
        raise ValueError
    return value


def exact(text: str) -> Decimal:
    """Reads a number of JSON or TOML, NaN and Infinity included. Raises ValueError for what is beyond all decimals."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise ValueError(_beyond(text)) from None


def no_constant(_: str) -> Json:
    """Raises ValueError for NaN and Infinity, which Python reads and JSON doesn't have."""
    raise ValueError


_STRICT: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_float=finite, parse_constant=no_constant)
_EXACT: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_float=exact, parse_constant=Decimal)


@frozen
class _Refused:
    """Stands in a diagnosed value for what is not allowed there."""

    why: str


class _Pairs(list[tuple[str, object]]):
    """An object with every key that was written, repeats included."""


def _diagnosed_int(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return _Refused(f"an integer of {len(text.lstrip('-'))} digits is too long")


def _diagnosed_float(text: str) -> object:
    return _Refused(_beyond(text)) if math.isinf(float(text)) else float(text)


def _diagnosed_decimal(text: str) -> object:
    try:
        return exact(text)
    except ValueError as error:
        return _Refused(str(error))


def _beyond(text: str) -> str:
    """That a number, which may have any number of digits, is beyond all numbers."""
    half = LONGEST_BRIEF // 2
    said = text if len(text) <= LONGEST_BRIEF else f"{text[:half]}…{text[-half:]}"
    return f"{said} is beyond the range of numbers"


_DIAGNOSING: Final = json.JSONDecoder(
    object_pairs_hook=_Pairs,
    parse_int=_diagnosed_int,
    parse_float=_diagnosed_float,
    parse_constant=lambda text: _Refused(f"{text} is not allowed; a number or null is"),
)


_DIAGNOSING_EXACTLY: Final = json.JSONDecoder(
    object_pairs_hook=_Pairs, parse_int=_diagnosed_int, parse_float=_diagnosed_decimal, parse_constant=Decimal
)


def _diagnose(text: str, decoder: json.JSONDecoder) -> Iterable[TextFault]:
    """Say again, slowly, why a text was refused."""
    try:
        value = decoder.decode(text)
    except json.JSONDecodeError as error:
        return [TextFault(message=_syntax_fault(text, error), column=error.pos + 1)]
    return _faults(value, "$")


def _syntax_fault(text: str, error: json.JSONDecodeError) -> str:
    if marker := conflict_marker(text[text.rfind("\n", 0, error.pos) + 1 :]):
        return f"conflict marker {marker!r} of an unfinished merge"
    if error.pos >= len(text.rstrip()):
        return "not valid JSON: it ends too early"
    if text[error.pos] == _BYTE_ORDER_MARK:
        return "not valid JSON: a byte order mark, which nobody sees, stands in the middle"
    message = error.msg.removesuffix(" at").removesuffix(" starting")
    return f"not valid JSON: {message[0].lower()}{message[1:]}"


def _faults(value: object, pointer: str) -> Iterator[TextFault]:
    match value:
        case _Refused(why):
            yield TextFault(message=why, pointer=pointer)
        case _Pairs():
            seen: set[str] = set()
            for key, item in value:
                place = member(pointer, key)
                if key in seen:
                    yield TextFault(message=f"key {brief(key)} stands twice in one object", pointer=place)
                seen.add(key)
                yield from _faults(item, place)
        case list():
            for index, item in enumerate(value):
                yield from _faults(item, f"{pointer}[{index}]")


def placed(fault: TextFault, text: str) -> tuple[int | None, TextFault]:
    """The line (from 1) of a fault in a text of several lines, None where only its pointer tells, and the fault there.

    Its column is counted from the begin of that line.
    """
    if fault.column is None:
        return None, fault
    before = text[: fault.column - 1]
    here = attrs.evolve(fault, column=len(before) - before.rfind("\n"))
    return before.count("\n") + 1, here


def conflict_marker(line: str) -> str | None:
    """The marker of an unfinished merge with which a line begins, if it does."""
    start = line[:7]
    return start if start in _CONFLICT_MARKERS else None


def member(pointer: str, key: str) -> str:
    """The JSON path of a member of an object: `$.expect`, `$["a b"]`."""
    return f"{pointer}.{key}" if key.isidentifier() else f"{pointer}[{json.dumps(key, ensure_ascii=False)}]"


def described(value: object) -> str:
    """A value with its type, for messages: `str 'zero'`, `int 3`, `object`, `null`."""
    match value:
        case None:
            return "null"
        case bool():
            return f"bool {str(value).lower()}"
        case dict() | list():
            return _TYPE_NAMES[type(value)]
        case int() if value.bit_length() > LONGEST_BRIEF:
            return "a very long int"
        case dt.date() | dt.time() | Decimal():
            return _unquoted(value)
    return f"{type(value).__name__} {brief(value)}"


def _unquoted(value: dt.date | dt.time | Decimal) -> str:
    """What has a spelling of its own: `date 2027-03-01`, `float 4.2`, `NaN`."""
    spelled = str(value)
    if not isinstance(value, Decimal):
        return f"{type(value).__name__} {spelled}"
    if not value.is_finite():
        return spelled
    return f"float {spelled}" if len(spelled) <= LONGEST_BRIEF else f"float {spelled[:LONGEST_BRIEF]}…"
