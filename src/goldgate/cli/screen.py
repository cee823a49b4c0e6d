"""Where do the words go? Lines to stdout with or without colour, documents as JSON."""

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final

import click

from goldgate.cli.glyphs import sayable
from goldgate.cli.output import lost, write_bytes
from goldgate.cli.workflow import without_commands
from goldgate.cli.wrap import wrapped
from goldgate.commands.answer import Answer
from goldgate.differ.canonical import legible
from goldgate.differ.show import inert
from goldgate.exit_codes import ExitCode
from goldgate.reports.line import Line, Span, Style, plain_text

NARROWEST: Final = 20
"""Columns; what is narrower is left to the terminal to wrap."""

_FORCING: Final = ("FORCE_COLOR", "CLICOLOR_FORCE")
"""Environment variables that ask for colour where no terminal is, as in the log of a CI."""

# Yellow can't be read on white in most terminals; magenta can, on black as well.
_LOOKS: Final[Mapping[Style, Mapping[str, Any]]] = {
    Style.GOOD: {"fg": "green"},
    Style.BAD: {"fg": "red", "bold": True},
    Style.WARN: {"fg": "magenta"},
    Style.DIM: {"dim": True},
    Style.STRONG: {"bold": True},
}


def tell(answer: Answer, *, form: str) -> ExitCode:
    """Print the answer of a command in the form that was asked for, and hand on its exit code."""
    try:
        if form == "json":
            print_document(answer.document())
        else:
            print_lines(answer.lines())
    except OSError as error:
        return lost(error)
    return answer.exit_code


def print_document(document: Mapping[str, Any]) -> None:
    """Print one JSON document to stdout; in UTF-8 wherever that leads, as JSON is."""
    write_bytes(without_commands(f"{legible(dict(document))}\n").encode())


def print_lines(lines: Iterable[Line]) -> None:
    """Print to stdout, wrapped and in colour only where a person reads. No text of others' does anything there."""
    colour, encoding = wants_colour(), sys.stdout.encoding
    width = max(shutil.get_terminal_size().columns, NARROWEST) if sys.stdout.isatty() else None
    for spans in lines:
        safe = tuple(Span(sayable(inert(span.text), encoding), span.style) for span in spans)
        rows = (safe,) if width is None else wrapped(safe, width=width)
        text = without_commands(plain_text(map(_painted, rows) if colour else rows))
        click.echo(text, color=colour, nl=False)


def wants_colour() -> bool:
    """Colour needs a terminal that can show it, or somebody who asks for it; never under NO_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    if any(os.environ.get(name, "0") not in {"", "0"} for name in _FORCING):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _painted(spans: Line) -> Line:
    """The line with the codes that a terminal turns into colours."""
    looks = [(span.text, _LOOKS.get(span.style)) for span in spans]
    return tuple(Span(text if look is None else click.style(text, **look)) for text, look in looks)
