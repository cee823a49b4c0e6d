"""How is a line read that goldgate wrote into a file which is committed? Whole, and with the place of what is wrong.

People edit such files and merges break them, so nothing in them is trusted.
"""

from collections.abc import Iterator
from typing import Any, NoReturn

from goldgate.errors import BadFile, Problem
from goldgate.formats.shape import Shape, shape_faults
from goldgate.formats.text import MACHINE_DEPTH, JsonTextError, TextFault, loads
from goldgate.formats.upgrades import UPGRADES, SchemaRefused, Staircase, upgrades_from


def load_line(text: str, *, file: str | None, number: int | None) -> Any:  # noqa: ANN401 - JSON, looked at with `match`
    """What a line says. Raises BadFile."""
    try:
        return loads(text, depth=MACHINE_DEPTH)
    except JsonTextError as error:
        refuse(*error.faults, file=file, number=number)


def read_header(
    lines: Iterator[tuple[int, str]], shape: Shape, *, kind: str, example: str, file: str
) -> tuple[dict[str, Any], Staircase]:
    """The first of the numbered lines, which says that the file is of that kind, and what leads the others up to today.

    `example` stands in the message for a file that has no such line. Raises BadFile.
    """
    number, text = next(lines, (1, "null"))
    document = load_line(text, file=file, number=number)
    if not isinstance(document, dict) or document.get("goldgate") != kind:
        refuse(TextFault(message=f"expected the header of a {kind}{example}"), file=file, number=number)
    try:
        steps = upgrades_from(document.get("schema"), UPGRADES[kind])
    except SchemaRefused as error:
        refuse(TextFault(message=str(error), pointer="$.schema"), file=file, number=number)
    if faults := list(shape_faults(document, shape)):
        refuse(*faults, file=file, number=number)
    return document, steps


def refuse(*faults: TextFault, file: str | None, number: int | None) -> NoReturn:
    """Raise BadFile for what is wrong in a line."""
    raise BadFile(*(problem_of(fault, file=file, number=number) for fault in faults))


def problem_of(fault: TextFault, *, file: str | None, number: int | None) -> Problem:
    """What is wrong, with its place."""
    return Problem(code=BadFile.code, message=str(fault), file=file, line=number, pointer=fault.pointer)
