"""`goldgate fmt`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import fmt as command


@click.command(short_help="Write baselines in their one spelling.")
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit 2 when a file is not in its one spelling."
)
@form_option
def fmt(*, only_check: bool, form: str) -> int:
    """Sort the lines of all baselines and write them in their one spelling, also after a merge.

    Refuses conflict markers and duplicate ids. Changes no outcome.

    \b
    Exit codes:
      0  all well
      2  a file can't be formatted, or with --check is not formatted
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.fmt(project=project_here(), only_check=only_check), form=form)
