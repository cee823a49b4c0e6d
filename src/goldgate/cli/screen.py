"""Where do the words go? Lines to stdout with or without colour, documents as JSON."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

import click

from goldgate.commands.answer import Answer
from goldgate.exit_codes import ExitCode
from goldgate.reports.line import Line, Style

_LOOKS: Final[Mapping[Style, Mapping[str, object]]] = {
    Style.PLAIN: {},
    Style.GOOD: {"fg": "green"},
    Style.BAD: {"fg": "red", "bold": True},
    Style.WARN: {"fg": "yellow"},
    Style.DIM: {"dim": True},
    Style.STRONG: {"bold": True},
}


def tell(answer: Answer, *, form: str) -> ExitCode:
    """Print the answer of a command in the form that was asked for, and hand on its exit code."""
    if form == "json":
        sys.stdout.write(json.dumps(answer.document(), ensure_ascii=False, indent=2) + "\n")
    else:
        print_lines(answer.lines())
    return answer.exit_code


def print_lines(lines: Iterable[Line]) -> None:
    """Print to stdout; colour only where a person reads and did not forbid it."""
    colour = wants_colour()
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    for spans in lines:
        click.echo(_render(spans, colour=colour, width=width), color=colour)


def wants_colour() -> bool:
    """Colour needs a terminal that can show it, and no NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _render(spans: Line, *, colour: bool, width: int | None) -> str:
    plain = "".join(span.text for span in spans)
    if width is not None and len(plain) > width:
        return _wrapped(plain, width)
    if not colour:
        return plain
    return "".join(click.style(span.text, **_LOOKS[span.style]) for span in spans)  # type: ignore[arg-type]


def _wrapped(text: str, width: int) -> str:
    indent = " " * (len(text) - len(text.lstrip()))
    return textwrap.fill(
        text.lstrip(),
        width=max(width, 20),
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,
    )
