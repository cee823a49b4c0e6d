"""How does help read in a narrow terminal? In as many columns as there are; click alone never goes below fifty."""

import shutil
import textwrap
from collections.abc import Iterable
from typing import Final

import click

WIDEST: Final = 78
NARROWEST: Final = 20
_TERMS: Final = 30
"""Columns for the names of options, at most; with less room than for three such columns a third of it."""


class HelpPage(click.HelpFormatter):
    """Click's own, except that it takes the terminal as it is."""

    def __init__(self, *_: object, **__: object) -> None:
        """Ask how wide the terminal is."""
        super().__init__(width=max(min(shutil.get_terminal_size().columns - 2, WIDEST), NARROWEST))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = _TERMS, col_spacing: int = 2) -> None:
        """Names with what they mean; a column of names leaves most of the room to what they mean."""
        super().write_dl(rows, min(col_max, self.width // 3), col_spacing)

    def write_text(self, text: str) -> None:
        """Paragraphs; a line of one that is not to be rewrapped goes on below itself where it is too long."""
        start = len(self.buffer)
        super().write_text(text)
        written = "".join(self.buffer[start:])
        self.buffer[start:] = ["\n".join(map(self._fitted, written.split("\n")))]

    def _fitted(self, row: str) -> str:
        indent = len(row) - len(row.lstrip())
        rows = textwrap.wrap(
            row, self.width, subsequent_indent=" " * (indent + 5), break_long_words=False, break_on_hyphens=False
        )
        return row if len(row) <= self.width else "\n".join(rows)


class HelpContext(click.Context):
    """The context of every command, since that is what makes its help."""

    formatter_class = HelpPage


def with_help_page(command: click.Command) -> click.Command:
    """The command, and all below it, with such help."""
    command.context_class = HelpContext
    for one in command.commands.values() if isinstance(command, click.Group) else ():
        with_help_page(one)
    return command
