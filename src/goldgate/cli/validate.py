"""`goldgate validate`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option
from goldgate.cli.screen import tell
from goldgate.commands import validate as command


@click.command(short_help="Check all golden and baseline files.")
@today_option
@form_option
def validate(*, today: dt.date | None, form: str) -> int:
    """Check all golden and baseline files and list every error with file and line; runs nothing.

    \b
    Exit codes:
      0  all well
      2  some file is not
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.validate(project=project_here(), today=day_or_today(today)), form=form)
