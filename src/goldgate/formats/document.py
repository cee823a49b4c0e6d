"""What does a file say that is one JSON value? It is read whole, and all that is wrong is told with its place."""

from typing import TypeVar

from goldgate.errors import BadFile, Problem
from goldgate.formats.converter import Misfit, Read
from goldgate.formats.text import JsonTextError, TextFault, decode, loads, placed

T = TypeVar("T")


def read_document(data: bytes, *, file: str, read: Read[T]) -> T:
    """What `read` makes of the value. Raises BadFile with every fault."""
    text = decode(data, file=file)
    try:
        return read(loads(text))
    except JsonTextError as error:
        faults = error.faults
    except Misfit as misfit:
        faults = tuple(misfit.at("$"))
    raise BadFile(*(problem_in(text, fault, file=file) for fault in faults))


def problem_in(text: str, fault: TextFault, *, file: str) -> Problem:
    """What is wrong in the text of a whole file, with its line where the text itself is what is wrong."""
    line, here = placed(fault, text)
    return Problem(code=BadFile.code, message=str(here), file=file, line=line, pointer=here.pointer)
