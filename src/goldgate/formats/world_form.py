"""What may people write of the world of a case? Its files, its state, and the answers of its tools."""

import base64
import binascii
import datetime as dt
import re
from collections.abc import Iterator
from typing import Final

from goldgate.formats.arguments import expected_args
from goldgate.formats.converter import Form, Misfit, anything, list_of, text, whole_from, words
from goldgate.formats.text import TextFault, described
from goldgate.formats.world_paths import files_of
from goldgate.model.case import Stub, World, WorldFile
from goldgate.model.frozen import frozen
from goldgate.model.value import NOT_CAPTURED, Json

_MODE: Final = re.compile(r"0?[0-7]{3}")


@frozen(kw_only=True)
class _FileForm:
    """A file as it is written: its content as text or as base64."""

    text: bytes | None = None
    base64: bytes | None = None
    mtime: str | None = None
    mode: str | None = None


def _utf8(value: object) -> bytes:
    try:
        return text(value).encode()
    except UnicodeEncodeError:
        raise Misfit("a lone surrogate can't stand in a file; give the content as base64") from None


def _base64(value: object) -> bytes:
    try:
        return base64.b64decode(text(value), validate=True)
    except (binascii.Error, ValueError):
        raise Misfit(f"expected base64, got {described(value)}") from None


def _mtime(value: object) -> str:
    moment = text(value)
    try:
        dt.datetime.fromisoformat(moment)
    except ValueError:
        raise Misfit(f"expected a date such as '2027-03-01T12:00:00Z', got {described(moment)}") from None
    return moment


def _mode(value: object) -> str:
    mode = text(value)
    if not _MODE.fullmatch(mode):
        raise Misfit(f"expected a mode such as '0644', got {described(mode)}")
    return mode


def _check_file(file: _FileForm) -> Iterator[TextFault]:
    if (file.text is None) is (file.base64 is None):
        yield TextFault(message="expected exactly one of 'text' and 'base64'")


_FILE: Final = Form(_FileForm, {"text": _utf8, "base64": _base64, "mtime": _mtime, "mode": _mode}, check=_check_file)


def _file(value: object) -> WorldFile:
    if isinstance(value, str):
        return WorldFile(content=_utf8(value))
    if not isinstance(value, dict):
        raise Misfit(f"expected a text or an object, got {described(value)}")
    form = _FILE(value)
    content = form.base64 if form.text is None else form.text
    return WorldFile(content=content or b"", mtime=form.mtime, mode=form.mode)


def _some(value: object) -> tuple[Json, ...]:
    values: tuple[Json, ...] = list_of(anything)(value)
    if not values:
        raise Misfit("expected at least one value")
    return values


def _check_stub(stub: Stub) -> Iterator[TextFault]:
    ways = (stub.returns is not NOT_CAPTURED, stub.returns_each is not None, stub.error_code is not None)
    if sum(ways) != 1:
        yield TextFault(message="expected exactly one of 'returns', 'returns_each' and 'error_code'")
    if stub.message is not None and stub.error_code is None:
        yield TextFault(message="a message goes with an 'error_code'", pointer=".message")
    if stub.times is not None and stub.returns_each is not None:
        yield TextFault(message="'returns_each' says how often by itself", pointer=".times")


_STUB: Final = Form(
    Stub,
    {
        "tool": words,
        "args": expected_args,
        "returns": anything,
        "returns_each": _some,
        "error_code": words,
        "message": text,
        "times": whole_from(1),
    },
    check=_check_stub,
)
WORLD: Final = Form(World, {"files": files_of(_file), "state": anything, "tools": list_of(_STUB)})
"""Reads the world of a case."""
