"""`goldgate history`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import history as command


@click.command(short_help="Show how it went: runs, pass rates and known failures over time.")
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=command.MOST,
    show_default=True,
    metavar="N",
    help="How many runs, and how many commits.",
)
@form_option
def history(*, most: int, form: str) -> int:
    """Show the runs that are kept here, and the commits that changed baselines, the newest first.

    Known failures are counted over time from what was committed, which outlives the runs.

    \b
    Exit codes:
      0  shown
      2  the project can't be read
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.history(project=project_here(), most=most), form=form)
