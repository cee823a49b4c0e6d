"""`goldgate unmark`: which options, and what is printed?"""

import click

from goldgate.cli.options import form_option, project_here
from goldgate.cli.screen import tell
from goldgate.commands import mark as command


@click.command(short_help="Take the known-failure marker of a case away.")
@click.argument("case", metavar="CASE")
@form_option
def unmark(*, case: str, form: str) -> int:
    """Take the known-failure marker of CASE (ID or SUITE::ID) out of its golden file.

    Every other byte of the file stays as it is.

    \b
    Exit codes:
      0  unmarked
      2  no such case, it has no marker, or a file can't be read or written
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    return tell(command.unmark(project=project_here(), case=case), form=form)
