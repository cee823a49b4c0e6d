"""`goldgate init`: which options, and what is printed?"""

from pathlib import Path

import click

from goldgate.cli.options import form_option
from goldgate.cli.screen import tell
from goldgate.commands import init as command


@click.command(short_help="Make a project with a working example agent.")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@form_option
def init(*, folder: Path, form: str) -> int:
    """Make golden/, baselines/, the configuration and a working example agent in FOLDER (this folder by default).

    Never overwrites: a file that exists is left as it is, and named.

    \b
    Exit codes:
      0  made
      2  can't be written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.init(folder=folder), form=form)
