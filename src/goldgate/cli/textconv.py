"""`goldgate textconv`: which options, and what is printed?"""

from pathlib import Path

import click

from goldgate.cli.output import lost, write_bytes
from goldgate.commands import textconv as command
from goldgate.exit_codes import ExitCode


@click.command(short_help="Show a baseline or golden file for git diff.")
@click.argument("file", type=click.Path(path_type=Path))
def textconv(*, file: Path) -> int:
    """Print FILE, a baseline or golden file, with the values of each case below each other.

    Git calls it: git config diff.goldgate.textconv "goldgate textconv"

    \b
    Exit codes:
      0  printed
      2  the file can't be read
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    text = "".join(f"{line}\n" for line in command.textconv(file=file))
    try:
        write_bytes(text.encode(errors="backslashreplace"))
    except OSError as error:
        return lost(error)
    return ExitCode.OPEN
