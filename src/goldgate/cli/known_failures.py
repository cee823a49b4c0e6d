"""`goldgate known-failures`: which options, and what is printed?"""

import datetime as dt

import click

from goldgate.cli.options import day_or_today, form_option, project_here, today_option
from goldgate.cli.screen import tell
from goldgate.commands import known_failures as command


@click.command(short_help="List the known failures with age and expiry.")
@click.option("--suite", "suites", multiple=True, metavar="NAME", help="Only those of this suite. Repeatable.")
@today_option
@form_option
def known_failures(*, suites: tuple[str, ...], today: dt.date | None, form: str) -> int:
    """List every known-failure marker: reason, issue, age, expiry, state, and what the last run saw.

    \b
    Exit codes:
      0  listed
      2  a golden file can't be read, or a suite is not there
    """  # noqa: D301 - \b is click's mark for a paragraph that stays as it is
    answer = command.known_failures(project=project_here(), suites=suites, today=day_or_today(today))
    return tell(answer, form=form)
