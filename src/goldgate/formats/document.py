"""What does a file say that is one JSON value? It is read whole, and all that is wrong is told with its place."""

from typing import TypeVar

from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Misfit, Read
from goldgate.formats.text import JsonTextError, decode, loads

T = TypeVar("T")


def read_document(data: bytes, *, file: str, read: Read[T]) -> T:
    """What `read` makes of the value. Raises BadFile with every fault."""
    try:
        return read(loads(decode(data, file=file)))
    except JsonTextError as error:
        faults = error.faults
    except Misfit as misfit:
        faults = tuple(misfit.at("$"))
    raise BadFile(*(Problem(code=BadFile.code, message=str(one), file=file, pointer=one.pointer) for one in faults))
