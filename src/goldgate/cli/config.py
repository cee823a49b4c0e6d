"""`goldgate config`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import config as command


@click.command(short_help="Print every setting and where it comes from.")
@form_option
def config(*, form: str) -> int:
    """Print every setting with its value and its source: default, file, environment.

    \b
    Exit codes:
      0  printed
      2  the configuration can't be read
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.config(project=project_here()), form=form)
